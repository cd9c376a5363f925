import { MAX } from '#lib/forms/fields.ts'
import { areaField, defineForm, phoneField } from '#lib/forms/form.ts'
import type { Clash } from '#lib/forms/seen.ts'

/** Contact data that a guest changes on their own page, beside the email address. */
export const CONTACT_FORM = defineForm('contact', {
  phone: phoneField(),
  requests: areaField({ label: 'Special requests', rows: 3, what: 'special requests', max: MAX.note }),
})

export type ContactForm = { readonly phone: string; readonly requests: string }

/** Contact data as a guest typed it, and as the form showed it; null where the form does not say so. */
export type ContactGiven = ContactForm & { readonly seen: ContactForm | null }
export type ContactClash = Clash<keyof ContactForm>

/** Contact data that a guest changes for both reservations of an evening at once. */
export type ContactKind = 'email' | 'phone'
