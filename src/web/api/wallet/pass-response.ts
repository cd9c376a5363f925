import { data, redirect } from 'react-router'
import { makeGooglePass } from '#features/reservation-management/wallet-passes/google/service.ts'
import type { PassRefusal } from '#features/reservation-management/wallet-passes/schema.ts'
import { makePass, type ServiceRefusal } from '#features/reservation-management/wallet-passes/service.ts'
import type { RequestContext } from '#http/context.ts'
import { APPLE_PASS_TYPE } from '#platform/wallet/types.ts'

const FILE_HEADERS = {
  'Content-Type': APPLE_PASS_TYPE,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
} as const

export const passFile = (file: Buffer, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(new Uint8Array(file), { headers: { ...FILE_HEADERS, ...headers } })

/** Sends the pass of a reservation or a friend. Where it cannot be made now, the guest's page says so. */
export async function sendPass(deps: RequestContext, id: string | null, page: string): Promise<Response> {
  const made = id === null ? null : await makePass(deps, id)
  return made?.ok === true
    ? passFile(made.value, { 'Content-Disposition': 'attachment; filename="entry.pkpass"' })
    : leadBack(made, page)
}

/** The guest's page says what stands in the way of a pass. */
function leadBack(
  refused: { readonly ok: false; readonly reason: PassRefusal } | null,
  page: string,
): Response {
  if (!refused || refused.reason === 'not_found') throw data('Pass not found', { status: 404 })
  return redirect(refused.reason === 'unavailable' ? `${page}?pass=unavailable` : page, 303)
}

/** Leads a guest to Google, where the pass is added. Google learns nothing of the page that the guest comes from. */
export async function leadToGoogle(deps: RequestContext, id: string | null, page: string): Promise<Response> {
  const made = id === null ? null : await makeGooglePass(deps, id)
  if (!made?.ok) return leadBack(made, page)
  const headers = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }
  return redirect(made.value, { status: 303, headers })
}

const STATUSES: Record<ServiceRefusal, number> = {
  not_found: 404,
  not_authorized: 401,
  too_many: 429,
  unavailable: 503,
}

/** Answer to a device whose request is refused: Apple's Wallet reads the status only. */
export const refuseDevice = (reason: ServiceRefusal): Response =>
  new Response(null, { status: STATUSES[reason], headers: { 'Cache-Control': 'no-store' } })
