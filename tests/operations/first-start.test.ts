import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

/*
 * A fresh checkout: `npm start` installs what builds and runs the server, and the first command of tests or benches the
 * rest. It takes packages from the cache of npm where they are there.
 */

const { devDependencies } = z
  .object({ devDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const tools = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'))

let checkout: string
beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'lounge-first-start-'))
  const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).stdout
  for (const file of files.split('\n').filter((it) => it !== '' && existsSync(it))) {
    // oxlint-disable-next-line no-await-in-loop -- one file after the other
    await mkdir(dirname(join(checkout, file)), { recursive: true })
    // oxlint-disable-next-line no-await-in-loop
    await cp(file, join(checkout, file))
  }
})
afterAll(() => rm(checkout, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

/** Runs a task of the launcher as npm does, and returns its output. */
function launch(...args: readonly string[]): string {
  const { NODE_ENV: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync('node', ['scripts/launch.mjs', ...args], {
    cwd: checkout,
    encoding: 'utf8',
    env,
  })
  expect(status, stdout + stderr).toBe(0)
  expect(stderr).toBe('')
  return stdout
}

const isThere = (name: string): boolean => existsSync(join(checkout, 'node_modules', name, 'package.json'))
const pinnedNode = (): number => statSync(join(checkout, 'node_modules/node/bin/node')).mtimeMs

test('npm start installs no tool of tests or benches, and says what it does and how long it took', () => {
  const output = launch('build')
  expect(output).toMatch(
    /^Installing some \d+ packages…\nInstalled \d+ packages {2}[\d.]+ s\nBuilding…\nBuilt {2}[\d.]+ s\n$/,
  )
  expect(tools.filter(isThere)).toEqual([])
  expect(existsSync(join(checkout, 'build/server/index.js'))).toBe(true)
  const versionOf = (node: string): string =>
    spawnSync(join(checkout, node), ['--version'], { encoding: 'utf8' }).stdout
  expect(versionOf('node_modules/.bin/node')).toMatch(/^v24\./)
  expect(versionOf('node_modules/.bin/node')).toBe(versionOf('node_modules/node/bin/node'))
  expect(launch('build')).toBe('')
}, 600_000)

test('the first command that needs a tool installs the rest, and nothing of the first set anew', () => {
  const node = pinnedNode()
  expect(launch('roles')).toMatch(/^Installing some \d+ packages…\nInstalled \d+ packages/)
  expect(tools.filter((it) => !isThere(it))).toEqual([])
  expect(pinnedNode()).toBe(node)
  expect(launch('roles')).toBe('')
}, 600_000)

test('after that npm start finds everything there, and an update keeps the tools', async () => {
  expect(launch('install')).toBe('')
  await rm(join(checkout, 'node_modules/.installed'))
  launch('install')
  expect(tools.filter((it) => !isThere(it))).toEqual([])
  expect(launch('roles')).toBe('')
}, 600_000)

test('two commands at once wait for each other', async () => {
  await rm(join(checkout, 'node_modules/.installed'))
  const both = spawnSync(
    'sh',
    ['-c', 'node scripts/launch.mjs install & node scripts/launch.mjs install; wait'],
    {
      cwd: checkout,
      encoding: 'utf8',
    },
  )
  expect(both.stderr).toBe('')
  expect(both.stdout.match(/Installing/g)).toHaveLength(1)
  expect(both.stdout).toContain('Waiting for another command')
}, 600_000)
