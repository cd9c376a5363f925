import { type Insertable, sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'
import type { AllowanceFigure, CoverFigure, DayMoney, LineKind, MoneyState, NightMoney } from './schema.ts'

type Span = { readonly from: CalendarDate; readonly until: CalendarDate }

const RECEIVED = sql.raw(`kind in ('payment', 'payment_reversed')`)
const REFUNDED = sql.raw(`kind in ('refund', 'refund_reversed')`)
const COVER = sql.raw(`cover_kind is not null`)
const DISPUTED = sql.raw(`kind in ('dispute_lost', 'dispute_won')`)

/** SQL sum of the amounts of the ledger lines that match a condition. */
const sum = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(amount_cents) filter (where ${condition}), 0)::integer`

/** SQL sum of the cover that guests who were comped would have paid. */
const WAIVED_COVER = sql.raw(
  `coalesce(sum(cover_guests * cover_each_cents) filter (where cover_kind = 'comp'), 0)::integer`,
)

/**
 * Comps and discounts of the nights of a span, by party: a reservation with those that were merged into it. They count while the party
 * stands: the ledger line of one that was cancelled stays, but nothing was given. A line that was taken back and the line that did so
 * are in the sum, where they are nothing together, and not in the number. What moved along to another night has the kind of what its
 * party was given, where that is one. Comps of cover are apart, since their guests were let in.
 */
const allowances = ({ from, until }: Span) => sql<AllowanceFigure>`
  select date, kind, sum(cents)::integer as cents,
    coalesce(nullif(count(*) filter (where "isGiven" and "stands"), 0), count(*) filter (where cents > 0))::integer as count
  from (
    select l.night as date, p.id as party, coalesce(given.kind, l.kind) as kind, l.allowance_cents as cents,
      l.kind <> 'transfer' as "isGiven", l.reverses_id is null and back.id is null as "stands"
    from ledger_lines l join reservations r on r.id = l.reservation_id
      join reservations p on p.id = coalesce(r.merged_into_id, r.id)
      left join ledger_lines back on back.reverses_id = l.id
      left join lateral (
        select min(kind) as kind from (
          select g.kind from ledger_lines g join reservations m on m.id = g.reservation_id
          where l.kind = 'transfer' and g.kind in ('comp', 'discount') and (m.id = p.id or m.merged_into_id = p.id)
          group by g.kind having sum(g.allowance_cents) <> 0
        ) kinds having count(*) = 1
      ) given on true
    where l.night between ${from} and ${until} and l.allowance_cents <> 0 and p.status <> 'cancelled'
  ) lines
  group by date, party, kind having sum(cents) <> 0`

export const listAllowances = async (db: Db, span: Span): Promise<AllowanceFigure[]> =>
  (await allowances(span).execute(db)).rows

/** Money of each night of a span, on whatever day it moved, latest first. Nights without ledger lines are left out. */
export async function listNightMoney(db: Db, { from, until }: Span): Promise<NightMoney[]> {
  const { rows } = await sql<NightMoney>`
    with given as (select date, sum(cents)::integer as cents from (${allowances({ from, until })}) a group by date)
    select night as date, ${sum(RECEIVED)} as "receivedCents", -${sum(REFUNDED)} as "refundedCents",
      -${sum(DISPUTED)} as "disputedCents", ${sum(COVER)} as "coverCents",
      ${sum(sql`kind = 'transfer'`)} as "transferredCents",
      coalesce((select cents from given where date = night), 0) + ${WAIVED_COVER} as "waivedCents", sum(amount_cents)::integer as "keptCents",
      ${sum(sql`moved_on = night`)} as "thatDayCents", ${sum(sql`moved_on <> night`)} as "otherDaysCents"
    from ledger_lines where night between ${from} and ${until}
    group by night order by night desc`.execute(db)
  return rows
}

/** Business dates of a span on which money moved, latest first. */
export async function listDayMoney(db: Db, { from, until }: Span): Promise<DayMoney[]> {
  const { rows } = await sql<DayMoney>`
    select moved_on as date, count(*) filter (where kind = 'payment')::integer as payments,
      ${sum(RECEIVED)} as "receivedCents", -${sum(REFUNDED)} as "refundedCents", -${sum(DISPUTED)} as "disputedCents",
      ${sum(COVER)} as "coverCents", sum(amount_cents)::integer as "netCents",
      ${sum(sql`method = 'online'`)} as "onlineCents",
      ${sum(sql`method = 'cash'`)} as "cashCents", ${sum(sql`method = 'card'`)} as "cardCents",
      ${sum(sql`night = moved_on`)} as "thatNightCents", ${sum(sql`night <> moved_on`)} as "otherNightsCents"
    from ledger_lines where moved_on between ${from} and ${until}
    group by moved_on order by moved_on desc`.execute(db)
  return rows
}

/** Cover of the nights of a span by kind and method, less what was taken back. */
export async function listCoverFigures(db: Db, { from, until }: Span): Promise<CoverFigure[]> {
  const { rows } = await sql<CoverFigure>`
    select night as date, cover_kind as kind, method, sum(cover_guests)::int as guests,
      sum(amount_cents)::int as "amountCents",
      ${WAIVED_COVER} as "waivedCents"
    from ledger_lines where cover_kind is not null and night between ${from} and ${until}
    group by night, cover_kind, method having sum(cover_guests) <> 0
    order by night desc, array_position(array['full', 'reduced', 'guest_list', 'comp'], cover_kind), method`.execute(
    db,
  )
  return rows
}

/** Cover of a night, which belongs to none of its reservations. */
export async function findCover(db: Db, night: CalendarDate): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::integer as cents from ledger_lines
    where cover_kind is not null and night = ${night}`.execute(db)
  return rows[0]?.cents ?? 0
}

