import type { GuestIdentity } from '#features/holds/schema.ts'
import { type Zone, ZONES } from '#features/venue/schema.ts'
import { NIGHT_FORM } from '#features/waiting-list/schema.ts'
import { choice } from '#lib/forms/fields.ts'
import { defineForm, emailField, nameField, phoneField } from '#lib/forms/form.ts'
import { numberField, optionalField, textsField } from '#lib/forms/list-fields.ts'

const MAX_GUESTS = 30

const guests = numberField({
  label: 'Guests, with you',
  isHalf: true,
  missing: 'Please enter how many guests there will be.',
  min: 1,
  max: MAX_GUESTS,
  tooFew: 'A party is at least 1 guest.',
  tooMany: `For more than ${MAX_GUESTS} guests, please call us or plan a private event.`,
})

const zone = optionalField({
  control: {
    kind: 'select',
    label: 'Zone',
    isHalf: true,
    options: [{ value: '', label: 'Any zone' }, ...ZONES.map((it) => ({ value: it, label: it }))],
  },
  rules: choice(ZONES, 'Please choose a zone.'),
})

const consent = {
  control: { kind: 'check', label: 'Agreement', required: true },
  rules: choice(['yes'], 'Please agree, so that we may write to you when a table is free.'),
} as const

/** Form that joins the line of a night. */
export const NIGHT_WAITING_FORM = defineForm(NIGHT_FORM, {
  name: nameField(),
  guests,
  zone,
  email: emailField(),
  phone: phoneField(),
  texts: textsField(),
  consent,
})

/** Form that joins the line of a dinner time. The party size is that of the time that was full. */
export const DINNER_WAITING_FORM = defineForm('waiting-dinner', {
  name: nameField(),
  email: emailField(),
  phone: phoneField(),
  texts: textsField(),
  consent,
})

export type NightWaitingField = (typeof NIGHT_WAITING_FORM)['fields'][number]
export type DinnerWaitingField = (typeof DINNER_WAITING_FORM)['fields'][number]

/** A party that asks to join a line. */
export type Joining = {
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string
  readonly guestCount: number
  readonly zone: Zone | null
  /** The guest agreed to texts about this place in line and its table. */
  readonly agreesToTexts: boolean
  /** Idempotency key of the form: a form that is sent twice joins once. */
  readonly key: string
  /** The client as keyed hashes, by which the limits on holds count. Null where it is not known. */
  readonly joiner: GuestIdentity | null
}

/** `known_contact`: the email or phone is in line from another browser, or blocked, and the answer says neither. */
export type JoinRefusal =
  | { readonly why: 'not_found' | 'ended' | 'not_for_sale' | 'closed' | 'known_contact' }
  | { readonly why: 'too_large'; readonly zone: Zone | null; readonly largest: number }
  | { readonly why: 'not_full'; readonly table: FreeTable | null }
  | { readonly why: 'too_late' | 'too_short' | 'large_party' | 'too_many' }

/** A table of a night that the party can reserve. */
export type FreeTable = { readonly eventSlug: string; readonly tableNumber: number; readonly guests: number }
