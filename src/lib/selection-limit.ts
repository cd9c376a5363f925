/** Limit of records in one selection. */
export const MAX_SELECTED = 1000
