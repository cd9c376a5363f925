import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/*
 * The launcher installs packages in two sets: `npm start` those that build and run the server, other commands the tools of
 * tests, checks and benches as well. tests/operations/first-start.test.ts installs both.
 */

const names = z.record(z.string(), z.string())
const manifest = z
  .object({
    scripts: names,
    dependencies: names,
    devDependencies: names,
    buildDependencies: z.array(z.string()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const tasks = z
  .record(
    z.string(),
    z.object({
      script: z.string().optional(),
      args: z.array(z.string()).optional(),
      set: z.literal('development').optional(),
      needsBuild: z.boolean().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync('scripts/launch/tasks.json', 'utf8')))
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

const IMPORT =
  /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
const IS_SOURCE = /\.(ts|tsx|mjs)$/

/** Packages that a file imports when it is run, itself or through the project's other files. */
function importedPackages(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>()
  if (seen.has(file) || !IS_SOURCE.test(file)) return packages
  seen.add(file)
  for (const [, named, loaded] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const from = named ?? loaded ?? ''
    const path = from.startsWith('.') ? normalize(join(dirname(file), from)) : from.replace(/^#/, 'src/')
    if (from.startsWith('.') || from.startsWith('#'))
      for (const it of importedPackages(path, seen)) packages.add(it)
    else packages.add(/^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? '')
  }
  return packages
}

const isTool = (name: string): boolean => name in manifest.devDependencies

test('every command of package.json is a task of the launcher', () => {
  for (const [name, command] of Object.entries(manifest.scripts))
    expect(tasks, name).toHaveProperty([/launch\.mjs ([\w:]+)/.exec(command)?.[1] ?? ''])
})

test('a command that imports a tool of tests or benches installs the larger set, and no other does', () => {
  const needing = Object.entries(tasks).filter(
    ([, { script }]) =>
      script !== undefined && IS_SOURCE.test(script) && [...importedPackages(script)].some(isTool),
  )
  expect(needing.length).toBeGreaterThan(3)
  for (const [name] of needing) expect(tasks[name], name).toMatchObject({ set: 'development' })
  for (const name of [
    'start',
    'install',
    'build',
    'dev',
    'staff',
    'backup',
    'restore',
    'doctor',
    'psql',
    'story',
  ])
    expect(tasks[name], name).not.toHaveProperty('set')
})

test('the build and the server import no package that only the larger set has', () => {
  for (const entry of ['vite.config.ts', 'react-router.config.ts', 'src/server/main.ts', 'src/web/routes.ts'])
    expect([...importedPackages(entry)].filter(isTool), entry).toEqual([])
})

test('no package of the smaller set brings a tool of tests or benches along', () => {
  const smaller = Object.entries(lock.packages)
    .filter(([path, it]) => path !== '' && !it.dev && !it.devOptional)
    .map(([path]) => path.replace('node_modules/', ''))
  // Type declarations of Node are what a library of the server declares as its own dependency.
  expect(smaller.filter(isTool).filter((it) => !it.startsWith('@types/'))).toEqual([])
})

test('what is bundled by the build is named among the dependencies', () => {
  for (const name of manifest.buildDependencies) expect(manifest.dependencies, name).toHaveProperty([name])
})
