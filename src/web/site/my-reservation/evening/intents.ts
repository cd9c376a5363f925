import { isId } from '#lib/address.ts'

/** Intent of the form that cancels a reservation. */
export const CANCEL = 'cancel'
/** Intent of the form that gives a table up after the deadline, without a refund. */
export const GIVE_UP = 'give_up'
/** Checkbox of both: the other reservation of the evening is cancelled, too. */
export const ALSO = 'also'

/** The facts that the form showed of that other reservation. */
export const ALSO_SEEN = 'alsoSeen'

/** Cancellation as it was shown. One that became a table given up without a refund is not made, nor one of another reservation. */
export type Also = { readonly intent: typeof CANCEL | typeof GIVE_UP; readonly otherId: string }

/** Value of the checkbox. */
export const alsoValue = ({ intent, otherId }: Also): string => `${intent} ${otherId}`

/** The other reservation that a form names; null where it names none. */
export function readAlso(value: string): Also | null {
  const [intent, otherId = '', ...more] = value.split(' ')
  if ((intent !== CANCEL && intent !== GIVE_UP) || !isId(otherId) || more.length > 0) return null
  return { intent, otherId }
}
