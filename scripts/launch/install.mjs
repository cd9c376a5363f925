/*
 * Installs packages in two sets: `start` has what it takes to build and run, `development` the tools of tests, checks and
 * benches as well. A checkout that has the larger set keeps it.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { PINNED_NODE, readIfThere, ROOT } from './paths.mjs'
import { fail, runQuietly, runStep } from './steps.mjs'

const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.installed')
/** Scripts that npm runs when it installs a package, in its order. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall']
/** A package of the larger set only. */
const DEVELOPMENT_TOOL = join(MODULES, 'oxlint/package.json')

const NPM_FLAGS = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error', '--include=optional']

/**
 * Not `npm ci`, which fails with a registry that lacks optional binaries of other platforms. The lockfile still pins all
 * versions. Without `--legacy-peer-deps` a library that names a compiler or a test runner as an optional peer would bring
 * it along.
 */
const FLAGS_OF = {
  start: ['--omit=dev', '--legacy-peer-deps'],
  development: ['--include=dev'],
}

/** Whether the packages of this set are installed, in the versions of the lockfile. */
export const isInstalled = (set) =>
  existsSync(PINNED_NODE) &&
  (readIfThere(STAMP) === markOf('development') ||
    (set === 'start' && readIfThere(STAMP) === markOf('start')))

/** Installs a set. An update of a checkout that has the larger set installs that one. */
export async function install(wanted) {
  const set = existsSync(DEVELOPMENT_TOOL) ? 'development' : wanted
  const paths = pathsOf(set)
  const countInstalled = () => paths.filter((path) => existsSync(join(ROOT, path, 'package.json'))).length
  const step = {
    doing: `Installing some ${Math.round(paths.length / 10) * 10} packages`,
    done: () => `Installed ${countInstalled()} packages`,
    progress: () => `${countInstalled()} done`,
  }
  await runStep(step, async () => {
    const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
    const npm = (...args) => runQuietly('npm', args, { cwd: ROOT, env })
    const { isDone, output } = await npm('install', '--no-save', ...NPM_FLAGS, ...FLAGS_OF[set])
    if (!isDone) fail(`npm could not install the project:\n${output}`)
    await finishPackages(npm)
    writeFileSync(STAMP, markOf(set))
    // npm trusts its hidden lockfile while that is the newest file, and then installs only the rest next time.
    const now = new Date()
    utimesSync(join(MODULES, '.package-lock.json'), now, now)
  })
}

/** Install scripts are disabled (.npmrc). Those of the packages that package.json allows run here, by their names. */
async function finishPackages(npm) {
  const { allowScripts } = readManifest(ROOT)
  const isLinked = linkPlatformNode()
  const names = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(join(MODULES, name)) && !(isLinked && name === 'node'),
  )
  for (const name of names) await runInstallScripts(npm, join(MODULES, name))
  if (!existsSync(PINNED_NODE)) fail('The pinned Node was not installed.')
}

/** Not `npm rebuild`, which reads the whole tree of packages first. */
async function runInstallScripts(npm, directory) {
  const { scripts = {} } = readManifest(directory)
  for (const script of INSTALL_SCRIPTS.filter((it) => it in scripts)) {
    const { isDone, output } = await npm('run', script, '--prefix', directory, ...NPM_FLAGS)
    if (!isDone) fail(`The ${script} script of ${directory} failed:\n${output}`)
  }
}

/**
 * On Linux the binary of the pinned Node comes as a package of its own, with all others and checked against the lockfile.
 * Elsewhere the install script of the package `node` downloads it after the others.
 */
function linkPlatformNode() {
  const binary = join(MODULES, `node-${process.platform}-${process.arch}`, 'bin/node')
  if (!existsSync(binary)) return false
  mkdirSync(join(PINNED_NODE, '..'), { recursive: true })
  rmSync(PINNED_NODE, { force: true })
  linkSync(binary, PINNED_NODE)
  // Two packages name this command, so npm links neither. Without it, tools would run on the installed Node, and npm would
  // install both packages again each time.
  const command = join(MODULES, '.bin/node')
  mkdirSync(join(command, '..'), { recursive: true })
  rmSync(command, { force: true })
  symlinkSync('../node/bin/node', command)
  return true
}

const readManifest = (directory) => JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
const readLock = () => JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))

/** Paths of the packages of a set for this platform, as the lockfile names them. */
function pathsOf(set) {
  const fits = (values, value) =>
    !values || [values].flat().some((it) => it === value || (it.startsWith('!') && it !== `!${value}`))
  const libc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return Object.entries(readLock().packages)
    .filter(([path, it]) => path !== '' && fits(it.os, process.platform) && fits(it.cpu, process.arch))
    .filter(([, it]) => set === 'development' || !(it.dev || it.devOptional))
    .filter(([, it]) => fits(it.libc, libc))
    .map(([path]) => path)
}

const markOf = (set) => {
  const hash = createHash('sha256')
  for (const name of ['package-lock.json', 'package.json']) hash.update(readFileSync(join(ROOT, name)))
  return `${hash.digest('hex')} ${process.platform} ${process.arch} ${set}\n`
}
