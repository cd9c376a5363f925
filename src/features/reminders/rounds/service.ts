import { enqueueEmail } from '#features/emails/service.ts'
import { findDueReminders } from '#features/reminders/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens }

/** Promises every guest of tomorrow one reminder, however often it goes round. Answers how many were promised. */
export async function remindGuests(deps: Deps): Promise<number> {
  const due = await findDueReminders(deps)
  for (const { id, kind } of due) {
    // oxlint-disable-next-line no-await-in-loop -- each promise stands by itself: the ones made are kept
    await deps.db.transaction().execute((tx) => enqueueEmail(tx, id, kind))
  }
  return due.length
}
