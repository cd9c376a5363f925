import { type Insertable, sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'
import type { DayMoney, MoneyState, NightMoney, Revenue } from './schema.ts'

type Span = { readonly from: CalendarDate; readonly until: CalendarDate }

const RECEIVED = sql.raw(`kind in ('payment', 'payment_reversed')`)
const REFUNDED = sql.raw(`kind in ('refund', 'refund_reversed')`)
const DISPUTED = sql.raw(`kind in ('dispute_lost', 'dispute_won')`)

/** Adds up the lines for which a condition holds. */
const sum = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(amount_cents) filter (where ${condition}), 0)::integer`

/** The nights of a span for which there are lines, the latest first. */
export async function listNightMoney(db: Db, { from, until }: Span): Promise<NightMoney[]> {
  const { rows } = await sql<NightMoney>`
    select night as date, ${sum(RECEIVED)} as "receivedCents", -${sum(REFUNDED)} as "refundedCents",
      -${sum(DISPUTED)} as "disputedCents", ${sum(sql`kind = 'transfer'`)} as "transferredCents",
      coalesce(sum(allowance_cents), 0)::integer as "allowanceCents", sum(amount_cents)::integer as "keptCents",
      ${sum(sql`moved_on = night`)} as "thatDayCents", ${sum(sql`moved_on <> night`)} as "otherDaysCents"
    from ledger_lines where night between ${from} and ${until}
    group by night order by night desc`.execute(db)
  return rows
}

/** The business days of a span on which money moved, the latest first. */
export async function listDayMoney(db: Db, { from, until }: Span): Promise<DayMoney[]> {
  const { rows } = await sql<DayMoney>`
    select moved_on as date, count(*) filter (where kind = 'payment')::integer as payments,
      ${sum(RECEIVED)} as "receivedCents", -${sum(REFUNDED)} as "refundedCents", -${sum(DISPUTED)} as "disputedCents",
      sum(amount_cents)::integer as "netCents", ${sum(sql`method = 'online'`)} as "onlineCents",
      ${sum(sql`method = 'cash'`)} as "cashCents", ${sum(sql`method = 'card'`)} as "cardCents",
      ${sum(sql`night = moved_on`)} as "thatNightCents", ${sum(sql`night <> moved_on`)} as "otherNightsCents"
    from ledger_lines where moved_on between ${from} and ${until}
    group by moved_on order by moved_on desc`.execute(db)
  return rows
}

/** What reservations have brought in, all of them or those of one event. The counters answer for all. */
export async function readRevenue(db: Db, eventId: string | null): Promise<Revenue> {
  const earned = sql.raw(
    'coalesce(sum(earned_cents(received_cents, refunded_cents, disputed_cents)), 0)::bigint',
  )
  const shown = eventId
    ? sql`select ${earned} from reservations where event_id = ${eventId} and deleted_at is null`
    : sql`select coalesce(sum(earned_cents), 0)::bigint from reservation_tallies`
  const { rows } = await sql<Revenue>`
    select (${shown}) as "shownCents", (
      select ${earned} from reservations where deleted_at is not null
        and (received_cents - refunded_cents - disputed_cents) <> 0 ${eventId ? sql`and event_id = ${eventId}` : sql``}
    ) as "deletedCents"`.execute(db)
  return rows[0] ?? { shownCents: 0, deletedCents: 0 }
}

/** The lines of a reservation in the order in which they were written. */
export const listLines = (db: Db, reservationId: string) =>
  db
    .selectFrom('ledgerLines as l')
    .leftJoin('ledgerLines as back', 'back.reversesId', 'l.id')
    .where('l.reservationId', '=', reservationId)
    .select(['l.id', 'l.kind', 'l.method', 'l.amountCents', 'l.allowanceCents', 'l.night', 'l.movedAt'])
    .select(['l.actorName', 'l.reason', 'l.checkoutId', 'l.reversesId', 'back.id as reversedById'])
    .orderBy('l.createdAt')
    .orderBy('l.id')
    .execute()

export type LineRow = Awaited<ReturnType<typeof listLines>>[number]

/** How the money of a reservation stands, deleted ones too: their lines stay. */
export const findMoney = (db: Db, id: string): Promise<(MoneyState & { guestName: string }) | undefined> =>
  db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['guestName', 'totalPriceCents as totalCents', 'allowanceCents'])
    .select(['receivedCents', 'refundedCents', 'disputedCents'])
    .executeTakeFirst()

type NewLine = Omit<Insertable<DB['ledgerLines']>, 'night' | 'reservationId'> & {
  readonly reservationId: string
}

/** Adds a line for the night of its reservation. False: the same event has its line already. */
export async function insertLine(db: Db, it: NewLine): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ledgerLines')
    .values((eb) => ({
      ...it,
      night: sql<string>`${eb.selectFrom('reservations').where('id', '=', it.reservationId).select('businessDate')}`,
    }))
    .onConflict((conflict) => conflict.column('sourceKey').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether an event has its line already. */
export const hasLine = async (db: Db, sourceKey: string): Promise<boolean> =>
  (await db.selectFrom('ledgerLines').where('sourceKey', '=', sourceKey).select('id').executeTakeFirst()) !==
  undefined
