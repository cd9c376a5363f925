import { enqueueEmail } from '#features/emails/service.ts'
import { findDueReminders } from '#features/reminders/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens }

/**
 * Enqueues the reminder emails that are due and returns their number. Safe to repeat: a unique constraint on the email
 * queue allows one reminder for each reservation and date.
 */
export async function enqueueReminders(deps: Deps): Promise<number> {
  const due = await findDueReminders(deps)
  for (const { id, ...email } of due) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction each: a failure leaves the earlier ones queued
    await deps.db.transaction().execute((tx) => enqueueEmail(tx, id, email))
  }
  return due.length
}
