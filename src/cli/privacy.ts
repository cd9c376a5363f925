/**
 * `npm run privacy -- export EMAIL`: prints all that is stored about a person, as JSON. `npm run privacy -- erase EMAIL`:
 * erases it, and says what stays because it is still to come.
 */
import { parseArgs } from 'node:util'
import { erasePerson, exportPerson } from '#features/privacy/service.ts'
import { readConfig } from '#platform/config/config.ts'
import { StartError } from '#platform/config/start-error.ts'
import { openDatabaseConnection } from '#platform/db/database-connection.ts'
import type { Db } from '#platform/db/db.ts'
import { createLog } from '#platform/observability/log.ts'
import { runTask } from './run-command.ts'

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** `4 reservations` for each kind of record, one a line. */
const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(
      ([kind, count]) => `  ${count} ${kind.replaceAll(/[A-Z]/g, (initial) => ` ${initial.toLowerCase()}`)}`,
    )
    .join('\n')

async function erase(db: Db, email: string): Promise<void> {
  const { erased, ...remaining } = await erasePerson({ db, now: new Date() }, email)
  say(`Erased:\n${counted(erased) || '  nothing'}`)
  const left = counted({
    reservations: remaining.remainingReservations,
    guestListEntries: remaining.remainingListEntries,
    waitingEntries: remaining.remainingWaitingEntries,
  })
  if (left !== '')
    say(`Still there, because they are to come or a payment is open (cancel them first):\n${left}`)
}

await runTask(async () => {
  const [what, email = ''] = parseArgs({ allowPositionals: true }).positionals
  if ((what !== 'export' && what !== 'erase') || !ADDRESS.test(email))
    throw new StartError('npm run privacy -- export EMAIL     (or: erase EMAIL)')
  const opened = await openDatabaseConnection(readConfig(process.env), createLog('warn'))
  const { db } = opened.database
  try {
    if (what === 'erase') await erase(db, email)
    else say(JSON.stringify(await exportPerson({ db }, email), null, 2))
  } finally {
    await opened.closeDatabase()
  }
})
