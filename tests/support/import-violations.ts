/** Source text by path. */
export type Files = Readonly<Record<string, string>>

/** Small apps, each of which violates one rule: at least one for every rule. */
export const VIOLATIONS: readonly (readonly [rule: string, by: string, files: Files])[] = [
  ['no-cycle', 'two files', { 'src/lib/a.ts': `import './b.ts'`, 'src/lib/b.ts': `import './a.ts'` }],
  ['resolvable', 'a missing file', { 'src/lib/a.ts': `import './nowhere.ts'` }],
  ['lib-imports-only-lib', 'lib', { 'src/lib/a.ts': `import '#ui/b.tsx'`, 'src/ui/b.tsx': '' }],
  [
    'platform-imports-no-product',
    'platform',
    { 'src/platform/db/db.ts': `import '#features/menu/rules.ts'`, 'src/features/menu/rules.ts': '' },
  ],
  [
    'ui-imports-no-product',
    'ui',
    { 'src/ui/a.tsx': `import '#features/menu/rules.ts'`, 'src/features/menu/rules.ts': '' },
  ],
  ...['web', 'http', 'page-cache', 'forms', 'realtime', 'jobs', 'server', 'cli'].map(
    (folder) =>
      [
        'features-import-no-entry-points',
        `a service that imports ${folder}`,
        { 'src/features/menu/service.ts': `import '#${folder}/x.ts'`, [`src/${folder}/x.ts`]: '' },
      ] as const,
  ),
  [
    'features-import-no-entry-points',
    'ui in a nested folder',
    { 'src/features/holds/booking/ui/steps/step.tsx': `import '#web/x.ts'`, 'src/web/x.ts': '' },
  ],
  ['rules-are-pure', 'rules', { 'src/features/menu/rules.ts': `import 'node:fs'` }],
  [
    'rules-are-pure',
    'rules of a nested folder',
    { 'src/features/venue/settings/rules.ts': `import 'node:fs'` },
  ],
  [
    'rules-are-pure',
    'rules three levels deep',
    { 'src/features/holds/booking/price/rules.ts': `import 'node:fs'` },
  ],
  [
    'ui-never-reaches-server',
    'ui, through rules',
    {
      'src/features/menu/ui/card.tsx': `import '../rules.ts'`,
      'src/features/menu/rules.ts': `import './service.ts'`,
      'src/features/menu/service.ts': '',
    },
  ],
  [
    'ui-never-reaches-server',
    'ui of a nested folder, through a schema',
    {
      'src/features/floor-plan/chart/ui/drawing/table.tsx': `import '#features/floor-plan/tables/schema.ts'`,
      'src/features/floor-plan/tables/schema.ts': `import '#platform/db/db.ts'`,
      'src/platform/db/db.ts': '',
    },
  ],
  [
    'store-is-private',
    'a screen',
    { 'src/web/x.ts': `import '#features/menu/store.ts'`, 'src/features/menu/store.ts': '' },
  ],
  [
    'store-is-private',
    'a screen, of a nested folder',
    {
      'src/web/x.ts': `import '#features/venue/settings/store.ts'`,
      'src/features/venue/settings/store.ts': '',
    },
  ],
  [
    'store-is-own',
    'another feature',
    {
      'src/features/events/service.ts': `import '#features/menu/store.ts'`,
      'src/features/menu/store.ts': '',
    },
  ],
  [
    'store-is-own',
    'the folder around a nested one',
    {
      'src/features/venue/service.ts': `import './settings/store.ts'`,
      'src/features/venue/settings/store.ts': '',
    },
  ],
  [
    'store-is-own',
    'a nested folder, of the folder around it',
    {
      'src/features/venue/settings/service.ts': `import '../store.ts'`,
      'src/features/venue/store.ts': '',
    },
  ],
  [
    'store-is-own',
    'the folder beside it',
    {
      'src/features/payments/refunds/service.ts': `import '#features/payments/ledger/store.ts'`,
      'src/features/payments/ledger/store.ts': '',
    },
  ],
  [
    'store-imports-database-and-rules',
    'a store',
    {
      'src/features/menu/store.ts': `import '#features/events/service.ts'`,
      'src/features/events/service.ts': '',
    },
  ],
  [
    'features-import-public-files',
    'another feature',
    {
      'src/features/events/service.ts': `import '#features/menu/emails.tsx'`,
      'src/features/menu/emails.tsx': '',
    },
  ],
  [
    'features-import-public-files',
    'the folder around a nested one',
    {
      'src/features/staff/service.ts': `import './invitations/emails.tsx'`,
      'src/features/staff/invitations/emails.tsx': '',
    },
  ],
  [
    'ui-is-imported-by-ui',
    'a service',
    {
      'src/features/events/service.ts': `import '#features/menu/ui/card.tsx'`,
      'src/features/menu/ui/card.tsx': '',
    },
  ],
  [
    'closed-vocabulary',
    'a helper',
    { 'src/web/x.ts': `import '#features/menu/helpers.ts'`, 'src/features/menu/helpers.ts': '' },
  ],
  [
    'closed-vocabulary',
    'a folder four levels deep',
    { 'src/web/x.ts': `import '#features/a/b/c/d/rules.ts'`, 'src/features/a/b/c/d/rules.ts': '' },
  ],
  [
    'closed-vocabulary-from',
    'a helper',
    { 'src/features/menu/utils.ts': `import '#lib/a.ts'`, 'src/lib/a.ts': '' },
  ],
  [
    'no-feature-cycle',
    'two features, through different files',
    {
      'src/features/events/service.ts': `import '#features/menu/rules.ts'`,
      'src/features/events/rules.ts': '',
      'src/features/menu/service.ts': `import '#features/events/rules.ts'`,
      'src/features/menu/rules.ts': '',
    },
  ],
  [
    'no-feature-cycle',
    'two features, through nested folders',
    {
      'src/features/venue/settings/service.ts': `import '#features/holds/booking/rules.ts'`,
      'src/features/venue/settings/rules.ts': '',
      'src/features/holds/booking/service.ts': `import '#features/venue/settings/rules.ts'`,
      'src/features/holds/booking/rules.ts': '',
    },
  ],
  [
    'no-feature-cycle',
    'two folders three levels deep',
    {
      'src/features/holds/booking/price/service.ts': `import '#features/holds/booking/limits/rules.ts'`,
      'src/features/holds/booking/price/rules.ts': '',
      'src/features/holds/booking/limits/service.ts': `import '#features/holds/booking/price/rules.ts'`,
      'src/features/holds/booking/limits/rules.ts': '',
    },
  ],
  [
    'store-is-own',
    'the folder around one three levels deep',
    {
      'src/features/holds/booking/service.ts': `import './price/store.ts'`,
      'src/features/holds/booking/price/store.ts': '',
    },
  ],
  ['sql-lives-in-stores', 'a service', { 'src/features/menu/service.ts': `import 'kysely'` }],
  ['product-imports-no-tests', 'a screen', { 'src/web/x.ts': `import '../../bench/b.ts'`, 'bench/b.ts': '' }],
]

/** An app that follows every rule, nested folders included. */
export const PERMITTED: Files = {
  'src/web/x.ts': `import '#features/venue/settings/service.ts'\nimport '#features/venue/settings/ui/parts/row.tsx'`,
  'src/features/venue/settings/service.ts': `import './store.ts'\nimport '#features/holds/booking/service.ts'`,
  'src/features/venue/settings/store.ts': `import './rules.ts'\nimport '#platform/db/db.ts'`,
  'src/features/venue/settings/rules.ts': `import '#features/holds/rules.ts'`,
  'src/features/venue/settings/ui/parts/row.tsx': `import '../../rules.ts'\nimport '#features/holds/ui/card.tsx'`,
  'src/features/holds/booking/service.ts': `import '../rules.ts'\nimport './price/service.ts'`,
  'src/features/holds/booking/price/service.ts': `import './store.ts'`,
  'src/features/holds/booking/price/store.ts': '',
  'src/features/holds/rules.ts': `import '#lib/a.ts'`,
  'src/features/holds/ui/card.tsx': '',
  'src/platform/db/db.ts': `import '#lib/a.ts'`,
  'src/lib/a.ts': '',
}
