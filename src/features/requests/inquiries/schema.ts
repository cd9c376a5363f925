import type { FormOf } from '#lib/forms/check.ts'
import { date, MAX } from '#lib/forms/fields.ts'
import { areaField, defineForm, emailField, nameField, phoneField } from '#lib/forms/form.ts'
import { choiceField, numberField, optionalField, selectField } from '#lib/forms/list-fields.ts'
import { pick } from '#lib/records.ts'
import { addDays, type CalendarDate } from '#lib/venue-time.ts'
import { BUDGET_NAMES, CATERING_NAMES, DURATION_NAMES, EVENT_TYPE_NAMES } from './rules.ts'

type EventType = keyof typeof EVENT_TYPE_NAMES
type Budget = keyof typeof BUDGET_NAMES
type Duration = keyof typeof DURATION_NAMES
type Catering = keyof typeof CATERING_NAMES

/** Options of the short form on the reservations page. */
const SHORT_EVENT_TYPES = ['birthday', 'corporate', 'wedding', 'anniversary', 'other'] as const
const SHORT_BUDGETS = ['5000-10000', '10000-25000', '25000-50000', '50000+'] as const

/** Private event inquiry from the wizard or the short form. */
export type InquiryRequest = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly eventType: EventType
  readonly guestCount: number | null
  readonly selectedDate: CalendarDate | null
  readonly budget: Budget | null
  readonly duration?: Duration
  readonly catering?: Catering | null
  readonly specialRequirements?: string | null
  readonly eventDetails: string
}

export type Inquiry = Omit<Required<InquiryRequest>, 'duration'> & {
  readonly id: string
  readonly duration: Duration | null
  readonly createdAt: Date
}

const MAX_GUESTS = 2000
const YEARS_AHEAD = 5
const DAYS_A_YEAR = 366

const guestCount = numberField({
  label: 'Number of guests',
  missing: 'Please enter how many guests there will be.',
  min: 1,
  max: MAX_GUESTS,
  tooFew: 'There must be at least 1 guest.',
  tooMany: `For more than ${MAX_GUESTS} guests, please call us.`,
  isHalf: true,
})

/** A date from today on. */
const dayFrom = (today: CalendarDate) => ({
  control: {
    kind: 'text' as const,
    label: 'Date',
    type: 'date',
    min: today,
    autoComplete: 'off',
    required: true,
    isHalf: true,
  },
  rules: date({
    missing: 'Please choose a date.',
    wrong: 'Please choose a date that is in the calendar.',
    earliest: { date: today, message: 'That date has passed. Please choose another date.' },
    latest: {
      date: addDays(today, YEARS_AHEAD * DAYS_A_YEAR),
      message: `Please choose a date within the next ${YEARS_AHEAD} years.`,
    },
  }),
})

const eventType = {
  label: 'Event type',
  blank: 'Choose one',
  missing: 'Please choose what you are celebrating.',
}
const details = { what: 'your description', max: MAX.text, missing: 'Please tell us about your event.' }

/** Form definition of the four-step private event wizard. */
export const planEventForm = (today: CalendarDate) =>
  defineForm('plan-event', {
    name: nameField(),
    email: emailField(),
    phone: phoneField(),
    eventType: selectField({ ...eventType, names: EVENT_TYPE_NAMES }),
    guestCount,
    selectedDate: dayFrom(today),
    budget: choiceField({ label: 'Budget', names: BUDGET_NAMES, missing: 'Please choose a budget.' }),
    duration: choiceField({
      label: 'Duration',
      names: DURATION_NAMES,
      missing: 'Please choose how long your event will be.',
    }),
    catering: optionalField(
      selectField({
        label: 'Catering',
        blank: 'Not decided yet',
        names: CATERING_NAMES,
        missing: 'Please choose one of the kinds of catering.',
      }),
    ),
    specialRequirements: optionalField(
      areaField({ label: 'Special requirements', what: 'special requirements', max: MAX.text }),
    ),
    eventDetails: areaField({
      ...details,
      label: 'Tell us about your event',
      shortLabel: 'Event details',
      rows: 5,
    }),
  }) satisfies FormOf<InquiryRequest>
export type PlanField = ReturnType<typeof planEventForm>['fields'][number]

/** Form definition of the short private event inquiry. */
export const shortInquiryForm = (today: CalendarDate) =>
  defineForm('private-event', {
    name: nameField(),
    email: emailField(),
    phone: phoneField(),
    eventType: selectField({ ...eventType, names: pick(EVENT_TYPE_NAMES, SHORT_EVENT_TYPES), isHalf: true }),
    budget: optionalField(
      selectField({
        label: 'Budget',
        blank: 'Not decided yet',
        names: pick(BUDGET_NAMES, SHORT_BUDGETS),
        missing: 'Please choose one of the budgets.',
        isHalf: true,
      }),
    ),
    guestCount: optionalField(guestCount),
    selectedDate: optionalField(dayFrom(today)),
    eventDetails: areaField({ ...details, label: 'Your question, or what you have in mind', rows: 4 }),
  }) satisfies FormOf<InquiryRequest>
export type ShortInquiryField = ReturnType<typeof shortInquiryForm>['fields'][number]
