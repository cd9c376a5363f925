import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import type { HoldAttempt } from './attempts/schema.ts'
import type { HeldTable, HeldTableNotice } from './schema.ts'

/** Finds the guest's existing hold: by idempotency key first, else the pending one of the same browser and table. */
export function findOwnHold(
  db: Db,
  it: Pick<HoldAttempt, 'key' | 'browser' | 'eventId' | 'tableId'>,
): Promise<HoldRow | undefined> {
  return holdRows(db)
    .where(
      sql<boolean>`r.hold_key = ${it.key}::uuid or (r.holder_browser = ${it.browser} and r.event_id = ${it.eventId}
        and r.table_id = ${it.tableId} and r.status = 'pending')`,
    )
    .orderBy(sql`r.hold_key = ${it.key}::uuid`, 'desc')
    .orderBy('r.createdAt', 'desc')
    .executeTakeFirst()
}

/** Tables that a browser holds for an event now. The seating chart shows them to this guest as their own. */
export const listOwnHolds = (
  { db, now }: { readonly db: Db; readonly now: Date },
  { eventId, browser }: { readonly eventId: string; readonly browser: string },
): Promise<HeldTable[]> =>
  db
    .selectFrom('reservations as r')
    .innerJoin('venueTables as t', 't.id', 'r.tableId')
    .where('r.eventId', '=', eventId)
    .where('r.holderBrowser', '=', browser)
    .where('r.holdKey', 'is not', null)
    .where('r.status', '=', 'pending')
    .where('r.deletedAt', 'is', null)
    .where('r.heldUntil', '>', now)
    .select(['t.id as tableId', 't.tableNumber'])
    .select(sql<Date>`r.held_until`.as('heldUntil'))
    .orderBy('t.tableNumber')
    .execute()

/** Tables that a browser holds now, for the notice on every page: by first bookings, by dinners and by changes. */
export async function listHeldTables(
  { db, now }: { readonly db: Db; readonly now: Date },
  browser: string,
): Promise<HeldTableNotice[]> {
  const { rows } = await sql<HeldRow>`
    select r.id as "reservationId", t.table_number as "tableNumber", r.held_until as "heldUntil", e.slug,
      r.guest_count as "guestCount", r.dinner_id as "ownPageId"
    from reservations r join venue_tables t on t.id = r.table_id join events e on e.id = r.event_id
    where r.holder_browser = ${browser} and r.hold_key is not null and r.status = 'pending' and r.deleted_at is null
      and r.held_until > ${now}
    union all
    select c.reservation_id, t.table_number, c.held_until, '', 0, c.reservation_id
    from guest_changes c join table_blocks b on b.id = c.table_block_id and b.released_at is null
    join venue_tables t on t.id = b.table_id join reservations r on r.id = c.reservation_id and r.deleted_at is null
    where c.holder_browser = ${browser} and c.status = 'open' and c.held_until > ${now}
    order by 3, 2`.execute(db)
  return rows.map(({ slug, guestCount, ownPageId, ...held }) => ({
    ...held,
    paidAt: ownPageId === null ? { page: 'event', slug, guestCount } : { page: 'reservation', id: ownPageId },
  }))
}

type HeldRow = Omit<HeldTableNotice, 'paidAt'> & {
  readonly slug: string
  readonly guestCount: number
  /** The dinner, or the reservation that is changed; null for a first booking. */
  readonly ownPageId: string | null
}

/** A nightlife reservation that was created as a hold, in any status. */
export const findHoldById = (db: Db, id: string): Promise<HoldRow | undefined> =>
  holdRows(db).where('r.id', '=', id).executeTakeFirst()

/** Same row, locked until the transaction ends. Does not lock the table: for changes that leave its occupancy alone. */
export const lockHold = (db: Db, id: string): Promise<HoldRow | undefined> =>
  holdRows(db).where('r.id', '=', id).forUpdate('r').executeTakeFirst()

export type HoldRow = NonNullable<Awaited<ReturnType<ReturnType<typeof holdRows>['executeTakeFirst']>>>

const holdRows = (db: Db) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('venueTables as t', 't.id', 'r.tableId')
    .where('r.deletedAt', 'is', null)
    .where('r.holdKey', 'is not', null)
    .select(['r.id', 'r.eventId', 'r.tableId', 'r.status', 'r.paymentStatus', 'r.heldUntil', 'r.holdKey'])
    .select(['r.guestName', 'r.guestEmail', 'r.guestPhone', 'r.guestCount', 'r.specialRequests'])
    .select(['r.totalPriceCents', 'r.dinnerId', 't.tableNumber', 't.maxGuests'])
    .select(
      sql<string[]>`array(select package_key from reservation_lines l
        where l.reservation_id = r.id and l.kind = 'package' order by package_key)`.as('packageKeys'),
    )
    .select(
      sql<boolean>`exists (select from checkouts c where c.reservation_id = r.id and c.status = 'processing')`.as(
        'isProcessing',
      ),
    )

export type HoldRevision = Pick<
  HoldAttempt,
  'guestName' | 'guestEmail' | 'guestPhone' | 'guestCount' | 'specialRequests' | 'packages'
> & { readonly totalCents: number }

/** Total of a hold with these packages: the table at the price agreed in its line, the packages at current prices. */
export async function priceHold(db: Db, id: string, packages: readonly PackageKey[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (coalesce((select sum(price_cents) from packages where key = any(${packages}::text[]) and is_offered), 0)
      + coalesce((select sum(amount_cents) from reservation_lines where reservation_id = ${id} and kind = 'table'), 0)
      )::integer as cents
  `.execute(db)
  return rows[0]?.cents ?? 0
}

/** Stores a changed form on an existing hold and replaces its package lines. The caller has locked the hold. */
export async function reviseHold(db: Db, id: string, it: HoldRevision): Promise<void> {
  await db
    .deleteFrom('reservationLines')
    .where('reservationId', '=', id)
    .where('kind', '=', 'package')
    .execute()
  await sql`
    insert into reservation_lines (reservation_id, kind, package_key, label, amount_cents)
    select ${id}, 'package', key, name, price_cents from packages
    where key = any(${it.packages}::text[]) and is_offered
  `.execute(db)
  await db
    .updateTable('reservations')
    .set({
      guestName: it.guestName,
      guestEmail: it.guestEmail,
      guestPhone: it.guestPhone,
      guestCount: it.guestCount,
      specialRequests: it.specialRequests || null,
      totalPriceCents: it.totalCents,
    })
    .where('id', '=', id)
    .execute()
}

/** Expired holds, the oldest first. `isPayable`: the provider must close an open checkout before the release. */
export async function listExpiredHolds(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; isPayable: boolean }[]> {
  const rows = await db
    .selectFrom('reservations')
    .select(['id', 'paymentStatus'])
    .where('status', '=', 'pending')
    .where('deletedAt', 'is', null)
    .where('heldUntil', '<=', now)
    .orderBy('heldUntil')
    .limit(limit)
    .execute()
  return rows.map(({ id, paymentStatus }) => ({ id, isPayable: paymentStatus === 'pending' }))
}
