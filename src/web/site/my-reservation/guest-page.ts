import { data, redirect } from 'react-router'
import { findMergedInto } from '#features/reservation-management/merge/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import type { PassPaths } from '#features/reservations/ui/pass-link.tsx'
import { readPart, type RequestContext } from '#http/context.ts'

/** Id of the reservation that the signed link names; a link that we did not sign is not found. */
export function reservationOf({ tokens }: Pick<RequestContext, 'tokens'>, token: string): string {
  const id = tokens.read('guest', token)
  if (id === null) throw data(null, { status: 404 })
  return id
}

/**
 * Leads the link of a merged reservation to the same page of the one that remains. A form sent to it changes nothing: the page is
 * shown first.
 */
export async function followMerge(
  deps: Pick<RequestContext, 'db' | 'tokens'>,
  id: string,
  suffix = '',
): Promise<void> {
  const into = await findMergedInto(deps.db, id)
  if (into) throw redirect(guestPath(deps, into.id) + suffix, 303)
}

export const NO_PASSES: PassPaths = { apple: null, google: null }

/** URLs of the passes of a guest's page. One is offered where it is configured, and its certificate or key can be used. */
export const passesOf = (
  { wallet, now }: Pick<RequestContext, 'wallet' | 'now'>,
  link: string,
): PassPaths => ({
  apple: wallet.apple(now) ? `${link}/pass.pkpass` : null,
  google: wallet.google() ? `${link}/google-wallet` : null,
})
/**
 * A part of a guest's own page; null where it has nothing to show, and where it cannot be read: the page, with the code for the
 * entrance, stands without it.
 */
export const readOwnPart = <Value>(
  deps: RequestContext,
  part: 'coming' | 'evening' | 'feedback' | 'shares',
  read: () => Promise<Value | null>,
): Promise<Value | null> =>
  readPart<Value | null>(deps, read, {
    empty: null,
    onError: (err) =>
      deps.log.error(
        { event: 'own_page.part_failed', part, err },
        'a part of a guest page could not be read',
      ),
  })
