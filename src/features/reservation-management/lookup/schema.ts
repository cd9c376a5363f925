import { email, MAX, phone } from '#lib/forms/fields.ts'
import { defineForm, lineField } from '#lib/forms/form.ts'
import { parseField } from '#lib/forms/parse-field.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Typed } from '#lib/forms/check.ts'

/** Address under which reservations are looked up. */
export type Contact = { readonly by: 'email' | 'phone'; readonly address: string }

const form = defineForm('find-my-booking', {
  contact: lineField({
    label: 'Email or phone number',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
    what: 'the address',
    max: MAX.email,
    missing: 'Please enter the email address or the phone number of your reservation.',
  }),
})

const WRONG = {
  email: 'Please enter an email address such as name@example.com, or a phone number.',
  phone: 'Please enter an email address such as name@example.com, or a phone number such as (972) 555-0100.',
}

/** Reads an email address or a phone number. */
export function readContact(text: string): Result<Contact, string> {
  const by = text.includes('@') ? 'email' : 'phone'
  const copy = { missing: WRONG[by], wrong: WRONG[by] }
  const parsed = parseField(by === 'email' ? email(copy) : phone(copy), text)
  return parsed.ok ? ok({ by, address: parsed.value }) : no(WRONG[by])
}

/** Form that sends guests the links to their reservations. */
export const LOOKUP_FORM = {
  ...form,
  parse(typed: Typed<'contact'>): Result<Contact, { readonly contact: string }> {
    const checked = form.parse(typed)
    if (!checked.ok) return no({ contact: checked.reason.contact ?? WRONG.phone })
    const contact = readContact(checked.value.contact)
    return contact.ok ? contact : no({ contact: contact.reason })
  },
}

/** A reservation that is still to come, as the message with the links names it. */
export type Upcoming = {
  readonly id: string
  /** Title of the event; null for a dinner. */
  readonly title: string | null
  readonly startsAt: Date
  readonly guestCount: number
  readonly guestEmail: string
  readonly guestPhone: string | null
}
