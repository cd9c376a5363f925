import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { SiteAssets } from 'virtual:site-assets'
import { type Chunk, entryOf, readIslands, siteAssetsOf } from './scripts/site-scripts.ts'
import { SITE_ENTRY } from './scripts/staff-code-on-site.ts'

const ASSETS = 'virtual:site-assets'
const CHECK_IN_ASSETS = 'virtual:check-in-assets'
const CHECK_IN_ENTRY = 'src/web/admin/check-in/check-in.client.tsx'
const CHECK_IN_WORKER = 'src/web/admin/check-in/document/worker.client.ts'
const CHANGED = 'documents:changed'
/**
 * Added to the site's script in development, where a change reloads the document. The router's plugin expects its refresh
 * runtime before the first component, and a router to revalidate after a hot update, which a document has not.
 */
const DEVELOPMENT = `
import 'virtual:react-router/inject-hmr-runtime'
globalThis.__reactRouterDataRouter = { revalidate: () => location.reload() }
import.meta.hot?.on('${CHANGED}', () => location.reload())
`
const PAGE_OF_THE_SITE = /src[\\/]web[\\/]site[\\/].+\?__react-router-build-client-route$/

/**
 * Builds the public site as documents. Browsers get one script of the site and the islands that it imports; no code of a
 * page itself. The server learns the script's URL from the manifest of the client build, which runs first.
 */
export function documents(): Plugin {
  let isDevelopment = false
  let root = ''
  let clientDir = ''
  return {
    name: 'documents',
    configResolved(config) {
      root = config.root
      isDevelopment = config.command === 'serve'
      clientDir = config.environments['client']?.build.outDir ?? ''
    },
    buildStart() {
      if (this.environment.name !== 'client' || isDevelopment) return
      this.emitFile({ type: 'chunk', id: SITE_ENTRY, name: 'site' })
      this.emitFile({ type: 'chunk', id: CHECK_IN_ENTRY, name: 'check-in' })
      this.emitFile({ type: 'chunk', id: CHECK_IN_WORKER, name: 'check-in-worker' })
    },
    resolveId(id) {
      return id === ASSETS || id === CHECK_IN_ASSETS ? `\0${id}` : null
    },
    async load(id) {
      if (id === `\0${CHECK_IN_ASSETS}`) {
        const assets =
          this.environment.name === 'ssr' && !isDevelopment ? await checkInAssets(clientDir) : DEV_CHECK_IN
        return `export const checkInAssets = ${JSON.stringify(assets)}`
      }
      if (id !== `\0${ASSETS}`) return null
      // The browser's own build comes before its manifest, and needs no URLs: documents are rendered on the server only.
      const isServer = this.environment.name === 'ssr'
      const assets = isDevelopment ? DEV_SITE : isServer ? await siteAssets(root, clientDir) : NO_SITE
      return `export const siteAssets = ${JSON.stringify(assets)}`
    },
    transform(code, id) {
      if (this.environment.name !== 'client') return null
      // The router's plugin, which runs before, builds every page for the browser, too. No browser loads these modules.
      if (PAGE_OF_THE_SITE.test(id)) return 'export default function Page() { return null }'
      if (isDevelopment && (id.endsWith(SITE_ENTRY) || id.endsWith(CHECK_IN_ENTRY)))
        return `${code}\n${DEVELOPMENT}`
      return null
    },
    // A page is a module of the server alone, of whose changes browsers learn nothing by themselves.
    hotUpdate({ modules, server }) {
      if (this.environment.name === 'ssr' && modules.length > 0)
        server.environments.client.hot.send({ type: 'custom', event: CHANGED })
    },
  }
}

type Entry = Chunk & {
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
type Manifest = Readonly<Record<string, Entry>>

export async function readManifest(clientDir: string): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8'))
  return manifest
}

const DEV_SITE: SiteAssets = { siteScript: `/${SITE_ENTRY}`, siteModules: [], islandModules: {} }

const NO_SITE: SiteAssets = { siteScript: '', siteModules: [], islandModules: {} }

const siteAssets = async (root: string, clientDir: string): Promise<SiteAssets> =>
  siteAssetsOf(await readManifest(clientDir), await readIslands(root))

const DEV_CHECK_IN = { script: `/${CHECK_IN_ENTRY}`, styles: [], files: [], worker: null }

/** Files of the check-in screen: its script and styles, and all that it may ever load, to store them on a device. */
async function checkInAssets(clientDir: string) {
  const manifest = await readManifest(clientDir)
  const names = new Set([CHECK_IN_ENTRY])
  for (const name of names) {
    const { imports = [], dynamicImports = [] } = entryOf(manifest, name)
    for (const next of [...imports, ...dynamicImports]) names.add(next)
  }
  const entries = [...names].map((name) => entryOf(manifest, name))
  const files = entries.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  const { file, css = [] } = entryOf(manifest, CHECK_IN_ENTRY)
  return {
    script: `/${file}`,
    styles: css.map((it) => `/${it}`),
    files: [...new Set(files)].map((it) => `/${it}`),
    worker: `/${entryOf(manifest, CHECK_IN_WORKER).file}`,
  }
}
