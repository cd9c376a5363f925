import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { HoldRequest } from '#features/holds/schema.ts'
import type { GuestIdentity } from '#features/holds/schema.ts'
import type { Db } from '#platform/db/db.ts'

/** Three hours before the seeded Friday night opens. */
export const FRIDAY = new Date('2026-11-21T00:00:00Z')

export type Night = {
  readonly event: {
    readonly id: string
    readonly slug: string
    readonly startsAt: Date
    readonly endsAt: Date
  }
  readonly tables: readonly {
    readonly id: string
    readonly number: number
    readonly maxGuests: number
    readonly cents: number
  }[]
}

/** The next night whose tables are on sale, with its free tables in order of their number. */
export async function findNight(db: Db, now = FRIDAY): Promise<Night> {
  const event = await db
    .selectFrom('events')
    .select(['id', 'slug', 'startsAt', 'endsAt'])
    .where('startsAt', '>', new Date(now.getTime() + 36 * 3_600_000))
    .where('soldOut', '=', false)
    .where('tablesForSale', '=', true)
    .orderBy('startsAt')
    .executeTakeFirstOrThrow()
  const tables = await db
    .selectFrom('venueTables as t')
    .select(['t.id', 't.tableNumber as number', 't.maxGuests', 't.reservationPriceCents as cents'])
    .where('t.isAvailable', '=', true)
    .where(
      sql<boolean>`not exists (select from table_occupancies o where o.table_id = t.id and o.is_active
        and o.during && tstzrange(${event.startsAt}, ${event.endsAt}, '[)'))`,
    )
    .orderBy('t.tableNumber')
    .execute()
  return { event, tables }
}

/** A free table of the night by index; fails the test where there is none. */
export function tableOf({ tables }: Night, index = 0): Night['tables'][number] {
  const table = tables[index]
  if (!table) throw new Error('the night has no such table')
  return table
}

/** A hold request for one table, one guest and no packages; `change` overrides single fields. */
export function askFor(
  night: Night,
  change: Partial<HoldRequest> & { table?: Night['tables'][number] } = {},
): HoldRequest {
  const { table = tableOf(night), ...rest } = change
  return holdRequest({ eventId: night.event.id, tableId: table.id, cents: table.cents }, rest)
}

type Wanted = { readonly eventId: string; readonly tableId: string; readonly cents: number }

/** The same for a table and a night that are known by their ids. */
export function holdRequest({ cents, ...ids }: Wanted, rest: Partial<HoldRequest> = {}): HoldRequest {
  const packages = (rest.birthdayPackage ? 5000 : 0) + (rest.screenDisplay ? 5000 : 0)
  return {
    ...ids,
    key: randomUUID(),
    guestName: 'Amara Okafor',
    guestEmail: `${randomUUID()}@example.com`,
    guestPhone: newPhone(),
    guestCount: 1,
    specialRequests: '',
    birthdayPackage: false,
    screenDisplay: false,
    shownTotalCents: cents + packages,
    ...rest,
  }
}

/** A guest identity that no other test uses. */
export const newIdentity = (): GuestIdentity => ({
  browser: randomUUID(),
  address: randomUUID(),
  network: null,
})

/** A unique phone number: one number may hold at most two tables of a night. */
export const newPhone = (): string => `+1972${String(randomInt(2_000_000, 10_000_000))}`

/** Counts the active occupancies of a table at any time of the night. */
export async function countParties(db: Db, { event }: Night, tableId: string): Promise<number> {
  const rows = await db
    .selectFrom('tableOccupancies as o')
    .innerJoin('reservations as r', 'r.id', 'o.reservationId')
    .select('o.id')
    .where('o.tableId', '=', tableId)
    .where('o.isActive', '=', true)
    .where('r.eventId', '=', event.id)
    .execute()
  return rows.length
}
