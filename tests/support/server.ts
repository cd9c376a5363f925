import { type ChildProcess, spawn } from 'node:child_process'
import { inject } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { whenDone } from './tidy-up.ts'

export type RunningApp = {
  readonly origin: string
  readonly child: ChildProcess
  /** The output so far: startup banner and log. */
  readonly output: () => string
  readonly get: (path: string, init?: RequestInit) => Promise<Response>
  /** Sends SIGINT, like Ctrl-C, and returns the exit code. */
  readonly stop: () => Promise<number | null>
}

type Options = { readonly env?: Readonly<Record<string, string>> }

/** The built server as a process of its own, on a free port. It is killed when the test file is done. */
export async function startApp({ env = {} }: Options = {}): Promise<RunningApp> {
  const port = await freePort()
  const { child, output } = spawnApp({ PORT: String(port), ...env })
  const origin = `http://localhost:${port}`
  await waitFor(() => output().includes('Mail ') || child.exitCode !== null, 100_000)
  // Another process may have taken the port since it was found free, and a starved machine may not connect in time.
  if (child.exitCode !== null && !env['PORT'] && /is already in use|connection timeout/.test(output()))
    return startApp({ env })
  if (child.exitCode !== null) throw new Error(`the server did not start:\n${output()}`)
  return {
    origin,
    child,
    output,
    get: (path, init) => fetch(new URL(path, origin), { redirect: 'manual', ...init }),
    async stop() {
      child.kill('SIGINT')
      await exitOf(child)
      return child.exitCode
    },
  }
}

/** Starts the server's process without waiting for it. */
export function spawnApp(
  env: Readonly<Record<string, string>>,
  script = 'scripts/serve.mjs',
): {
  child: ChildProcess
  output: () => string
} {
  const child = spawn('node_modules/node/bin/node', [script], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      PREGENERATE_IMAGES: 'false',
      DATA_DIR: inject('dataDir'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  whenDone(async () => {
    child.kill('SIGKILL')
    await exitOf(child)
  })
  return { child, output: () => text }
}

export const exitOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)))

export async function waitFor(isSo: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const until = Date.now() + timeoutMs
  // oxlint-disable-next-line no-await-in-loop -- waiting is the point
  while (!(await isSo())) {
    if (Date.now() > until) throw new Error('waited in vain')
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
