/**
 * `npm run staff -- add EMAIL` creates an owner account; `npm run staff -- reset EMAIL` gives an existing account a
 * new password and removes its authenticator. For when no owner can sign in.
 */
import { parseArgs } from 'node:util'
import { resetStaffAccess } from '#features/staff/service.ts'
import { readConfig } from '#platform/config/config.ts'
import { openDatabaseConnection } from '#platform/db/database-connection.ts'
import { createLog } from '#platform/observability/log.ts'
import { migrate } from '#platform/db/migrate.ts'
import { explainStart } from '#platform/config/explain-start-error.ts'

const USAGE = 'npm run staff -- add EMAIL     (or: reset EMAIL)\n'
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [what, email = ''] = positionals
  if ((what !== 'add' && what !== 'reset') || !ADDRESS.test(email)) {
    process.stderr.write(USAGE)
    return 1
  }
  const log = createLog('warn')
  const opened = await openDatabaseConnection(readConfig(process.env), log)
  try {
    await migrate(opened.connection, 'db/migrations', { log })
    const given = await resetStaffAccess(opened.database, email)
    process.stdout.write(
      `\n  ${given.isNew ? 'A new owner' : 'A new password'}\n  Email      ${given.email}\n` +
        `  Password   ${given.password}   (temporary: to be changed at the first sign-in)\n\n`,
    )
    return 0
  } finally {
    await opened.closeDatabase()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const explained = explainStart(error)
  process.stderr.write(`${explained instanceof Error ? explained.message : String(explained)}\n`)
  process.exitCode = 1
}
