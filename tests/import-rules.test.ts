import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cruise as dependencyCruiser } from 'dependency-cruiser'
import config from '../dependency-cruiser.config.mjs'

const report = z.object({
  modules: z.array(
    z.object({ source: z.string(), dependencies: z.array(z.object({ resolved: z.string() })) }),
  ),
  summary: z.object({ violations: z.array(z.object({ rule: z.object({ name: z.string() }) })) }),
})

const { options, ...ruleSet } = config

async function cruise(baseDir: string, folders: readonly string[]) {
  const { output } = await dependencyCruiser(
    [...folders],
    { ...options, ruleSet, validate: true, baseDir, outputType: 'json' },
    options.enhancedResolveOptions,
  )
  return report.parse(typeof output === 'string' ? JSON.parse(output) : output)
}

type Files = Readonly<Record<string, string>>

/** Small apps, each of which violates one rule: at least one for every rule. */
const VIOLATIONS: readonly (readonly [rule: string, by: string, files: Files])[] = [
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
    'a folder three levels deep',
    { 'src/web/x.ts': `import '#features/a/b/c/rules.ts'`, 'src/features/a/b/c/rules.ts': '' },
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
  ['sql-lives-in-stores', 'a service', { 'src/features/menu/service.ts': `import 'kysely'` }],
  ['product-imports-no-tests', 'a screen', { 'src/web/x.ts': `import '../../bench/b.ts'`, 'bench/b.ts': '' }],
]

/** An app that follows every rule, nested folders included. */
const PERMITTED: Files = {
  'src/web/x.ts': `import '#features/venue/settings/service.ts'\nimport '#features/venue/settings/ui/parts/row.tsx'`,
  'src/features/venue/settings/service.ts': `import './store.ts'\nimport '#features/holds/booking/service.ts'`,
  'src/features/venue/settings/store.ts': `import './rules.ts'\nimport '#platform/db/db.ts'`,
  'src/features/venue/settings/rules.ts': `import '#features/holds/rules.ts'`,
  'src/features/venue/settings/ui/parts/row.tsx': `import '../../rules.ts'\nimport '#features/holds/ui/card.tsx'`,
  'src/features/holds/booking/service.ts': `import '../rules.ts'`,
  'src/features/holds/rules.ts': `import '#lib/a.ts'`,
  'src/features/holds/ui/card.tsx': '',
  'src/platform/db/db.ts': `import '#lib/a.ts'`,
  'src/lib/a.ts': '',
}

type Modules = z.infer<typeof report>['modules']

const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1]

/** Imports between features, nested folders counted as part of the feature around them. */
function importsBetweenFeatures(modules: Modules): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = featureOf(source)
    if (!from) continue
    const to = dependencies.map(({ resolved }) => featureOf(resolved)).filter((it) => it && it !== from)
    imports.set(from, new Set([...(imports.get(from) ?? []), ...to.map(String)]))
  }
  return imports
}

/** Features that lead to an import cycle: removes those without imports until none is left. */
function featuresInCycles(modules: Modules): string[] {
  const imports = importsBetweenFeatures(modules)
  const leaf = () => [...imports].find(([, targets]) => [...targets].every((it) => !imports.has(it)))?.[0]
  for (let it = leaf(); it; it = leaf()) imports.delete(it)
  return [...imports.keys()]
}

describe('the import rules', () => {
  let app: string
  beforeAll(async () => {
    app = await mkdtemp(join(tmpdir(), 'lounge-imports-'))
  })
  afterAll(() => rm(app, { recursive: true, force: true }))

  async function build(name: string, files: Files): Promise<string> {
    const root = join(app, name)
    const all = {
      'package.json': JSON.stringify({ type: 'module', imports: { '#*': './src/*' } }),
      'tsconfig.json': JSON.stringify({
        compilerOptions: { module: 'ESNext', moduleResolution: 'bundler', allowImportingTsExtensions: true },
      }),
      ...files,
    }
    for (const [path, content] of Object.entries(all)) {
      // oxlint-disable-next-line no-await-in-loop -- a handful of files
      await mkdir(dirname(join(root, path)), { recursive: true })
      // oxlint-disable-next-line no-await-in-loop
      await writeFile(join(root, path), `${content}\n`)
    }
    await symlink(resolve('node_modules'), join(root, 'node_modules'))
    return root
  }

  test('each have a violation here', () => {
    const violated = new Set(VIOLATIONS.map(([rule]) => rule))
    expect([...violated].toSorted()).toEqual(config.forbidden.map((rule) => rule.name).toSorted())
  })

  test.each(VIOLATIONS.map(([rule, by, files], index) => ({ rule, by, files, index })))(
    'find a violation of $rule by $by',
    async ({ rule, files, index }) => {
      const { summary } = await cruise(await build(`${rule}-${index}`, files), ['src'])
      expect(summary.violations.map((it) => it.rule.name)).toContain(rule)
    },
  )

  test('permit an app with nested folders that follows them', async () =>
    expect((await cruise(await build('permitted', PERMITTED), ['src'])).summary.violations).toEqual([]))

  test('hold for every file of this repository', async () => {
    const { modules, summary } = await cruise(process.cwd(), ['src', 'db', 'scripts', 'tests', 'bench'])
    expect(summary.violations).toEqual([])
    expect(modules.filter((it) => it.source.startsWith('src/')).length).toBeGreaterThan(100)
    expect(featuresInCycles(modules)).toEqual([])
    const arrows = [...importsBetweenFeatures(modules).values()].reduce((sum, it) => sum + it.size, 0)
    expect(arrows).toBeGreaterThan(20)
    expect(arrows).toBeLessThanOrEqual(90)
  })

  test('leave the clock to the callers of rules', async () => {
    const rules = globSync('src/features/**/rules.ts')
    expect(rules.length).toBeGreaterThan(50)
    const sources = await Promise.all(
      rules.map(async (path) => [path, await readFile(path, 'utf8')] as const),
    )
    // The linter refuses `Date.now`; it cannot tell `new Date()` from a moment that is read from a text.
    expect(sources.filter(([, source]) => source.includes('new Date()')).map(([path]) => path)).toEqual([])
  })

  test('find two features that import each other through nested folders only', async () => {
    const files = {
      'src/features/venue/settings/service.ts': `import '#features/holds/rules.ts'`,
      'src/features/venue/rules.ts': '',
      'src/features/holds/booking/service.ts': `import '#features/venue/rules.ts'`,
      'src/features/holds/rules.ts': '',
      'src/features/menu/service.ts': `import '#features/venue/rules.ts'`,
    }
    const { modules } = await cruise(await build('nested-cycle', files), ['src'])
    expect(featuresInCycles(modules).toSorted()).toEqual(['holds', 'menu', 'venue'])
  })
})
