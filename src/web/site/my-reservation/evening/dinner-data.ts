import { findDinner } from '#features/dining/dinners/service.ts'
import type { Dinner } from '#features/dining/dinners/schema.ts'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { entryLink } from '#features/reservations/service.ts'
import type { RequestContext } from '#http/context.ts'
import { describeDinner, type DinnerShown } from '../my-dinner-copy.ts'

/** A dinner, and what every page of its guest shows of it; null where none has this id. */
export async function loadDinner(
  deps: RequestContext,
  id: string,
  link = guestPath(deps, id),
): Promise<{ readonly dinner: Dinner; readonly shown: DinnerShown } | null> {
  const [dinner, venue, arrived] = await Promise.all([
    findDinner(deps, id),
    deps.loadVenue(),
    hasArrived(deps.db, id),
  ])
  if (!dinner) return null
  const facts = { dinner, venue, link, entryLink: entryLink(deps, dinner), now: deps.now }
  return { dinner, shown: describeDinner({ ...facts, hasArrived: arrived }) }
}
