import { randomUUID } from 'node:crypto'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { hasOpenPayment } from '#features/payments/sessions/service.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import {
  listFailedOfCancelled,
  raiseIssue,
  resolveIssues,
  resolveIssuesOf,
} from '#features/payments/issues/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import {
  type ReservationRefusal,
  findBooking,
  keepSeatedParties,
  recordAudit,
  refuseOccupied,
  lockActiveBooking,
  type OffSaleRefusal,
} from '#features/reservation-management/service.ts'
import { findOffSaleAgain } from '#features/reservation-management/party-tables/off-sale/service.ts'
import { nightAgain } from '#features/reservation-management/status/returning-nights/service.ts'
import { recordChange } from '#features/reservation-management/changes/service.ts'
import {
  findLargestPayment,
  readFullRefund,
  readRefundedOfPrice,
} from '#features/payments/refunds/service.ts'
import { setPriceRefunded } from '#features/reservations/price-refunds/service.ts'
import { dueAtVenue, tablesOf } from '#features/reservations/rules.ts'
import { creditOwed } from '#features/reservations/credit/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { formatUsd } from '#lib/money.ts'
import { NOT_ALLOWED, NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { ARRIVED, keptAfter, moneyOpenText, refundReasonOf, statusProblem } from './rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { MoneyAsked, MoneyStatus, ResaleRefund, StatusChanged, StatusForm } from './schema.ts'
import { afterSettlingPayment, type Settled, settlePendingPayment } from './open-payment/service.ts'
import { writeStatus } from './store.ts'

export { writeStatus } from './store.ts'

export type PaymentDeps = CheckoutDeps & {
  readonly actor: Actor
  /** Extension of the undo window for a change in a bulk selection. */
  readonly graceMs?: number
  /** Asked under the lock of the reservation: it is left as it is where the change no longer applies. */
  readonly stillApplies?: (trx: Db, before: Booking) => Promise<boolean>
}

export type StatusRefusal =
  | ReservationRefusal
  | OffSaleRefusal
  /** Guests of the party have come: staff have to agree first. */
  | { readonly why: 'arrived'; readonly text: string }
  /** The received amount needs a decision first. `openCents` is null for roles that may not see amounts. */
  | ({ readonly why: 'money_open'; readonly text: string } & MoneyAsked)

/** Refusal of a change that needs a decision about the received amount first. */
export async function refuseOpenMoney(
  { db, actor: { role } }: Pick<PaymentDeps, 'db' | 'actor'>,
  { openCents, type }: Pick<Booking, 'openCents' | 'type'>,
) {
  const isShown = may(role, 'payments.edit')
  const text = isShown
    ? moneyOpenText(openCents)
    : 'This reservation is paid. A manager decides about the money.'
  const resaleRefund = await readResaleRefund(db, type)
  const asked: MoneyAsked = { openCents: isShown ? openCents : null, resaleRefund }
  return no({ why: 'money_open', text, ...asked } as const)
}

async function readResaleRefund(db: Db, type: Booking['type']): Promise<ResaleRefund> {
  if (type !== 'nightlife') return 'none'
  const { refundResoldTables } = await loadVenue({ db })
  return refundResoldTables ? 'promised' : 'offered'
}

/**
 * Changes the status of a reservation; every transition is allowed that can be true now. A payment in progress is
 * settled at the provider first. The constraint `one_party_per_table` refuses a status that occupies a taken table. The
 * refund and the guest's email follow after the undo window.
 */
export async function changeStatus(
  deps: PaymentDeps,
  id: string,
  form: StatusForm,
): Promise<Result<StatusChanged, StatusRefusal>> {
  const { db, actor } = deps
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  if (form.money && form.money.decision !== 'later' && !may(actor.role, 'payments.edit'))
    return no(NOT_ALLOWED)
  const first = await findBooking(deps.db, id)
  const problem = first && statusProblem(form.status, first, deps.now)
  if (problem) return no(refused(problem))
  // An outdated form must not close the guest's payment, and a reservation set to pending can still be paid.
  const isDecided = form.status !== 'pending' && first?.status === form.seen
  return afterSettlingPayment<StatusChanged, StatusRefusal>(
    async () =>
      isDecided
        ? settlePendingPayment(deps, id, { evenUncertain: form.status === 'cancelled' })
        : ok('untouched'),
    (settled) => inTransaction(db, (trx) => applyStatus({ ...deps, db: trx }, id, { form, settled })),
  )
}

type StatusChange = { readonly form: StatusForm; readonly settled: Settled }

async function applyStatus(
  deps: PaymentDeps,
  id: string,
  { form, settled }: StatusChange,
): Promise<Result<StatusChanged, StatusRefusal> | 'paying_again'> {
  const { db: trx, now, actor } = deps
  const { status, money } = form
  const before = await lockActiveBooking(trx, id)
  if (!before) return no(NOT_FOUND)
  if (deps.stillApplies && !(await deps.stillApplies(trx, before))) return ok(unchanged(before))
  // A cancelled reservation accepts a later decision about its received amount.
  const isMoneyOnly = status === 'cancelled' && money !== undefined && before.openCents > 0
  if (before.status === status && !isMoneyOnly) return ok(unchanged(before))
  if (!isSeen(before, form, settled))
    return no({ why: 'version_conflict', current: { status: before.status } })
  const problem = statusProblem(status, before, now)
  if (problem) return no(refused(problem))
  if (settled !== 'untouched' && (await hasOpenPayment(trx, id))) return 'paying_again'
  const isCancelling = status === 'cancelled' && before.status !== 'cancelled'
  if (isCancelling && !form.agreesToArrived && (await hasArrived(trx, id)))
    return no({ why: 'arrived', text: ARRIVED } as const)
  if (status === 'cancelled' && before.openCents > 0 && !money) return refuseOpenMoney(deps, before)
  const isBack = before.status === 'cancelled' && status !== 'cancelled'
  const offSale = isBack && (await findOffSaleAgain(deps, before, form.offSale))
  if (offSale) return no(offSale)
  const night = isBack ? await returning(deps, before) : ok({ booking: before, moved: {} })
  if (!night.ok) return night
  const { booking, moved } = night.value
  // The price is due again, as far as the cancellation gave it back. Undo leaves it so: nothing is due of a cancelled reservation.
  const priceRefundedCents = isBack ? await readRefundedOfPrice(trx, id) : booking.priceRefundedCents
  const failedIssues = isBack ? await listFailedOfCancelled(trx, id) : []
  const kept = keptAfter(before, form)
  if (!(await tryUnlessConflict(trx, () => writeStatus(trx, id, { status, ...kept, ...moved }))))
    return refuseOccupied(trx, id, moved)
  const after = { ...booking, status, ...kept, priceRefundedCents }
  if (isBack) await setPriceRefunded(trx, id, priceRefundedCents)
  await recordAudit(trx, actor, { action: 'updated', before, after })
  const resolvedIssues = [...(await updateIssues(deps, before, form)), ...failedIssues]
  if (isBack) await keepRefused(deps, booking, failedIssues)
  const refundReason = refundReasonOf(before, form)
  const refund = refundReason === null ? null : await readFullRefund({ db: trx }, id)
  const act = await recordChange(trx, {
    actor,
    now,
    kind: 'status',
    reservation: booking,
    status,
    resolvedIssues,
    refundReason,
    graceMs: deps.graceMs ?? 0,
  })
  return ok({
    id,
    status,
    act,
    dueCents: dueAtVenue(after),
    refundCents: refund?.onlineCents ?? 0,
    venueRefundCents: refund?.atVenueCents ?? 0,
    keptCents: kept.keptCents - before.keptCents,
  })
}

/** The night to which a reservation returns. Guests of another party who sit past their end at its table keep it. */
async function returning({ db: trx, now }: PaymentDeps, before: Booking) {
  await keepSeatedParties(trx, tablesOf(before), now)
  return nightAgain(trx, before)
}

/**
 * Optimistic lock on the status. Settling the payment may itself have expired the hold or confirmed the reservation;
 * such a change is the caller's own and no version conflict.
 */
const isSeen = (before: Booking, { status, seen }: StatusForm, settled: Settled): boolean =>
  before.status === seen ||
  before.status === status ||
  (settled === 'closed' && before.status === 'cancelled' && before.cancelReason === 'hold_expired') ||
  (settled === 'paid' && before.status === 'confirmed')

const unchanged = (before: Booking): StatusChanged => ({
  id: before.id,
  status: before.status,
  act: null,
  dueCents: dueAtVenue(before),
  refundCents: 0,
  venueRefundCents: 0,
  keptCents: 0,
})

/**
 * Opens a payment issue for the received amount of a cancelled reservation if the decision was left for later. A
 * decision resolves the issues, and so does a reservation that is no longer cancelled. Returns the resolved ids, for
 * Undo.
 */
async function updateIssues(
  { db: trx, actor, now }: PaymentDeps,
  { id, status: before, openCents }: Booking,
  { status, money }: StatusForm,
): Promise<readonly string[]> {
  if (status !== 'cancelled')
    return before === 'cancelled' ? resolveIssuesOf(trx, id, { by: actor.id, now }) : []
  if (openCents === 0 || !money) return []
  if (money.decision !== 'later') {
    const done = money.decision === 'keep' ? 'Kept' : 'Refunded'
    return resolveIssuesOf(trx, id, {
      by: actor.id,
      now,
      resolution: `${done}: ${money.reason || 'cancelled'}`,
    })
  }
  await raiseIssue(trx, {
    kind: 'paid_and_cancelled',
    subject: randomUUID(),
    reservationId: id,
    checkoutId: await findLargestPayment(trx, id),
    amountCents: openCents,
    detail: `${actor.name} cancelled the reservation, of which ${formatUsd(openCents)} is still here.`,
  })
  return []
}

/**
 * Money whose refund failed pays for the reservation that stands again: its issues would offer to refund it once more. What is
 * beyond the price is the guest's credit.
 */
async function keepRefused(
  { db: trx, actor, now }: PaymentDeps,
  booking: Pick<Booking, 'id' | 'date'>,
  issues: readonly string[],
): Promise<void> {
  await resolveIssues(trx, issues, { by: actor.id, now, resolution: 'The reservation stands again' })
  await creditOwed({ db: trx, now }, booking)
}

/** Reads the undecided and the kept amount of a reservation, for the dialogs that ask for the decision. */
export async function readMoneyStatus(
  { db }: Pick<ActorDeps, 'db'>,
  id: string,
): Promise<MoneyStatus | null> {
  const booking = await findBooking(db, id)
  return booking
    ? {
        openCents: booking.openCents,
        keptCents: booking.keptCents,
        status: booking.status,
        resaleRefund: await readResaleRefund(db, booking.type),
        hasArrived: await hasArrived(db, id),
      }
    : null
}
