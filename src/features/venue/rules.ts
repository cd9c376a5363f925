import { formatPhone } from '#lib/phone.ts'
import { pick } from '#lib/records.ts'
import { fitText } from '#lib/text/segments.ts'
import {
  addDays,
  type CalendarDate,
  formatClock,
  formatClockShort,
  type WallTime,
  type Weekday,
  WEEKDAY_NAMES,
  weekdayOf,
} from '#lib/venue-time.ts'
import {
  type Hours,
  PUBLIC_SETTINGS,
  type PublicVenue,
  type Service,
  type SpecialDay,
  type Venue,
} from './schema.ts'

export { formatPhone }

export const addressLine = (venue: Pick<Venue, 'streetAddress' | 'city' | 'region' | 'postalCode'>): string =>
  `${venue.streetAddress}, ${venue.city}, ${venue.region} ${venue.postalCode}`

/** Google Maps URL with directions to the venue. */
export function directionsTo(venue: Parameters<typeof addressLine>[0] & Pick<Venue, 'name'>): string {
  const url = new URL('https://www.google.com/maps/dir/')
  url.searchParams.set('api', '1')
  url.searchParams.set('destination', `${venue.name}, ${addressLine(venue)}`)
  return url.href
}

/** Copies the public settings by name, so that a column added later is not exposed by accident. */
export const publicVenue = (venue: Venue): PublicVenue => pick(venue, PUBLIC_SETTINGS)

type SenderFields = Pick<
  Venue,
  'name' | 'tagline' | 'phone' | 'email' | 'streetAddress' | 'city' | 'region' | 'postalCode'
>

/** Sender data in the header and footer of emails. */
export const senderOf = (venue: SenderFields) => ({
  ...venue,
  address: addressLine(venue),
  phoneText: formatPhone(venue.phone),
})

const STOP_NOTE = 'Reply STOP to end texts.'

/** A text message in the venue's name, in at most two segments: the title is cut where the rest leaves no room for it. */
export const textFrom = (
  { name }: Pick<Venue, 'name'>,
  title: string,
  textWith: (title: string) => string,
): string => fitText(title, (fitting) => `${name}: ${textWith(fitting)} ${STOP_NOTE}`)

