import { Client, DatabaseError } from 'pg'
import { EmbeddedPostgresError } from './error.ts'

export type Connection = { host: string; port: number; user: string; password: string; database: string }

/** Registration of one process as a user of the server. */
export type Membership = {
  /** Resolves when the connection is lost: the server has died or restarts after a crash. */
  lost: Promise<void>
  /** True if no other process uses the server: the caller must stop it, and no process can join any more. */
  leave: () => Promise<boolean>
  close: () => Promise<void>
}

// Key of the advisory lock shared by all processes and releases. It must never change.
const lockKey = 7_462_290_118

// Exists in pg but not in its types.
declare module 'pg' {
  interface Client {
    ref(): void
    unref(): void
  }
}

async function connect(connection: Connection): Promise<Client> {
  const client = new Client({
    ...connection,
    // Ignores PGSSLMODE of the environment, which is meant for other servers.
    ssl: false,
    application_name: 'lounge membership',
    connectionTimeoutMillis: 10_000,
  })
  // A lost connection is handled in leave(). Without a listener, the event would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function ask(client: Client, lockFunction: string): Promise<boolean> {
  const { rows } = await client.query<{ answer: boolean }>(`select ${lockFunction}($1) as answer`, [lockKey])
  return rows[0]?.answer === true
}

async function leaveBy(client: Client): Promise<boolean> {
  await ask(client, 'pg_advisory_unlock_shared')
  return ask(client, 'pg_try_advisory_lock')
}

/**
 * The last process that leaves stops the server. Each one holds a shared advisory lock, which PostgreSQL releases
 * however the process ends. A process that can upgrade its lock to exclusive is the last. So a script never stops the
 * database of a running site, and a server orphaned by a kill is stopped by the process that adopted it. Undefined:
 * the server is about to stop, so the caller waits for that.
 */
export async function joinServer(connection: Connection): Promise<Membership | undefined> {
  let client: Client
  try {
    client = await connect(connection)
    if (!(await ask(client, 'pg_try_advisory_lock_shared'))) {
      await client.end()
      return undefined
    }
  } catch (error) {
    // Errors without a SQLSTATE come from a stopped server's socket; class 57 means a start or a stop.
    if (!(error instanceof DatabaseError) || error.code?.startsWith('57')) return undefined
    throw new EmbeddedPostgresError(
      'server_failed',
      `PostgreSQL in ${connection.host} runs, but refuses the role "${connection.user}": ${error instanceof Error ? error.message : String(error)}`,
      error,
    )
  }
  client.unref()
  const first = client
  return {
    lost: new Promise((resolve) => {
      first.once('end', () => resolve())
      first.once('error', () => resolve())
    }),
    async leave() {
      try {
        client.ref()
        return await leaveBy(client)
      } catch {
        // The connection and its lock are lost. Other processes may still use the server, or it is gone.
        try {
          client = await connect(connection)
          return await leaveBy(client)
        } catch {
          return false
        }
      }
    },
    async close() {
      await client.end().catch(() => {})
    },
  }
}
