import { promiseOf } from '#features/dining/dinners/rules.ts'
import type { Dinner } from '#features/dining/dinners/schema.ts'
import type { SharedEntry } from '#features/reservation-management/entry-shares/schema.ts'
import { firstNameOf, isUnconfirmed } from '#features/reservation-management/entry-shares/rules.ts'
import { tableNumbersOf } from '#features/reservations/rules.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import { addressLine, formatPhone } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { namedTables } from '#lib/text/list-text.ts'
import type { PassContent } from '#lib/pass-content.ts'
import { countText } from '#lib/text/count.ts'
import { type CalendarDate, formatDate, clockAt } from '#lib/venue-time.ts'

export type PassVenue = Pick<
  Venue,
  | 'name'
  | 'phone'
  | 'streetAddress'
  | 'city'
  | 'region'
  | 'postalCode'
  | 'latitude'
  | 'longitude'
  | 'arriveEarlyMinutes'
  | 'graceMinutes'
  | 'largePartySize'
>

/** Facts that both kinds of passes need beside the reservation. */
type Common = {
  readonly venue: PassVenue
  readonly serial: string
  readonly authenticationToken: string
  /** Text of the QR code, as on the page. */
  readonly entryLink: string
  readonly now: Date
}

/** A pass, and whether it can still be added to a wallet. */
export type DescribedPass = { readonly content: PassContent; readonly isLiving: boolean }

/** The pass of a night. That of a reservation which ended stays, marked as void. */
export function nightPass(
  reservation: NightReservation,
  { link, ...common }: Common & { readonly link: string },
): DescribedPass {
  const { event, status, guestName, guestCount, table } = reservation
  const isValid = status === 'confirmed' || status === 'completed'
  const content = {
    ...frameOf({ ...common, ...reservation, date: event.date }),
    description: `Table for ${event.title}`,
    title: event.title,
    further: [
      { key: 'guest', label: 'Guest', value: guestName, isPersonal: true as const },
      { key: 'party', label: 'Party', value: countText(guestCount, 'guest'), changeText: 'Party: %@' },
      statusField(isValid ? 'Confirmed' : 'Cancelled'),
    ],
    back: [
      ...venueFields(common.venue),
      { key: 'link', label: 'Change or cancel', value: link, isPersonal: true as const },
    ],
    isVoided: !isValid,
  }
  const main = [
    ...content.main,
    {
      key: 'table',
      label: 'Place',
      value: capitalized(namedTables(tableNumbersOf(table))),
      changeText: 'Your place is now: %@',
    },
  ]
  return { content: { ...content, main }, isLiving: isValid && reservation.endsAt > common.now }
}

/** The pass of a dinner. It names no table: staff may still choose another. */
export function dinnerPass(
  dinner: Dinner,
  { link, ...common }: Common & { readonly link: string },
): DescribedPass {
  const { status, guestName, guestCount } = dinner
  const { venue } = common
  const isVoided = status === 'cancelled'
  const isAgreed = !isVoided && promiseOf(dinner) !== 'waiting'
  const content = {
    ...frameOf({ ...common, ...dinner }),
    description: dinnerTitle(venue),
    title: dinnerTitle(venue),
    further: [
      { key: 'guest', label: 'Guest', value: guestName, isPersonal: true as const },
      { key: 'party', label: 'Party', value: countText(guestCount, 'guest'), changeText: 'Party: %@' },
      statusField(isVoided ? 'Cancelled' : isAgreed ? 'Reserved' : 'Not confirmed yet'),
    ],
    back: [
      {
        key: 'arrive',
        label: 'When you arrive',
        value: `Show this code. We keep your table for ${venue.graceMinutes} minutes.`,
      },
      ...contactFields(venue),
      { key: 'link', label: 'Change or cancel', value: link, isPersonal: true as const },
    ],
    isVoided,
  }
  return { content, isLiving: isAgreed && dinner.endsAt > common.now }
}

/** Title of the passes of a dinner and of the friends who come to it. */
export const dinnerTitle = ({ name }: Pick<PassVenue, 'name'>): string => `Dinner at ${name}`

