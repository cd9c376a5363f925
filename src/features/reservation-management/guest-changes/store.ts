import { sql } from 'kysely'
import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import type { Db } from '#platform/db/db.ts'
import type { GuestChange, WantedChange, WantedNames } from './schema.ts'

const COLUMNS = [
  'id',
  'reservationId',
  'wanted',
  'basis',
  'night',
  'totalCents',
  'differenceCents',
  'feeCents',
  'tableBlockId',
  'heldUntil',
  'status',
] as const

type Row = Omit<GuestChange, 'wanted'> & { readonly wanted: unknown }

/** Locks a change until the transaction ends. The caller has locked its reservation before. */
export const lockChange = (db: Db, id: string): Promise<Row | undefined> =>
  db.selectFrom('guestChanges').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

/** The change of a reservation that waits for its payment. */
export const findOpenChange = (db: Db, reservationId: string): Promise<Row | undefined> =>
  db
    .selectFrom('guestChanges')
    .select(COLUMNS)
    .where('reservationId', '=', reservationId)
    .where('status', '=', 'open')
    .executeTakeFirst()

/** The last change of a reservation that had to be paid. */
export const findLastChange = (db: Db, reservationId: string): Promise<Pick<Row, 'status'> | undefined> =>
  db
    .selectFrom('guestChanges')
    .select('status')
    .where('reservationId', '=', reservationId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Changes that were not paid in time, or whose reservation was cancelled or deleted. */
export const listExpiredChanges = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('guestChanges as c')
    .innerJoin('reservations as r', 'r.id', 'c.reservationId')
    .select(['c.id', 'c.reservationId'])
    .where('c.status', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('c.heldUntil', '<=', now),
        eb('r.status', '=', 'cancelled'),
        eb('r.deletedAt', 'is not', null),
      ]),
    )
    .orderBy('c.heldUntil')
    .limit(limit)
    .execute()

type NewChange = Omit<GuestChange, 'id' | 'status' | 'wanted'> & {
  readonly wanted: WantedChange
  readonly holderBrowser: string | null
}

export const insertChange = (db: Db, { wanted, basis, ...it }: NewChange): Promise<{ id: string }> =>
  db
    .insertInto('guestChanges')
    .values({ ...it, status: 'open', wanted: JSON.stringify(wanted), basis: JSON.stringify(basis) })
    .returning('id')
    .executeTakeFirstOrThrow()

export async function markChange(
  db: Db,
  id: string,
  status: Exclude<GuestChange['status'], 'open'>,
): Promise<void> {
  await db.updateTable('guestChanges').set({ status, holderBrowser: null }).where('id', '=', id).execute()
}

/** Marks changes that were not paid as replaced by one that their guest chose instead. */
export async function markReplaced(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('guestChanges')
    .set({ isReplaced: true })
    .where('id', 'in', ids)
    .where('status', '=', 'ended')
    .execute()
}

/** Whether a change of a reservation was replaced by another one before it was paid. */
export async function isReplaced(db: Db, reservationId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('guestChanges')
    .where('reservationId', '=', reservationId)
    .where('id', '=', id)
    .where('isReplaced', '=', true)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The packages of a reservation that the party had already, by their tasks of the run sheet. */
export async function listDonePackages(
  db: Db,
  reservationId: string,
): Promise<{ readonly key: PackageKey; readonly label: string }[]> {
  const { rows } = await sql<{ key: PackageKey; label: string }>`
    select l.package_key as "key", l.label from reservation_lines l
    join reservations r on r.id = l.reservation_id
    join run_sheet_tasks k on k.reservation_id = r.id and k.source = l.package_key and k.date = r.business_date
    where l.reservation_id = ${reservationId} and l.kind = 'package' and k.done_at is not null
    order by l.package_key`.execute(db)
  return rows
}

/**
 * Whether guests can buy a table of a night: both are for sale, the night is not over, and no party of the waiting list comes
 * first.
 */
export async function isTableForSale(
  { db, now }: { readonly db: Db; readonly now: Date },
  eventId: string,
  tableId: string,
): Promise<boolean> {
  const { rows } = await sql<{ isForSale: boolean }>`
    select e.tables_for_sale and not e.sold_out and e.over_at > ${now} and t.is_available
      and closure_of_event(e.date, e.start_time, e.end_time) is null
      and not is_kept_for_waiting(e.id, t.id) as "isForSale"
    from events e, venue_tables t
    where e.id = ${eventId} and e.deleted_at is null and t.id = ${tableId} and t.deleted_at is null`.execute(
    db,
  )
  return rows[0]?.isForSale ?? false
}

export async function readWantedNames(
  db: Db,
  { tableId, eventId, packages }: WantedChange,
): Promise<WantedNames> {
  const [table, night, named] = await Promise.all([
    tableId &&
      db.selectFrom('venueTables').where('id', '=', tableId).select('tableNumber').executeTakeFirst(),
    eventId && db.selectFrom('events').where('id', '=', eventId).select(['title', 'date']).executeTakeFirst(),
    packages && packages.length > 0
      ? db.selectFrom('packages').where('key', 'in', packages).select('name').orderBy('name').execute()
      : [],
  ])
  return {
    tableNumber: table ? table.tableNumber : null,
    night: night || null,
    packages: packages === undefined ? null : named.map(({ name }) => name),
  }
}
