import { sql } from 'kysely'
import type { CoverNight } from '#features/reservation-management/arrivals/cover/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { FoundReservation } from './schema.ts'

/** The reservation with an id or an entry code, whatever its night. */
export async function findByCode(
  db: Db,
  by: { readonly id: string } | { readonly entryCode: string },
): Promise<(Omit<FoundReservation, 'mergedInto'> & { readonly isMerged: boolean }) | null> {
  const rows = db
    .selectFrom('reservations')
    .select(['id', 'businessDate as date', 'status', 'deletedAt', 'mergedIntoId'])
    .select(
      sql<
        CalendarDate[]
      >`array(select night::text from former_nights where reservation_id = reservations.id)`.as(
        'formerNights',
      ),
    )
  const row = await (
    'id' in by ? rows.where('id', '=', by.id) : rows.where('entryCode', '=', by.entryCode)
  ).executeTakeFirst()
  if (!row) return null
  const { deletedAt, mergedIntoId, ...found } = row
  return { ...found, isDeleted: deletedAt !== null, isMerged: mergedIntoId !== null }
}

/** The events of a night with their prices, the latest first. */
export const listCoverNights = (db: Db, night: CalendarDate): Promise<CoverNight[]> =>
  db
    .selectFrom('events')
    .where('date', '=', night)
    .where('deletedAt', 'is', null)
    .select(['title', 'price'])
    .orderBy('startsAt', 'desc')
    .orderBy('id')
    .execute()

/** The reduced price of cover; 0 where the venue has none. */
export const readReducedCover = async (db: Db): Promise<Cents> =>
  (await db.selectFrom('venue').select('reducedCoverCents').executeTakeFirst())?.reducedCoverCents ?? 0
