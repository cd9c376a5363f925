const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_SLUG = 160

/**
 * Whether the text is a UUID in the one spelling we accept. PostgreSQL also reads capitals, but then every spelling of
 * an id in a URL would get its own cache entry and stored file. Anything else must not reach a uuid column, where it
 * would be a database error.
 */
export const isId = (text: string): boolean => UUID.test(text)

export const isSlug = (text: string): boolean => text.length <= MAX_SLUG && SLUG.test(text)
