const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** So many tries within a window that begins with the first. */
export type Limit = { readonly tries: number; readonly windowMs: number }

/** Tries that are free; after each further one a wait that doubles up to a longest. Forgotten when the window is over. */
export type GrowingWait = {
  readonly free: number
  readonly firstMs: number
  readonly mostMs: number
  readonly windowMs: number
}

/** How often one address may try, whatever the accounts. */
export const PER_ADDRESS: Limit = { tries: 5, windowMs: MINUTE_MS }

/** How often a device may try an account that somebody has signed in to with it before. */
export const PER_KNOWN_DEVICE: Limit = { tries: 10, windowMs: 15 * MINUTE_MS }

/**
 * How often all other devices together may try an account, from however many addresses: 104 times in the 24 hours from
 * the first try. Waits begin anew after that, so no 24 hours see more than 114.
 */
export const PER_ACCOUNT: GrowingWait = {
  free: 5,
  firstMs: MINUTE_MS / 2,
  mostMs: 15 * MINUTE_MS,
  windowMs: DAY_MS,
}

/** The longest wait of any limit. */
export const LONGEST_WAIT_MS = PER_ACCOUNT.mostMs

/** How often one session may show the current password wrongly. */
export const PER_SESSION: GrowingWait = {
  free: 3,
  firstMs: MINUTE_MS,
  mostMs: 15 * MINUTE_MS,
  windowMs: DAY_MS,
}

/** So many wrong current passwords end the session: whoever has it does not know the password. */
export const WRONG_ENDS_SESSION = 6
