#!/usr/bin/env node
/**
 * Entry point of `npm start`, `npm test` and the other scripts. It runs on any installed Node with built-in modules
 * only: installs the packages that the command needs, builds, then runs it with the Node version pinned by the project.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { build, isBuilt } from './launch/build.mjs'
import { install, isInstalled } from './launch/install.mjs'
import { whileLocked } from './launch/lock.mjs'
import { PINNED_NODE, pinnedEnv, ROOT } from './launch/paths.mjs'
import { fail, runQuietly } from './launch/steps.mjs'

/** In a container image (see Dockerfile) everything is installed and built, and its Node is the pinned version. */
const IS_PACKAGED = existsSync(join(ROOT, 'node_modules/.packaged'))
const NODE = IS_PACKAGED ? process.execPath : PINNED_NODE

/** A task without `script` only installs and builds. `set` names packages beyond those of `npm start`. */
const TASKS = JSON.parse(readFileSync(join(ROOT, 'scripts/launch/tasks.json'), 'utf8'))

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

const isPackaged = ({ script }) => script !== undefined && existsSync(join(ROOT, script))
const taskNames = () => Object.keys(TASKS).filter((name) => !IS_PACKAGED || isPackaged(TASKS[name]))

async function main() {
  const [name = 'start', ...args] = process.argv.slice(2)
  const task = TASKS[name]
  if (!task) fail(`There is no task "${name}". There are: ${taskNames().join(', ')}`)
  if (Number(process.versions.node.split('.')[0]) < 20)
    fail(`Node 20 or newer is needed to begin; this is ${process.version}.`)
  if (!IS_PACKAGED) await prepare(task, name === 'start')
  else if (!isPackaged(task))
    fail(`"${name}" is not part of this image. There are: ${taskNames().join(', ')}`)
  if (task.script) run(task.script, [...(task.args ?? []), ...args])
}

/** Installs and builds what is missing. The next check of a finished checkout takes no lock, so it may be read-only. */
async function prepare({ set = 'start', needsBuild }, isStart) {
  if (isInstalled(set) && (!needsBuild || isBuilt())) return
  await whileLocked(async () => {
    if (!isInstalled(set)) await install(set)
    if (needsBuild && !isBuilt()) await Promise.all([build(), isStart ? prepareDatabase() : null])
  })
}

/**
 * Prepares the database of a first start during the build. Its exit code is ignored, because the server retries and
 * explains any problem.
 */
const prepareDatabase = () =>
  runQuietly(NODE, [...envFile(), 'scripts/prepare-database.ts'], { cwd: ROOT, env: pinnedEnv() })

await main()
