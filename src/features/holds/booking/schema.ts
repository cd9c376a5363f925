import { count, MAX } from '#lib/forms/fields.ts'
import { areaField, defineForm, emailField, nameField, phoneField } from '#lib/forms/form.ts'

const MANY = 50
export const GUEST_COUNT = count({
  missing: 'Please enter how many guests there will be.',
  min: 1,
  max: MANY,
  tooFew: 'There must be at least 1 guest.',
  tooMany: `For more than ${MANY} guests, please call us or plan a private event.`,
})

export const BOOKING_FIELDS = {
  guestName: nameField(),
  guestEmail: emailField(),
  guestPhone: phoneField(),
  guestCount: {
    control: {
      kind: 'text',
      label: 'Number of guests',
      type: 'number',
      required: true,
      min: 1,
      step: 1,
      inputMode: 'numeric',
      autoComplete: 'off',
    },
    rules: GUEST_COUNT,
  },
  specialRequests: areaField({
    label: 'Special requests',
    rows: 2,
    what: 'special requests',
    max: MAX.note,
  }),
} as const
export type FieldName = keyof typeof BOOKING_FIELDS

/** Fields of the reservation form that guests type, in the order of the form. */
export const BOOKING_FORM = defineForm('booking', BOOKING_FIELDS)

/** The reservation form as typed, before validation. */
export type TypedForm = { readonly [Field in FieldName]: string } & {
  readonly birthdayPackage: boolean
  readonly screenDisplay: boolean
  /** The guest agreed to text messages. */
  readonly texts?: boolean
}
