import type { EveningContact } from '#features/reservation-management/amendments/schema.ts'
import type { SharedContact } from '#features/reservations/evening/schema.ts'

type Contact = { readonly email?: string | null | undefined; readonly phone?: string | null | undefined }

/** The part of a change of contact data that is for the other reservation, too: what both had in common. */
export const contactForOther = (shared: SharedContact, { email, phone }: Contact) => ({
  ...(shared.email && email !== undefined ? { email } : {}),
  ...(shared.phone && phone !== undefined ? { phone } : {}),
})

/** Whether a change of contact data is for the other reservation, too. */
export const concernsOther = (shared: SharedContact, changed: Contact): boolean =>
  Object.keys(contactForOther(shared, changed)).length > 0

const NAMES = { dining: 'dinner', nightlife: 'night' } as const

/** `dinner of that evening` */
export const otherName = ({ type }: Pick<EveningContact, 'type'>): string => `${NAMES[type]} of that evening`

/** `The same guest has another reservation that evening, with the same email: dinner at 7:00 PM at table 4.` */
export function sameContactText({ text, email, phone }: EveningContact): string {
  const same = email && phone ? 'email and phone number' : email ? 'email' : 'phone number'
  return `The same guest has another reservation that evening, with the same ${same}: ${text}.`
}
