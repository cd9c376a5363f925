/**
 * Reduces node_modules of an image to what the built server and the operator commands load, and marks it so that
 * scripts/launch.mjs neither installs nor builds. `npm prune --omit=dev` would keep development tools that a library
 * names as optional peers, such as a compiler and a test runner.
 */
import { chmodSync, existsSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
/** Declarations, source maps and static libraries are not loaded at run time. */
const NOT_LOADED = /\.(map|[cm]?ts|tsbuildinfo|a|flow)$/

const { buildDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))

/** Resolves a package from another one like Node, using the paths of the lockfile. */
function locate(name, from) {
  for (let at = from; ; at = at.slice(0, at.lastIndexOf('/node_modules/'))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (path in packages) return path
    if (!at.includes('/node_modules/'))
      return `node_modules/${name}` in packages ? `node_modules/${name}` : null
  }
}

/** The image has its own Node of the same version; build dependencies are part of the built server. */
const isLeftOut = (name) => /^node(-linux-\w+)?$/.test(name) || buildDependencies.includes(name)

/** Paths of all packages needed at run time, without optional peers and development dependencies. */
function findNeeded() {
  const needed = new Set()
  const add = (path) => {
    if (path === null || needed.has(path) || path.includes('node_modules/@types/')) return
    needed.add(path)
    needsOf(packages[path]).forEach((name) => add(locate(name, path)))
  }
  for (const name of needsOf(packages[''])) if (!isLeftOut(name)) add(locate(name, ''))
  return needed
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

function removeRest(needed) {
  const isNeeded = (path) => needed.has(path) || [...needed].some((it) => it.startsWith(`${path}/`))
  for (const path of installedPaths('node_modules')) {
    if (!isNeeded(path)) rmSync(join(ROOT, path), { recursive: true, force: true })
  }
  for (const entry of readdirSync(MODULES, { withFileTypes: true, recursive: true })) {
    if (!entry.isDirectory() && NOT_LOADED.test(entry.name)) rmSync(join(entry.parentPath, entry.name))
  }
}

function removeEmptyScopes() {
  for (const name of readdirSync(MODULES)) {
    if (name.startsWith('@') && readdirSync(join(MODULES, name)).length === 0) rmdirSync(join(MODULES, name))
  }
}

/** Directories that may contain a package or a scope. */
function* installedPaths(under) {
  if (!existsSync(join(ROOT, under))) return
  for (const name of readdirSync(join(ROOT, under))) {
    const path = `${under}/${name}`
    if (name.startsWith('@')) {
      for (const inner of readdirSync(join(ROOT, path))) yield* withNested(`${path}/${inner}`)
    } else yield* withNested(path)
  }
}

function* withNested(path) {
  yield path
  yield* installedPaths(`${path}/node_modules`)
}

const pinned = packages['node_modules/node'].version
if (process.version !== `v${pinned}`) {
  process.stderr.write(
    `The image must have Node ${pinned}, which package.json pins; this is ${process.version}.\n`,
  )
  process.exit(1)
}
removeRest(findNeeded())
removeEmptyScopes()
writeFileSync(join(MODULES, '.packaged'), `${pinned}\n`)
chmodSync(join(ROOT, 'scripts/launch.mjs'), 0o755)
