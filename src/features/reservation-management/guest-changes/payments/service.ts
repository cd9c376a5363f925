import { enqueueEmail } from '#features/emails/service.ts'
import { releaseBlock } from '#features/holds/table-blocks/service.ts'
import {
  type CheckoutRow,
  findBySession,
  findCheckout,
  findCheckoutOfChange,
  insertCheckout,
  isPayable,
  lockCheckout,
} from '#features/payments/checkouts/service.ts'
import { hasWrongAmount } from '#features/payments/issues/service.ts'
import { requestPaymentRefund } from '#features/payments/refunds/service.ts'
import {
  type CloseOutcome,
  closePayable,
  openSession,
  sessionEnd,
} from '#features/payments/sessions/service.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import type { GuestChange } from '#features/reservation-management/guest-changes/schema.ts'
import { wantedText } from '#features/reservation-management/guest-changes/rules.ts'
import {
  findLastChange,
  findWaitingChange,
  isReplaced,
  listExpiredChanges,
  lockGuestChange,
  makePaidGuestChange,
  markChange,
  readWantedNames,
} from '#features/reservation-management/guest-changes/service.ts'
import { lockBooking } from '#features/reservation-management/service.ts'
import { countPriceRefund } from '#features/reservations/price-refunds/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { isId } from '#lib/address.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { isDatabaseUnavailable } from '#platform/db/db-errors.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { tryEach } from '#platform/jobs/try-each.ts'
import { PaymentRefused, PaymentUnavailable } from '#platform/payments-gateways/types.ts'

type Difference = {
  readonly reservationId: string
  readonly changeId: string
  readonly amountCents: number
  /** End of the time in which the change waits for its payment. */
  readonly heldUntil: Date
}

/** Inserts the checkout of a difference, in the transaction that inserted its change. */
export const insertDifference = (
  { db, now, payments }: CheckoutDeps,
  { reservationId, changeId, amountCents, heldUntil }: Difference,
): Promise<CheckoutRow> =>
  insertCheckout(db, {
    reservationId,
    guestChangeId: changeId,
    provider: payments.kind,
    amountCents,
    expiresAt: sessionEnd(now, heldUntil),
  })

/** Opens the payment page of a change. Where that fails, the change is dropped. */
export async function openDifference(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
): Promise<Result<string, 'payment_unavailable' | 'changed_meanwhile'>> {
  const opened = await openSession(deps, checkout)
  if (opened.ok) return ok(opened.value.url)
  const { reservationId, guestChangeId } = checkout
  if (guestChangeId !== null) await endChange(deps, reservationId, guestChangeId)
  // Another request of the guest, or staff, ended it while the provider opened the page.
  return no(opened.reason === 'payment_unavailable' ? opened.reason : 'changed_meanwhile')
}

/** A change that waits for its payment, with the address of the payment page. */
export type WaitingChange = GuestChange & {
  /** The change in words: `table 4, 6 guests`. */
  readonly about: string
  readonly payUrl: string | null
  /** The guest has paid, and the bank still works on it. */
  readonly isProcessing: boolean
  /** The bank refused the payment. */
  readonly isRefused: boolean
}

export async function findWaiting(
  { db }: { readonly db: Db },
  reservationId: string,
): Promise<WaitingChange | null> {
  const change = await findWaitingChange({ db }, reservationId)
  if (!change) return null
  const checkout = await findCheckoutOfChange(db, change.id)
  const payUrl = checkout?.status === 'open' ? checkout.url : null
  const { status } = checkout ?? {}
  const about = wantedText(change.wanted, await readWantedNames(db, change.wanted))
  return { ...change, about, payUrl, isProcessing: status === 'processing', isRefused: status === 'failed' }
}

/**
 * Opens a new payment page for a change whose payment the bank refused, while the change still waits. It is the change that the
 * guest saw: another window may have replaced it.
 */
export async function payAgain(
  deps: CheckoutDeps,
  reservationId: string,
  seenId: string | null = null,
): Promise<Result<string, 'payment_unavailable' | 'changed_meanwhile'>> {
  const checkout = await inTransaction(deps.db, async (trx) => {
    await lockBooking(trx, reservationId)
    const change = await findWaiting({ db: trx }, reservationId)
    if (!change?.isRefused || (seenId !== null && change.id !== seenId) || change.heldUntil <= deps.now)
      return null
    const { id: changeId, differenceCents: amountCents, heldUntil } = change
    return insertDifference({ ...deps, db: trx }, { reservationId, changeId, amountCents, heldUntil })
  })
  return checkout ? openDifference(deps, checkout) : no('changed_meanwhile')
}

/** Outcome of the last change of a reservation that had to be paid; null without one. */
export async function readLastOutcome(
  { db }: { readonly db: Db },
  reservationId: string,
): Promise<PaidChange | 'waiting' | 'not_paid' | null> {
  const change = await findLastChange(db, reservationId)
  if (!change) return null
  if (change.status === 'made' || change.status === 'refunded') return change.status
  return change.status === 'open' ? 'waiting' : 'not_paid'
}

/**
 * Drops the change of a reservation that waits for its payment, after its session was closed at the provider. A payment
 * that was made a moment earlier counts, or goes back where the change is not possible any more (`refunded`). With `seenId` only
 * the change that the guest saw: another window may have replaced it. Throws `PaymentUnavailable` where the provider's state is unknown.
 */
