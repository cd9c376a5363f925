import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db.ts'
import type { NightTakings } from './schema.ts'

const LISTED = 200

const leftOfPayment = sql<number | null>`(
  select (c.received_cents - coalesce((select sum(f.amount_cents) from refunds f
    where f.checkout_id = c.id and f.status <> 'failed'), 0))::integer
  from checkouts c where c.id = x.checkout_id and c.status = 'paid')`

const openExceptions = (db: Db) =>
  db
    .selectFrom('paymentExceptions as x')
    .leftJoin('reservations as r', 'r.id', 'x.reservationId')
    .where('x.resolvedAt', 'is', null)
    .select(['x.id', 'x.kind', 'x.detail', 'x.amountCents', 'x.openedAt', 'x.reservationId', 'x.checkoutId'])
    .select(['r.guestName', 'r.guestEmail', 'r.businessDate', 'r.tableId', 'r.eventId'])
    .select(['r.status as reservationStatus'])
    .select(
      sql<Date | null>`case when r.event_id is not null and r.deleted_at is null then r.ends_at end`.as(
        'nightEndsAt',
      ),
    )
    .select('r.startsAt as nightStartsAt')
    .select(leftOfPayment.as('leftCents'))

export const listExceptions = (db: Db) =>
  openExceptions(db).orderBy('x.openedAt', 'desc').orderBy('x.id').limit(LISTED).execute()

export const findException = (db: Db, id: string) =>
  openExceptions(db).where('x.id', '=', id).executeTakeFirst()

/** A table in use, whose number it answers; whoever else wants it waits until the transaction ends. */
export const lockTable = async (db: Db, id: string): Promise<number | null> => {
  const table = await db
    .selectFrom('venueTables')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('isAvailable', '=', true)
    .select('tableNumber')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return table?.tableNumber ?? null
}

/** A matter that is still open, kept from being settled twice, and its payment from being given back twice. */
export async function lockException(db: Db, id: string) {
  const locked = await db
    .selectFrom('paymentExceptions')
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .select('checkoutId')
    .forUpdate()
    .executeTakeFirst()
  if (!locked) return undefined
  if (locked.checkoutId)
    await db.selectFrom('checkouts').where('id', '=', locked.checkoutId).select('id').forUpdate().execute()
  return findException(db, id)
}

export async function resolveException(
  db: Db,
  id: string,
  { by, resolution, now }: { by: string; resolution: string; now: Date },
): Promise<void> {
  await db
    .updateTable('paymentExceptions')
    .set({ resolvedAt: now, resolvedBy: by, resolution })
    .where('id', '=', id)
    .execute()
}

type Span = { readonly from: CalendarDate; readonly until: CalendarDate }

// The day rolls over at 6 AM by the venue's clock: what is paid at 2 AM belongs to the evening before.
const nightOf = (column: string) =>
  sql<CalendarDate>`((${sql.ref(column)} at time zone 'America/Chicago') - interval '6 hours')::date`

/** The days of a span on which money came or went, the newest first. */
export async function listTakingsRows(db: Db, { from, until }: Span): Promise<NightTakings[]> {
  const { rows } = await sql<NightTakings>`
    select date, sum(payments)::integer as payments, sum(received)::integer as "receivedCents",
      sum(refunded)::integer as "refundedCents"
    from (
      select ${nightOf('c.paid_at')} as date, 1 as payments, c.received_cents as received, 0 as refunded
      from checkouts c where c.status = 'paid'
        and c.paid_at >= ${from}::date and c.paid_at < ${until}::date + interval '3 days'
      union all
      select ${nightOf('f.created_at')}, 0, 0, f.amount_cents from refunds f where f.status <> 'failed'
        and f.created_at >= ${from}::date and f.created_at < ${until}::date + interval '3 days'
    ) moves
    where date between ${from} and ${until}
    group by date order by date desc
  `.execute(db)
  return rows
}

/** Our own payments of the days of a span. */
export async function listPaidSessions(db: Db, { from, until }: Span) {
  const { rows } = await sql<{ sessionId: string | null; date: CalendarDate; receivedCents: number }>`
    select c.session_id as "sessionId", ${nightOf('c.paid_at')} as date, c.received_cents as "receivedCents"
    from checkouts c where c.status = 'paid' and ${nightOf('c.paid_at')} between ${from} and ${until}
  `.execute(db)
  return rows
}

/** Which of these payments stand in the books. */
export async function listKnownSessions(db: Db, sessionIds: readonly string[]): Promise<Set<string>> {
  if (sessionIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('checkouts')
    .where('sessionId', 'in', sessionIds)
    .where('status', '=', 'paid')
    .select('sessionId')
    .execute()
  return new Set(rows.flatMap(({ sessionId }) => (sessionId ? [sessionId] : [])))
}
