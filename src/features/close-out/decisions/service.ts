import type { Decision } from '#features/close-out/schema.ts'
import { readFullRefund } from '#features/payments/refunds/service.ts'
import { recordNoShow, recordUnseenVisit } from '#features/reservation-management/night-end/service.ts'
import { readBooking, refundReservation } from '#features/reservation-management/service.ts'
import { changeStatus, type PaymentDeps } from '#features/reservation-management/status/service.ts'

const REFUSALS: Readonly<Record<string, string>> = {
  not_allowed: 'Your role does not allow this.',
  not_found: 'This reservation no longer exists.',
  version_conflict: 'Somebody else changed this reservation meanwhile.',
}

type Reason = { readonly why: string; readonly text?: string }
const textOf = (reason: Reason): string => reason.text ?? REFUSALS[reason.why] ?? reason.why

/** Carries out the outcomes of parties that did not come. Returns a text for each that was refused. */
export async function carryOut(deps: PaymentDeps, decisions: readonly Decision[]): Promise<string[]> {
  const problems: string[] = []
  for (const decision of decisions) {
    // oxlint-disable no-await-in-loop -- refunds and status changes of one party after the other
    const booking = await readBooking(deps, decision.reservationId)
    if (!booking || booking.deletedAt) continue
    const problem = await carryOutOne(deps, decision)
    // oxlint-enable no-await-in-loop
    if (problem !== null) problems.push(`${booking.guestName}: ${problem}`)
  }
  return problems
}

async function carryOutOne(
  deps: PaymentDeps,
  { reservationId: id, outcome, isRefunded }: Decision,
): Promise<string | null> {
  switch (outcome) {
    case 'came':
      await recordUnseenVisit(deps, id)
      return null
    case 'no_show':
      // The refund only with the mark: a decision that is sent again refunds nothing twice.
      return (await recordNoShow(deps, id)) && isRefunded ? refundNoShow(deps, id) : null
    case 'excused':
      return excuse(deps, id, isRefunded)
  }
}

/** Refunds what was paid online. Money that was paid at the venue is given back there, by hand. */
async function refundNoShow(deps: PaymentDeps, id: string): Promise<string | null> {
  const { onlineCents } = await readFullRefund(deps, id)
  if (onlineCents === 0) return null
  const done = await refundReservation(deps, id, {
    amount: onlineCents,
    reason: 'No-show, refunded at close-out',
  })
  return done.ok ? null : textOf(done.reason)
}

async function excuse(deps: PaymentDeps, id: string, isRefunded: boolean): Promise<string | null> {
  const booking = await readBooking(deps, id)
  if (!booking || booking.status === 'cancelled') return null
  const decision = isRefunded ? ('refund' as const) : ('keep' as const)
  const done = await changeStatus(deps, id, {
    status: 'cancelled',
    seen: booking.status,
    ...(booking.openCents > 0 ? { money: { decision, reason: 'Excused at close-out' } } : {}),
  })
  return done.ok ? null : textOf(done.reason)
}
