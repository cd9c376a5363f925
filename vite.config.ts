import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

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
  // What every tab of the staff area needs.
  {
    name: 'desk',
    test: /(src[\\/]ui[\\/]desk[\\/]|src[\\/]web[\\/]admin[\\/][a-z-]+\.tsx?$|node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/])/,
    minShareCount: 2,
  },
  // What forms are drawn and checked with comes with the first form, and not before.
  { name: 'forms', test: /src[\\/](ui|lib)[\\/]forms/, minShareCount: 2 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The server bundle is the whole server, so that screens and the front door share one copy of every module.
    ssr: { build: { rollupOptions: { input: './src/main.ts' } } },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED } } } } },
  },
  build: { assetsInlineLimit: 0 },
  server: { watch: { ignored: ['**/data/**'] } },
})
