import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { dependencies } from './package.json' with { type: 'json' }

type Graph = {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[]; dynamicImporters: string[] } | null
}

const SHARED_COUNT = 3
const OF_STAFF = /src[\\/](web[\\/]admin|ui[\\/]desk)[\\/]/

/** How many files that guests are sent lead to a module. What staff share with guests weighs on no guest. */
function countGuestFiles(id: string, graph: Graph): number {
  const seen = new Set([id])
  let count = 0
  for (const it of seen) {
    const module = graph.getModuleInfo(it)
    if (!module || OF_STAFF.test(it)) continue
    const askedByGuests = module.dynamicImporters.some((importer) => !OF_STAFF.test(importer))
    if (module.isEntry || askedByGuests) count += 1
    for (const importer of module.importers) seen.add(importer)
  }
  return count
}

const OF_GUESTS = /src[\\/]web[\\/](site[\\/]|root|entry\.client)/

/** Ends a build in which a page of guests would be sent what only staff need. */
const staffCodeStaysHome: Plugin = {
  name: 'staff-code-stays-home',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const chunks = new Map(
      Object.values(bundle).flatMap((it) => (it.type === 'chunk' ? [[it.fileName, it] as const] : [])),
    )
    for (const page of chunks.values()) {
      if (!OF_GUESTS.test(page.facadeModuleId ?? '')) continue
      const sent = new Set([page.fileName])
      for (const file of sent) {
        const { imports = [], moduleIds = [] } = chunks.get(file) ?? {}
        const stray = moduleIds.find((id) => OF_STAFF.test(id))
        if (stray) this.error(`Guests of ${page.facadeModuleId} would be sent ${stray}, in ${file}.`)
        for (const next of imports) sent.add(next)
      }
    }
  },
}

/** What every public page needs, in one file each: small files cost a guest's phone more in asking than in reading. */
const SHARED = [
  // What others would drag along with them, though not every page needs it.
  { name: 'preload-helper', test: /preload-helper/ },
  { name: 'small-parts', test: /src[\\/](ui[\\/]toasts|lib[\\/]calendar-date)/ },
  { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  // The small print is sent without scripts: only who walks to it from another page needs what it is drawn with.
  {
    name: (id: string, graph: Graph) => (countGuestFiles(id, graph) >= SHARED_COUNT ? 'house' : null),
    test: /src[\\/](ui[\\/](?!desk|forms)|lib[\\/](?!forms)|features[\\/]|web[\\/]site[\\/](?!legal-page|page-heading))/,
    minShareCount: SHARED_COUNT,
  },
  // What forms are drawn and checked with comes with the first form, and not before. It stands before the desk: a group takes
  // what its files need with it, and guests would be sent the desk for what both check with.
  { name: 'forms', test: /(src[\\/](ui|lib)[\\/]forms|node_modules[\\/]zod[\\/])/, minShareCount: 2 },
  // What every tab of the staff area needs.
  {
    name: 'desk',
    test: /(src[\\/]ui[\\/]desk[\\/]|src[\\/]web[\\/]admin[\\/][a-z-]+\.tsx?$|node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/])/,
    minShareCount: 2,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), staffCodeStaysHome],
  environments: {
    // The server bundle is the whole server, so that screens and the front door share one copy of every module.
    ssr: {
      build: { rollupOptions: { input: './src/server/main.ts' } },
      // What the house runs with stands outside. Of anything else only what is used is built in: all that letters could be
      // written with takes half a second to read, while the first guests wait.
      ...(command === 'build' ? { resolve: { noExternal: true, external: Object.keys(dependencies) } } : {}),
    },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED } } } } },
  },
  build: { assetsInlineLimit: 0 },
  server: { watch: { ignored: ['**/data/**'] } },
}))
