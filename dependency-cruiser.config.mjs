// The import rules of docs/decisions/0002-structure-and-import-rules.md in a form that a program checks.
// A noun is a folder of src/features, a folder inside one, or one inside that; its `ui` folder may have folders of its own.
const name = '(?!ui/)[^/]+'
const noun = `^src/features/(${name}|${name}/${name}|${name}/${name}/${name})/`
const folders = '^src/features/([^/]+|[^/]+/[^/]+|[^/]+/(?!ui/)[^/]+/[^/]+)$'
const ui = 'ui/[^/]+|ui/[^/]+/[^/]+'
const feature = `${noun}(?:${ui}|[^/]+)$`
const ownFiles = `^src/features/$1/(?:${ui}|[^/]+)$`
const uiFile = '[a-z0-9-]+(\\.test)?\\.tsx?'
const vocabulary = `${noun}((rules|schema|store|service)(\\.test)?\\.ts|emails\\.tsx|ui/${uiFile}|ui/[a-z0-9-]+/${uiFile})$`
const forbid = (rule, comment, from, to) => ({ name: rule, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-cycle',
      'Files never import each other in a cycle.',
      {},
      { circular: true, viaOnly: { pathNot: '\\+types' } },
    ),
    forbid(
      'resolvable',
      'Every import resolves to a file or an installed package.',
      {},
      { couldNotResolve: true, pathNot: '(^virtual:|\\+types/|\\.wasm\\?url$)' },
    ),
    forbid(
      'lib-imports-only-lib',
      'lib imports no other folder of src.',
      { path: '^src/lib/' },
      { path: '^src/(?!lib/)' },
    ),
    forbid(
      'platform-imports-no-product',
      'platform imports only platform and lib: no features, no screens.',
      { path: '^src/platform/' },
      { path: '^src/(?!(platform|lib)/)' },
    ),
    forbid(
      'ui-imports-no-product',
      'src/ui imports only ui and lib, so that its components fit any product.',
      { path: '^src/ui/' },
      { path: '^src/(?!(ui|lib)/)' },
    ),
    forbid(
      'features-import-no-entry-points',
      'Features never import screens, HTTP, jobs or the server.',
      { path: feature },
      { path: '^src/(web|http|page-cache|forms|realtime|jobs|server|cli)/' },
    ),
    forbid(
      'rules-are-pure',
      'rules and schema import lib, other rules and schemas, and zod: no database, network or framework.',
      { path: `${noun}(rules|schema)\\.ts$` },
      { pathNot: ['^src/lib/', `${noun}(rules|schema)\\.ts$`, 'node_modules/zod/'] },
    ),
    forbid(
      'ui-never-reaches-server',
      'Browser code never imports platform, a store or a service, not even through other files.',
      { path: ['^src/ui/', `${noun}ui/`] },
      { path: ['^src/platform/', '/(store|service)\\.ts$'], reachable: true },
    ),
    forbid(
      'store-is-private',
      'A store is imported by services and stores only.',
      { path: '^src/', pathNot: `${noun}(service|store)(\\.test)?\\.ts$` },
      { path: `${noun}store\\.ts$` },
    ),
    forbid(
      'store-is-own',
      "A store is imported by its own noun's service only: a nested folder's store is private to that folder.",
      { path: feature },
      { path: `${noun}store\\.ts$`, pathNot: ownFiles },
    ),
    forbid(
      'store-imports-database-and-rules',
      'A store imports platform, lib, rules and schemas.',
      { path: `${noun}store\\.ts$` },
      { path: '^src/', pathNot: ['^src/(platform|lib)/', `${noun}(rules|schema)\\.ts$`] },
    ),
    forbid(
      'features-import-public-files',
      "Another noun's service, rules, schema and ui are public; its other files are not.",
      { path: feature },
      {
        path: feature,
        pathNot: [ownFiles, `${noun}(service|rules|schema)\\.ts$`, `${noun}ui/`],
      },
    ),
    forbid(
      'ui-is-imported-by-ui',
      'Within features, only ui imports ui.',
      { path: feature, pathNot: `${noun}ui/` },
      { path: `${noun}ui/` },
    ),
    forbid(
      'closed-vocabulary',
      'A file of a feature has one of the agreed names.',
      { path: '^src/' },
      { path: '^src/features/', pathNot: vocabulary },
    ),
    forbid(
      'closed-vocabulary-from',
      'A file of a feature has one of the agreed names.',
      { path: '^src/features/', pathNot: vocabulary },
      {},
    ),
    {
      ...forbid(
        'no-feature-cycle',
        'Two features never import each other, not even through different files.',
        { path: folders },
        { path: folders, circular: true },
      ),
      scope: 'folder',
    },
    forbid(
      'sql-lives-in-stores',
      'Only platform and stores import the query builder and the driver.',
      { path: '^src/', pathNot: ['^src/platform/', '/store(\\.test)?\\.ts$'] },
      { path: 'node_modules/(kysely|pg)/' },
    ),
    forbid(
      'product-imports-no-tests',
      'Code that is shipped never imports benchmarks, tests or scripts.',
      { path: '^(src|db)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^(bench|tests|scripts)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Test files may import anything, and no file imports them.
    exclude: { path: ['^build/', '^src/.*\\.css', '^src/.*\\.test\\.tsx?$'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
