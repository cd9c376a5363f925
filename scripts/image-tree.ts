/**
 * Builds the image of the Dockerfile without a container engine, as layers over this machine's own Debian, and runs
 * commands in it:
 * node scripts/image-tree.ts build DIRECTORY [--fresh]
 * node scripts/image-tree.ts run DIRECTORY [--mount HOST:PATH]… [--env NAME=VALUE]… [-- COMMAND…]
 * node scripts/image-tree.ts exec DIRECTORY -- COMMAND…
 * Paths are as in a container. `build` uses the packages installed in this checkout as a cached layer; `--fresh`
 * installs them again. `run` has a read-only root, its own process namespace and the image's user; without a command
 * it runs the image's own. `exec` runs another command beside it. Requires root on Linux.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { buildImage, type Image } from './image/build.ts'
import { becomeUser, enterScript } from './image/enter.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mount: { type: 'string', multiple: true },
    env: { type: 'string', multiple: true },
    fresh: { type: 'boolean' },
  },
})
const [what, directory = '', ...command] = positionals
const pidFile = join(directory, 'pid')

const readImage = (): Image => JSON.parse(readFileSync(join(directory, 'image.json'), 'utf8'))

function run(image: Image): void {
  const { mount: mounts = [], env: given = [] } = values
  const script = enterScript(image, { at: directory, mounts, isReadOnly: true, user: image.user })
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script, 'sh']
  const env = { ...image.env, ...Object.fromEntries(given.map(splitPair)) }
  const child = spawn('unshare', [...args, ...(command.length > 0 ? command : image.command)], {
    stdio: 'inherit',
    env,
  })
  writeFileSync(join(directory, 'env.json'), JSON.stringify(env))
  writeFileSync(pidFile, String(child.pid))
  const pass = (signal: NodeJS.Signals): void => void process.kill(firstProcessOf(Number(child.pid)), signal)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGUSR2'] as const) process.on(signal, () => pass(signal))
  leaveWith(child)
}

/** Runs a command in a running image, like `docker exec`. */
function exec(image: Image): void {
  const pid = firstProcessOf(Number(readFileSync(pidFile, 'utf8')))
  const env = JSON.parse(readFileSync(join(directory, 'env.json'), 'utf8'))
  const enter = ['--target', String(pid), '--mount', '--pid', '--root', `--wd=/proc/${pid}/cwd`]
  leaveWith(spawn('nsenter', [...enter, ...becomeUser(image.user), ...command], { stdio: 'inherit', env }))
}

/** Process 1 of the namespace: the child of `unshare`. */
const firstProcessOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

const leaveWith = (child: ChildProcess): void =>
  void child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

function splitPair(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

if (what === 'build') buildImage(directory, { isFresh: values.fresh === true })
else if (what === 'run') run(readImage())
else if (what === 'exec') exec(readImage())
else throw new Error('image-tree.ts build DIRECTORY, run DIRECTORY, or exec DIRECTORY -- COMMAND')
