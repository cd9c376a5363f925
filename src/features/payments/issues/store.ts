import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { IssueKind, PaymentIssue } from './schema.ts'

const MAX_DETAIL = 1000

/**
 * Opens a payment issue in the caller's transaction. The same subject again only updates the detail, also once
 * resolved.
 */
export async function raiseIssue(db: Db, it: PaymentIssue): Promise<void> {
  const detail = it.detail.slice(0, MAX_DETAIL)
  await db
    .insertInto('paymentExceptions')
    .values({ ...it, detail })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet((eb) => ({
        detail,
        // The payment may not have been known at first.
        reservationId: eb.fn.coalesce('paymentExceptions.reservationId', 'excluded.reservationId'),
        checkoutId: eb.fn.coalesce('paymentExceptions.checkoutId', 'excluded.checkoutId'),
      })),
    )
    .execute()
}

/** Whether the payment of a session was another amount, or in another currency, than the one asked for. */
export const hasWrongAmount = async (db: Db, sessionId: string): Promise<boolean> =>
  (await db
    .selectFrom('paymentExceptions')
    .select('id')
    .where('kind', '=', 'amount_mismatch')
    .where('subject', '=', sessionId)
    .executeTakeFirst()) !== undefined

/** Prefix of the subjects of issues about refunds that staff make at the venue. */
const VENUE_REFUND_PREFIX = 'give_back:'

type VenueRefund = { readonly reservationId: string; readonly amountCents: number; readonly detail: string }

/**
 * Opens the issue for a refund at the venue, or updates the open one of the reservation. The caller holds the
 * reservation's row lock, or two transactions would each open an issue.
 */
export async function raiseVenueRefund(db: Db, it: VenueRefund): Promise<void> {
  const { reservationId, amountCents } = it
  const detail = it.detail.slice(0, MAX_DETAIL)
  const { numUpdatedRows } = await db
    .updateTable('paymentExceptions')
    .set({ amountCents, detail })
    .where('reservationId', '=', reservationId)
    .where('subject', 'like', `${VENUE_REFUND_PREFIX}%`)
    .where('resolvedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  await raiseIssue(db, {
    kind: 'paid_and_cancelled',
    subject: `${VENUE_REFUND_PREFIX}${randomUUID()}`,
    reservationId,
    checkoutId: null,
    amountCents,
    detail,
  })
}

/** Whether staff are asked to refund money of a reservation at the venue. */
export const isVenueRefundOpen = async (db: Db, reservationId: string): Promise<boolean> =>
  (await db
    .selectFrom('paymentExceptions')
    .where('reservationId', '=', reservationId)
    .where('subject', 'like', `${VENUE_REFUND_PREFIX}%`)
    .where('resolvedAt', 'is', null)
    .select('id')
    .executeTakeFirst()) !== undefined

/** `by`: the member of staff; null for a change by the guest. */
type Resolution = { readonly by: string | null; readonly now: Date; readonly resolution?: string }

const resolveWhere = (db: Db, reservationId: string, { by, now, resolution }: Resolution) =>
  db
    .updateTable('paymentExceptions')
    .set({ resolvedAt: now, resolvedBy: by, resolution: resolution ?? 'The reservation stands again' })
    .where('reservationId', '=', reservationId)
    .where('kind', '=', 'paid_and_cancelled')
    .where('resolvedAt', 'is', null)

/**
 * Resolves the payment issues of a cancelled reservation that is confirmed again, or whose money staff decided on.
 * Returns their ids.
 */
export async function resolveIssuesOf(db: Db, reservationId: string, done: Resolution): Promise<string[]> {
  const resolved = await resolveWhere(db, reservationId, done).returning('id').execute()
  return resolved.map(({ id }) => id)
}

/** Open issues about refunds that failed since a reservation was cancelled. It is still cancelled when they are read. */
export async function listFailedOfCancelled(db: Db, reservationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select x.id from payment_exceptions x join refunds f on f.id::text = x.subject
    join reservations r on r.id = x.reservation_id
    where r.id = ${reservationId} and x.kind = 'refund_failed' and x.resolved_at is null and f.created_at >= r.cancelled_at
    order by x.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Resolves payment issues by their ids. */
export async function resolveIssues(
  db: Db,
  ids: readonly string[],
  { by, now, resolution }: Required<Resolution>,
): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('paymentExceptions')
    .set({ resolvedAt: now, resolvedBy: by, resolution })
    .where('id', 'in', [...ids])
    .execute()
}

/**
 * Resolves the payment issues of a cancelled reservation once its money is refunded except for the part staff retain.
 */
export async function resolveSettledIssuesOf(
  db: Db,
  reservationId: string,
  done: Required<Resolution>,
): Promise<void> {
  await resolveWhere(db, reservationId, done)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('reservations as r')
          .where('r.id', '=', reservationId)
          .where(sql<boolean>`r.received_cents - r.refunded_cents - r.disputed_cents <= r.kept_cents`)
          .select('r.id'),
      ),
    )
    .execute()
}

/** Reopens the payment issues that an undone staff change had resolved. */
export async function reopenPaymentIssues(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('paymentExceptions')
    .set({ resolvedAt: null, resolvedBy: null, resolution: null })
    .where('id', 'in', [...ids])
    .execute()
}

export async function countOpenIssues(db: Db): Promise<{ kind: IssueKind; count: number }[]> {
  return db
    .selectFrom('paymentExceptions')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('resolvedAt', 'is', null)
    .groupBy('kind')
    .execute()
}
