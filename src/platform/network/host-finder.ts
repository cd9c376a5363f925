import pg from 'pg'
import type { DatabaseHost } from '../config/settings/database-url.ts'

export type HostFinder = {
  /** The host that accepts writes. Rejects if none does. */
  find(): Promise<DatabaseHost>
  /** Drops the cached result after a failed connection. */
  forget(): void
}

/** Rejects if a host is unreachable or read-only. */
export type Probe = (host: DatabaseHost) => Promise<void>

// Cache time of a result. A connection that turns out to be read-only is closed, and the next one probes again.
const BELIEVED_MS = 1000
const PROBE_MS = 1500

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = '25006'

class ReadOnlyDatabase extends Error {
  override readonly name = 'ReadOnlyDatabase'
  readonly code = READ_ONLY
}

export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === READ_ONLY

/** Finds the primary among several hosts: probes all in parallel; the first that accepts writes wins. */
export function createHostFinder(hosts: readonly DatabaseHost[], probe: Probe): HostFinder {
  let found: { readonly host: Promise<DatabaseHost>; readonly at: number } | null = null

  const ask = async (): Promise<DatabaseHost> => {
    try {
      return await Promise.any(
        hosts.map(async (host) => {
          await probe(host)
          return host
        }),
      )
    } catch (error) {
      found = null
      const reasons = error instanceof AggregateError ? error.errors : [error]
      const each = hosts.map(({ host, port }, index) => `${host}:${port} ${messageOf(reasons[index])}`)
      throw new ReadOnlyDatabase(`no host of the database accepts writes: ${each.join('; ')}`)
    }
  }

  return {
    find() {
      if (!found || performance.now() - found.at > BELIEVED_MS) found = { host: ask(), at: performance.now() }
      return found.host
    },
    forget() {
      found = null
    },
  }
}

const messageOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(messageOf).join(', ')
    : error instanceof Error
      ? error.message
      : String(error)

/** SQL condition for a read-only server: a standby, or read-only by default. */
export const REFUSES_WRITES = `pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'`

/** Probes one host on a new connection. `config` has all options except the host. */
export const probeWith =
  (config: pg.ClientConfig): Probe =>
  async ({ host, port }) => {
    const limits = { connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS }
    const client = new pg.Client({ ...config, ...limits, host, port })
    client.on('error', () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ refuses: boolean }>(`select ${REFUSES_WRITES} as refuses`)
      if (rows[0]?.refuses) throw new Error('is read-only')
    } finally {
      client.end().catch(() => undefined)
    }
  }
