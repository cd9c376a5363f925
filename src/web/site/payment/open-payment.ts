import { redirect } from 'react-router'
import type { HoldRefusal } from '#features/holds/schema.ts'
import type { PlacedHold } from '#features/holds/service.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import type { RequestContext } from '#http/context.ts'
import { holdCookie } from '#http/hold-cookie.ts'

/**
 * Opens the payment of a hold that a plain form placed, and redirects the guest there. Returns the reason where that fails;
 * the redirect is thrown.
 */
export async function openPayment(
  deps: RequestContext,
  hold: PlacedHold,
): Promise<'payment_unavailable' | Extract<HoldRefusal, 'already_confirmed' | 'hold_ended'>> {
  const opened = await openCheckout(deps, hold.reservationId)
  if (!opened.ok) return opened.reason
  throw redirectToPayment(deps, { url: opened.value.url, heldUntil: hold.heldUntil })
}

/** Redirects to the payment page of a held table, which every page of this browser shows until then. */
export function redirectToPayment(
  deps: RequestContext,
  { url, heldUntil }: { readonly url: string; readonly heldUntil: Date },
): Response {
  const headers = new Headers()
  if (deps.guest.cookie) headers.append('Set-Cookie', deps.guest.cookie)
  headers.append('Set-Cookie', holdCookie({ heldUntil }, deps.now, deps.origin.startsWith('https:')))
  return redirect(url, { status: 303, headers })
}