/** Tagline beside the venue's name. Capitals become words, so that screen readers do not spell them. */
export const subtitleOf = (tagline: string): string =>
  tagline === tagline.toUpperCase()
    ? tagline.toLowerCase().replaceAll(/(?<![\p{L}\p{M}'’])\p{L}/gu, (initial) => initial.toUpperCase())
    : tagline

export const copyrightLine = (name: string, year: string): string =>
  `© 2024–${year} ${name}. All rights reserved.`

type Span = { readonly opens: WallTime; readonly closes: WallTime }

/** Hours of a service on a business date; null if closed. A special day overrides the week. */
export function hoursOn(
  venue: { readonly hours: readonly Hours[]; readonly specialDays: readonly SpecialDay[] },
  service: Service,
  date: CalendarDate,
): Span | null {
  const special = venue.specialDays.find((day) => day.date === date && day.service === service)
  if (special) return special.hours
  return venue.hours.find((it) => it.service === service && it.weekday === weekdayOf(date)) ?? null
}

const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const WEEK_FROM_MONDAY = [1, 2, 3, 4, 5, 6, 0] as const

export type HoursLine = { readonly days: string; readonly times: string; readonly timesShort: string }

/** Weekly hours of a service, equal days grouped: `Wed-Sun`, `3:00 PM-9:00 PM`. */
export function weekLines(hours: readonly Hours[], service: Service): HoursLine[] {
  const runs: { days: Weekday[]; span: Span }[] = []
  for (const weekday of WEEK_FROM_MONDAY) {
    const today = hours.find((it) => it.service === service && it.weekday === weekday)
    if (!today) continue
    const last = runs.at(-1)
    const followsOn = last?.days.at(-1) === (weekday + 6) % 7
    if (followsOn && last.span.opens === today.opens && last.span.closes === today.closes)
      last.days.push(weekday)
    else runs.push({ days: [weekday], span: today })
  }
  return runs.map(({ days, span }) => ({
    days: days.length > 1 ? `${dayName(days[0])}-${dayName(days.at(-1))}` : dayName(days[0]),
    times: `${formatClock(span.opens)}-${formatClock(span.closes)}`,
    timesShort: `${formatClockShort(span.opens)}-${formatClockShort(span.closes)}`.replaceAll(' ', ''),
  }))
}

const dayName = (weekday: number | undefined): string => DAY_NAMES[weekday ?? 0] ?? ''

/** `Wed - Sun • 3PM - 9PM`: caption of a service on the home page. */
export function serviceCaption(hours: readonly Hours[], service: Service): string {
  const [first] = weekLines(hours, service)
  if (!first) return 'Closed'
  return `${first.days.replace('-', ' - ')} • ${first.timesShort.replace('-', ' - ')}`
}

/** `3PM - 9PM`: hours of a service without the days. */
export const serviceHours = (hours: readonly Hours[], service: Service): string =>
  weekLines(hours, service)[0]?.timesShort.replace('-', ' - ') ?? ''

/** Days on which a service is closed in a regular week: `Monday and Tuesday`. */
export function closedDays(hours: readonly Hours[], service: Service): string {
  const open = new Set(hours.filter((it) => it.service === service).map((it) => it.weekday))
  const closed = WEEK_FROM_MONDAY.filter((weekday) => !open.has(weekday)).map(
    (weekday) => WEEKDAY_NAMES[weekday],
  )
  return closed.length > 1 ? `${closed.slice(0, -1).join(', ')} and ${closed.at(-1)}` : (closed[0] ?? '')
}

const HOUR_WORDS = /* @__PURE__ */ 'twelve one two three four five six seven eight nine ten eleven'.split(' ')

/** Closing hour of the night as a word, such as `five`; `late` if it is not a full hour. */
export function lastHour(hours: readonly Hours[]): string {
  const closes = hours.find((it) => it.service === 'social')?.closes ?? ''
  return closes.endsWith(':00') ? (HOUR_WORDS[Number(closes.slice(0, 2)) % 12] ?? 'late') : 'late'
}

/** Special days within a month from the date. */
export const comingSpecialDays = (days: readonly SpecialDay[], date: CalendarDate): SpecialDay[] =>
  days.filter((day) => day.date >= date && day.date <= addDays(date, 30))

const SERVICE_NAMES = { restaurant: 'Restaurant', social: 'Social' } as const

type SchemaFacts = {
  readonly origin: string
  readonly images: readonly string[]
  readonly priceRange: string | null
}

/** Address and position of the venue as schema.org structured data. */
export const placeSchema = (venue: PublicVenue) => ({
  address: {
    '@type': 'PostalAddress',
    streetAddress: venue.streetAddress,
    addressLocality: venue.city,
    addressRegion: venue.region,
    postalCode: venue.postalCode,
    addressCountry: 'US',
  },
  geo: { '@type': 'GeoCoordinates', latitude: venue.latitude, longitude: venue.longitude },
})

/** Structured data of the venue (schema.org, JSON-LD). Closing before opening means the next day there, too. */
export function restaurantSchema(venue: PublicVenue, { origin, images, priceRange }: SchemaFacts): object {
  return {
    '@context': 'https://schema.org',
    '@type': ['Restaurant', 'NightClub'],
    '@id': `${origin}/#venue`,
    name: venue.name,
    description: venue.description,
    url: `${origin}/`,
    image: images,
    telephone: venue.phone,
    email: venue.email,
    ...placeSchema(venue),
    servesCuisine: venue.cuisine,
    ...(priceRange ? { priceRange } : {}),
    currenciesAccepted: 'USD',
    hasMenu: `${origin}/menu`,
    acceptsReservations: `${origin}/reservations`,
    openingHoursSpecification: (['restaurant', 'social'] as const).flatMap((it) =>
      weekSchema(venue.hours, it),
    ),
    ...(venue.specialDays.length > 0
      ? { specialOpeningHoursSpecification: venue.specialDays.map(specialDaySchema) }
      : {}),
    sameAs: venue.social.map(({ url }) => url),
  }
}

function weekSchema(hours: readonly Hours[], service: Service): object[] {
  const own = hours.filter((it) => it.service === service)
  const spans = new Set(own.map(({ opens, closes }) => `${opens} ${closes}`))
  return [...spans].map((span) => {
    const [opens, closes] = span.split(' ')
    const days = WEEK_FROM_MONDAY.filter((weekday) =>
      own.some((it) => it.weekday === weekday && `${it.opens} ${it.closes}` === span),
    )
    return {
      '@type': 'OpeningHoursSpecification',
      name: SERVICE_NAMES[service],
      dayOfWeek: days.map((weekday) => WEEKDAY_NAMES[weekday]),
      opens,
      closes,
    }
  })
}

/** Search engines expect a closure as a day that opens and closes at midnight. */
const specialDaySchema = ({ date, service, hours }: SpecialDay): object => ({
  '@type': 'OpeningHoursSpecification',
  name: SERVICE_NAMES[service],
  validFrom: date,
  validThrough: date,
  opens: hours?.opens ?? '00:00',
  closes: hours?.closes ?? '00:00',
})

/** Largest party of a night. One that no table seats requests several. */
export const MAX_PARTY = 15
