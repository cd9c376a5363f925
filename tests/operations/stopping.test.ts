import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { exitOf, waitFor } from '../support/server.ts'
import { childrenOf, isAlive, workersOf } from '../support/processes.ts'

/* Every way to stop the server also stops PostgreSQL, or the next start cleans up. */

let dataDir: string
let port: number
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lounge-stopping-'))
  port = await freePort()
})
const groups: ChildProcess[] = []
afterAll(async () => {
  for (const { pid } of groups) end(-(pid ?? 0), 'SIGKILL')
  end(postmaster() ?? 0, 'SIGQUIT')
  await waitFor(() => postmaster() === null, 20_000).catch(() => undefined)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    if (pid !== 0) process.kill(pid, signal)
  } catch {
    // The process has ended already.
  }
}

function postmaster(): number | null {
  const file = join(dataDir, 'postgres/postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0
  return pid > 0 && isAlive(pid) ? pid : null
}

const listens = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

type Started = {
  readonly child: ChildProcess
  readonly pid: number
  /** The process id of the primary, logged at its start. */
  readonly primary: number
  readonly workers: readonly number[]
  readonly output: () => string
}

type Options = { readonly env?: Readonly<Record<string, string>>; readonly waits?: boolean }

const NPM = ['npm', 'start'] as const
const LAUNCHER = ['node', 'scripts/launch.mjs', 'start'] as const

/** Runs a command in a process group of its own, as a shell does, and waits until the server has started. */
async function start(
  [command, ...args]: readonly [string, ...string[]],
  { env = {}, waits = true }: Options = {},
): Promise<Started> {
  const child = spawn(command, args, {
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PREGENERATE_IMAGES: 'false',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  groups.push(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const output = (): string => text
  if (waits) await waitFor(() => text.includes('Mail ') || child.exitCode !== null, 120_000)
  if (waits && child.exitCode !== null) throw new Error(`it did not start:\n${text}`)
  const primary = Number(/Process +(\d+) /.exec(text)?.[1] ?? 0)
  return { child, pid: child.pid ?? 0, primary, workers: workersOf(primary), output }
}

async function expectEverythingGone({ primary, workers }: Started): Promise<void> {
  await waitFor(() => ![primary, ...workers].some(isAlive) && postmaster() === null, 30_000)
  expect(await listens()).toBe(false)
}

describe('everything stops, embedded PostgreSQL included', () => {
  test.each([
    { what: 'SIGTERM to npm', command: NPM, signal: 'SIGTERM', whom: 1 },
    { what: 'SIGINT to npm', command: NPM, signal: 'SIGINT', whom: 1 },
    {
      what: 'Ctrl-C in the terminal of npm, which its whole group gets',
      command: NPM,
      signal: 'SIGINT',
      whom: -1,
    },
    { what: 'the end of that terminal', command: NPM, signal: 'SIGHUP', whom: -1 },
    { what: 'SIGTERM to the launcher', command: LAUNCHER, signal: 'SIGTERM', whom: 1 },
    { what: 'SIGHUP to the launcher', command: LAUNCHER, signal: 'SIGHUP', whom: 1 },
  ] as const)(
    'at $what',
    async ({ command, signal, whom }) => {
      const started = await start(command)
      expect(started.workers).toHaveLength(1)
      expect(postmaster()).not.toBeNull()
      process.kill(whom * started.pid, signal)
      await exitOf(started.child)
      await expectEverythingGone(started)
      expect(started.output()).not.toContain('process.killed')
    },
    180_000,
  )

  test('at SIGTERM to the server', async () => {
    const started = await start(LAUNCHER)
    process.kill(started.primary, 'SIGTERM')
    expect(await exitOf(started.child)).toBe(0)
    await expectEverythingGone(started)
  }, 180_000)

  test('at a signal that comes while it starts', async () => {
    const started = await start(LAUNCHER, { waits: false })
    await waitFor(() => postmaster() !== null, 60_000)
    process.kill(started.pid, 'SIGTERM')
    await exitOf(started.child)
    await expectEverythingGone(started)
  }, 180_000)

  test('at once at a second signal, though it would drain for a minute', async () => {
    const started = await start(LAUNCHER, { env: { DRAIN_SECONDS: '60' } })
    process.kill(started.pid, 'SIGTERM')
    await waitFor(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 503)
    const asked = performance.now()
    const again = setInterval(() => end(started.pid, 'SIGTERM'), 500)
    expect(await exitOf(started.child)).toBe(1)
    clearInterval(again)
    expect(performance.now() - asked).toBeLessThan(15_000)
    await expectEverythingGone(started)
  }, 180_000)
})

describe('what was left running is taken over by the next start', () => {
  test('a server whose launcher was killed: it is stopped, in one line', async () => {
    const left = await start(LAUNCHER)
    process.kill(left.pid, 'SIGKILL')
    await exitOf(left.child)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    const next = await start(NPM)
    expect(next.output()).toContain(
      `A server (process ${left.primary}) was left running without its launcher`,
    )
    expect([left.primary, ...left.workers].some(isAlive)).toBe(false)
    expect((await fetch(`http://127.0.0.1:${port}/menu`)).status).toBe(200)
    process.kill(next.pid, 'SIGTERM')
    await exitOf(next.child)
    await expectEverythingGone(next)
  }, 240_000)

  test('the PostgreSQL of a server that was killed: it is used and stopped, and its workers ended', async () => {
    const left = await start(LAUNCHER)
    process.kill(left.primary, 'SIGKILL')
    await exitOf(left.child)
    await waitFor(() => !left.workers.some(isAlive))
    expect(postmaster()).not.toBeNull()
    const next = await start(LAUNCHER)
    expect(next.output()).toContain('PostgreSQL was still running in this data directory')
    process.kill(next.pid, 'SIGINT')
    await exitOf(next.child)
    await expectEverythingGone(next)
  }, 240_000)

  test('but not a server that is looked after: the second start is refused, in one line', async () => {
    const first = await start(LAUNCHER)
    const second = await start(LAUNCHER, { waits: false, env: { PORT: String(await freePort()) } })
    expect(await exitOf(second.child)).toBe(1)
    expect(second.output().trim()).toMatch(
      new RegExp(`^Another server \\(process ${first.primary}, port ${port}\\) uses .*: stop it with "kill `),
    )
    expect((await fetch(`http://127.0.0.1:${port}/menu`)).status).toBe(200)
    process.kill(first.pid, 'SIGTERM')
    await exitOf(first.child)
    await expectEverythingGone(first)
  }, 240_000)
})

describe('what does not stop it', () => {
  test('SIGUSR2 to the launcher or to the server replaces what serves; SIGTERM to a worker replaces that', async () => {
    const started = await start(LAUNCHER)
    const served = async (old: number): Promise<number> => {
      await waitFor(() => !isAlive(old) && workersOf(started.primary).length === 1, 60_000)
      expect((await fetch(`http://127.0.0.1:${port}/menu`)).status).toBe(200)
      return workersOf(started.primary)[0] ?? 0
    }
    process.kill(started.pid, 'SIGUSR2')
    const second = await served(started.workers[0] ?? 0)
    process.kill(started.primary, 'SIGUSR2')
    const third = await served(second)
    process.kill(third, 'SIGTERM')
    await served(third)
    expect(isAlive(started.primary)).toBe(true)
    expect(childrenOf(started.pid)).toEqual([started.primary])
    process.kill(started.pid, 'SIGTERM')
    expect(await exitOf(started.child)).toBe(0)
    await expectEverythingGone(started)
  }, 240_000)
})
