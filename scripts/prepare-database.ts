/**
 * Creates the embedded database of a first start and its schema while the server is built. Does nothing where there is a
 * database already: the server migrates that one, once its new version is built.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#platform/config/config.ts'
import { openDatabaseConnection } from '#platform/db/database-connection.ts'
import { migrate } from '#platform/db/migrate.ts'
import { createLog } from '#platform/observability/log.ts'
import { claimDataDirectory } from '#platform/storage/server-record.ts'
import { ensureWritable } from '#platform/storage/storage.ts'

const config = readConfig(process.env)
const { databaseUrl, dataDir, port } = config
if (databaseUrl === null && !existsSync(join(dataDir, 'postgres'))) {
  await ensureWritable(dataDir)
  const claim = await claimDataDirectory({ dataDir, port, isExclusive: true, say: () => undefined })
  const { connection, closeDatabase } = await openDatabaseConnection(config, createLog('silent'))
  await migrate(connection, 'db/migrations').finally(closeDatabase)
  await claim.release()
}
