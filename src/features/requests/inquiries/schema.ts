import * as z from 'zod/mini'
import type { FormPlan } from '#lib/forms/check.ts'
import { choice, count, email, line, MAX, optional, phone, prose } from '#lib/forms/fields.ts'
import { addDays, type CalendarDate, isCalendarDate } from '#lib/venue-time.ts'

export const EVENT_TYPES = [
  'birthday',
  'corporate',
  'wedding',
  'anniversary',
  'graduation',
  'holiday',
  'product-launch',
  'networking',
  'fundraiser',
  'other',
] as const
export const BUDGETS = ['2500-5000', '5000-10000', '10000-25000', '25000-50000', '50000+'] as const
export const DURATIONS = ['2-hours', '3-hours', '4-hours', '6-hours', '8-hours', 'full-day'] as const
export const CATERING = ['full-service', 'appetizers', 'bar-service', 'custom', 'external', 'none'] as const

/** Options of the short form on the reservations page. */
export const SHORT_EVENT_TYPES = ['birthday', 'corporate', 'wedding', 'anniversary', 'other'] as const
export const SHORT_BUDGETS = ['5000-10000', '10000-25000', '25000-50000', '50000+'] as const

/** Private event inquiry from the wizard or the short form. */
export type InquiryRequest = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly eventType: (typeof EVENT_TYPES)[number]
  readonly guestCount: number | null
  readonly selectedDate: CalendarDate | null
  readonly budget: (typeof BUDGETS)[number] | null
  readonly duration?: (typeof DURATIONS)[number]
  readonly catering?: (typeof CATERING)[number] | null
  readonly specialRequirements?: string | null
  readonly eventDetails: string
}

export type Inquiry = Omit<Required<InquiryRequest>, 'duration'> & {
  readonly id: string
  readonly duration: (typeof DURATIONS)[number] | null
  readonly createdAt: Date
}

const MAX_GUESTS = 2000
const YEARS_AHEAD = 5
const DAYS_A_YEAR = 366

const contact = {
  name: line({ what: 'the name', max: MAX.name, missing: 'Please enter your name.' }),
  email: email(),
  phone: phone(),
}

const guestCount = count({
  missing: 'Please enter how many guests there will be.',
  min: 1,
  max: MAX_GUESTS,
  tooFew: 'There must be at least 1 guest.',
  tooMany: `For more than ${MAX_GUESTS} guests, please call us.`,
})

/** Validates a date from today on. */
const dayFrom = (today: CalendarDate) =>
  z.string().check(
    z.trim(),
    z.minLength(1, 'Please choose a date.'),
    z.refine(isCalendarDate, { message: 'Please choose a date that is in the calendar.', abort: true }),
    z.refine((date) => date >= today, 'That date has passed. Please choose another date.'),
    z.refine(
      (date) => date <= addDays(today, YEARS_AHEAD * DAYS_A_YEAR),
      `Please choose a date within the next ${YEARS_AHEAD} years.`,
    ),
  )

const eventDetails = prose({
  what: 'your description',
  max: MAX.text,
  missing: 'Please tell us about your event.',
})

export const PLAN_FIELDS = [
  'name',
  'email',
  'phone',
  'eventType',
  'guestCount',
  'selectedDate',
  'budget',
  'duration',
  'catering',
  'specialRequirements',
  'eventDetails',
] as const
export type PlanField = (typeof PLAN_FIELDS)[number]

/** Form definition of the four-step private event wizard. */
export const planEventForm = (today: CalendarDate) => {
  const shape = z.object({
    ...contact,
    eventType: choice(EVENT_TYPES, 'Please choose what you are celebrating.'),
    guestCount,
    selectedDate: dayFrom(today),
    budget: choice(BUDGETS, 'Please choose a budget.'),
    duration: choice(DURATIONS, 'Please choose how long your event will be.'),
    catering: optional(choice(CATERING, 'Please choose one of the kinds of catering.')),
    specialRequirements: optional(prose({ what: 'special requirements', max: MAX.text })),
    eventDetails,
  })
  return { name: 'plan-event', fields: PLAN_FIELDS, shape } satisfies FormPlan<PlanField, InquiryRequest>
}

export const SHORT_INQUIRY_FIELDS = [
  'name',
  'email',
  'phone',
  'eventType',
  'budget',
  'guestCount',
  'selectedDate',
  'eventDetails',
] as const
export type ShortInquiryField = (typeof SHORT_INQUIRY_FIELDS)[number]

/** Form definition of the short private event inquiry. */
export const shortInquiryForm = (today: CalendarDate) => {
  const shape = z.object({
    ...contact,
    eventType: choice(SHORT_EVENT_TYPES, 'Please choose what you are celebrating.'),
    budget: optional(choice(SHORT_BUDGETS, 'Please choose one of the budgets.')),
    guestCount: optional(guestCount),
    selectedDate: optional(dayFrom(today)),
    eventDetails,
  })
  return { name: 'private-event', fields: SHORT_INQUIRY_FIELDS, shape } satisfies FormPlan<
    ShortInquiryField,
    InquiryRequest
  >
}
