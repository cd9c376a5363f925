import { type ChildProcess, spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { accessSync, chmodSync, chownSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { afterAll, describe } from 'vitest'
import { exitOf, waitFor } from '../support/server.ts'

/* Servers and tools as Debian packages them, for the tests of `npm run test:operations`. */

const NOBODY = 65_534
const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'
const isRoot = process.getuid?.() === 0

const PROGRAMS = {
  nginx: 'nginx',
  caddy: 'caddy',
  pgbouncer: 'pgbouncer',
  prometheus: 'prometheus',
  postgres: join(POSTGRES_BIN, 'postgres'),
  initdb: join(POSTGRES_BIN, 'initdb'),
  pg_basebackup: join(POSTGRES_BIN, 'pg_basebackup'),
  psql: join(POSTGRES_BIN, 'psql'),
  promtool: 'promtool',
  openssl: 'openssl',
  age: 'age',
  'age-keygen': 'age-keygen',
  unshare: 'unshare',
  nsenter: 'nsenter',
  setpriv: 'setpriv',
  'systemd-analyze': 'systemd-analyze',
  logrotate: 'logrotate',
} as const satisfies Readonly<Record<string, string>>

type Started = { readonly directory: string; readonly port: number }
type Server = {
  /** The name of the configuration file inside the server's directory. */
  readonly file: string
  readonly args: (at: Started) => readonly string[]
  /** Runs as an unprivileged user, because the server refuses to run as root. */
  readonly refusesRoot?: true
  readonly prepare?: (at: Started) => void
  /** Whether the server is ready, where it accepts connections earlier. */
  readonly isReady?: (port: number) => Promise<boolean>
}

const SERVERS = {
  nginx: {
    file: 'nginx.conf',
    args: ({ directory }) => [
      '-p',
      directory,
      '-c',
      join(directory, 'nginx.conf'),
      '-e',
      join(directory, 'error.log'),
      '-g',
      `daemon off; pid ${join(directory, 'nginx.pid')};${isRoot ? ' user root;' : ''}`,
    ],
  },
  caddy: {
    file: 'Caddyfile',
    args: ({ directory }) => ['run', '--config', join(directory, 'Caddyfile'), '--adapter', 'caddyfile'],
  },
  pgbouncer: {
    file: 'pgbouncer.ini',
    args: ({ directory }) => [join(directory, 'pgbouncer.ini')],
    refusesRoot: true,
  },
  prometheus: {
    file: 'prometheus.yml',
    args: ({ directory, port }) => [
      `--config.file=${join(directory, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
  },
  /** PostgreSQL 15. Adds its configuration to the defaults; user `postgres` without a password. */
  postgres: {
    file: 'more.conf',
    args: ({ directory, port }) => [
      '-D',
      join(directory, 'data'),
      '-p',
      String(port),
      '-k',
      directory,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'fsync=off',
    ],
    refusesRoot: true,
    isReady: answersQueries,
    prepare({ directory }) {
      const data = join(directory, 'data')
      const made = spawnSync(PROGRAMS.initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'], {
        ...asUser(true),
        cwd: directory,
        encoding: 'utf8',
      })
      if (made.status !== 0) throw new Error(`initdb failed:\n${made.stdout}${made.stderr}`)
      const include = `echo "include '../more.conf'" >> ${join(data, 'postgresql.conf')}`
      spawnSync('sh', ['-c', include], asUser(true))
    },
  },
} as const satisfies Readonly<Record<string, Server>>

export type ServerName = keyof typeof SERVERS
export type ProgramName = keyof typeof PROGRAMS

/** Debian installs servers in /usr/sbin, which is not on the PATH of every user. */
const SEARCHED = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/sbin']

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findProgram(name: ProgramName): string | null {
  const program = PROGRAMS[name]
  const candidates = program.startsWith('/') ? [program] : SEARCHED.map((it) => join(it, program))
  return candidates.find((path) => existsSync(path) && isExecutable(path)) ?? null
}

/** A group of tests that is skipped, with the reason in its name, without these servers or tools. */
export function describeWith(names: readonly ProgramName[], title: string, body: () => void): void {
  const missing = names.filter((name) => findProgram(name) === null)
  const verb = missing.length === 1 ? 'is' : 'are'
  describeUnless(missing.length > 0 ? `${missing.join(' and ')} ${verb} not installed` : null, title, body)
}

/** A group that also mounts file systems or changes users. */
export const describeAsRoot: typeof describeWith = (names, title, body) =>
  isRoot ? describeWith(names, title, body) : describeUnless('this is not root', title, body)

function describeUnless(reason: string | null, title: string, body: () => void): void {
  const label = reason === null ? title : `${reason}: "${title}" is skipped.`
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- both are handed over
  describe.skipIf(reason !== null)(label, body)
}

/** Runs a tool to its end. */
export function runTool(
  name: ProgramName,
  args: readonly string[],
  options: { readonly input?: string | Buffer; readonly env?: Readonly<Record<string, string>> } = {},
): SpawnSyncReturns<string> {
  return spawnSync(findProgram(name) ?? name, args, {
    encoding: 'utf8',
    ...(options.input === undefined ? {} : { input: options.input }),
    env: { ...process.env, ...options.env },
  })
}

const asUser = (refusesRoot: boolean): { uid?: number; gid?: number } =>
  refusesRoot && isRoot ? { uid: NOBODY, gid: NOBODY } : {}

export type RunningServer = {
  /** Directory of the configuration and the server's files. Removed when the test file is done. */
  readonly directory: string
  readonly port: number
  readonly child: ChildProcess
  /** The output so far. */
  readonly output: () => string
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
})

type Options = {
  /** A port of 127.0.0.1 in the configuration: the server has started once it accepts a connection there. */
  readonly port: number
  /** The configuration, which may name files inside the server's directory. */
  readonly config: string | ((directory: string) => string)
  /** More files for its directory, such as certificates and lists of users. */
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a server with this configuration and waits until it accepts connections. */
export async function startServer(name: ServerName, options: Options): Promise<RunningServer> {
  const { port, config, files = {}, env = {} } = options
  const server: Server = SERVERS[name]
  const directory = mkdtempSync(join(tmpdir(), `lounge-${name}-`))
  const at = { directory, port }
  const user = asUser(server.refusesRoot === true)
  // Workers of a server run as users of their own.
  chmodSync(directory, 0o755)
  const text = typeof config === 'string' ? config : config(directory)
  for (const [file, content] of Object.entries({ ...files, [server.file]: text }))
    // oxlint-disable-next-line no-await-in-loop -- a few small files
    await writeFile(join(directory, file), content, { mode: 0o644 })
  if (user.uid !== undefined) chownSync(directory, user.uid, NOBODY)
  server.prepare?.(at)
  const child = spawn(findProgram(name) ?? name, server.args(at), {
    ...user,
    cwd: directory,
    env: { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal)
    await exitOf(child)
  }
  closing.push(async () => {
    // A killed postmaster leaves its child processes running; SIGQUIT stops them too.
    await stop(name === 'postgres' ? 'SIGQUIT' : 'SIGTERM')
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  })
  const isReady = server.isReady ?? accepts
  await waitFor(async () => child.exitCode !== null || (await isReady(port)), 30_000)
  if (child.exitCode !== null) throw new Error(`${name} did not start:\n${printed}`)
  return { directory, port, child, output: () => printed, stop }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const STARTING_UP = '57P03'

/** Whether PostgreSQL answers a query: while it starts, it accepts connections and rejects each. */
async function answersQueries(port: number): Promise<boolean> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch (error) {
    // A server that requires TLS has started; so has one whose password request the driver cannot answer.
    if (error instanceof pg.DatabaseError) return error.code !== STARTING_UP
    return error instanceof Error && error.message.startsWith('SASL')
  } finally {
    await client.end().catch(() => undefined)
  }
}
