import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { isAskedToConfirm } from '#features/reminders/rules.ts'
import { findConfirmation } from '#features/reminders/service.ts'
import { formatMoment } from '#lib/venue-time.ts'
import type { RequestContext } from '#http/context.ts'
import { readOwnPart } from '../guest-page.ts'

/** The question whether a guest comes; null while it is not asked. */
export type ComingShown = {
  /** Time of the answer, such as `Nov 27, 3:10 PM`; null without one. */
  readonly confirmed: string | null
}

type Booked = {
  readonly id: string
  readonly startsAt: Date
  /** The guest is expected: neither cancelled nor waiting for a payment. */
  readonly isAhead: boolean
}

export const loadComing = (deps: RequestContext, booked: Booked): Promise<ComingShown | null> =>
  readOwnPart(deps, 'coming', () => readComing(deps, booked))

async function readComing(
  deps: RequestContext,
  { id, startsAt, isAhead }: Booked,
): Promise<ComingShown | null> {
  if (!isAhead || startsAt <= deps.now || (await hasArrived(deps.db, id))) return null
  const confirmedAt = await findConfirmation(deps.db, id)
  if (confirmedAt) return { confirmed: formatMoment(confirmedAt, deps.now) }
  return isAskedToConfirm(startsAt, deps.now, await deps.loadVenue()) ? { confirmed: null } : null
}
