// The import law of docs/decisions/0002-structure-and-import-rules.md, as rules a machine can hold us to.
// A noun is a folder of src/features, or a folder inside it with files of the same names.
const noun = '^src/features/([^/]+|[^/]+/[^/]+)/'
const feature = `${noun}(?:ui/)?[^/]+$`
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const vocabulary = `${noun}((rules|schema|store|service)(\\.test)?\\.ts|emails\\.tsx|ui/[a-z0-9-]+(\\.test)?\\.tsx?)$`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid(
      'no-cycle',
      'Two files that need each other are one file, or hide a third.',
      {},
      { circular: true, viaOnly: { pathNot: '\\+types' } },
    ),
    forbid(
      'resolvable',
      'Every import leads to a file or a package that is there.',
      {},
      { couldNotResolve: true, pathNot: '(^virtual:|\\+types/)' },
    ),
    forbid(
      'lib-is-the-floor',
      'lib imports nothing of ours.',
      { path: '^src/lib/' },
      { path: '^src/(?!lib/)' },
    ),
    forbid(
      'platform-knows-no-product',
      'platform talks to machines, never to features or screens.',
      { path: '^src/platform/' },
      { path: '^src/(?!(platform|lib)/)' },
    ),
    forbid(
      'ui-knows-no-product',
      'A ui part must fit any other product.',
      { path: '^src/ui/' },
      { path: '^src/(?!(ui|lib)/)' },
    ),
    forbid(
      'feature-below-doors',
      'Features never import screens or jobs.',
      { path: feature },
      { path: '^src/(web|jobs|server|main)' },
    ),
    forbid(
      'rules-are-pure',
      'rules and schema: no database, clock, network or framework.',
      { path: `${noun}(rules|schema)\\.ts$` },
      { pathNot: ['^src/lib/', `${noun}(rules|schema)\\.ts$`, 'node_modules/zod/'] },
    ),
    forbid(
      'ui-never-reaches-server',
      'Browser code may not lead to platform, store or service.',
      { path: ['^src/ui/', `${noun}ui/`] },
      { path: ['^src/platform/', '/(store|service)\\.ts$'], reachable: true },
    ),
    forbid(
      'store-is-private',
      "Only a feature's own service (and its tests) touches its store.",
      { path: '^src/', pathNot: `${noun}(service|store)(\\.test)?\\.ts$` },
      { path: `${noun}store\\.ts$` },
    ),
    forbid(
      'store-is-own',
      'A service uses the store of its own feature only.',
      { path: feature },
      { path: `${noun}store\\.ts$`, pathNot: '^src/features/$1/(?:ui/)?[^/]+$' },
    ),
    forbid(
      'store-talks-to-the-database',
      'A store knows its own rules and schema, the database and lib.',
      { path: `${noun}store\\.ts$` },
      { path: '^src/', pathNot: ['^src/(platform|lib)/', `${noun}(rules|schema)\\.ts$`] },
    ),
    forbid(
      'feature-front-doors',
      'Another feature is entered by its service, rules, schema or ui.',
      { path: feature },
      {
        path: feature,
        pathNot: ['^src/features/$1/(?:ui/)?[^/]+$', `${noun}(service|rules|schema)\\.ts$`, `${noun}ui/`],
      },
    ),
    forbid(
      'ui-of-others-stays-in-ui',
      "Another feature's ui is drawn by ui alone.",
      { path: feature, pathNot: `${noun}ui/` },
      { path: `${noun}ui/` },
    ),
    forbid(
      'closed-vocabulary',
      'A file in a feature has one of the agreed names.',
      { path: '^src/' },
      { path: feature, pathNot: vocabulary },
    ),
    forbid(
      'closed-vocabulary-from',
      'A file in a feature has one of the agreed names.',
      { path: feature, pathNot: vocabulary },
      {},
    ),
    {
      ...forbid(
        'no-feature-cycle',
        'Two features never need each other, not even through different files.',
        { path: '^src/features/[^/]+$' },
        { path: '^src/features/[^/]+$', circular: true },
      ),
      scope: 'folder',
    },
    forbid(
      'sql-lives-in-stores',
      'Only platform and stores import the query builder.',
      { path: '^src/', pathNot: ['^src/platform/', '/store(\\.test)?\\.ts$'] },
      { path: 'node_modules/(kysely|pg)/' },
    ),
    forbid(
      'product-needs-no-bench',
      'What is shipped never imports what measures or tests it.',
      { path: '^(src|db)/', pathNot: '\\.test\\.tsx?$' },
      { path: '^(bench|tests|scripts)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests stand outside: what they share knows everything, and nothing needs it.
    exclude: { path: ['^build/', '^src/.*\\.css', '^src/.*\\.test\\.tsx?$'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
