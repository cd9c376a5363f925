import { sql } from 'kysely'
import type { CancelReason, ReservationStatus } from '#features/reservations/schema.ts'
import type { Db } from '#platform/db/db.ts'

type Deleted = {
  readonly status: ReservationStatus
  readonly cancelReason: CancelReason | null
  readonly deletedStatus: ReservationStatus
  readonly deletedAt: Date
}

/** Marks a reservation as deleted. A trigger ends its occupancy of the table. */
export async function writeDeleted(db: Db, id: string, it: Deleted): Promise<void> {
  await db.updateTable('reservations').set(it).where('id', '=', id).execute()
}

type Restored = {
  readonly status: ReservationStatus
  readonly cancelReason: CancelReason | null
  readonly leftAt: Date | null
  /** The period of its night, if that was moved meanwhile. */
  readonly businessDate?: string
  readonly startsAt?: Date
  readonly endsAt?: Date
}

/** Removes the deletion mark and sets the earlier status. A trigger occupies the table again, which may conflict. */
export async function writeRestored(db: Db, id: string, it: Restored): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ ...it, deletedAt: null, deletedStatus: null })
    .where('id', '=', id)
    .execute()
}

type WasDeleted = { readonly status: ReservationStatus | null; readonly isMerged: boolean }

/** The status of a reservation before its deletion, null for rows that an older version deleted; and whether it was merged. */
export async function findDeletion(db: Db, id: string): Promise<WasDeleted> {
  const { rows } = await sql<WasDeleted>`
    select deleted_status as status, merged_into_id is not null as "isMerged" from reservations where id = ${id}`.execute(
    db,
  )
  return rows[0] ?? { status: null, isMerged: false }
}

/** Time at which staff added a reservation; null for one that the guest booked. */
export async function findAddedByStaff(db: Db, id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('reservations')
    .where('id', '=', id)
    .where('source', 'in', ['walk_in', 'phone'])
    .select('createdAt')
    .executeTakeFirst()
  return row?.createdAt ?? null
}

const MOST_IN_TRASH = 200

/**
 * Reservations deleted since a moment by a person, not by a merge, and older ones with an amount to refund, an open refund or an open payment
 * issue.
 */
export const listDeleted = (db: Db, since: Date) =>
  db
    .selectFrom('reservations as r')
    .select(['r.id', 'r.guestName as name', 'r.deletedAt'])
    .where('r.deletedAt', 'is not', null)
    .where(
      sql<boolean>`((r.deleted_at > ${since} and r.merged_into_id is null) or r.received_cents > r.refunded_cents
        or exists (select from refunds f where f.reservation_id = r.id and f.status in ('requested', 'pending'))
        or exists (select from payment_exceptions x where x.reservation_id = r.id and x.resolved_at is null))`,
    )
    .orderBy('r.deletedAt', 'desc')
    .limit(MOST_IN_TRASH)
    .execute()

/** Reservations deleted before the given time that never involved a payment, and of which no guest came. The link of a merged one works until the night of the one that remains. */
export async function listPurgeable(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r left join reservations l on l.id = r.merged_into_id
    where r.deleted_at < ${before} and (r.merged_into_id is null or l.ends_at < ${before})
      and r.received_cents = 0 and r.refunded_cents = 0
      and not exists (select from arrival_events where reservation_id = r.id and kind = 'arrived')
      and not exists (select from checkouts where reservation_id = r.id)
      and not exists (select from ledger_lines where reservation_id = r.id)
      and not exists (select from payment_exceptions where reservation_id = r.id)`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteReservations(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('reservations').where('id', 'in', ids).execute()
}
