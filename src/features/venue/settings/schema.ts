import * as z from 'zod/mini'
import { isWallTime } from '#lib/calendar-date.ts'
import { count, email, line, prose } from '#lib/forms/fields.ts'
import { shapeOf, version } from '#lib/forms/shapes.ts'
import { type Cents, isPrice, parseUsd } from '#lib/money.ts'
import { toE164 } from '#lib/phone.ts'
import { readHttpsUrl } from '#lib/text/web-address.ts'
import { parseAddresses, readTurnTimes, readSpan } from './rules.ts'

/** One page of settings as edited: all typed values are text. */
export type SettingsRecord = {
  /** Last segment of its URL. */
  readonly id: string
  readonly version: number
  readonly fields: Readonly<Record<string, string | boolean>>
}

export const SERVICES = ['restaurant', 'social'] as const

const text = (what: string, max: number) => shapeOf(line({ what, max, missing: 'Please fill this in.' }))
const longText = (what: string, max: number) => shapeOf(prose({ what, max, missing: 'Please fill this in.' }))

const whole = (min: number, max: number) => {
  const message = `Please enter a whole number from ${min} to ${max}.`
  return shapeOf(count({ missing: message, min, max, tooFew: message, tooMany: message }))
}

const degrees = (most: number) =>
  z.pipe(
    z.string().check(z.trim(), z.regex(/^-?\d{1,3}(\.\d{1,8})?$/, 'Please enter degrees such as 32.9537')),
    z.pipe(z.transform(Number), z.number().check(z.minimum(-most), z.maximum(most))),
  )

/** Validates a text by parsing it; null from the parser is an error. */
const readAs = <Value>(read: (text: string) => Value | null, message: string) =>
  z.pipe(
    z.string().check(z.maxLength(1000)),
    z.transform((typed, context): Value => {
      const value = read(typed)
      if (value !== null) return value
      context.issues.push({ code: 'custom', input: typed, message })
      return z.NEVER
    }),
  )

const link = readAs(
  (typed) => (typed.trim() === '' ? '' : readHttpsUrl(typed.trim())),
  'Please enter an address that begins with https://',
)

export const identityForm = z.strictObject({
  version,
  name: text('the name', 80),
  tagline: text('the tagline', 120),
  description: longText('the description', 1000),
  story: longText('the story', 4000),
  cuisine: text('the cuisine', 120),
  phone: readAs(
    toE164,
    'Please enter the phone number with its area code, such as (972) 555-0142. Outside the US, start with + and the country code.',
  ),
  email: shapeOf(email()),
  eventsEmail: shapeOf(email()),
  streetAddress: text('the street', 160),
  city: text('the city', 80),
  region: text('the state', 80),
  postalCode: text('the ZIP code', 20),
  latitude: degrees(90),
  longitude: degrees(180),
  instagramUrl: link,
  facebookUrl: link,
  tiktokUrl: link,
})

const span = readAs(readSpan, 'Please enter both times, or neither if it is closed.')
const week = {
  sunday: span,
  monday: span,
  tuesday: span,
  wednesday: span,
  thursday: span,
  friday: span,
  saturday: span,
}

export const hoursForm = z.strictObject({ version, ...week })

/** The same request, with the agreement of staff to end the lines of dinner times that the week does not have any more. */
export const agreedHoursForm = z.extend(hoursForm, { agreesToEndedLines: z.optional(z.boolean()) })

const MOST_OPTIONAL_CENTS = 100_000

/** Parses an amount that guests pay where there is one: 0 for an empty text, null for an invalid one. */
function readOptionalPrice(typed: string): Cents | null {
  if (typed.trim() === '') return 0
  const cents = parseUsd(typed)
  return cents !== null && isPrice(cents) && cents <= MOST_OPTIONAL_CENTS ? cents : null
}

export const bookingRulesForm = z.strictObject({
  version,
  holdMinutes: whole(1, 60),
  offerMinutes: whole(5, 240),
  graceMinutes: whole(0, 120),
  arriveEarlyMinutes: whole(0, 120),
  changeNoticeHours: whole(0, 720),
  changeDueAtVenue: z.boolean(),
  moveFeeCents: readAs(
    readOptionalPrice,
    'Please enter what a guest pays, such as 25, at least $0.50 and at most $1,000. Leave it empty for no fee.',
  ),
  creditOnMove: z.boolean(),
  creditMonths: whole(1, 60),
  refundResoldTables: z.boolean(),
  diningCancelHours: whole(0, 168),
  minimumAge: whole(0, 30),
  capacity: whole(0, 20_000),
  reducedCoverCents: readAs(
    readOptionalPrice,
    'Please enter what a guest pays, such as 15, at most $1,000. Leave it empty for no reduced price.',
  ),
})

export const diningForm = z.strictObject({
  version,
  diningCoversPerSlot: whole(1, 1000),
  diningNoticeMinutes: whole(0, 10_080),
  diningDaysAhead: whole(1, 365),
  largePartySize: whole(2, 50),
  largePartyNoticeHours: whole(0, 720),
  allowOverbooking: z.boolean(),
  turnTimes: readAs(
    readTurnTimes,
    'Please enter one line for each party size, such as "3: 105", starting with 1 guest, each with 30 to 480 minutes.',
  ),
})

export const closeOutForm = z.strictObject({
  version,
  closeOutEmails: readAs(
    (typed) => parseAddresses(typed)?.join(', ') ?? null,
    'Please enter email addresses separated by commas, or leave it empty for all managers and owners.',
  ),
  closeOutUnattended: z.boolean(),
})

export const retentionForm = z.strictObject({
  version,
  retentionYears: whole(1, 10),
  remindersEnabled: z.boolean(),
  reminderHours: whole(12, 168),
  lastReminderHours: whole(0, 11),
  thanksEnabled: z.boolean(),
})

const MAX_CENTS = 1_000_000

const clockTime = z.pipe(
  z.string(),
  z.transform((typed, context) => {
    if (typed === '') return null
    if (isWallTime(typed)) return typed
    context.issues.push({ code: 'custom', input: typed, message: 'Enter a time such as 23:30, or nothing.' })
    return z.NEVER
  }),
)

export const packageForm = z.strictObject({
  version,
  name: text('the name', 80),
  description: longText('the description', 500),
  price: readAs((typed) => {
    const cents = parseUsd(typed)
    return cents !== null && cents <= MAX_CENTS && isPrice(cents) ? cents : null
  }, 'Enter the price of the package: $0.50 or more, or 0 for one that costs nothing, at most $10,000.'),
  isOffered: z.boolean(),
  /** Its task on the run sheet; without a time there is none. */
  runSheetTime: clockTime,
  runSheetTitle: z.string().check(z.trim(), z.maxLength(80, 'Please keep the task under 80 characters.')),
})
