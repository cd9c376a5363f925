import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { createIgnore, readDockerfile } from '../../scripts/image/dockerfile.ts'
import { waitFor } from '../support/server.ts'
import { readCompose } from './compose.ts'
import { buildImageTree, type ImageTree, type RunningImage } from './image.ts'
import { describeAsRoot } from './servers.ts'

const MOST_MEGABYTES = 300
const demonstration = readCompose('compose.yaml', {}).services['app']?.environment

const packageJson: {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  buildDependencies: string[]
} = JSON.parse(readFileSync('package.json', 'utf8'))

/** The commands for operators: all scripts that are neither for development nor tests. */
const operatorCommands = Object.keys(packageJson.scripts).filter(
  (name) => !/^(dev|build|check|format|test(:\w+)?|bench:\w+|db:types)$/.test(name),
)

describe('the Dockerfile', () => {
  const stages = readDockerfile(readFileSync('Dockerfile', 'utf8'))
  const valuesOf = (kind: string) => stages.at(-1)?.steps.filter((it) => it.kind === kind) ?? []

  test('has the Node that package.json pins, and images of an exact version', () => {
    const bases = stages.map(({ base }) => base)
    for (const base of bases) expect(base).toMatch(/:\d+\.\d+(\.\d+)?-bookworm/)
    expect(bases.at(-1)).toBe(`node:${packageJson.dependencies['node']}-bookworm-slim`)
    expect(bases[0]).toBe(bases.at(-1))
  })

  test('says how it is run: not as root, with volumes, a health check and a signal to stop', () => {
    expect(valuesOf('user')).toMatchObject([{ value: 'node' }])
    expect(valuesOf('volume')).toMatchObject([{ values: ['/data', '/backups'] }])
    expect(valuesOf('stopsignal')).toMatchObject([{ value: 'SIGTERM' }])
    expect(JSON.stringify(valuesOf('healthcheck'))).toContain('/readyz')
    expect(valuesOf('command')).toMatchObject([{ values: ['node', 'scripts/serve.mjs'] }])
  })
})

test('.dockerignore keeps data, secrets, history and tests out of what an engine is sent', () => {
  const isIgnored = createIgnore(readFileSync('.dockerignore', 'utf8'))
  const outside = [
    '.git/HEAD',
    '.env',
    '.env.local',
    'secrets/database',
    'node_modules/pg/package.json',
    'build/server/index.js',
  ]
  outside.push(
    'data/postgres/PG_VERSION',
    'backups/lounge-1/manifest.json',
    'a.log',
    'tests/start.test.ts',
    'src/lib/money.test.ts',
  )
  expect(outside.filter((it) => !isIgnored(it))).toEqual([])
  const inside = [
    'package.json',
    '.npmrc',
    'src/server/main.ts',
    'src/web/data.ts',
    'db/seed/menu.json',
    'scripts/serve.mjs',
    'public/robots.txt',
  ]
  expect(inside.filter(isIgnored)).toEqual([])
})