export async function dropWaitingChange(
  deps: CheckoutDeps,
  reservationId: string,
  seenId: string | null = null,
): Promise<CloseOutcome | 'refunded'> {
  const change = await findWaitingChange(deps, reservationId)
  if (!change || (seenId !== null && change.id !== seenId)) return 'closed'
  const checkout = await findCheckoutOfChange(deps.db, change.id)
  const closed = checkout && isPayable(checkout) ? await closePayable(deps, checkout) : 'closed'
  const settled = checkout && (await findCheckout(deps.db, checkout.id))
  if (checkout && settled?.status === 'paid')
    return (await makePaidChange(deps, checkout.id)) === 'refunded' ? 'refunded' : 'paid'
  if (closed === 'closed') await endChange(deps, reservationId, change.id)
  return closed
}

/** Ends a change that can no longer be paid, and releases the table that was held for it. */
const endChange = (deps: CheckoutDeps, reservationId: string, changeId: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await lockBooking(trx, reservationId)
    const change = await lockGuestChange(trx, changeId)
    if (change?.status !== 'open') return
    await markChange(trx, changeId, 'ended')
    if (change.tableBlockId !== null) await releaseBlock(trx, change.tableBlockId, deps.now)
  })

/**
 * Closes the payment of a change whose reservation was just cancelled, so that nothing is charged for it. Where the provider
 * does not answer, the job tries again, and a payment that is made meanwhile goes back.
 */
export async function dropChangeOfCancelled(deps: CheckoutDeps, reservationId: string): Promise<void> {
  try {
    await dropWaitingChange(deps, reservationId)
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
  }
}

const AT_A_TIME = 100

/** Drops the changes that were not paid in time, or whose reservation is gone (job), and returns their number. */
export async function dropExpiredChanges(deps: CheckoutDeps): Promise<number> {
  let dropped = 0
  let isUnavailable = false
  const drop = async (reservationId: string): Promise<void> => {
    // Requests to an unavailable provider take seconds: after one failure the next run goes on.
    if (isUnavailable) return
    try {
      if ((await dropWaitingChange(deps, reservationId)) === 'closed') dropped += 1
    } catch (error) {
      if (!(error instanceof PaymentUnavailable)) throw error
      // The provider refused to close this session: the changes after it are still dropped.
      isUnavailable = !(error.cause instanceof PaymentRefused)
    }
  }
  const expired = await listExpiredChanges(deps.db, deps.now, AT_A_TIME)
  await tryEach(
    expired.map(
      ({ reservationId }) =>
        () =>
          drop(reservationId),
    ),
    isDatabaseUnavailable,
  )
  return dropped
}

export type PaidChange = 'made' | 'refunded'

/**
 * Makes the change whose difference was paid, once: the payment pays for what the guest gets, or it goes back. The guest's
 * return, the job and a later change may run this at once.
 */
export const makePaidChange = (
  deps: Pick<CheckoutDeps, 'db' | 'now'>,
  checkoutId: string,
): Promise<PaidChange | null> =>
  inTransaction(deps.db, (trx) => makeInTransaction({ ...deps, db: trx }, checkoutId))

async function makeInTransaction(
  { db: trx, now }: Pick<CheckoutDeps, 'db' | 'now'>,
  checkoutId: string,
): Promise<PaidChange | null> {
  const found = await findCheckout(trx, checkoutId)
  if (!found || found.guestChangeId === null) return null
  const { reservationId, guestChangeId } = found
  const booking = await lockBooking(trx, reservationId)
  const change = await lockGuestChange(trx, guestChangeId)
  const checkout = await lockCheckout(trx, checkoutId)
  if (!booking || !change || checkout?.status !== 'paid') return null
  if (change.status === 'made' || change.status === 'refunded') return change.status
  const isSeatHeld = change.tableBlockId !== null && (await releaseBlock(trx, change.tableBlockId, now))
  const facts = await findFacts(trx, reservationId)
  const isWhole = checkout.sessionId !== null && !(await hasWrongAmount(trx, checkout.sessionId))
  const venue = await loadVenue({ db: trx })
  const deps = { db: trx, now, venue }
  const made =
    facts && isWhole ? await makePaidGuestChange(deps, { booking, facts }, { change, isSeatHeld }) : null
  if (made?.ok) {
    await markChange(trx, change.id, 'made')
    return 'made'
  }
  await markChange(trx, change.id, 'refunded')
  // A refund pays for nothing: the next change starts from the rest.
  const refundedCents = await countPriceRefund(trx, reservationId, () =>
    requestPaymentRefund(trx, checkout, 'The change was not possible any more.'),
  )
  if (refundedCents > 0)
    await enqueueEmail(trx, reservationId, { kind: 'change_refunded', dedupeKey: change.id })
  return 'refunded'
}

/** Whether the change that a window waits for was replaced by one that its guest chose in another. */
export const isReplacedChange = (
  { db }: { readonly db: Db },
  reservationId: string,
  changeId: string | null,
): Promise<boolean> =>
  changeId !== null && isId(changeId) ? isReplaced(db, reservationId, changeId) : Promise.resolve(false)

/** Outcome of the payment that a guest comes back from; null where it is not for a change. */
export async function readChangeOutcome(
  deps: CheckoutDeps,
  sessionId: string,
): Promise<PaidChange | 'waiting' | 'replaced' | 'not_paid' | null> {
  const checkout = await findBySession(deps.db, sessionId)
  if (!checkout || checkout.guestChangeId === null) return null
  if (checkout.status === 'paid') return makePaidChange(deps, checkout.id)
  if (checkout.status === 'processing') return 'waiting'
  const { reservationId, guestChangeId } = checkout
  return (await isReplacedChange(deps, reservationId, guestChangeId)) ? 'replaced' : 'not_paid'
}
