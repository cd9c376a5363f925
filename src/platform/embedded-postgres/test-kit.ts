import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Connection } from './membership.ts'
import { isServerProcess, readPidFile } from './pid-file.ts'

export const root = process.getuid?.() === 0

const places: string[] = []

/** Path for a new data directory, in a new parent directory owned by `uid`. */
export function newDataDir({ uid, mode = 0o755 }: { uid?: number; mode?: number } = {}): string {
  const place = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'lounge-pg-test-')))
  places.push(place)
  fs.chmodSync(place, mode)
  if (uid !== undefined) fs.chownSync(place, uid, uid)
  return path.join(place, 'data')
}

export function serverPid(dataDir: string): number | undefined {
  const pid = readPidFile(dataDir)?.pid
  return pid !== undefined && isServerProcess(pid, dataDir) ? pid : undefined
}

const children: ChildProcess[] = []

/** Stops everything that a test started, also after a failure. */
export async function cleanUp(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const place of places.splice(0)) {
    const dataDir = path.join(place, 'data')
    const pid = serverPid(dataDir)
    if (pid !== undefined) process.kill(pid, 'SIGQUIT')
    while (serverPid(dataDir) !== undefined) await sleep(10)
    fs.rmSync(place, { recursive: true, force: true })
  }
}

export async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ ...connection, ssl: false })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows
  } finally {
    await client.end()
  }
}

const childScript = `
  const { startEmbeddedPostgres } = await import(process.argv[1])
  try {
    const { stop, ...rest } = await startEmbeddedPostgres({ dataDir: process.argv[2] })
    process.on('message', () => stop().then(() => process.exit()))
    process.send({ ok: true, ...rest })
  } catch (error) {
    process.send({ ok: false, name: error.name, code: error.code, message: error.message })
    process.disconnect()
  }
`

export type Outcome =
  | { ok: true; connection: Connection; adopted: boolean; firstStart: boolean }
  | { ok: false; name: string; code: string; message: string }

export function connectionOf(outcome: Outcome): Connection {
  if (outcome.ok) return outcome.connection
  throw new Error(outcome.message)
}

type InChild = { dataDir: string; uid?: number; code?: string; prefix?: string[] }

/** Starts the server from a Node process of its own, with the launcher in `code`. */
export async function startInChild({ dataDir, uid, code = import.meta.dirname, prefix = [] }: InChild) {
  const node = [
    process.execPath,
    '--input-type=module',
    '-e',
    childScript,
    path.join(code, 'start.ts'),
    dataDir,
  ]
  const [program = '', ...args] = [...prefix, ...node]
  const child = spawn(program, args, {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  const ended = once(child, 'exit')
  const outcome = await new Promise<Outcome>((resolve, reject) => {
    child.once('message', (message) => resolve(JSON.parse(JSON.stringify(message))))
    child.once('exit', (exitCode) => reject(new Error(`the child ended with ${exitCode} and said nothing`)))
  })
  return {
    outcome,
    pid: child.pid,
    stop: async () => {
      child.send('stop')
      await ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Copies the launcher and its dependencies, for tests of where and how a project is installed. */
export function copyProject(place: string): { code: string; native: string } {
  const project = path.join(place, 'project')
  const repository = path.resolve(import.meta.dirname, '../../..')
  const code = path.join(project, 'src/platform/embedded-postgres')
  fs.cpSync(import.meta.dirname, code, { recursive: true })
  fs.writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }')
  const modules = path.join(repository, 'node_modules')
  const needed = fs
    .readdirSync(modules)
    .filter((name) => /^(?:pg|pgpass|postgres|split2|xtend)(?:-|$)/.test(name))
  for (const name of [...needed, '@embedded-postgres']) {
    fs.cpSync(path.join(modules, name), path.join(project, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  return { code, native: path.join(project, 'node_modules', platform, 'native') }
}
