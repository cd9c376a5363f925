import { loadVenue } from '#features/venue/service.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { creditEnd } from './rules.ts'
import { writeOwedAsCredit } from './store.ts'

type Party = { readonly id: string; readonly date: CalendarDate }

/** Makes what is owed to the guest of a reservation that stands again a credit, which ends as any other. */
export async function creditOwed(
  { db, now }: { readonly db: Db; readonly now: Date },
  { id, date }: Party,
): Promise<void> {
  const { creditMonths: months } = await loadVenue({ db })
  await writeOwedAsCredit(db, id, creditEnd({ from: businessDate(now), months, night: date }))
}
