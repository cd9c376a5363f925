/**
 * `npm run psql`: opens psql on the configured database, embedded or external. `-- -c SQL` runs one statement and
 * prints its rows without an installed client.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { clientFor } from '#platform/backup/files/dump.ts'
import { BackupError } from '#platform/backup/error.ts'
import { withClient } from '#platform/backup/facts.ts'
import { runStatement } from '#platform/backup/statement.ts'
import { readConfig } from '#platform/config/config.ts'
import { openDatabaseConnection } from '#platform/db/database-connection.ts'
import { createLog } from '#platform/observability/log.ts'
import { runTask } from './run-command.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

function openPsql(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<number> {
  // Ctrl-C cancels the statement in psql. Neither psql nor this process exits.
  process.on('SIGINT', () => undefined)
  return new Promise((resolve, reject) => {
    const child = spawn('psql', args, { env, stdio: 'inherit' })
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', (error) =>
      reject(
        'code' in error && error.code === 'ENOENT'
          ? new BackupError(
              'psql is not on the PATH: install the client of PostgreSQL (on Debian: apt-get install postgresql-client), or run one statement without it: npm run psql -- -c "select now()".',
            )
          : error,
      ),
    )
  })
}

await runTask(async () => {
  const args = process.argv.slice(2)
  const config = readConfig(process.env)
  // Opening the embedded database would create it.
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres/PG_VERSION')))
    throw new BackupError(`There is no database in ${config.dataDir} yet: npm start makes it.`)
  const opened = await openDatabaseConnection(config, createLog('warn'))
  try {
    const [option, statement] = args
    if (option === '-c' && statement !== undefined && args.length === 2)
      return await withClient(opened.connection, (client) => runStatement(client, statement, say))
    const client = clientFor(opened.connection)
    return await openPsql(client.env, [...client.args, ...args])
  } finally {
    await opened.closeDatabase()
  }
})
