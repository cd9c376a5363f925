import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { SITE_ENTRY } from './scripts/staff-code-on-site.ts'

const ASSETS = 'virtual:site-assets'
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
  let clientDir = ''
  return {
    name: 'documents',
    configResolved(config) {
      isDevelopment = config.command === 'serve'
      clientDir = config.environments['client']?.build.outDir ?? ''
    },
    buildStart() {
      if (this.environment.name === 'client' && !isDevelopment)
        this.emitFile({ type: 'chunk', id: SITE_ENTRY, name: 'site' })
    },
    resolveId(id) {
      return id === ASSETS ? `\0${ASSETS}` : null
    },
    async load(id) {
      if (id !== `\0${ASSETS}`) return null
      // The browser's own build comes before its manifest, and needs no URL: documents are rendered on the server only.
      const isServer = this.environment.name === 'ssr'
      const url = isDevelopment ? `/${SITE_ENTRY}` : isServer ? await builtUrl(clientDir) : ''
      return `export const siteScript = ${JSON.stringify(url)}`
    },
    transform(code, id) {
      if (this.environment.name !== 'client') return null
      // The router's plugin, which runs before, builds every page for the browser, too. No browser loads these modules.
      if (PAGE_OF_THE_SITE.test(id)) return 'export default function Page() { return null }'
      if (isDevelopment && id.endsWith(SITE_ENTRY)) return `${code}\n${DEVELOPMENT}`
      return null
    },
    // A page is a module of the server alone, of whose changes browsers learn nothing by themselves.
    hotUpdate({ modules, server }) {
      if (this.environment.name === 'ssr' && modules.length > 0)
        server.environments.client.hot.send({ type: 'custom', event: CHANGED })
    },
  }
}

async function builtUrl(clientDir: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8'))
  const file = fileOf(manifest)
  if (file === null) throw new Error(`The client build has no ${SITE_ENTRY}.`)
  return `/${file}`
}

function fileOf(manifest: unknown): string | null {
  if (typeof manifest !== 'object' || manifest === null) return null
  const entry: unknown = Reflect.get(manifest, SITE_ENTRY)
  if (typeof entry !== 'object' || entry === null) return null
  const file: unknown = Reflect.get(entry, 'file')
  return typeof file === 'string' ? file : null
}
