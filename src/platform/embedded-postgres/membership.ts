import { Client, DatabaseError } from 'pg'
import { EmbeddedPostgresError } from './error.ts'

export type Connection = { host: string; port: number; user: string; password: string; database: string }

/** One process that uses the server. */
export type Membership = {
  /** Fulfilled when its connection is gone: the server has died, or restarts after a crash. */
  lost: Promise<void>
  /** True if nobody else was left: the caller must stop the server, and nobody can join it any more. */
  leave: () => Promise<boolean>
  close: () => Promise<void>
}

// Any number will do as long as it stays: processes of different releases meet on it.
const lockKey = 7_462_290_118

// In pg, but missing in its types.
declare module 'pg' {
  interface Client {
    ref(): void
    unref(): void
  }
}

async function connect(connection: Connection): Promise<Client> {
  const client = new Client({
    ...connection,
    // PGSSLMODE in the environment is meant for other servers.
    ssl: false,
    application_name: 'lounge membership',
    connectionTimeoutMillis: 10_000,
  })
  // A lost connection is found out in leave(); unheard, the event would end the process.
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
 * Who may stop the server? The last one out. Each process that uses it holds a shared lock in it, which vanishes
 * with the process however that ends; whoever can turn the lock exclusive was the last. So a script that shares
 * the server with a running site never takes it away, and the orphan of a killed process is stopped by its adopter.
 *
 * Undefined: the server is about to stop, wait for its end.
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
    // What the server did not say itself comes from the socket of one just gone; its class 57 is a start or a stop.
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
        // The connection was lost, and the lock with it: others may still be there, or the server is gone.
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
