/**
 * Rate limit of the emails that acknowledge requests to one inbox, of all kinds together. The address is not confirmed: without a limit,
 * forms sent from many places would flood the inbox of a stranger.
 */
export const ACKNOWLEDGEMENTS = { times: 3, withinS: 24 * 60 * 60 } as const

/** The same key for all spellings of an address, and for its tags: `ada@` reads `ada+1@`. */
export const inboxKey = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/(?<=[^+@])\+[^@]*(?=@)/, '')
