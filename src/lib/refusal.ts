/** Refusal of what staff want to do, with the sentence to show them. */
export type RefusedWithText = { readonly why: 'refused'; readonly text: string }

/** Reason why an action of staff was refused. */
export type ActionRefusal = { readonly why: 'not_allowed' | 'not_found' } | RefusedWithText

export const NOT_ALLOWED = { why: 'not_allowed' } as const
export const NOT_FOUND = { why: 'not_found' } as const

export const refused = (text: string): RefusedWithText => ({ why: 'refused', text })