describeAsRoot(['unshare', 'nsenter', 'setpriv', 'psql'], 'the image, made by its own steps', () => {
  let image: ImageTree
  let server: RunningImage
  let files: string[]
  beforeAll(async () => {
    image = buildImageTree()
    files = readdirSync(image.layer, { recursive: true, withFileTypes: true })
      .filter((it) => !it.isDirectory())
      .map((it) => join(it.parentPath, it.name))
    server = image.start({ ...demonstration, PORT: String(await freePort()) })
  }, 600_000)
  afterAll(() => image.remove())

  test(`adds at most ${MOST_MEGABYTES} MB to its base`, () => {
    const bytes = files.reduce((sum, path) => sum + lstatSync(path).size, 0)
    process.stdout.write(
      `the image adds ${(bytes / 1e6).toFixed(0)} MB in ${files.length} files to its base\n`,
    )
    expect(bytes).toBeGreaterThan(50e6)
    expect(bytes).toBeLessThan(MOST_MEGABYTES * 1e6)
  })

  test('has one Node, nothing for tests or development, and no source maps', () => {
    const paths = files.map((it) => it.slice(image.layer.length))
    const modules = readdirSync(join(image.layer, 'lounge/node_modules'))
    expect(paths.filter((it) => /\/(node|nodejs)$/.test(it))).toEqual([])
    expect(modules.filter((it) => /^node(-linux-\w+)?$/.test(it))).toEqual([])
    const { devDependencies, buildDependencies } = packageJson
    const forDevelopment = [...Object.keys(devDependencies), ...buildDependencies].map(
      (it) => `/lounge/node_modules/${it}/package.json`,
    )
    expect(paths.filter((it) => forDevelopment.includes(it))).toEqual([])
    const ours = paths.filter((it) => it.startsWith('/lounge/') && !it.startsWith('/lounge/node_modules/'))
    expect(paths.filter((it) => /\.map(\.(br|gz|zst))?$|\.tsbuildinfo$/.test(it))).toEqual([])
    expect(
      ours.filter((it) => /\.test\.tsx?$|test-kit|^\/lounge\/(tests|bench|docs|deploy)\//.test(it)),
    ).toEqual([])
    expect(ours.filter((it) => /\/\.(git|env|npmrc)/.test(it))).toEqual([])
  })

  test('starts with a read-only root, as a user who is not root, and is healthy', async () => {
    const { healthcheck } = JSON.parse(readFileSync(join(image.directory, 'image.json'), 'utf8'))
    await waitFor(
      () => server.child.exitCode !== null || server.exec(...healthcheck.command).status === 0,
      120_000,
    )
    await expect.poll(server.output).toMatch(/Database +embedded PostgreSQL 18 in \/data\/postgres/)
    expect(server.exec('id', '-un').output.trim()).toBe('node')
    for (const path of ['/lounge/x', '/lounge/build/x', '/lounge/node_modules/x', '/etc/x'])
      expect(server.exec('touch', path).output).toContain('Read-only file system')
    expect(server.exec('node', '--version').output.trim()).toBe(`v${packageJson.dependencies['node']}`)
    for (const program of ['pg_dump', 'pg_restore', 'psql'])
      expect(server.exec(program, '--version')).toMatchObject({
        status: 0,
        output: expect.stringContaining('PostgreSQL'),
      })
  })

  test('has every command for operators, and says which there are', () => {
    const told = server.exec('lounge', 'test')
    expect(told.status).toBe(1)
    expect(told.output).toContain('"test" is not part of this image')
    const named = /There are: (.*)/.exec(told.output)?.[1]?.split(', ')
    expect(named).toEqual(expect.arrayContaining(operatorCommands))
    expect(named).toEqual(expect.arrayContaining(['start', 'staff', 'backup', 'restore', 'doctor']))
    expect(server.exec('lounge', 'build').output).toContain('"build" is not part of this image')
    expect(server.exec('lounge', 'nonsense').output).toMatch(
      /There is no task "nonsense"\. There are: start, /,
    )
  })

  test('runs them beside the server, by either name', () => {
    const doctor = server.exec('lounge', 'doctor')
    expect(doctor.output).toMatch(/ok +Database/)
    expect(doctor).toMatchObject({ status: 0, output: expect.stringContaining(' 0 to mend') })
    expect(server.exec('npm', 'run', 'doctor')).toMatchObject({ status: 0 })
    const staff = server.exec('lounge', 'staff', 'add', 'manager@example.com')
    expect(staff).toMatchObject({ status: 0, output: expect.stringContaining('manager@example.com') })
    const backup = server.exec('lounge', 'backup', '/backups/first.tar.gz')
    expect(backup).toMatchObject({ status: 0, output: expect.stringContaining('/backups/first.tar.gz') })
    expect(statSync(join(image.directory, 'volumes/backups/first.tar.gz')).uid).toBe(1000)
  })

  test('stops at its signal and leaves its database whole', async () => {
    expect(await server.stop()).toBe(0)
    expect(readdirSync(join(image.directory, 'volumes/data/postgres'))).not.toContain('postmaster.pid')
  })
})
