import type { CheckoutRow } from '#features/payments/checkouts/service.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import {
  dropWaitingChange,
  insertDifference,
  openDifference,
} from '#features/reservation-management/guest-changes/payments/service.ts'
import { refusal } from '#features/reservation-management/guest-changes/rules.ts'
import type {
  ConfirmedChange,
  GuestChangeRefusal,
} from '#features/reservation-management/guest-changes/schema.ts'
import {
  beginGuestChange,
  findWaitingChange,
  markReplaced,
} from '#features/reservation-management/guest-changes/service.ts'
import { lockActiveBooking } from '#features/reservation-management/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { inTransaction } from '#platform/db/db.ts'
import { PaymentRefused, PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { countOne, type Limit } from '#platform/security/rate-limit.ts'

const TRIES = 3
const CHANGES: Limit = { times: 20, withinS: 3600 }

export type ChangedByGuest = { readonly step: 'made' } | { readonly step: 'pay'; readonly url: string }
type Outcome = Result<ChangedByGuest, GuestChangeRefusal>
const refuse = (why: Parameters<typeof refusal>[0]) => no(refusal(why))

/**
 * Changes a reservation by its guest's link. An earlier change that waits for its payment is dropped first, or made if it
 * was paid. A change that costs no more is made at once; one that costs more is made once its difference is paid, and
 * until then the guest keeps what they have.
 */
export async function changeByGuest(
  deps: CheckoutDeps,
  id: string,
  change: ConfirmedChange,
): Promise<Outcome> {
  if (!(await countOne(deps.db, `guest change ${id}`, CHANGES)).ok) return refuse('too_often')
  const replaced: string[] = []
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    // oxlint-disable no-await-in-loop -- retries run in sequence
    const earlier = await findWaitingChange(deps, id)
    if (earlier) replaced.push(earlier.id)
    const dropped = await dropEarlier(deps, id)
    if (dropped !== 'closed') return refuse(REFUSED[dropped])
    const begun = await inTransaction(deps.db, (trx) =>
      beginLocked({ ...deps, db: trx }, id, { change, replaced }),
    )
    // oxlint-enable no-await-in-loop
    if (begun !== 'waiting') return begun.ok ? goOn(deps, begun.value) : begun
  }
  return refuse('changed_meanwhile')
}

const REFUSED = {
  unavailable: 'payment_unavailable',
  paid: 'paid_earlier',
  refunded: 'refunded_earlier',
  processing: 'processing',
} as const

async function goOn(deps: CheckoutDeps, begun: Begun): Promise<Outcome> {
  if (begun.step === 'made') return ok(begun)
  const opened = await openDifference(deps, begun.checkout)
  return opened.ok ? ok({ step: 'pay', url: opened.value }) : refuse(opened.reason)
}

type Begun = { readonly step: 'made' } | { readonly step: 'pay'; readonly checkout: CheckoutRow }

async function dropEarlier(deps: CheckoutDeps, id: string) {
  try {
    return await dropWaitingChange(deps, id)
  } catch (error) {
    if (error instanceof PaymentUnavailable || error instanceof PaymentRefused) return 'unavailable'
    throw error
  }
}

type Beginning = {
  readonly change: ConfirmedChange
  /** The changes that this one was chosen instead of. */
  readonly replaced: readonly string[]
}

/** `waiting`: another request of the guest began a change since the earlier one was dropped. */
async function beginLocked(
  deps: CheckoutDeps,
  id: string,
  { change, replaced }: Beginning,
): Promise<Result<Begun, GuestChangeRefusal> | 'waiting'> {
  const booking = await lockActiveBooking(deps.db, id)
  const facts = booking && (await findFacts(deps.db, id))
  if (!booking || !facts) return refuse('not_found')
  if (await findWaitingChange(deps, id)) return 'waiting'
  const venue = await loadVenue(deps)
  const begun = await beginGuestChange({ ...deps, venue }, { booking, facts }, change)
  if (!begun.ok) return begun
  await markReplaced(deps.db, replaced)
  if (begun.value.step === 'made') return ok(begun.value)
  const { changeId, amountCents, heldUntil } = begun.value
  const checkout = await insertDifference(deps, { reservationId: id, changeId, amountCents, heldUntil })
  return ok({ step: 'pay', checkout })
}
