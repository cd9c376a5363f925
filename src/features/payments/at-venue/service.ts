import { settleRefunded } from '#features/payments/refunds/service.ts'
import { methodLabel, openCents, payableCents, recordedText } from '#features/payments/ledger/rules.ts'
import type { VenueMethod } from '#features/payments/ledger/schema.ts'
import { findLine, insertLine } from '#features/payments/ledger/service.ts'
import { dueAtVenue, isHeld } from '#features/reservations/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { formatUsd } from '#lib/money.ts'
import { NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { recordMoney, withMoney, type WriteResult } from './locking/service.ts'
import type { AllowanceForm, VenueRefundForm, VenuePaymentForm } from './schema.ts'

type Payment = { readonly amount: number; readonly method: VenueMethod; readonly note: string }

/**
 * Writes the ledger line of a payment at the venue, in the caller's transaction, which holds the reservation's row
 * lock. `key` is the idempotency key: false where this payment was written before.
 */
export const writeVenuePayment = (
  trx: Db,
  reservationId: string,
  { key, now, actor, amount, method, note }: Payment & { key: string; now: Date; actor: Actor },
): Promise<boolean> =>
  insertLine(trx, {
    sourceKey: `venue:${key}`,
    kind: 'payment',
    method,
    amountCents: amount,
    reservationId,
    movedAt: now,
    actorId: actor.id,
    actorName: actor.name,
    reason: note || null,
  })

/**
 * Records a payment at the venue, in whole or in part, never more than is payable. Refused while a checkout is open, or
 * the guest could pay the same amount twice.
 */
export const recordVenuePayment = (
  deps: ActorDeps,
  id: string,
  form: VenuePaymentForm,
): Promise<WriteResult> =>
  withMoney(deps, { id, needs: 'payments.take' }, async (locked) => {
    const { trx, money, reservation } = locked
    const line = await findLine(trx, `venue:${form.key}`)
    if (line) return sentAgain(line, form)
    if (reservation.deletedAt) return no(NOT_FOUND)
    if (reservation.status === 'cancelled') return no(CANCELLED)
    if (reservation.paymentStatus === 'pending') return no(PAYING)
    if (isHeld(reservation)) return no(HELD)
    const most = payableCents(money)
    if (form.amount > most)
      return no(
        refused(most === 0 ? 'Nothing is due for this reservation.' : `Only ${formatUsd(most)} is due.`),
      )
    await writeVenuePayment(trx, id, { ...form, now: deps.now, actor: deps.actor })
    const { amount, method, note } = form
    await recordMoney(locked, deps.actor, {
      action: 'took a payment for',
      after: { paidCents: amount, method, ...(note ? { note } : {}) },
    })
    return ok(null)
  })

type Recorded = NonNullable<Awaited<ReturnType<typeof findLine>>>

/**
 * Answer to a form whose key was written before: a success where it says the same. Staff who had no answer and then typed
 * another amount are told that the first one stands.
 */
function sentAgain(
  { kind, method, amountCents, allowanceCents }: Recorded,
  sent: { readonly amount: number; readonly method?: VenueMethod; readonly kind?: AllowanceForm['kind'] },
): WriteResult {
  const cents = Math.abs(amountCents + allowanceCents)
  const isSame = cents === sent.amount && method === (sent.method ?? null) && (sent.kind ?? kind) === kind
  return isSame ? ok(null) : no(refused(recordedText(cents)))
}

const CANCELLED = refused('This reservation is cancelled. Confirm it again before you take money for it.')
const HELD = refused(
  'This table is only held, and is let go when its time is up. Confirm the reservation first.',
)
const PAYING = refused(
  'The guest is on the payment page right now. Wait until the payment is done, or set the reservation to confirmed first.',
)

/**
 * Records a refund at the venue, in cash or by card, never more than is left of the money received. Resolves the
 * payment issues of a cancelled reservation once nothing remains to be refunded.
 */
export const refundAtVenue = (deps: ActorDeps, id: string, form: VenueRefundForm): Promise<WriteResult> =>
  withMoney(deps, { id, needs: 'payments.edit' }, async (locked) => {
    const { trx, money } = locked
    const { key, amount, method, reason } = form
    const line = await findLine(trx, `given-back:${key}`)
    if (line) return sentAgain(line, { amount, method })
    const left = openCents(money)
    if (amount > left)
      return no(
        refused(
          left <= 0
            ? 'Nothing is left of what was received.'
            : `Only ${formatUsd(left)} is left of what was received.`,
        ),
      )
    await insertLine(trx, {
      sourceKey: `given-back:${key}`,
      kind: 'refund',
      method,
      amountCents: -amount,
      reservationId: id,
      movedAt: deps.now,
      actorId: deps.actor.id,
      actorName: deps.actor.name,
      reason,
    })
    await recordMoney(locked, deps.actor, {
      action: 'refunded',
      after: { refundedCents: amount, method, reason },
    })
    const resolution = `${formatUsd(amount)} given back ${methodLabel(method)}: ${reason}`
    await settleRefunded(trx, id, { by: deps.actor.id, now: deps.now, resolution })
    return ok(null)
  })

/** Grants a comp or a discount, never more than is due. The ledger line carries an allowance; no money moves. */
export const grantAllowance = (deps: ActorDeps, id: string, form: AllowanceForm): Promise<WriteResult> =>
  withMoney(deps, { id, needs: 'payments.edit' }, async (locked) => {
    const { trx, money, reservation } = locked
    const { key, kind, amount, reason } = form
    const line = (await findLine(trx, `comp:${key}`)) ?? (await findLine(trx, `discount:${key}`))
    if (line) return sentAgain(line, { amount, kind })
    if (isHeld(reservation)) return no(HELD)
    const due = dueAtVenue({ ...money, status: reservation.status })
    if (amount > due)
      return no(
        refused(
          due === 0
            ? 'Nothing is due for this reservation. Give money back instead.'
            : `Only ${formatUsd(due)} is due.`,
        ),
      )
    await insertLine(trx, {
      sourceKey: `${kind}:${key}`,
      kind,
      allowanceCents: amount,
      reservationId: id,
      movedAt: deps.now,
      actorId: deps.actor.id,
      actorName: deps.actor.name,
      reason,
    })
    await recordMoney(locked, deps.actor, {
      action: kind === 'comp' ? 'comped' : 'discounted',
      after: { amountCents: amount, reason },
    })
    return ok(null)
  })
