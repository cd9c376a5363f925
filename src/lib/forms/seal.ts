/** When and for whom a form was drawn, as it travels with the form. */
export const FORM_TOKEN_FIELD = 'stamp'
/** A field that people never see: who fills it in is no person. */
export const HONEYPOT_FIELD = 'topic'
/** Which step of a form in steps it was sent from. */
export const STEP_FIELD = 'from'
/** Set while one step is changed from the review: the way on leads back there. */
export const REVIEW_FIELD = 'review'
/** Which button was pressed. */
export const INTENT_FIELD = 'intent'

/** Nobody reads and fills in a form faster than this. */
export const QUICKEST_MS = 3000

/** What a guest is told when what they sent has arrived, and where they are taken then. */
export type SuccessMessage = { readonly title: string; readonly text: string; readonly to: string }
