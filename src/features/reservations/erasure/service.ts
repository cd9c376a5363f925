import type { Db } from '#platform/db/db.ts'
import type { SubjectRows } from '#platform/db/fragments/subject-rows.ts'
import { withoutText } from './rules.ts'
import { type Erasing, listCopies, listMergedTexts, writeAnonymised, writeTexts } from './store.ts'

/**
 * Anonymises the guest of past, cancelled and soft-deleted reservations, selected by email address or by age, and
 * returns the ids. The booking and its payments stay for the accounts. Upcoming reservations and those with a pending
 * payment, of their own or of a change, are skipped: a late payment needs the guest's email.
 */
export async function anonymiseReservations(db: Db, which: SubjectRows, erasing: Erasing): Promise<string[]> {
  await eraseCopies(db, which, erasing.now)
  return writeAnonymised(db, which, erasing)
}

/** A merge copied the requests and the staff note of a guest into the reservation that stays. */
async function eraseCopies(db: Db, which: SubjectRows, now: Date): Promise<void> {
  for (const merged of await listMergedTexts(db, which, now))
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    for (const { id, ...copy } of await listCopies(db, merged)) {
      const staffNote = withoutText(copy.staffNote, merged.staffNote)
      const specialRequests = withoutText(copy.specialRequests ?? '', merged.specialRequests ?? '') || null
      const isCopy = staffNote !== copy.staffNote || specialRequests !== copy.specialRequests
      // oxlint-disable-next-line no-await-in-loop
      if (isCopy) await writeTexts(db, id, { staffNote, specialRequests })
    }
}
