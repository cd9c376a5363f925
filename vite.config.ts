import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { dependencies } from './package.json' with { type: 'json' }
import { findStaffCodeOnSite, STAFF_MODULE } from './scripts/staff-code-on-site.ts'

type Graph = {
  getModuleInfo(id: string): { isEntry: boolean; importers: string[]; dynamicImporters: string[] } | null
}

const MIN_SHARES = 3

/** Counts the entry and lazy chunks of the public site that import a module. Imports from the staff area do not count. */
function countPublicChunks(id: string, graph: Graph): number {
  const seen = new Set([id])
  let count = 0
  for (const it of seen) {
    const module = graph.getModuleInfo(it)
    if (!module || STAFF_MODULE.test(it)) continue
    const isLazyOnSite = module.dynamicImporters.some((importer) => !STAFF_MODULE.test(importer))
    if (module.isEntry || isLazyOnSite) count += 1
    for (const importer of module.importers) seen.add(importer)
  }
  return count
}

/** Fails the build if a public page would load a module of the staff area. */
const forbidStaffCodeOnSite: Plugin = {
  name: 'forbid-staff-code-on-site',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((it) => it.type === 'chunk')
    const [problem] = findStaffCodeOnSite(chunks)
    if (problem) this.error(problem)
  },
}

/** Groups of shared modules, one chunk each: on a phone many small requests cost more than their bytes. */
const CHUNK_GROUPS = [
  // Separate chunks, because another group would pull these modules into pages that do not need it.
  { name: 'preload-helper', test: /preload-helper/ },
  { name: 'small-parts', test: /src[\\/](ui[\\/]toasts|lib[\\/]calendar-date)/ },
  { name: 'framework', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
  // Legal pages are sent without JavaScript, so their modules load only in a navigation from another page.
  {
    name: (id: string, graph: Graph) => (countPublicChunks(id, graph) >= MIN_SHARES ? 'site' : null),
    test: /src[\\/](ui[\\/](?!admin|forms)|lib[\\/](?!forms)|features[\\/]|web[\\/]site[\\/](?!legal[\\/]|page[\\/]page-heading))/,
    minShareCount: MIN_SHARES,
  },
  // Form components and validation load with the first form. The group precedes `admin`: a group includes the imports of
  // its modules, and the public forms would otherwise load the staff area's chunk for the validation they share.
  { name: 'forms', test: /(src[\\/](ui|lib)[\\/]forms|node_modules[\\/]zod[\\/])/, minShareCount: 2 },
  // Modules that every tab of the staff area needs.
  {
    name: 'admin',
    test: /(src[\\/]ui[\\/]admin[\\/]|src[\\/]web[\\/]admin[\\/](app|auth|data|pictures)[\\/]|node_modules[\\/]@tanstack[\\/](query-core|react-query)[\\/])/,
    minShareCount: 2,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), forbidStaffCodeOnSite],
  environments: {
    // The server bundle contains the whole server, so that routes and middleware share one copy of every module.
    ssr: {
      build: { rollupOptions: { input: './src/server/main.ts' } },
      // Runtime dependencies stay external. Other packages are bundled and tree-shaken: loading all of react-email at start
      // takes half a second, while the first requests wait.
      ...(command === 'build' ? { resolve: { noExternal: true, external: Object.keys(dependencies) } } : {}),
    },
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } } } },
  },
  build: { assetsInlineLimit: 0 },
  server: { watch: { ignored: ['**/data/**'] } },
}))
