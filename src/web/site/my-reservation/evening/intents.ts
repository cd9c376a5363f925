/** Intent of the form that cancels a reservation. */
export const CANCEL = 'cancel'
/** Intent of the form that gives a table up after the deadline, without a refund. */
export const GIVE_UP = 'give_up'
/** Checkbox of both: the other reservation of the evening is cancelled, too. */
export const ALSO = 'also'
