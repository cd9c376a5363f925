import { enqueueEmail } from '#features/emails/service.ts'
import { isLeftToOther } from '#features/reminders/evening/service.ts'
import { findDueReminders } from '#features/reminders/service.ts'
import { enqueueText } from '#features/emails/text-messages/service.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens }

/**
 * Enqueues the reminder emails and texts that are due and returns their number. Safe to repeat: unique constraints on both
 * queues allow one reminder for each reservation and date. Dinner and night of one evening share the one of the first part: the other
 * has none of its own while that one waits, and none after it, if it left with both.
 */
export async function enqueueReminders(deps: Deps): Promise<number> {
  const { emails, texts } = await findDueReminders(deps)
  let queued = 0
  // oxlint-disable no-await-in-loop -- one transaction each: a failure leaves the earlier ones queued
  for (const { id, ...email } of emails) {
    if (await isLeftToOther(deps, 'email', { id, ...email })) continue
    await inTransaction(deps.db, (tx) => enqueueEmail(tx, id, email))
    queued += 1
  }
  for (const { id, dedupeKey } of texts) {
    if (await isLeftToOther(deps, 'text', { id, dedupeKey })) continue
    await inTransaction(deps.db, (tx) => enqueueText(tx, id, { kind: 'reminder', dedupeKey }))
    queued += 1
  }
  // oxlint-enable no-await-in-loop
  return queued
}