/** Lines of cover are not among those of its reservation: they change none of its sums. */
const COVER_LINES = ['cover', 'cover_reversed'] as const

/** Ledger lines of a reservation, oldest first, each with the id of the line that reverses it. */
export const listLines = (db: Db, reservationId: string) =>
  db
    .selectFrom('ledgerLines as l')
    .leftJoin('ledgerLines as back', 'back.reversesId', 'l.id')
    .where('l.reservationId', '=', reservationId)
    .where('l.kind', 'not in', COVER_LINES)
    .select(['l.id', 'l.sourceKey', 'l.method', 'l.amountCents', 'l.allowanceCents', 'l.night', 'l.movedAt'])
    .select([
      'l.actorId',
      'l.actorName',
      'l.reason',
      'l.checkoutId',
      'l.reversesId',
      'back.id as reversedById',
    ])
    .select(sql<LineKind>`l.kind`.as('kind'))
    .orderBy('l.createdAt')
    .orderBy('l.id')
    .execute()

export type LineRow = Awaited<ReturnType<typeof listLines>>[number]

/** Money sums of a reservation, also of a deleted one: its ledger lines stay. */
export const findMoney = (
  db: Db,
  id: string,
): Promise<(MoneyState & { guestName: string; keptCents: number }) | undefined> =>
  db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['guestName', 'totalPriceCents as totalCents', 'allowanceCents'])
    .select(['receivedCents', 'refundedCents', 'disputedCents', 'priceRefundedCents', 'keptCents'])
    .executeTakeFirst()

type NewLine = Omit<Insertable<DB['ledgerLines']>, 'night' | 'reservationId'> & {
  readonly reservationId: string
}

/**
 * Appends a ledger line. `sourceKey` is unique and serves as the idempotency key: false where the same event has its
 * line already. The night is read from the reservation, which the caller has locked, since staff may move it to another
 * date.
 */
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

/** The line of the ledger with this idempotency key. */
export const findLine = (db: Db, sourceKey: string) =>
  db
    .selectFrom('ledgerLines')
    .where('sourceKey', '=', sourceKey)
    .select(['kind', 'method', 'amountCents', 'allowanceCents'])
    .executeTakeFirst()
