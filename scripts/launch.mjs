#!/usr/bin/env node
/**
 * Entry point of `npm start`, `npm test` and the other scripts. It runs on any installed Node with built-in modules
 * only: installs the dependencies, then runs the command with the Node version pinned by the project.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PINNED_NODE = join(ROOT, 'node_modules/node/bin/node')
/** In a container image (see Dockerfile) everything is installed and built, and its Node is the pinned version. */
const IS_PACKAGED = existsSync(join(ROOT, 'node_modules/.packaged'))
const NODE = IS_PACKAGED ? process.execPath : PINNED_NODE
const INSTALL_STAMP = join(ROOT, 'node_modules/.installed')
const BUILD_STAMP = join(ROOT, 'build/.built')

/** Inputs of the build; a change in any of them triggers a new one. */
const BUILD_INPUTS = [
  'src',
  'db/seed',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
]
const NOT_BUILT = /\.(test\.tsx?|webp|avif|json)$/

const TASKS = {
  start: { script: 'scripts/serve.mjs', needsBuild: true },
  install: { script: null, needsBuild: false },
  build: { script: null, needsBuild: true },
  dev: { script: 'scripts/dev.ts', needsBuild: false },
  test: { script: 'scripts/test.ts', needsBuild: true },
  'test:faults': { script: 'scripts/proof.ts', args: ['faults'], needsBuild: true },
  'test:security': { script: 'scripts/proof.ts', args: ['security'], needsBuild: true },
  'test:operations': { script: 'scripts/proof.ts', args: ['operations'], needsBuild: true },
  staff: { script: 'src/cli/staff.ts', needsBuild: false },
  backup: { script: 'src/cli/backup.ts', needsBuild: false },
  restore: { script: 'src/cli/restore.ts', needsBuild: false },
  drill: { script: 'src/cli/restore.ts', args: ['--drill'], needsBuild: false },
  psql: { script: 'src/cli/psql.ts', needsBuild: false },
  story: { script: 'src/cli/story.ts', needsBuild: false },
  doctor: { script: 'src/cli/doctor.ts', needsBuild: false },
  'db:types': { script: 'scripts/db-types.ts', needsBuild: false },
  roles: { script: 'scripts/roles.ts', needsBuild: false },
  'fallback-fonts': { script: 'scripts/fallback-fonts.ts', needsBuild: false },
  'bench:pages': { script: 'bench/pages.ts', needsBuild: true },
  'bench:http': { script: 'bench/http.ts', needsBuild: true },
  'bench:booking': { script: 'bench/booking.ts', needsBuild: true },
  'bench:dining': { script: 'bench/dining.ts', needsBuild: true },
  'bench:admin': { script: 'bench/admin.ts', needsBuild: true },
  'bench:scale': { script: 'bench/scale.ts', needsBuild: true },
}

const say = (text) => process.stdout.write(`${text}\n`)

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

function install() {
  if (existsSync(PINNED_NODE) && readIfThere(INSTALL_STAMP) === installMark()) return
  say('Installing what the project needs (once, and again when it changes)…')
  const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  const npm = (...args) =>
    spawnSync(
      'npm',
      [...args, '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'],
      {
        cwd: ROOT,
        env,
        stdio: 'inherit',
      },
    ).status === 0
  // Not `npm ci`, which fails with a registry that lacks optional binaries of other platforms. The lockfile still pins
  // all versions.
  if (!npm('install', '--no-save')) fail('npm could not install the project: see its message above.')
  // Install scripts are disabled (.npmrc); only those of the listed packages run, here.
  npm('rebuild', ...allowedScripts(), '--ignore-scripts=false')
  if (!existsSync(PINNED_NODE))
    fail('The pinned Node was not installed: allow the install script of the "node" package.')
  writeFileSync(INSTALL_STAMP, installMark())
}

/** Packages in package.json whose install scripts may run. */
function allowedScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(join(ROOT, 'node_modules', name)),
  )
}

const installMark = () =>
  `${fingerprint(['package-lock.json', 'package.json'])} ${process.platform} ${process.arch}`

function build() {
  const wanted = fingerprint(BUILD_INPUTS)
  if (readIfThere(BUILD_STAMP) === wanted) return
  say('Building…')
  const router = join(ROOT, 'node_modules/@react-router/dev/bin.cjs')
  const built = spawnSync(PINNED_NODE, [router, 'build'], { cwd: ROOT, env: pinnedEnv(), encoding: 'utf8' })
  if (built.status !== 0) fail(`The build failed:\n${built.stdout}${built.stderr}`)
  const packed = spawnSync(PINNED_NODE, ['scripts/compress-assets.ts'], { cwd: ROOT, stdio: 'inherit' })
  if (packed.status !== 0) fail('The built files could not be compressed.')
  mkdirSync(join(ROOT, 'build'), { recursive: true })
  writeFileSync(BUILD_STAMP, wanted)
}

/** Hashes the content of files and folders. */
function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((it) => filesIn(join(ROOT, it))).toSorted()) {
    hash.update(path.slice(ROOT.length)).update(readFileSync(path))
  }
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')

const pinnedEnv = () => ({
  NODE_ENV: 'production',
  ...process.env,
  PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH ?? ''}`,
})

/** Runs the command with the pinned Node, forwards signals and exits with its code. */
function run(script, args) {
  const child = spawn(NODE, [...envFile(), script, ...args], {
    cwd: ROOT,
    env: pinnedEnv(),
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

const envFile = () => (existsSync(join(ROOT, '.env')) ? ['--env-file=.env'] : [])

const isPackaged = ({ script }) => script !== null && existsSync(join(ROOT, script))
const taskNames = () => Object.keys(TASKS).filter((name) => !IS_PACKAGED || isPackaged(TASKS[name]))

function main() {
  const [name = 'start', ...args] = process.argv.slice(2)
  const task = TASKS[name]
  if (!task) fail(`There is no task "${name}". There are: ${taskNames().join(', ')}`)
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Node 20 or newer is needed to begin; this is ${process.version}.`)
  if (IS_PACKAGED) {
    if (!isPackaged(task)) fail(`"${name}" is not part of this image. There are: ${taskNames().join(', ')}`)
  } else {
    install()
    if (task.needsBuild) build()
  }
  if (task.script) run(task.script, [...(task.args ?? []), ...args])
}

main()
