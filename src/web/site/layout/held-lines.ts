import { tablePath } from '#features/floor-plan/chart/rules.ts'
import { listHeldTables } from '#features/holds/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import type { RequestContext } from '#http/context.ts'
import { formatClock, wallClock } from '#lib/venue-time.ts'

/** A table that this browser holds, and the page on which its guest pays. */
export type HeldLine = {
  readonly tableNumber: number
  readonly until: string
  readonly path: string
  /** A first booking. Scripts show those that they held, from the browser's storage. */
  readonly isForNoScript: boolean
}

/**
 * The lines of a page. The pages after a payment have a reservation in their address and say themselves how it stands: they
 * settle it while these lines are read.
 */
export async function loadHeldLines(deps: RequestContext, request: Request): Promise<HeldLine[]> {
  const shown = new URL(request.url).searchParams.get('reservation_id')
  const held = await listHeldTables(deps, deps.guest.browser)
  const others = held.filter((it) => it.reservationId !== shown)
  return others.map(({ tableNumber, heldUntil, paidAt }) => ({
    tableNumber,
    until: formatClock(wallClock(heldUntil).time),
    path:
      paidAt.page === 'event'
        ? `${tablePath(paidAt.slug, tableNumber, paidAt.guestCount)}#book`
        : guestPath(deps, paidAt.id),
    isForNoScript: paidAt.page === 'event',
  }))
}
