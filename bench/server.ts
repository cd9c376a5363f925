import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../scripts/free-port.ts'
import { workersOf } from '../tests/support/processes.ts'

export type MeasuredApp = {
  readonly origin: string
  readonly pid: number
  /** Server-side response times in ms at a path since the last call, read from the log at `info`. */
  readonly takeTimes: (path: string) => number[]
  readonly stop: () => Promise<void>
}

/** Starts the built server with its own database, pinned to one core where possible. */
export async function openMeasuredApp({ core, env = {} }: Pinned = {}): Promise<MeasuredApp> {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-bench-'))
  const port = await freePort()
  const child = spawnPinned(['scripts/serve.mjs'], {
    ...(core === undefined ? {} : { core }),
    env: {
      PORT: String(port),
      DATA_DIR: directory,
      NODE_ENV: 'production',
      PREGENERATE_IMAGES: 'false',
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  await untilItSays(child, 'Open on')
  const lines: string[] = []
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line))
  return {
    origin: `http://localhost:${port}`,
    // The worker; the started process is its primary.
    pid: workersOf(child.pid)[0] ?? child.pid ?? 0,
    takeTimes: (path) => lines.splice(0).flatMap((line) => timeOf(line, path)),
    async stop() {
      child.kill('SIGINT')
      await new Promise((resolve) => child.once('exit', resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function timeOf(line: string, path: string): number[] {
  if (!line.includes(`"path":"${path}"`)) return []
  const { ms }: { ms?: unknown } = JSON.parse(line)
  return typeof ms === 'number' ? [ms] : []
}

type Pinned = { readonly core?: number; readonly env?: Readonly<Record<string, string>> }

/** Starts a Node process pinned to one core with `taskset`, or unpinned without it. */
export function spawnPinned(args: readonly string[], { core, env = {} }: Pinned): ChildProcess {
  const node = process.execPath
  const pin = core !== undefined && process.platform === 'linux'
  const [command, all] = pin ? ['taskset', ['-c', String(core), node, ...args]] : [node, [...args]]
  return spawn(command, all, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
}

export function untilItSays(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000)
      if (said.includes(words)) resolve()
    })
    child.once('exit', () => reject(new Error(`it ended before it said "${words}":\n${said}`)))
  })
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

export const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Prints rows as a Markdown table. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  say(line(head))
  say(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  for (const row of rows) say(line(row))
}
