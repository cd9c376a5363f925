import type { KeepOffer } from '#features/holds/keep-table/schema.ts'
import { findKeepOffer } from '#features/holds/keep-table/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import type { RequestContext } from '#http/context.ts'

/** The offer with the guest's page of the night reservation; null where there is none. */
export type KeepShown = KeepOffer & { readonly nightLink: string | null }

/** The night that a dinner's guest can keep the table for, or keeps it for; null where there is none. */
export async function loadKeep(deps: RequestContext, dinnerId: string): Promise<KeepShown | null> {
  const offer = await findKeepOffer(deps, dinnerId, deps.guest)
  if (!offer) return null
  const { nightId } = offer
  return { ...offer, nightLink: nightId === null ? null : guestPath(deps, nightId) }
}
