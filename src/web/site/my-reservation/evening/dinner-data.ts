import { findDinner } from '#features/dining/dinners/service.ts'
import type { Dinner } from '#features/dining/dinners/schema.ts'
import { staysForNight } from '#features/holds/keep-table/rules.ts'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { entryLink } from '#features/reservations/service.ts'
import type { RequestContext } from '#http/context.ts'
import { type KeepShown, loadKeep } from '../keep/keep-data.ts'
import { describeDinner, type DinnerShown } from '../my-dinner-copy.ts'

type LoadedDinner = {
  readonly dinner: Dinner
  readonly shown: DinnerShown
  /** The night that the guest can keep the table for, or keeps it for; null where there is none. */
  readonly keep: KeepShown | null
}

/** A dinner, and what every page of its guest shows of it; null where none has this id. */
export async function loadDinner(
  deps: RequestContext,
  id: string,
  link = guestPath(deps, id),
): Promise<LoadedDinner | null> {
  const [dinner, venue, arrived, keep] = await Promise.all([
    findDinner(deps, id),
    deps.loadVenue(),
    hasArrived(deps.db, id),
    loadKeep(deps, id),
  ])
  if (!dinner) return null
  const stay = { isForNight: staysForNight(keep) }
  const facts = { dinner, venue, stay, link, entryLink: entryLink(deps, dinner), now: deps.now }
  return { dinner, keep, shown: describeDinner({ ...facts, hasArrived: arrived }) }
}
