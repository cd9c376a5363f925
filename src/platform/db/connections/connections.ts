import pg from 'pg'
import { createHostFinder, type HostFinder, probeWith } from '#platform/network/host-finder.ts'
import { readDatabaseUrl } from '#platform/config/settings/database-url.ts'

export type Connection = string | Omit<pg.ClientConfig, 'types' | 'statement_timeout'>

type Options = {
  /** 0 is for work that may take as long as it takes, such as a migration. */
  readonly statementTimeoutMs?: number
  /** Limit on the wait of a statement for a lock; 0 is none. */
  readonly lockTimeoutMs?: number
  readonly queryTimeoutMs?: number
  /** The connection leads to a pooler that may give each transaction another session: nothing is set for the session. */
  readonly isPooled?: boolean
}

// A date is a page of the calendar, not a moment: it stays text. Counts fit a double with room to spare.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
types.setTypeParser(pg.types.builtins.INT8, Number)

const CONNECT_MS = 3000
export const STATEMENT_MS = 8000
const QUERY_MS = 10_000

/** Settings of every connection. Timeouts end a request before a guest gives up waiting. */
const SHARED: pg.ClientConfig = {
  application_name: 'lounge',
  // TCP keep-alive detects a connection whose other end vanished.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  types,
}

/** A client, not connected yet. */
export function openClient(connection: Connection, options: Options = {}): pg.Client {
  const { config, Client } = prepare(connection, options)
  return new Client(config)
}

/** A pool. No connection is made until the first query. */
export function openPool(
  connection: Connection,
  { max, idleMs = 10_000, ...options }: Options & { readonly max: number; readonly idleMs?: number },
): pg.Pool {
  const { config, Client } = prepare(connection, options)
  return new pg.Pool({ ...config, max, idleTimeoutMillis: idleMs, Client })
}

function prepare(connection: Connection, options: Options) {
  const { queryTimeoutMs = QUERY_MS, isPooled = false } = options
  const { hosts, connectTimeoutMs, ...rest } = read(connection)
  const limits = { connectionTimeoutMillis: connectTimeoutMs ?? CONNECT_MS, query_timeout: queryTimeoutMs }
  const config = { ...rest, ...SHARED, ...limits }
  const finder = hosts.length > 1 ? createHostFinder(hosts, probeWith(config)) : null
  return { config, Client: clientFor(finder, isPooled ? [] : sessionSettings(options)) }
}

/** Statements that set the limits of a session. */
const sessionSettings = ({ statementTimeoutMs = STATEMENT_MS, lockTimeoutMs = 0 }: Options): string[] => [
  ...(statementTimeoutMs > 0 ? [`set statement_timeout = ${statementTimeoutMs}`] : []),
  ...(lockTimeoutMs > 0 ? [`set lock_timeout = ${lockTimeoutMs}`] : []),
]

function read(connection: Connection) {
  if (typeof connection !== 'string') return { ...connection, hosts: [], connectTimeoutMs: null }
  const { hosts, ...address } = readDatabaseUrl(connection)
  return { ...address, ...hosts[0], hosts }
}

/**
 * A client that first finds its host and sets its limits on statements once it is connected. As parameters of the start
 * of a session, PgBouncer would refuse them.
 */
function clientFor(finder: HostFinder | null, settings: readonly string[]): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      const opened = this.#open()
      if (!callback) return opened
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pool is told of success by no error
      opened.then(() => callback(undefined as unknown as Error), callback)
    }

    async #open(): Promise<this> {
      // Without a listener, an error between connecting and the first query would end the process.
      const ignore = (): void => undefined
      this.on('error', ignore)
      try {
        if (finder) Object.assign(this, await finder.find())
        await super.connect()
        if (settings.length > 0) await this.query(settings.join('; '))
        return this
      } catch (error) {
        finder?.forget()
        this.end().catch(ignore)
        throw error
      } finally {
        // After the caller's own listener is there.
        setImmediate(() => this.off('error', ignore))
      }
    }
  }
}
