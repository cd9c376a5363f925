import cluster from 'node:cluster'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Connection } from './connections/connections.ts'
import { type Database, openDatabase } from './db.ts'
import { asDatabaseError } from './db-errors.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import type { Log } from '../observability/log.ts'
import { hostsOf } from '../config/settings/database-url.ts'
import { supervise } from '../observability/supervise.ts'

export type DatabaseConnection = {
  /** For what lives longer than a transaction: listening, the job queue, migrations, backups. */
  readonly connection: Connection
  /** Description for the startup banner. */
  readonly kind: string
  readonly database: Database
  /** The embedded server was running already. */
  readonly wasRunning: boolean
  readonly closeDatabase: () => Promise<void>
}

/**
 * The database the settings name, or one of our own under the data directory. Of several processes the primary launches the
 * embedded server; the others wait until it is there.
 */
export const openDatabaseConnection = (
  config: Config,
  log: Log,
  { launches = !cluster.isWorker }: { readonly launches?: boolean } = {},
): Promise<DatabaseConnection> =>
  config.databaseUrl ? openExternal(config.databaseUrl, config, log) : openEmbedded(config, log, launches)

const lostConnection = (log: Log) => (error: Error) =>
  log.warn({ event: 'db.connection_lost', err: asDatabaseError(error) }, 'a database connection was lost')

async function openExternal(url: string, config: Config, log: Log): Promise<DatabaseConnection> {
  const { databasePoolSize: max, isPooled, databaseDirectUrl } = config
  const database = openDatabase(url, { max, isPooled, onLost: lostConnection(log) })
  return {
    connection: databaseDirectUrl ?? url,
    kind: `external PostgreSQL at ${hostsOf(url)}`,
    database,
    wasRunning: false,
    closeDatabase: () => database.close(),
  }
}

const FEW = 100
const BESIDE_THE_POOL = 10
const FOR_OTHERS = 20

/** Each process has its pool, and beside it its queue, its listener and its membership. */
const connectionsFor = ({ processes, databasePoolSize }: Config): number =>
  Math.max(FEW, processes * (databasePoolSize + BESIDE_THE_POOL) + FOR_OTHERS)

// The first restart is immediate. Retries of a server that cannot start, as on a full disk, back off.
const RESTART = { firstDelayMs: 10, maxDelayMs: 10_000, settledMs: 500 }

async function openEmbedded(config: Config, log: Log, launches: boolean): Promise<DatabaseConnection> {
  const settings = { max_connections: connectionsFor(config) }
  const start = (socketDir?: string) =>
    startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), settings, socketDir, launches })
  let server = await start()
  // Explicit, because PGSSLMODE in the environment would otherwise request TLS on a Unix socket, which has none.
  const connection = { ...server.connection, ssl: false }
  const database = openDatabase(connection, { max: config.databasePoolSize, onLost: lostConnection(log) })
  let isFirst = true
  const supervised = supervise(
    launches ? 'embedded_database' : 'database_membership',
    async () => {
      if (!isFirst) {
        server = await start(connection.host)
        if (launches) log.warn({ event: 'database.restarted' }, 'the embedded database runs again')
      }
      isFirst = false
      return { ended: server.lost, stop: async () => undefined }
    },
    { log, ...RESTART },
  )
  return {
    connection,
    kind: `embedded PostgreSQL 18 in ${config.dataDir}/postgres`,
    database,
    wasRunning: server.adopted,
    async closeDatabase() {
      await supervised.stop()
      await database.close()
      await server.stop()
    },
  }
}
