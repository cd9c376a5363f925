import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { isBlockExpired, isHoldExpired } from '#platform/db/fragments/occupied-tables.ts'
import { DETAIL_COLUMNS, withPicture } from '../table-details/rules.ts'
import type { TableDetails } from '../table-details/schema.ts'
import type { Furniture, VenueTable } from './schema.ts'

export function listTables(db: Db): Promise<VenueTable[]> {
  return db
    .selectFrom('venueTables')
    .where('deletedAt', 'is', null)
    .select(['id', 'tableNumber', 'maxGuests', 'location', 'shape', 'reservationPriceCents', 'isAvailable'])
    .select(['positionX', 'positionY', 'width', 'height', 'rotation'])
    .orderBy('tableNumber')
    .execute()
}

/** Details of the tables for which staff entered any, by id. */
export async function listTableDetails(db: Db): Promise<Record<string, TableDetails>> {
  const rows = await db
    .selectFrom('venueTables as t')
    .leftJoin('media as m', 'm.id', 't.imageId')
    .where('t.deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('t.imageId', 'is not', null),
        eb('t.included', 'is not', null),
        eb('t.minimumSpendCents', 'is not', null),
      ]),
    )
    .select('t.id')
    .select(DETAIL_COLUMNS)
    .execute()
  return Object.fromEntries(
    rows.map(withPicture).map(({ id, ...details }): [string, TableDetails] => [id, details]),
  )
}

export const listFurniture = (db: Db): Promise<Furniture[]> =>
  db
    .selectFrom('floorFurniture')
    .select(['id', 'kind', 'label', 'positionX', 'positionY', 'width', 'height', 'rotation'])
    .orderBy('id')
    .execute()

export type Occupancies = {
  readonly occupied: ReadonlyMap<string, 'held' | 'reserved'>
  /** Next change without a write to the database: a hold or table block expires, or a reservation ends. */
  readonly lapsesAt: Date | null
}

/**
 * Tables occupied at any time in the range by reservations, holds or table blocks. A lapsed hold no longer counts
 * unless its payment is pending: the next guest's hold replaces it.
 */
export async function listOccupancies(
  db: Db,
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<Occupancies> {
  const kept = await listKeptTables(db, { from, until })
  const seated = from <= now && now < until ? await listSeatedTables(db, now) : []
  const rows = await db
    .selectFrom('tableOccupancies as o')
    .leftJoin('reservations as r', 'r.id', 'o.reservationId')
    .leftJoin('tableBlocks as b', 'b.id', 'o.tableBlockId')
    .where('o.isActive', '=', true)
    .where(sql<boolean>`o.during && tstzrange(${from}, ${until}, '[)')`)
    .where(sql<boolean>`not ${isHoldExpired(now)}`)
    .where(sql<boolean>`not ${isBlockExpired(now)}`)
    .select('o.tableId')
    .select(
      sql<boolean>`coalesce(r.status = 'pending' and r.reservation_type = 'nightlife', false)`.as('isHeld'),
    )
    .select(
      // A dinner that ends during the event frees its table.
      sql<Date | null>`least(case when r.status = 'pending' and r.payment_status <> 'pending' then r.held_until
        else b.expires_at end, case when upper(o.during) < ${until} then upper(o.during) end)`.as('lapsesAt'),
    )
    .select(sql<Date | null>`nullif(least(upper(o.during), ${until}), ${until})`.as('endsAt'))
    .execute()
  const occupied = new Map<string, 'held' | 'reserved'>()
  for (const { tableId, isHeld } of rows)
    if (!isHeld || !occupied.has(tableId)) occupied.set(tableId, isHeld ? 'held' : 'reserved')
  for (const tableId of kept) if (!occupied.has(tableId)) occupied.set(tableId, 'held')
  for (const tableId of seated) if (!occupied.has(tableId)) occupied.set(tableId, 'reserved')
  const lapses = rows.flatMap((row) =>
    [row.lapsesAt ?? [], row.endsAt ?? []].flat().map((it) => it.getTime()),
  )
  return { occupied, lapsesAt: lapses.length > 0 ? new Date(Math.min(...lapses)) : null }
}

/** Tables at which guests of a party sit now, perhaps past its end. */
async function listSeatedTables(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct table_id as id from seated_parties(null, ${now})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Free tables that the next party of a waiting list gets: a hold by any other guest is refused. */
async function listKeptTables(db: Db, { from, until }: { from: Date; until: Date }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct t.id
    from (select distinct event_id from waiting_entries where status = 'waiting' and event_id is not null) w
    join events e on e.id = w.event_id and tstzrange(e.starts_at, e.ends_at, '[)') && tstzrange(${from}, ${until}, '[)')
    join venue_tables t on t.deleted_at is null and is_kept_for_waiting(e.id, t.id)`.execute(db)
  return rows.map(({ id }) => id)
}
