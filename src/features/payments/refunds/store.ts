import { type RawBuilder, sql } from 'kysely'
import type { VenueMethod } from '#features/payments/ledger/schema.ts'
import type { Db } from '#platform/db/db.ts'

/** Cents that a form with this idempotency key asked to refund, whatever became of it; null before it did. */
export const findRequested = async (db: Db, requestKey: string): Promise<number | null> => {
  const { cents } = await db
    .selectFrom('refunds')
    .where('requestKey', '=', requestKey)
    .select(sql<number | null>`sum(amount_cents)::integer`.as('cents'))
    .executeTakeFirstOrThrow()
  return cents
}

/** Sum of refunds in cents, less what failed at the bank. */
const sumOfRefunds = (db: Db) =>
  db
    .selectFrom('refunds')
    .where('status', '<>', 'failed')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))

/** Cents that a form with this idempotency key refunds. */
export const readRequested = async (db: Db, requestKey: string): Promise<number> =>
  (await sumOfRefunds(db).where('requestKey', '=', requestKey).executeTakeFirstOrThrow()).cents

/** Cents received and refunded for a reservation, from the ledger. */
type RefundedMoney = {
  readonly paidCents: number
  readonly refundedCents: number
  /** The part that was refunded at the venue. */
  readonly refundedAtVenueCents: number
  /** The part that was requested online before the reservation was cancelled; 0 unless it is. */
  readonly refundedBeforeCents: number
  /** The payment of a change that came through after the reservation was cancelled, and went back. */
  readonly refundedLaterCents: number
}

/** Cents of a reservation that were refunded online by refunds of a kind, as `f` with their checkout `c`. */
const refundedBy = (condition: RawBuilder<boolean>) => sql<number>`coalesce((
  select -sum(l.amount_cents)::integer from ledger_lines l join refunds f on f.id = l.refund_id
  join checkouts c on c.id = f.checkout_id where l.reservation_id = r.id and ${condition}), 0)`
const IS_BEFORE = sql<boolean>`f.created_at < r.cancelled_at`
// It goes back whatever becomes of the rest.
const IS_LATER = sql<boolean>`f.created_at >= r.cancelled_at and f.reason = 'table_gone' and c.guest_change_id is not null`

export async function findMoney(db: Db, reservationId: string): Promise<RefundedMoney> {
  const row = await db
    .selectFrom('reservations as r')
    .where('r.id', '=', reservationId)
    .select(['r.receivedCents as paidCents', 'r.refundedCents'])
    .select(
      sql<number>`coalesce((select -sum(l.amount_cents)::integer from ledger_lines l where l.reservation_id = r.id
        and l.kind = 'refund' and l.method in ('cash', 'card')), 0)`.as('refundedAtVenueCents'),
    )
    .select([refundedBy(IS_BEFORE).as('refundedBeforeCents'), refundedBy(IS_LATER).as('refundedLaterCents')])
    .executeTakeFirst()
  return (
    row ?? {
      paidCents: 0,
      refundedCents: 0,
      refundedAtVenueCents: 0,
      refundedBeforeCents: 0,
      refundedLaterCents: 0,
    }
  )
}

export type OnlineRefund = { readonly at: Date; readonly cents: number }

/** Refunds online of a reservation, the oldest first; without those that failed at the bank. */
export async function listOnlineRefunds(db: Db, reservationId: string): Promise<OnlineRefund[]> {
  const { rows } = await sql<OnlineRefund>`
    select f.created_at as at, -sum(l.amount_cents)::integer as cents
    from ledger_lines l join refunds f on f.id = l.refund_id
    where l.reservation_id = ${reservationId}
    group by f.id having sum(l.amount_cents) < 0 order by f.created_at`.execute(db)
  return rows
}

/** Cents of a reservation that were refunded for one reason. */
export const readRefundedFor = async (
  db: Db,
  reservationId: string,
  reason: 'table_gone' | 'paid_twice' | 'wrong_amount',
): Promise<number> =>
  (
    await sumOfRefunds(db)
      .where('reservationId', '=', reservationId)
      .where('reason', '=', reason)
      .executeTakeFirstOrThrow()
  ).cents

/**
 * Cents of the refunds of a cancelled reservation that will not pay for its price where it stands again: those that did not at its
 * cancellation, and all since, by any method and net of what failed. What was counted since and failed stays owed to the guest.
 */
export async function readRefundedOfPrice(db: Db, reservationId: string): Promise<number> {
  const { rows } = await sql<{ beforeCents: number; countedCents: number; sinceCents: number }>`
    select coalesce(r.price_refunded_before_cents, r.price_refunded_cents) as "beforeCents",
      r.price_refunded_cents as "countedCents", coalesce((
      select -sum(l.amount_cents) from ledger_lines l left join refunds f on f.id = l.refund_id
      where l.reservation_id = r.id and l.kind in ('refund', 'refund_reversed')
        and coalesce(f.created_at, l.created_at) >= r.cancelled_at), 0)::integer as "sinceCents"
    from reservations r where r.id = ${reservationId}`.execute(db)
  const { beforeCents = 0, countedCents = 0, sinceCents = 0 } = rows[0] ?? {}
  return Math.max(countedCents, beforeCents + sinceCents)
}

/** Locks the checkouts of a reservation, in id order, so that concurrent refunds cannot return the same money twice. */
export async function lockPayments(db: Db, reservationId: string): Promise<void> {
  await sql`
    select from checkouts where reservation_id = ${reservationId}
      or id in (select checkout_id from ledger_lines where reservation_id = ${reservationId} and checkout_id is not null)
    order by id for update`.execute(db)
}

/**
 * Refundable rest of each online payment of a reservation, of the reservation by any method, and the part of it that
 * staff retain. The rests overlap: a refund in cash also lowers the limit of the online payments.
 */
export async function listPaid(db: Db, reservationId: string) {
  // Its own payments, and those whose money came from another reservation.
  const { rows: payments } = await sql<{ id: string; leftCents: number }>`
    select c.id, left_of_checkout(c.id, ${reservationId}) as "leftCents" from checkouts c
    where c.status = 'paid'
      and c.id in (select checkout_id from ledger_lines where reservation_id = ${reservationId})
    order by c.paid_at, c.id`.execute(db)
  const reservation = await db
    .selectFrom('reservations')
    .where('id', '=', reservationId)
    .select(sql<number>`received_cents - refunded_cents - disputed_cents`.as('openCents'))
    .select('keptCents')
    .executeTakeFirst()
  return { payments, openCents: reservation?.openCents ?? 0, keptCents: reservation?.keptCents ?? 0 }
}

/** Payments at the venue less refunds at the venue, by method; methods without a rest are left out. */
export async function listVenueMoney(
  db: Db,
  reservationId: string,
): Promise<{ readonly method: VenueMethod; readonly cents: number }[]> {
  const { rows } = await sql<{ method: VenueMethod; cents: number }>`
    select method, sum(amount_cents)::integer as cents from ledger_lines
    where reservation_id = ${reservationId} and method in ('cash', 'card') and cover_kind is null
    group by method having sum(amount_cents) > 0 order by method desc`.execute(db)
  return rows
}