/** The pass of a friend of a party, which names the host by the first name, as their page does. */
export function friendPass(friend: SharedEntry & { readonly title: string }, common: Common): DescribedPass {
  const { guestName, hostName, title, isTakenBack, hasArrived } = friend
  const isCancelled = friend.status === 'cancelled' || friend.isDeleted
  const isVoided = isCancelled || isTakenBack
  const isWaiting = !isVoided && isUnconfirmed(friend)
  const content = {
    ...frameOf({ ...common, ...friend }),
    description: `Entry for ${title}`,
    title,
    further: [
      { key: 'guest', label: 'Guest', value: guestName, isPersonal: true as const },
      { key: 'host', label: 'With', value: `${firstNameOf(hostName)}'s party`, isPersonal: true as const },
      statusField(
        isCancelled ? 'Cancelled' : isTakenBack ? 'Taken back' : isWaiting ? 'Not confirmed yet' : 'Valid',
      ),
    ],
    back: venueFields(common.venue),
    isVoided,
  }
  return { content, isLiving: !isVoided && !isWaiting && !hasArrived && friend.endsAt > common.now }
}

type FrameFacts = Common & {
  readonly date: CalendarDate
  readonly startsAt: Date
  readonly endsAt: Date
  readonly entryCode: string
  readonly guestName: string
}

const frameOf = ({ venue, serial, authenticationToken, ...facts }: FrameFacts) => ({
  serial,
  authenticationToken,
  organization: venue.name,
  holder: facts.guestName,
  header: {
    key: 'date',
    label: 'Date',
    value: formatDate(facts.date, 'medium'),
    changeText: 'The date is now %@',
  },
  main: [
    {
      key: 'time',
      label: 'Starts',
      value: clockAt(facts.startsAt),
      changeText: 'It starts at %@',
    },
  ],
  barcode: { message: facts.entryLink, code: facts.entryCode },
  startsAt: facts.startsAt,
  endsAt: facts.endsAt,
  place: { latitude: venue.latitude, longitude: venue.longitude, address: addressLine(venue) },
})

const statusField = (value: string) => ({
  key: 'status',
  label: 'Status',
  value,
  changeText: 'Your reservation: %@',
})

const venueFields = (venue: PassVenue): PassContent['back'] => [
  {
    key: 'arrive',
    label: 'Please arrive',
    value: `${venue.arriveEarlyMinutes} minutes early, and show this code at the entrance.`,
  },
  ...contactFields(venue),
]

const contactFields = (venue: PassVenue): PassContent['back'] => [
  { key: 'where', label: 'Where', value: `${venue.name}, ${addressLine(venue)}` },
  { key: 'phone', label: 'Questions', value: formatPhone(venue.phone) },
]

/** A pass is that of a reservation or that of a friend. */
export type PassOwner = { readonly reservationId: string } | { readonly shareId: string }

/** When a pass changed last, and the time of the database at which it was read. */
export type Changed = { readonly changedAt: Date; readonly readAt: Date }

const SECOND_MS = 1000
const SETTLED_MS = 2 * SECOND_MS

const secondOf = (moment: Date): number => Math.floor(moment.getTime() / SECOND_MS) * SECOND_MS

/**
 * `Last-Modified` of a pass. Its resolution is a second, so a pass that changed just now says the second before: if it changes once
 * more within this second, the device still gets it.
 */
export function lastModified({ changedAt, readAt }: Changed): Date {
  const isSettled = readAt.getTime() - changedAt.getTime() >= SETTLED_MS
  return new Date(secondOf(changedAt) - (isSettled ? 0 : SECOND_MS))
}

/** Whether a device has the pass as it is, by `If-Modified-Since`. */
export function isUnchanged({ changedAt }: Changed, since: string | null): boolean {
  const seen = since === null ? Number.NaN : Date.parse(since)
  return seen >= secondOf(changedAt)
}

const TAG = /^\d{1,15}$/
/** A change may be committed this long after its time was taken, so a device is told of it again. */
const OVERLAP_MS = 60_000

/** Moment after which changes are listed for a device, by the tag of its last answer; null for all. */
export const changesSince = (tag: string | null): Date | null =>
  tag !== null && TAG.test(tag) ? new Date(Number(tag) - OVERLAP_MS) : null

/** Tag of an answer: devices give it back with `passesUpdatedSince`. */
export const tagOf = (moment: Date): string => String(moment.getTime())

const REPORTS = 5
const REPORT_CHARACTERS = 300

/** The name of a device lets anybody ask for its passes. Wallet writes it into reports. */
const DEVICE = /\bdevice [\w-]+/gi

/** Messages of a device, fit for the log: few, short, on one line and without its name. */
export const reportTexts = (logs: readonly string[]): string[] =>
  logs.slice(0, REPORTS).map((it) =>
    it
      .replaceAll(/\p{Cc}+/gu, ' ')
      .replaceAll(DEVICE, 'device [token]')
      .slice(0, REPORT_CHARACTERS),
  )
