import * as z from 'zod/mini'
import type { FormPlan } from '#lib/forms/check.ts'
import { email, line, MAX, optional, phone, prose } from '#lib/forms/fields.ts'

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

export const PERFORM_FIELDS = [
  'name',
  'email',
  'phone',
  'performanceType',
  'experience',
  'availability',
  'socialMedia',
  'additionalInfo',
] as const
export type PerformField = (typeof PERFORM_FIELDS)[number]

const MIN_NAME = 2
const MIN_PHONE = 10
const MIN_EXPERIENCE = 10
const MAX_TYPE = 200
const MAX_AVAILABILITY = 2000
const MAX_LINKS = 500

const NO_EMAIL = 'Please enter a valid email'
const NO_PHONE = 'Please enter a valid phone number'

const shape = z.object({
  name: line({
    what: 'the name',
    max: MAX.name,
    missing: 'Name must be at least 2 characters',
    min: MIN_NAME,
  }),
  email: email({ missing: NO_EMAIL, wrong: NO_EMAIL }),
  phone: phone({ missing: NO_PHONE, wrong: NO_PHONE }).check(z.minLength(MIN_PHONE, NO_PHONE)),
  performanceType: line({
    what: 'the performance type',
    max: MAX_TYPE,
    missing: 'Please select a performance type',
  }),
  experience: prose({
    what: 'your experience',
    max: MAX.text,
    missing: 'Please describe your experience',
    min: MIN_EXPERIENCE,
  }),
  availability: prose({
    what: 'your availability',
    max: MAX_AVAILABILITY,
    missing: 'Please specify your availability',
  }),
  socialMedia: optional(prose({ what: 'your social media', max: MAX_LINKS })),
  additionalInfo: optional(prose({ what: 'what else you tell us', max: MAX.text })),
})

/** Form definition of the three-step application. */
export const PERFORM_FORM = { name: 'perform', fields: PERFORM_FIELDS, shape } satisfies FormPlan<
  PerformField,
  ApplicationRequest
>
