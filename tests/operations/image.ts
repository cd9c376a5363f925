import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitOf } from '../support/server.ts'

/* The image of the Dockerfile, built and run without a container engine: see scripts/image-tree.ts. */

const NODE_UID = 1000
const TOOL = 'scripts/image-tree.ts'

type Command = { readonly status: number | null; readonly output: string }

export type ImageTree = {
  readonly directory: string
  readonly built: string
  /** The files that the image adds to its base. */
  readonly layer: string
  /** Starts the image's own command with volumes of its own. */
  readonly start: (env: Readonly<Record<string, string>>) => RunningImage
  readonly remove: () => void
}

export type RunningImage = {
  readonly child: ChildProcess
  readonly output: () => string
  /** Runs a command beside the server, as its user. */
  readonly exec: (...command: readonly string[]) => Command
  readonly stop: () => Promise<number | null>
}

export function buildImageTree(): ImageTree {
  const directory = mkdtempSync(join(tmpdir(), 'lounge-image-'))
  const built = runTree('build', directory)
  if (built.status !== 0) throw new Error(`The image was not made:\n${built.output}`)
  for (const volume of ['data', 'backups']) {
    mkdirSync(join(directory, 'volumes', volume), { recursive: true })
    chownSync(join(directory, 'volumes', volume), NODE_UID, NODE_UID)
  }
  const running: ChildProcess[] = []
  return {
    directory,
    built: built.output,
    layer: join(directory, 'layers/last'),
    start(env) {
      const image = startImage(directory, env)
      running.push(image.child)
      return image
    },
    remove() {
      for (const child of running) child.kill('SIGKILL')
      rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

const runTree = (...args: readonly string[]): Command => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, ...args], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

function startImage(directory: string, env: Readonly<Record<string, string>>): RunningImage {
  const mounts = ['data', 'backups'].flatMap((it) => ['--mount', `${join(directory, 'volumes', it)}:/${it}`])
  const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const child = spawn(process.execPath, [TOOL, 'run', directory, ...mounts, ...settings], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    child,
    output: () => text,
    exec: (...command) => runTree('exec', directory, '--', ...command),
    async stop() {
      child.kill('SIGTERM')
      return exitOf(child)
    },
  }
}
