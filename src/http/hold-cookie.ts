/**
 * Says that a table was held from this browser by a plain form, until the hold ends. Scripts know the tables that they held from
 * the browser's storage; the server names the others, on pages that are then rendered for this guest alone.
 */
const HOLD_COOKIE = 'table_held'

const HELD = new RegExp(`(?:^|;\\s*)${HOLD_COOKIE}=1(?:;|$)`)

export const readHoldCookie = (cookies: string | undefined): boolean =>
  cookies !== undefined && HELD.test(cookies)

export function holdCookie({ heldUntil }: { readonly heldUntil: Date }, now: Date, secure: boolean): string {
  const seconds = Math.max(0, Math.ceil((heldUntil.getTime() - now.getTime()) / 1000))
  return `${HOLD_COOKIE}=1; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
