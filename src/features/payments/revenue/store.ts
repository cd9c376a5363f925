import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

const LISTED = 200

// Money of a cancelled reservation, online and at the venue, that staff neither refunded nor decided to retain.
const openOfCancelled = sql<number | null>`case when x.kind = 'paid_and_cancelled' then
  greatest(0, r.received_cents - r.refunded_cents - r.disputed_cents - r.kept_cents) end`
const onlineOfCancelled = sql<number | null>`case when x.kind = 'paid_and_cancelled' then
  least(${openOfCancelled}, coalesce((select sum(left_of_checkout(c.id, r.id))::integer from checkouts c
    where c.status = 'paid' and c.id in (select l.checkout_id from ledger_lines l where l.reservation_id = r.id)), 0)) end`

const openIssues = (db: Db) =>
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
    .select(
      // A payment belongs to two reservations after a split: no more than the part of this one is left.
      sql<number | null>`coalesce(${openOfCancelled}, left_of_checkout(x.checkout_id,
        coalesce(x.reservation_id, holder_of_checkout(x.checkout_id))))`.as('leftCents'),
    )
    .select(openOfCancelled.as('openCents'))
    .select(onlineOfCancelled.as('onlineLeftCents'))

export const listIssues = (db: Db) =>
  openIssues(db).orderBy('x.openedAt', 'desc').orderBy('x.id').limit(LISTED).execute()

export const findIssue = (db: Db, id: string) => openIssues(db).where('x.id', '=', id).executeTakeFirst()

/**
 * Locks an open payment issue, then its checkout, until the transaction ends: neither is the issue resolved twice nor
 * its payment refunded twice. Undefined where another transaction has resolved it. The caller has locked the
 * reservation before.
 */
export async function lockIssue(db: Db, id: string) {
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
  return findIssue(db, id)
}

export async function resolveIssue(
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

/** Ledger lines of the online payments that moved on the dates of a span, with their session ids. */
export async function listPaidSessions(db: Db, { from, until }: Span) {
  const { rows } = await sql<{ sessionId: string | null; date: CalendarDate; receivedCents: number }>`
    select c.session_id as "sessionId", l.moved_on as date, l.amount_cents as "receivedCents"
    from ledger_lines l join checkouts c on c.id = l.checkout_id
    where l.kind = 'payment' and l.method = 'online' and l.moved_on between ${from} and ${until}
  `.execute(db)
  return rows
}

/** The given session ids that belong to a paid checkout here. */
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
