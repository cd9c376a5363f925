/** Request header with the staff id that the page was rendered for. */
export const ACTING_AS = 'X-Acting-As'
