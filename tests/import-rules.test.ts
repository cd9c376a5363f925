import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cruise as dependencyCruiser } from 'dependency-cruiser'
import config from '../dependency-cruiser.config.mjs'
import { type Files, PERMITTED, VIOLATIONS } from './support/import-violations.ts'

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
