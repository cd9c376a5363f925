import { join } from 'node:path'
import type { Config } from './config.ts'
import { type Connection, type Database, openDatabase } from './db.ts'
import { startEmbeddedPostgres } from './embedded-postgres/start.ts'
import type { Log } from './log.ts'

export type HouseDatabase = {
  readonly connection: Connection
  /** In words, for whoever started the server. */
  readonly kind: string
  readonly database: Database
  /** Called when the database was lost: a server of our own is started again; another's comes back by itself. */
  readonly revive: () => void
  readonly closeDatabase: () => Promise<void>
}

/** The database the settings name, or one of our own under the data directory. */
export const openHouseDatabase = (config: Config, log: Log): Promise<HouseDatabase> =>
  config.databaseUrl ? openExternal(config.databaseUrl, config, log) : openEmbedded(config, log)

const lostConnection = (log: Log) => (error: Error) =>
  log.warn({ err: error }, 'a database connection was lost')

async function openExternal(url: string, config: Config, log: Log): Promise<HouseDatabase> {
  const database = openDatabase(url, { max: config.databasePool, onLost: lostConnection(log) })
  return {
    connection: url,
    kind: `external PostgreSQL at ${new URL(url).host}`,
    database,
    revive: () => undefined,
    closeDatabase: () => database.close(),
  }
}

const FEW = 100
const BESIDE_THE_POOL = 10
const FOR_OTHERS = 20

/** Each process has its pool, and beside it its queue, its listener and its membership. */
const connectionsFor = ({ processes, databasePool }: Config): number =>
  Math.max(FEW, processes * (databasePool + BESIDE_THE_POOL) + FOR_OTHERS)

async function openEmbedded(config: Config, log: Log): Promise<HouseDatabase> {
  const settings = { max_connections: connectionsFor(config) }
  const start = () => startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), settings })
  let server = await start()
  // The password is of no use to whoever sets PGSSLMODE: on a socket of our own there is nothing to encrypt.
  const connection = { ...server.connection, ssl: false }
  const database = openDatabase(connection, { max: config.databasePool, onLost: lostConnection(log) })
  let reviving: Promise<void> | null = null
  let isClosed = false

  const restart = async (): Promise<void> => {
    try {
      server = await start()
      log.info('the embedded database runs again')
    } catch (error) {
      log.error({ err: error }, 'the embedded database could not be started again')
    } finally {
      reviving = null
    }
  }
  return {
    connection,
    kind: `embedded PostgreSQL 18 in ${config.dataDir}/postgres`,
    database,
    revive() {
      if (!isClosed) reviving ??= restart()
    },
    async closeDatabase() {
      isClosed = true
      await reviving
      await database.close()
      await server.stop()
    },
  }
}
