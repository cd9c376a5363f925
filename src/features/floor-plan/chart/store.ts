import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
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

export const listFurniture = (db: Db): Promise<Furniture[]> =>
  db
    .selectFrom('floorFurniture')
    .select(['id', 'kind', 'label', 'positionX', 'positionY', 'width', 'height', 'rotation'])
    .orderBy('id')
    .execute()

export type Claims = {
  readonly taken: ReadonlyMap<string, 'held' | 'reserved'>
  /** When the first of them lapses or ends by itself, without anybody writing anything; null when none does. */
  readonly lapsesAt: Date | null
}

/**
 * The tables somebody has at any time between two moments: guests, holds and the house alike. A hold whose time is up
 * counts no more, unless its payment is under way: the next guest's hold takes its place.
 */
export async function listClaims(
  db: Db,
  { from, until, now }: { from: Date; until: Date; now: Date },
): Promise<Claims> {
  const rows = await db
    .selectFrom('tableClaims as c')
    .leftJoin('reservations as r', 'r.id', 'c.reservationId')
    .leftJoin('houseHolds as h', 'h.id', 'c.houseHoldId')
    .where('c.live', '=', true)
    .where(sql<boolean>`c.during && tstzrange(${from}, ${until}, '[)')`)
    .where(
      sql<boolean>`(r.status = 'pending' and r.held_until <= ${now} and r.payment_status <> 'pending') is not true`,
    )
    .where(sql<boolean>`(h.expires_at <= ${now}) is not true`)
    .select('c.tableId')
    .select(
      sql<boolean>`coalesce(r.status = 'pending' and r.reservation_type = 'nightlife', false)`.as('isHeld'),
    )
    .select(
      // A dinner that ends while the event goes on gives its table back.
      sql<Date | null>`least(case when r.status = 'pending' and r.payment_status <> 'pending' then r.held_until
        else h.expires_at end, case when upper(c.during) < ${until} then upper(c.during) end)`.as('lapsesAt'),
    )
    .select(sql<Date | null>`nullif(least(upper(c.during), ${until}), ${until})`.as('endsAt'))
    .execute()
  const taken = new Map<string, 'held' | 'reserved'>()
  for (const { tableId, isHeld } of rows)
    if (!isHeld || !taken.has(tableId)) taken.set(tableId, isHeld ? 'held' : 'reserved')
  const lapses = rows.flatMap((row) =>
    [row.lapsesAt ?? [], row.endsAt ?? []].flat().map((it) => it.getTime()),
  )
  return { taken, lapsesAt: lapses.length > 0 ? new Date(Math.min(...lapses)) : null }
}
