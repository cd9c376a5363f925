import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteAssets } from 'virtual:site-assets'
import { SITE_ENTRY } from './staff-code-on-site.ts'

/** Chunk of the client build, as its manifest describes it. */
export type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}
export type Chunks = Readonly<Record<string, Chunk>>

const REGISTRY = 'src/web/site/islands/registry.ts'
/** Brings React; loaded with the first island of a page. */
export const HYDRATION = 'src/web/site/islands/hydrate.tsx'

export const readIslands = async (root: string): Promise<string[]> =>
  islandsIn(await readFile(join(root, REGISTRY), 'utf8'))

/** Islands of the site: each has the name of its file in the registry. */
export const islandsIn = (registry: string): string[] =>
  [...registry.matchAll(/import\('[^']*\/([\w-]+)\.tsx'\)/g)].map(([, name = '']) => name)

/** Chunks that the site's script may load on any page, and those that each island adds, by the name of its file. */
export function scriptsOfPages(chunks: Chunks, islands: readonly string[]) {
  const site = withImports(chunks, [SITE_ENTRY])
  const parts = partsOf(chunks, site)
  const withParts = (start: readonly string[]): Set<string> =>
    closure(start, (name) =>
      [...(chunks[name]?.imports ?? []), ...(chunks[name]?.dynamicImports ?? [])].filter(
        (it) => !site.has(it),
      ),
    )
  const owned = new Map(islands.map((island) => [island, chunkOf(island, parts)]))
  const ownedChunks = new Set(owned.values())
  return {
    everywhere: new Set([...site, ...withParts(parts.filter((it) => !ownedChunks.has(it)))]),
    islands: new Map([...owned].map(([island, chunk]) => [island, withParts([chunk])])),
  }
}

/**
 * URLs of the site's script and of the modules without which it cannot start, and those that each island needs besides to come
 * alive. A browser that knows them asks for all at once instead of reading one to learn of the next.
 */
export function siteAssetsOf(chunks: Chunks, islands: readonly string[]): SiteAssets {
  const urlOf = (name: string): string => `/${entryOf(chunks, name).file}`
  const site = withImports(chunks, [SITE_ENTRY])
  const parts = partsOf(chunks, site)
  return {
    siteScript: urlOf(SITE_ENTRY),
    siteModules: [...site].filter((it) => it !== SITE_ENTRY).map(urlOf),
    islandModules: Object.fromEntries(
      islands.map((island) => {
        const needed = withImports(chunks, [HYDRATION, chunkOf(island, parts)])
        return [island, [...needed].filter((it) => !site.has(it)).map(urlOf)]
      }),
    ),
  }
}

export function entryOf<Entry extends Chunk>(chunks: Readonly<Record<string, Entry>>, name: string): Entry {
  const entry = chunks[name]
  if (!entry) throw new Error(`The client build has no ${name}.`)
  return entry
}

const partsOf = (chunks: Chunks, names: ReadonlySet<string>): string[] =>
  [...names].flatMap((name) => chunks[name]?.dynamicImports ?? [])

function chunkOf(island: string, parts: readonly string[]): string {
  const name = parts.find((it) => it.endsWith(`/${island}.tsx`))
  if (name === undefined) throw new Error(`The site has no file ${island}.tsx for its island ${island}.`)
  return name
}

const withImports = (chunks: Chunks, start: readonly string[]): Set<string> =>
  closure(start, (name) => chunks[name]?.imports ?? [])

function closure(start: readonly string[], nextOf: (name: string) => readonly string[]): Set<string> {
  const found = new Set(start)
  for (const name of found) for (const next of nextOf(name)) found.add(next)
  return found
}
