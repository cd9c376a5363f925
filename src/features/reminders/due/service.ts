import { enqueueEmail } from '#features/emails/service.ts'
import { findDueReminders } from '#features/reminders/service.ts'
import { enqueueText } from '#features/emails/text-messages/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens }

/**
 * Enqueues the reminder emails and texts that are due and returns their number. Safe to repeat: unique constraints on both
 * queues allow one reminder for each reservation and date.
 */
export async function enqueueReminders(deps: Deps): Promise<number> {
  const { emails, texts } = await findDueReminders(deps)
  // oxlint-disable no-await-in-loop -- one transaction each: a failure leaves the earlier ones queued
  for (const { id, ...email } of emails)
    await deps.db.transaction().execute((tx) => enqueueEmail(tx, id, email))
  for (const { id, dedupeKey } of texts)
    await deps.db.transaction().execute((tx) => enqueueText(tx, id, { kind: 'reminder', dedupeKey }))
  // oxlint-enable no-await-in-loop
  return emails.length + texts.length
}
