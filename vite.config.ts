import { join } from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { documents } from './vite.documents.ts'
import { pageStyles } from './vite.page-styles.ts'
import { findStaffCodeOnSite, SITE_ENTRY } from './scripts/staff-code-on-site.ts'

/** Loads a native library from its own folder, so it cannot be bundled. */
const EXTERNALS = ['sharp']

/** Fails the build if the script of the public site, or an island, would load a module of the staff area. */
const forbidStaffCodeOnSite: Plugin = {
  name: 'forbid-staff-code-on-site',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).flatMap((it) => (it.type === 'chunk' ? [it] : []))
    const [problem] = findStaffCodeOnSite(chunks)
    if (problem !== undefined) this.error(problem)
  },
}

type Graph = { getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }

/** As the bundler names it: with slashes on Windows, too. */
const SITE_SCRIPT = normalizePath(join(import.meta.dirname, SITE_ENTRY))
let partsOfSiteScript: ReadonlySet<string> | undefined

/** Whether the site's script imports a module, itself or through others. The script keeps a chunk of its own. */
function isInSiteScript(id: string, graph: Graph): boolean {
  // Every module of the build asks, and the graph is complete by then: so it is walked once.
  partsOfSiteScript ??= importsOf(SITE_SCRIPT, graph)
  return partsOfSiteScript.has(id)
}

/** Modules that an entry imports, without the entry itself. */
function importsOf(entry: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set([entry])
  for (const id of reached)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  reached.delete(entry)
  return reached
}

/** Groups of shared modules, one chunk each: on a phone many small requests cost more than their bytes. */
const CHUNK_GROUPS = [
  // Separate chunks, because another group would pull these modules into pages that do not need it.
  { name: 'preload-helper', test: /preload-helper/ },
  { name: (id: string, graph: Graph) => (isInSiteScript(id, graph) ? 'site-parts' : null), test: /src[\\/]/ },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
  { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
  // A line or two each, which nearly every page needs: apart, each would cost more in names and framing than it holds.
  {
    name: 'basics',
    test: /src[\\/]lib[\\/](result|records|money|calendar-date|text[\\/](count|list-text))\.ts/,
  },
  {
    name: 'ui-basics',
    test: /src[\\/]ui[\\/](button|spinner|use-is-shown|lazy[\\/]failure-boundary)\.tsx?$/,
  },
  // A group takes what its modules import with it. What other pages need too stays in chunks of its own.
  {
    name: 'shared',
    test: /src[\\/](lib[\\/]|ui[\\/](?!admin)|features[\\/]floor-plan[\\/]chart[\\/](rules|schema))/,
    minShareCount: 2,
    entriesAware: true,
  },
  // The parts of the seating chart's drawing: compressed together they are smaller than apart.
  { name: 'seating-chart', test: /src[\\/]features[\\/]floor-plan[\\/]chart[\\/]ui[\\/]/, minShareCount: 2 },
  // Modules that every tab of the staff area needs.
  {
    name: 'admin',
    test: /(src[\\/]ui[\\/]admin[\\/]|src[\\/]web[\\/]admin[\\/](app|auth|data|pictures)[\\/]|node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/])/,
    minShareCount: 2,
    // Modules that the public site shares with these stay in chunks of their own.
    entriesAware: true,
  },
]

/**
 * The browser's packages, which `npm run dev` bundles at its start, beside those of React Router. Left to find them, it looks in the
 * routes, takes the server's packages too, and bundles all anew while pages are open, which then lose their scripts.
 */
const BROWSER_PACKAGES = [
  '@base-ui/react/toast',
  '@dnd-kit/dom',
  '@dnd-kit/react',
  '@dnd-kit/react/sortable',
  '@tanstack/react-query',
  'react-day-picker',
  'zod/mini',
  'zxing-wasm/reader',
]

/** A shared chunk is named after every entry that loads it, and its importers repeat that name: a short one is sent sooner. */
const chunkFileNames = ({ name }: { readonly name: string }): string =>
  `assets/${name.includes('~') ? 'shared' : '[name]'}-[hash].js`

const CLIENT_OUTPUT = { codeSplitting: { groups: CHUNK_GROUPS }, chunkFileNames }

export default defineConfig(({ command }) => ({
  // Bundled packages choose their production code when they are built, not when they are loaded.
  ...(command === 'build' ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  plugins: [tailwindcss(), reactRouter(), documents(), pageStyles(), forbidStaffCodeOnSite],
  environments: {
    // The server bundle contains the whole server, so that routes and middleware share one copy of every module.
    ssr: {
      build: { rollupOptions: { input: './src/server/main.ts' } },
      // The packages are bundled as far as the server uses them: a process that resolves and reads a thousand files of theirs
      // takes twice the processor time to start.
      ...(command === 'build' ? { resolve: { noExternal: true, external: EXTERNALS } } : {}),
    },
    client: { build: { rolldownOptions: { output: CLIENT_OUTPUT } } },
  },
  // Sizes are measured by the benches, and nobody reads the list of a build.
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  optimizeDeps: { noDiscovery: true, include: BROWSER_PACKAGES },
  server: { watch: { ignored: ['**/data/**'] } },
}))
