const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_SLUG = 160

/** Whether the text is an id of ours. Anything else must not reach a uuid column, which would call it a fault. */
export const isId = (text: string): boolean => UUID.test(text)

export const isSlug = (text: string): boolean => text.length <= MAX_SLUG && SLUG.test(text)
