import type { Decision } from '#features/close-out/schema.ts'
import { readFullRefund } from '#features/payments/refunds/service.ts'
import { may } from '#features/permissions/rules.ts'
import {
  isStillExpected,
  type NightParty,
  recordNoShow,
  recordUnseenVisit,
} from '#features/reservation-management/floor/night-end/service.ts'
import { findBooking, refundInTransaction } from '#features/reservation-management/service.ts'
import {
  changeStatus,
  type PaymentDeps,
  type StatusRefusal,
} from '#features/reservation-management/status/service.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

function textOf(reason: StatusRefusal): string {
  switch (reason.why) {
    case 'not_allowed':
      return 'Your role does not allow this.'
    case 'not_found':
      return 'This reservation no longer exists.'
    case 'version_conflict':
      return 'Somebody else changed this reservation meanwhile.'
    case 'refused':
    case 'off_sale':
    case 'arrived':
    case 'money_open':
      return reason.text
  }
}

/**
 * Carries out the outcomes of parties that did not come, each in a transaction of its own. A party that came meanwhile, was
 * decided about, or was moved to another night is left as it is. Returns a text for each that was refused.
 */
export async function carryOut(
  deps: PaymentDeps,
  night: CalendarDate,
  decisions: readonly Decision[],
): Promise<string[]> {
  const problems: string[] = []
  for (const decision of decisions) {
    // oxlint-disable no-await-in-loop -- refunds and status changes of one party after the other
    const booking = await findBooking(deps.db, decision.reservationId)
    if (!booking || booking.deletedAt) continue
    const problem = await carryOutOne(deps, { id: booking.id, night }, decision)
    // oxlint-enable no-await-in-loop
    if (problem !== null) problems.push(`${booking.guestName}: ${problem}`)
  }
  return problems
}

async function carryOutOne(
  deps: PaymentDeps,
  party: NightParty,
  { outcome, isRefunded }: Decision,
): Promise<string | null> {
  switch (outcome) {
    case 'came':
      await recordUnseenVisit(deps, party)
      return null
    case 'no_show':
      // One transaction: a decision that is sent again neither loses the refund nor refunds twice.
      return recordNoShow(deps, party, isRefunded ? (trx) => refundNoShow(deps, trx, party.id) : undefined)
    case 'excused':
      return excuse(deps, party, isRefunded)
  }
}

/** Refunds what was paid online. Money that was paid at the venue is given back there, by hand. */
async function refundNoShow({ now, actor }: PaymentDeps, trx: Db, id: string): Promise<string | null> {
  if (!may(actor.role, 'payments.edit')) return textOf({ why: 'not_allowed' })
  const { onlineCents } = await readFullRefund({ db: trx }, id)
  if (onlineCents === 0) return null
  const done = await refundInTransaction({ db: trx, now, actor }, id, {
    amount: onlineCents,
    reason: 'No-show, refunded at close-out',
  })
  return done.ok ? null : textOf(done.reason)
}

async function excuse(
  deps: PaymentDeps,
  { id, night }: NightParty,
  isRefunded: boolean,
): Promise<string | null> {
  const booking = await findBooking(deps.db, id)
  if (!booking || !(await isStillExpected(deps.db, booking, night))) return null
  const decision = isRefunded ? ('refund' as const) : ('keep' as const)
  const done = await changeStatus(
    { ...deps, stillApplies: (trx, before) => isStillExpected(trx, before, night) },
    id,
    {
      status: 'cancelled',
      seen: booking.status,
      ...(booking.openCents > 0 ? { money: { decision, reason: 'Excused at close-out' } } : {}),
    },
  )
  return done.ok ? null : textOf(done.reason)
}
