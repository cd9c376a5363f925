/** The header in which a page of the staff area names the account it is drawn for. */
export const ACTING_AS = 'X-Acting-As'
