import type { FormOf } from '#lib/forms/check.ts'
import { MAX, phone } from '#lib/forms/fields.ts'
import { areaField, defineForm, emailField, lineField, nameField, phoneField } from '#lib/forms/form.ts'
import { optionalField } from '#lib/forms/list-fields.ts'
import { PERFORMER_CATEGORIES } from './rules.ts'

/** Performer application as submitted. */
export type ApplicationRequest = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly performanceType: string
  readonly experience: string
  readonly availability: string
  readonly socialMedia: string | null
  readonly additionalInfo: string | null
}

export type Application = ApplicationRequest & { readonly id: string; readonly createdAt: Date }

const MIN_NAME = 2
const MIN_PHONE = 10
const MIN_EXPERIENCE = 10
const MAX_TYPE = 200
const MAX_AVAILABILITY = 2000
const MAX_LINKS = 500

const NO_EMAIL = 'Please enter a valid email'
const NO_PHONE = 'Please enter a valid phone number'

/** Form definition of the three-step application. */
export const PERFORM_FORM = defineForm('perform', {
  name: nameField({ missing: 'Name must be at least 2 characters', min: MIN_NAME }),
  email: emailField({ missing: NO_EMAIL, wrong: NO_EMAIL }),
  phone: {
    ...phoneField(),
    rules: phone({ missing: NO_PHONE, wrong: NO_PHONE, minLength: MIN_PHONE }),
  },
  performanceType: lineField({
    label: 'Performance type',
    hint: 'Choose one, or name your own',
    suggestions: PERFORMER_CATEGORIES,
    autoComplete: 'off',
    what: 'the performance type',
    max: MAX_TYPE,
    missing: 'Please select a performance type',
  }),
  experience: areaField({
    label: 'Experience',
    rows: 4,
    what: 'your experience',
    max: MAX.text,
    missing: 'Please describe your experience',
    min: MIN_EXPERIENCE,
  }),
  availability: areaField({
    label: 'Availability',
    hint: 'Nights, months, how much notice',
    rows: 2,
    what: 'your availability',
    max: MAX_AVAILABILITY,
    missing: 'Please specify your availability',
  }),
  socialMedia: optionalField(
    areaField({
      label: 'Links to your work',
      hint: 'Optional, one on each line',
      inputMode: 'url',
      placeholder: 'https://instagram.com/yourname',
      rows: 2,
      what: 'your social media',
      max: MAX_LINKS,
    }),
  ),
  additionalInfo: optionalField(
    areaField({ label: 'Additional information', what: 'what else you tell us', max: MAX.text }),
  ),
}) satisfies FormOf<ApplicationRequest>
export type PerformField = (typeof PERFORM_FORM)['fields'][number]
