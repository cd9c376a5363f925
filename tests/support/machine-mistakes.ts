import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { inject } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { createEmptyDatabase, onServer } from './database.ts'
import type { Mistake } from './setting-mistakes.ts'

/** A mistake that shows only when the setting is used. */
export type MachineMistake = Pick<Mistake, 'what' | 'message'> & {
  readonly env: (directory: string) => Promise<Readonly<Record<string, string>>>
}

const urlWith = (url: string, change: (address: URL) => void): string => {
  const address = new URL(url)
  change(address)
  return address.href
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/** A role without privileges that may connect to a new database, which `statements` change. */
async function databaseOf(role: (name: string) => readonly string[]): Promise<string> {
  const url = await createEmptyDatabase()
  const name = `lounge_role_${randomBytes(4).toString('hex')}`
  await onServer(url, `create role ${name} login password 'hunter2' nosuperuser nocreatedb nocreaterole`)
  for (const statement of role(name))
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await onServer(url, statement.replaceAll('DATABASE', nameOf(url)))
  return urlWith(url, (address) => {
    address.username = name
    address.password = 'hunter2'
  })
}

const servers: Server[] = []

/** A port on which another program listens. */
export async function takenPort(host = '0.0.0.0'): Promise<number> {
  const port = await freePort()
  const server = createServer().listen(port, host)
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return port
}

export const closeTakenPorts = (): void => servers.forEach((server) => server.close())

export const DATABASES: readonly MachineMistake[] = [
  {
    what: 'a database that is not there',
    env: async () => ({ DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${await freePort()}/none` }),
    message:
      /^DATABASE_URL=postgres:\/\/me:\*\*\*@127.0.0.1:\d+\/none: the database cannot be reached \(.*ECONNREFUSED/,
  },
  {
    what: 'a server whose name is not known',
    env: async () => ({ DATABASE_URL: 'postgres://me:hunter2@db.invalid/none' }),
    message: /^DATABASE_URL=.*@db.invalid\/none: the database cannot be reached \(.*(ENOTFOUND|EAI_AGAIN)/,
  },
  {
    what: 'a password that is wrong',
    env: async () => ({
      DATABASE_URL: urlWith(await createEmptyDatabase(), (it) => (it.password = 'hunter2')),
    }),
    message: /^DATABASE_URL=.*: the server refuses this user or password/,
  },
  {
    what: 'a name of a database that is none',
    env: async () => ({
      DATABASE_URL: urlWith(await createEmptyDatabase(), (it) => (it.pathname = '/lounge_no_such')),
    }),
    message: /^DATABASE_URL=.*: the database does not exist: create it/,
  },
  {
    what: 'a role that may create no tables',
    env: async () => ({ DATABASE_URL: await databaseOf(() => []) }),
    message:
      /^DATABASE_URL=.*: role lounge_role_\w+ may not create tables in schema public: grant create on schema public to/,
  },
  {
    what: 'a role that may create no extensions',
    env: async () => ({
      DATABASE_URL: await databaseOf((name) => [`alter schema public owner to ${name}`]),
    }),
    message:
      /^DATABASE_URL=.*: role lounge_role_\w+ may not create extensions .*: grant create on database lounge_\w+ to/,
  },
  {
    what: 'a database in LATIN1',
    async env() {
      const name = `lounge_${randomBytes(6).toString('hex')}`
      const server = inject('databaseServer')
      await onServer(server, `create database ${name} encoding 'LATIN1' locale 'C' template template0`)
      return { DATABASE_URL: urlWith(server, (it) => (it.pathname = `/${name}`)) }
    },
    message: /^DATABASE_URL=.*: the database lounge_\w+ is in LATIN1; must be in UTF8/,
  },
  {
    what: 'a database that is read-only',
    async env() {
      const url = await createEmptyDatabase()
      await onServer(url, `alter database ${nameOf(url)} set default_transaction_read_only = on`)
      return { DATABASE_URL: url }
    },
    message: /^DATABASE_URL=.*: the database is read-only; must be the primary/,
  },
  {
    what: 'several hosts of which none accepts writes',
    async env() {
      const url = await createEmptyDatabase()
      await onServer(url, `alter database ${nameOf(url)} set default_transaction_read_only = on`)
      const { hostname, port, username, password, pathname, searchParams } = new URL(url)
      const socket = searchParams.get('host') ?? hostname
      const query = `host=${encodeURIComponent(socket)},127.0.0.1&port=${port},${await freePort()}`
      return { DATABASE_URL: `postgres://${username}:${password}@${pathname}?${query}` }
    },
    message: /^DATABASE_URL=.*no host of the database accepts writes: .*is read-only; .*ECONNREFUSED/,
  },
  {
    what: 'TLS of a server that has none',
    env: async () => ({
      DATABASE_URL: urlWith(await createEmptyDatabase(), (it) => it.searchParams.set('sslmode', 'require')),
    }),
    message: /^DATABASE_URL=.*: the server does not speak TLS/,
  },
  {
    what: 'another database past the pooler',
    env: async () => ({
      DATABASE_URL: await createEmptyDatabase(),
      DATABASE_DIRECT_URL: await createEmptyDatabase(),
    }),
    message: /^DATABASE_DIRECT_URL=.*: leads to another database than DATABASE_URL/,
  },
]

export const MACHINES: readonly MachineMistake[] = [
  {
    what: 'a data directory that is a file',
    async env(directory) {
      await writeFile(join(directory, 'a-file'), '')
      return { DATA_DIR: join(directory, 'a-file') }
    },
    message: /^DATA_DIR=.*a-file: cannot be written to \(.*file/,
  },
  {
    what: 'a data directory below a file',
    async env(directory) {
      await writeFile(join(directory, 'b-file'), '')
      return { DATA_DIR: join(directory, 'b-file/data') }
    },
    message: /^DATA_DIR=.*data: cannot be written to \(.*ENOTDIR/,
  },
  {
    what: 'a data directory on a file system that is read-only',
    env: async () => ({ DATA_DIR: '/proc/lounge' }),
    message: /^DATA_DIR=\/proc\/lounge: cannot be written to/,
  },
]
