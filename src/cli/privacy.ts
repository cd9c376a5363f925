/**
 * `npm run privacy -- export CONTACT`: prints all that is stored about a person, as JSON. `npm run privacy -- erase CONTACT`:
 * erases it, and says what stays because it is still to come. A contact is an email address or a phone number.
 */
import { parseArgs } from 'node:util'
import { erasePerson, exportPerson } from '#features/guests/privacy/service.ts'
import { toE164 } from '#lib/phone.ts'
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

async function erase(db: Db, contact: string): Promise<void> {
  const { erased, ...remaining } = await erasePerson({ db, now: new Date() }, contact)
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
  const [what, contact = ''] = parseArgs({ allowPositionals: true }).positionals
  if ((what !== 'export' && what !== 'erase') || (!ADDRESS.test(contact) && toE164(contact) === null))
    throw new StartError(
      'npm run privacy -- export CONTACT     (or: erase CONTACT; an email address or phone number)',
    )
  const opened = await openDatabaseConnection(readConfig(process.env), createLog('warn'))
  const { db } = opened.database
  try {
    if (what === 'erase') await erase(db, contact)
    else say(JSON.stringify(await exportPerson({ db }, contact), null, 2))
  } finally {
    await opened.closeDatabase()
  }
})
