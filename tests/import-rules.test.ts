import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import law from '../dependency-cruiser.config.mjs'

const CONFIG = resolve('dependency-cruiser.config.mjs')
const CRUISER = resolve('node_modules/.bin/depcruise')

const report = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({ violations: z.array(z.object({ rule: z.object({ name: z.string() }) })) }),
})

function cruise(cwd: string, folders: readonly string[]) {
  const { stdout, stderr } = spawnSync(CRUISER, ['--config', CONFIG, '--output-type', 'json', ...folders], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!stdout) throw new Error(stderr)
  return report.parse(JSON.parse(stdout))
}

/** For each rule of the law a small house that breaks it. */
const CRIMES: Record<string, Record<string, string>> = {
  'no-cycle': { 'src/lib/a.ts': `import './b.ts'`, 'src/lib/b.ts': `import './a.ts'` },
  resolvable: { 'src/lib/a.ts': `import './nowhere.ts'` },
  'lib-is-the-floor': { 'src/lib/a.ts': `import '#ui/b.tsx'`, 'src/ui/b.tsx': '' },
  'platform-knows-no-product': {
    'src/platform/db/db.ts': `import '#features/menu/rules.ts'`,
    'src/features/menu/rules.ts': '',
  },
  'ui-knows-no-product': {
    'src/ui/a.tsx': `import '#features/menu/rules.ts'`,
    'src/features/menu/rules.ts': '',
  },
  'feature-below-doors': { 'src/features/menu/service.ts': `import '#web/x.ts'`, 'src/web/x.ts': '' },
  'rules-are-pure': { 'src/features/menu/rules.ts': `import 'node:fs'` },
  'ui-never-reaches-server': {
    'src/features/menu/ui/card.tsx': `import '../rules.ts'`,
    'src/features/menu/rules.ts': `import './service.ts'`,
    'src/features/menu/service.ts': '',
  },
  'store-is-private': {
    'src/web/x.ts': `import '#features/menu/store.ts'`,
    'src/features/menu/store.ts': '',
  },
  'store-is-own': {
    'src/features/events/service.ts': `import '#features/menu/store.ts'`,
    'src/features/menu/store.ts': '',
  },
  'store-talks-to-the-database': {
    'src/features/menu/store.ts': `import '#features/events/service.ts'`,
    'src/features/events/service.ts': '',
  },
  'feature-front-doors': {
    'src/features/events/service.ts': `import '#features/menu/emails.tsx'`,
    'src/features/menu/emails.tsx': '',
  },
  'ui-of-others-stays-in-ui': {
    'src/features/events/service.ts': `import '#features/menu/ui/card.tsx'`,
    'src/features/menu/ui/card.tsx': '',
  },
  'closed-vocabulary': {
    'src/web/x.ts': `import '#features/menu/helpers.ts'`,
    'src/features/menu/helpers.ts': '',
  },
  'closed-vocabulary-from': { 'src/features/menu/utils.ts': `import '#lib/a.ts'`, 'src/lib/a.ts': '' },
  'no-feature-cycle': {
    'src/features/events/service.ts': `import '#features/menu/rules.ts'`,
    'src/features/events/rules.ts': '',
    'src/features/menu/service.ts': `import '#features/events/rules.ts'`,
    'src/features/menu/rules.ts': '',
  },
  'sql-lives-in-stores': { 'src/features/menu/service.ts': `import 'kysely'` },
  'product-needs-no-bench': { 'src/web/x.ts': `import '../../bench/b.ts'`, 'bench/b.ts': '' },
}

describe('the import law', () => {
  let app: string
  beforeAll(async () => {
    app = await mkdtemp(join(tmpdir(), 'lounge-law-'))
  })
  afterAll(() => rm(app, { recursive: true, force: true }))

  async function build(name: string, files: Record<string, string>): Promise<string> {
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

  test('has a crime here for each of its rules', () =>
    expect(Object.keys(CRIMES).toSorted()).toEqual(law.forbidden.map((rule) => rule.name).toSorted()))

  test.each(Object.entries(CRIMES))('catches a house that breaks %s', async (name, files) => {
    const { summary } = cruise(await build(name, files), ['src'])
    expect(summary.violations.map((it) => it.rule.name)).toContain(name)
  })

  test('is kept by this house, and every file of it was looked at', () => {
    const { modules, summary } = cruise(process.cwd(), ['src', 'db', 'scripts', 'tests', 'bench'])
    expect(summary.violations).toEqual([])
    expect(modules.filter((it) => it.source.startsWith('src/')).length).toBeGreaterThan(100)
  })
})
