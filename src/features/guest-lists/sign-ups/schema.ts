import type { Problems, Typed } from '#lib/forms/check.ts'
import { choice, count } from '#lib/forms/fields.ts'
import { defineForm, emailField, nameField, phoneField } from '#lib/forms/form.ts'
import { optionalField, textsField } from '#lib/forms/list-fields.ts'
import { toE164 } from '#lib/phone.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { peopleText } from './rules.ts'

/** Guests that one person can put on a list, themselves included. Staff can enter more. */
export const MAX_SIGN_UP_GUESTS = 10

/** A guest who puts themselves on a list: with a phone number in the international form, an email address, or both. */
export type SignUp = {
  readonly guestName: string
  readonly guestCount: number
  readonly phone: string | null
  readonly email: string | null
  /** The guest agreed to texts about this entry. */
  readonly agreesToTexts: boolean
}

const GUESTS = {
  missing: 'Please choose how many you will be.',
  min: 1,
  max: MAX_SIGN_UP_GUESTS,
  tooFew: 'A party is at least 1 person.',
  tooMany: `For more than ${MAX_SIGN_UP_GUESTS} people, please call us.`,
}

export const guestsRules = count(GUESTS)

export const GUEST_OPTIONS = Array.from({ length: MAX_SIGN_UP_GUESTS }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Only me' : peopleText(index + 1),
}))

const FORM = defineForm('guest-list', {
  name: nameField(),
  guests: {
    control: { kind: 'select', label: 'How many, with you?', required: true, options: GUEST_OPTIONS },
    rules: guestsRules,
  },
  phone: optionalField(phoneField()),
  email: optionalField(emailField()),
  texts: textsField(),
  consent: {
    control: { kind: 'check', label: 'Agreement', required: true },
    rules: choice(['yes'], 'Please agree, so that we may keep your name for the night.'),
  },
})
export type SignUpField = (typeof FORM)['fields'][number]

const NO_CONTACT = 'Please enter your phone number or your email address.'
const WRONG_PHONE = 'Please enter the phone number with its area code, such as (972) 555-0100.'

/** Sign-up for a guest list. A phone number or an email address is needed, so that a guest is on the list once. */
export const SIGN_UP_FORM = {
  ...FORM,
  parse(typed: Typed<SignUpField>): Result<SignUp, Problems<SignUpField>> {
    const parsed = FORM.parse(typed)
    const contact = contactProblem(typed)
    if (!parsed.ok) return no({ ...(contact ? { phone: contact } : {}), ...parsed.reason })
    if (contact) return no({ phone: contact })
    const { name, guests, phone, email, texts } = parsed.value
    return ok({
      guestName: name,
      guestCount: guests,
      phone: phone === null ? null : toE164(phone),
      email,
      agreesToTexts: texts === 'on',
    })
  },
}

function contactProblem({ phone, email }: Typed<SignUpField>): string | null {
  if (phone.trim() === '') return email.trim() === '' ? NO_CONTACT : null
  return toE164(phone) === null ? WRONG_PHONE : null
}
