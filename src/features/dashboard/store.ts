import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { isPartyToMove, partiesAtTables } from '#platform/db/fragments/parties-at-tables.ts'
import type { Counts, RecentReservation, TableGlance } from './schema.ts'

const LISTED = 5

export async function readCounts(db: Db, today: CalendarDate): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from menu_items where deleted_at is null) as "menuItems",
      (select coalesce(sum(reservations), 0)::bigint from reservation_counters where status = 'confirmed') as "activeReservations",
      (select count(*) from events where deleted_at is null and date >= ${today}) as "upcomingEvents",
      (select count(*) from gallery_items where deleted_at is null) as "galleryItems"
  `.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('counting answered nothing')
  return counts
}

export const listRecent = (db: Db): Promise<RecentReservation[]> =>
  db
    .selectFrom('reservations')
    .where('deletedAt', 'is', null)
    .select(['id', 'guestName', 'guestCount', 'status'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()

export const listFirstTables = (db: Db, now: Date): Promise<TableGlance[]> =>
  db
    .selectFrom('venueTables as t')
    .where('t.deletedAt', 'is', null)
    .select(['t.id', 't.tableNumber', 't.maxGuests', 't.isAvailable'])
    .select(
      sql<boolean>`exists (
        select from table_occupancies o where o.table_id = t.id and o.is_active and o.during @> ${now}::timestamptz)`.as(
        'isTakenNow',
      ),
    )
    .orderBy('t.tableNumber')
    .limit(LISTED)
    .execute()

const isExpected = sql<boolean>`reservation_is_expected(r.status, r.held_until, r.deleted_at)`

type ArrivalRow = { readonly at: Date; readonly guests: number; readonly parties: number }

export async function listArrivals(db: Db, date: CalendarDate): Promise<ArrivalRow[]> {
  const { rows } = await sql<ArrivalRow>`
    select date_bin('30 minutes', r.starts_at, timestamptz '2000-01-01 00:00Z') as at,
      sum(r.guest_count)::integer as guests, count(*)::integer as parties
    from reservations r
    where r.business_date = ${date} and ${isExpected}
    group by 1 order by 1
  `.execute(db)
  return rows
}

/** Counts parties whose table is not in use any more: they need another one. */
export async function countPartiesToMove(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct r.id)::integer as count from ${partiesAtTables(now)} and ${isPartyToMove()}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Counts reservations to come that staff have to confirm. Tables held while a guest pays need no decision. */
export async function countUnconfirmed(db: Db, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('reservations as r')
    .where('r.status', '=', 'pending')
    .where('r.endsAt', '>', now)
    .where(isExpected)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
