const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Fixed window rate limit: a number of attempts per window, which starts with the first. */
export type WindowLimit = { readonly attempts: number; readonly windowMs: number }

/** Exponential backoff after a number of free attempts. The counter resets when the window ends. */
export type BackoffLimit = {
  readonly free: number
  readonly firstMs: number
  readonly mostMs: number
  readonly windowMs: number
}

/** Rate limit for wrong passwords from each address, across accounts. Staff behind one address sign in as many as they are. */
export const PER_ADDRESS: WindowLimit = { attempts: 5, windowMs: MINUTE_MS }

/** Rate limit for each known device and account. */
export const PER_KNOWN_DEVICE: WindowLimit = { attempts: 10, windowMs: 15 * MINUTE_MS }

/**
 * Rate limit for an account from all unknown devices together: 104 attempts in the 24 hours from the first. Waits
 * restart after that, so no 24 hours see more than 114.
 */
export const PER_ACCOUNT: BackoffLimit = {
  free: 5,
  firstMs: MINUTE_MS / 2,
  mostMs: 15 * MINUTE_MS,
  windowMs: DAY_MS,
}

export const LONGEST_WAIT_MS = PER_ACCOUNT.mostMs

/** Rate limit for wrong current passwords in one session. */
export const PER_SESSION: BackoffLimit = {
  free: 3,
  firstMs: MINUTE_MS,
  mostMs: 15 * MINUTE_MS,
  windowMs: DAY_MS,
}

/** Number of wrong current passwords that ends a session, because it may have been taken over. */
export const WRONG_ENDS_SESSION = 6
