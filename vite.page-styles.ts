import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { classesIn, parseStylesheet } from './scripts/page-styles.ts'
import { type Chunks, readIslands, scriptsOfPages } from './scripts/site-scripts.ts'
import type { PageStyles } from './src/page-cache/page-stylesheet.ts'
import { readManifest } from './vite.documents.ts'

const STYLES = 'virtual:page-styles'
const STYLESHEET = '/src/web/site.css?inline'

/**
 * Gives the server the stylesheet of the public site as rules with the classes that they need, and the classes that scripts
 * add, so that each page carries its own rules alone. In development pages carry all of it, since it changes as they do.
 */
export function pageStyles(): Plugin {
  let isDevelopment = false
  let root = ''
  let clientDir = ''
  return {
    name: 'page-styles',
    configResolved(config) {
      isDevelopment = config.command === 'serve'
      root = config.root
      clientDir = config.environments['client']?.build.outDir ?? ''
    },
    resolveId: (id) => (id === STYLES ? `\0${id}` : null),
    async load(id) {
      if (id !== `\0${STYLES}`) return null
      if (isDevelopment || this.environment.name !== 'ssr') return 'export const pageStyles = null'
      const resolved = await this.resolve(join(root, STYLESHEET))
      if (!resolved) throw new Error(`There is no ${STYLESHEET}.`)
      const { code } = await this.load(resolved)
      const styles = await readPageStyles(cssOf(code ?? ''), clientDir, await readIslands(root))
      return `export const pageStyles = JSON.parse(${JSON.stringify(JSON.stringify(styles))})`
    },
  }
}

/** The text that a module of inlined CSS exports. */
function cssOf(code: string): string {
  const text: unknown = JSON.parse(/^export default (".*")/s.exec(code)?.[1] ?? 'null')
  if (typeof text !== 'string') throw new Error('The stylesheet is not exported as a text.')
  return text
}

async function readPageStyles(
  css: string,
  clientDir: string,
  islands: readonly string[],
): Promise<PageStyles> {
  const chunks: Chunks = await readManifest(clientDir)
  const scripts = scriptsOfPages(chunks, islands)
  const parsed = parseStylesheet(css)
  const classesOf = async (names: ReadonlySet<string>): Promise<string[]> => {
    const files = [...names]
      .map((name) => chunks[name]?.file)
      .filter((file) => file?.endsWith('.js') === true)
    const texts = await Promise.all(files.map((file) => readFile(join(clientDir, file ?? ''), 'utf8')))
    return classesIn(parsed.nodes, texts.join('\n'))
  }
  return {
    ...parsed,
    scriptClasses: await classesOf(scripts.everywhere),
    islandClasses: Object.fromEntries(
      await Promise.all(
        [...scripts.islands].map(async ([island, names]) => [island, await classesOf(names)] as const),
      ),
    ),
  }
}
