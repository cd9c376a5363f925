/** Fields of a form that name the date and the party of the start times that it shows. */
export const TIMES_DATE_FIELD = 'timesDate'
export const TIMES_GUESTS_FIELD = 'timesGuests'

/** Intent of the button that shows the times of the chosen date and party. */
export const SHOW_TIMES = 'times'

/**
 * Whether the start times of a form are those of its date and party, which a guest can change without a script. A client that
 * shows no times sends none of these fields.
 */
export const areTimesOfChoice = (form: FormData): boolean =>
  isSame(form.get(TIMES_DATE_FIELD), form.get('date')) &&
  isSame(form.get(TIMES_GUESTS_FIELD), form.get('guests'))

const isSame = (shown: FormDataEntryValue | null, chosen: FormDataEntryValue | null): boolean =>
  shown === null || shown === chosen
