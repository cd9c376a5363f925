import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { HoldRequest } from '#features/holds/schema.ts'
import type { GuestIdentity } from '#features/holds/service.ts'
import type { Db } from '#platform/db/db.ts'

/** Three hours before the doors of the seeded Friday. */
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

/** The next night of the house whose tables are on sale, and the tables nobody has on it yet, in order of their number. */
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
      sql<boolean>`not exists (select from table_claims c where c.table_id = t.id and c.live
        and c.during && tstzrange(${event.startsAt}, ${event.endsAt}, '[)'))`,
    )
    .orderBy('t.tableNumber')
    .execute()
  return { event, tables }
}

/** Takes the first table of a night; fails the test where there is none. */
export function tableOf({ tables }: Night, index = 0): Night['tables'][number] {
  const table = tables[index]
  if (!table) throw new Error('the night has no such table')
  return table
}

/** What a guest of a test asks for: the table of a night, alone and without packages, unless told otherwise. */
export function askFor(
  night: Night,
  change: Partial<HoldRequest> & { table?: Night['tables'][number] } = {},
): HoldRequest {
  const { table = tableOf(night), ...rest } = change
  const packages = (rest.birthdayPackage ? 5000 : 0) + (rest.screenDisplay ? 5000 : 0)
  return {
    eventId: night.event.id,
    tableId: table.id,
    key: randomUUID(),
    guestName: 'Amara Okafor',
    guestEmail: `${randomUUID()}@example.com`,
    guestPhone: somePhone(),
    guestCount: 1,
    specialRequests: '',
    birthdayPackage: false,
    screenDisplay: false,
    shownTotalCents: table.cents + packages,
    ...rest,
  }
}

/** A guest nobody has seen before. */
export const someone = (): GuestIdentity => ({ browser: randomUUID(), address: randomUUID(), network: null })

/** A number nobody else has: two tables of a night are held under one number at most. */
export const somePhone = (): string => `+1972${String(randomInt(2_000_000, 10_000_000))}`

/** How many parties have the table at any time of the night. */
export async function countParties(db: Db, { event }: Night, tableId: string): Promise<number> {
  const rows = await db
    .selectFrom('tableClaims as c')
    .innerJoin('reservations as r', 'r.id', 'c.reservationId')
    .select('c.id')
    .where('c.tableId', '=', tableId)
    .where('c.live', '=', true)
    .where('r.eventId', '=', event.id)
    .execute()
  return rows.length
}
