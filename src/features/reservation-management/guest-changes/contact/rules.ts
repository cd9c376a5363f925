import type { Booking } from '#features/reservation-management/schema.ts'
import { formatPhone } from '#lib/phone.ts'
import type { ContactForm } from './schema.ts'

export type ContactStanding = Pick<Booking, 'type' | 'status' | 'startsAt' | 'endsAt' | 'heldUntil'>

/** Whether the guest may correct the email: until the end, so that a confirmation reaches guests who are on their way. */
const mayCorrectEmail = ({ type, status, endsAt }: ContactStanding, now: Date): boolean =>
  (status === 'confirmed' || (type === 'dining' && status === 'pending')) && endsAt > now

/** Whether the guest may change the phone number and the special requests: until the reservation begins. */
const mayChangePhone = ({ status, heldUntil, startsAt }: ContactStanding, now: Date): boolean =>
  (status === 'confirmed' || (status === 'pending' && !heldUntil)) && startsAt > now

/** Whether the guest may change contact data of a reservation on their own page. */
export const MAY_CHANGE = { email: mayCorrectEmail, phone: mayChangePhone } as const

type Contact = { readonly guestPhone: string | null; readonly specialRequests: string | null }

/** Contact data as the guest's form shows it. */
export const shownContact = ({ guestPhone, specialRequests }: Contact): ContactForm => ({
  phone: guestPhone ? formatPhone(guestPhone) : '',
  requests: specialRequests ?? '',
})

/** Email that repeats the state of a reservation at a corrected address. */
export const confirmationFor = ({ type }: Pick<Booking, 'type'>) =>
  type === 'dining' ? 'dinner_received' : 'confirmation'
