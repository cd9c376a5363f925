import { randomUUID } from 'node:crypto'
import { recordActivity } from '#features/audit-log/service.ts'
import { requestRefund } from '#features/payments/refunds/issuing/service.ts'
import { announceRefund, requestFullRefund } from '#features/payments/refunds/service.ts'
import { lockReservation } from '#features/reservations/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { formatUsd } from '#lib/money.ts'
import { NOT_ALLOWED, NOT_FOUND, type RefusedWithText } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addDays, businessDate, momentAt } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { type PaymentGateway, PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { canSeatAgain, refundable, toRefund } from './rules.ts'
import type { OpenIssue, ProviderMatch } from './schema.ts'
import {
  findIssue,
  listIssues,
  listKnownSessions,
  listPaidSessions,
  lockIssue,
  resolveIssue,
} from './store.ts'

export { findIssue, lockIssue }

type Deps = { readonly db: Db; readonly now: Date }

/** The provider lists payments page by page: a week needs few requests, a year many. */
const MATCHED_NIGHTS = 7

/** Reason why a payment issue stays open. `refused` has text to show. */
export type IssueRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'nothing_left' }
  | RefusedWithText

type Row = Awaited<ReturnType<typeof listIssues>>[number]

const toOpenIssue = (row: Row, now: Date): OpenIssue => ({
  id: row.id,
  kind: row.kind,
  detail: row.detail,
  amountCents: row.amountCents,
  openedAt: row.openedAt.toISOString(),
  reservation:
    row.reservationId && row.guestName && row.guestEmail !== null && row.businessDate
      ? {
          id: row.reservationId,
          guestName: row.guestName,
          guestEmail: row.guestEmail,
          date: row.businessDate,
        }
      : null,
  refundableCents: refundable(row),
  venueRefundCents: toRefund(row),
  canSeatAgain: canSeatAgain(row, now),
})

/** Unresolved payment issues, newest first. */
export const listOpenIssues = async ({ db, now }: Deps): Promise<OpenIssue[]> =>
  (await listIssues(db)).map((row) => toOpenIssue(row, now))

/**
 * Resolves a payment issue without moving money, where staff handled it elsewhere. The row lock lets one of two staff
 * members resolve it; the other gets `not_found`.
 */
export async function settleIssue(
  { db, now, actor }: ActorDeps,
  id: string,
  reason: string,
): Promise<Result<null, IssueRefusal>> {
  if (!may(actor.role, 'payments.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const row = await lockIssue(trx, id)
    if (!row) return no(NOT_FOUND)
    await closeIssue(trx, row, { actor, now, action: 'settled', resolution: reason })
    return ok(null)
  })
}

/**
 * Refunds the online part of a payment issue and resolves the issue with the reason, in one transaction. A refund that
 * fails later opens an issue of its own, and so does the part that staff refund at the venue.
 */
export async function refundIssue(
  { db, now, actor }: ActorDeps,
  id: string,
  reason: string,
): Promise<Result<null, IssueRefusal>> {
  if (!may(actor.role, 'payments.edit')) return no(NOT_ALLOWED)
  const work = async (trx: Db): Promise<Result<null, IssueRefusal>> => {
    const found = await findIssue(trx, id)
    // Lock order: reservation, issue, checkout. The amounts are read under these locks, so that two refunds at once
    // cannot return the same money.
    if (found?.reservationId) await lockReservation(trx, found.reservationId)
    const row = await lockIssue(trx, id)
    if (!row) return no(NOT_FOUND)
    const amountCents = refundable(row)
    const { kind, checkoutId, reservationId } = row
    if (amountCents === 0 || !reservationId) return no({ why: 'nothing_left' })
    const resolution = `${formatUsd(amountCents)} given back: ${reason}`
    await closeIssue(trx, row, { actor, now, action: 'refunded', resolution })
    const requestKey = randomUUID()
    const refund = { reason: 'staff', note: reason, requestedBy: actor.id, requestKey } as const
    // The issue was resolved first: `requestFullRefund` may open a new issue for the part paid at the venue.
    if (kind === 'paid_and_cancelled') await requestFullRefund(trx, reservationId, refund)
    else if (checkoutId) await requestRefund(trx, { ...refund, checkoutId, reservationId, amountCents })
    await announceRefund(trx, reservationId, requestKey)
    return ok(null)
  }
  return inTransaction(db, work)
}

type Closing = {
  readonly actor: Actor
  readonly now: Date
  readonly action: string
  readonly resolution: string
}

/**
 * Resolves an issue and records it in the audit log. Runs in the caller's transaction, which holds the issue's row
 * lock.
 */
export async function closeIssue(
  trx: Db,
  row: Row,
  { actor, now, action, resolution }: Closing,
): Promise<void> {
  await resolveIssue(trx, row.id, { by: actor.id, resolution, now })
  const { kind, detail, amountCents } = row
  await recordActivity(trx, {
    actor,
    action,
    entity: 'payment',
    entityId: row.id,
    before: { kind, detail, amountCents, resolution: null },
    after: { kind, detail, amountCents, resolution },
  })
}

type MatchDeps = Deps & { readonly payments: Pick<PaymentGateway, 'listCompleted'> }

/** Compares the provider's paid sessions of the last week with the ledger, night by night. */
export async function matchRevenue({ db, now, payments }: MatchDeps): Promise<ProviderMatch> {
  const until = businessDate(now)
  const from = addDays(until, 1 - MATCHED_NIGHTS)
  // The provider filters by creation of a session, which may precede its payment by a day.
  const listed = await listedSince(payments, momentAt(addDays(from, -1), '06:00'))
  if (!listed) return { kind: 'away' }
  const booked = await listPaidSessions(db, { from, until })
  const known = await listKnownSessions(db, [...listed.keys()])
  const nights = Array.from({ length: MATCHED_NIGHTS }, (_, day) => {
    const date = addDays(until, -day)
    const own = booked.filter((it) => it.date === date)
    return {
      date,
      bookedCents: own.reduce((sum, it) => sum + it.receivedCents, 0),
      providerCents: own.reduce((sum, it) => sum + (listed.get(it.sessionId ?? '') ?? 0), 0),
    }
  })
  const onlyThere = [...listed]
    .filter(([sessionId]) => !known.has(sessionId))
    .map(([sessionId, amountCents]) => ({ sessionId, amountCents }))
  return { kind: 'matched', nights, onlyThere }
}

/** Amounts of the provider's paid sessions by session id; null where the provider does not answer. */
async function listedSince(
  payments: MatchDeps['payments'],
  since: Date,
): Promise<ReadonlyMap<string, number> | null> {
  try {
    const completed = await payments.listCompleted(since)
    return new Map(
      completed.filter(({ state }) => state === 'paid').map((it) => [it.sessionId, it.amountCents]),
    )
  } catch (error) {
    if (error instanceof PaymentUnavailable) return null
    throw error
  }
}
