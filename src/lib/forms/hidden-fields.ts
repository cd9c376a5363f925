/** Hidden form token: signs when and for which client the form was rendered. */
export const FORM_TOKEN_FIELD = 'formToken'
/** Honeypot: a field hidden from people. A form that fills it in was sent by a bot. */
export const HONEYPOT_FIELD = 'topic'
/** Number of the wizard step that the form was sent from. */
export const STEP_FIELD = 'from'
/** Present while a step is edited from the review: Next then leads back to the review. */
export const REVIEW_FIELD = 'review'
/** Name of the pressed button. */
export const INTENT_FIELD = 'intent'
/** The values that the form showed, because another window may have changed it meanwhile. */
export const SEEN_FIELD = 'seen'

/** A form sent sooner after rendering was not filled in by a person. */
export const MIN_FILL_MS = 3000

/** Message and redirect target after a form was accepted. */
export type SuccessMessage = { readonly title: string; readonly text: string; readonly to: string }
