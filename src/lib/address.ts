const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_SLUG = 160

/**
 * Whether the text is an id as the database writes it. PostgreSQL reads capitals too, but an id in an address has one
 * spelling: whatever is cached or stored under an address would otherwise exist once for each of them. Anything else must
 * not reach a uuid column, which would call it a fault.
 */
export const isId = (text: string): boolean => UUID.test(text)

export const isSlug = (text: string): boolean => text.length <= MAX_SLUG && SLUG.test(text)
