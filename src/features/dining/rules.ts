import type { Venue } from '#features/venue/schema.ts'
import type { Problems } from '#lib/forms/check.ts'
import { hoursOn } from '#features/venue/rules.ts'
import {
  addDays,
  addHours,
  addMinutes,
  businessDate,
  type CalendarDate,
  formatClock,
  formatDate,
  isCalendarDate,
  momentOf,
  wallClock,
  type WallTime,
} from '#lib/venue-time.ts'
import type {
  DayState,
  DinnerRefusal,
  DinnerTime,
  DiningDay,
  DiningField,
  DiningTable,
  EventOnSale,
  ServiceDay,
  ShortStay,
  TimeState,
} from './schema.ts'

type DiningVenue = Pick<Venue, 'hours' | 'specialDays' | 'dining' | 'largePartySize'>

/** The same as of the form; here for who must not carry the form's schema along. */
export const MAX_GUESTS = 10
const FIRST_SLOT = 15 * 60
const LAST_SLOT = 20 * 60 + 30
const SLOT_MINUTES = 30

/** Every half hour at which a dinner may begin, on any day: 3:00 PM to 8:30 PM. */
const SLOTS: readonly WallTime[] = Array.from(
  { length: (LAST_SLOT - FIRST_SLOT) / SLOT_MINUTES + 1 },
  (_, i) => clock(FIRST_SLOT + i * SLOT_MINUTES),
)

function clock(minutes: number): WallTime {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** The half hours at which a dinner may begin on a date: those within the hours the restaurant keeps that day. */
export function slotsOn(venue: DiningVenue, date: CalendarDate): readonly WallTime[] {
  const hours = hoursOn(venue, 'restaurant', date)
  if (!hours) return []
  // A restaurant that closes earlier than it opens is open past midnight.
  const isPastMidnight = hours.closes < hours.opens
  return SLOTS.filter((time) => time >= hours.opens && (isPastMidnight || time < hours.closes))
}

/** Whether dinners of a date can be asked for, and why the house is closed where it says so. */
export const dayOf = (venue: DiningVenue, date: CalendarDate, now: Date): DiningDay =>
  dayFrom(venue, date, businessDate(now))

function dayFrom(venue: DiningVenue, date: CalendarDate, today: CalendarDate): DiningDay {
  const state = (): DayState => {
    if (date < today) return 'past'
    if (date > addDays(today, venue.dining.daysAhead)) return 'too_far'
    return slotsOn(venue, date).length > 0 ? 'open' : 'closed'
  }
  const special = venue.specialDays.find((day) => day.date === date && day.service === 'restaurant')
  return { date, state: state(), reason: special?.reason ?? null }
}

/** The days a guest can choose from, closed ones among them so that nobody looks for them. */
export function listDays(venue: DiningVenue, now: Date): DiningDay[] {
  const today = businessDate(now)
  return Array.from({ length: venue.dining.daysAhead + 1 }, (_, i) =>
    dayFrom(venue, addDays(today, i), today),
  )
}

/** The first day from today on that a dinner can still be had on; null where there is none. */
export function firstOpenDay(venue: DiningVenue, guests: number, now: Date): CalendarDate | null {
  const open = listDays(venue, now).filter((day) => day.state === 'open')
  const earliest = earliestStart(venue, guests, now)
  const isLeft = ({ date }: DiningDay): boolean => {
    const last = slotsOn(venue, date).at(-1)
    return last !== undefined && momentOf(date, last) >= earliest
  }
  return (open.find(isLeft) ?? open[0])?.date ?? null
}

type Party = { readonly date: CalendarDate; readonly guests: number }
type Asking = Party & { readonly now: Date }

/** Whether staff have to answer first, because so many need more than a table. */
export const needsStaff = (venue: Pick<DiningVenue, 'largePartySize'>, guests: number): boolean =>
  guests >= venue.largePartySize

/** The earliest dinner that can be asked for now: a large party needs more notice. */
const earliestStart = (venue: DiningVenue, guests: number, now: Date): Date =>
  needsStaff(venue, guests)
    ? addHours(now, venue.dining.largePartyNoticeHours)
    : addMinutes(now, venue.dining.noticeMinutes)

/** How long a party sits. */
export function turnTimeMinutes({ dining }: Pick<DiningVenue, 'dining'>, guests: number): number {
  const row = dining.turnTimes.findLast(({ fromGuests }) => fromGuests <= guests) ?? dining.turnTimes[0]
  if (!row) throw new Error('the venue says of no party how long it sits')
  return row.minutes
}

export type Occupancy = { readonly startsAt: Date; readonly endsAt: Date }

/** From when until when a party has its table. */
export function occupancyOf(
  venue: Pick<DiningVenue, 'dining'>,
  { date, guests }: Party,
  time: WallTime,
): Occupancy {
  const startsAt = momentOf(date, time)
  return { startsAt, endsAt: addMinutes(startsAt, turnTimeMinutes(venue, guests)) }
}

/** One table, or two that are pushed together. */
export type TableAssignment = { readonly tableId: string; readonly secondTableId: string | null }

type Floor = {
  /** In the order in which they are given away: fewest seats first. */
  readonly tables: readonly DiningTable[]
  readonly pairs: readonly (readonly [string, string])[]
}

/**
 * Where a party can sit, best first: the smallest table that is large enough; then the smallest pair of tables that
 * staff push together, neither of which would do alone.
 */
export function assignmentsFor({ tables, pairs }: Floor, guests: number): TableAssignment[] {
  const order = tables.toSorted((a, b) => a.seats - b.seats)
  const singles = order
    .filter(({ seats }) => seats >= guests)
    .map(({ id }): TableAssignment => ({ tableId: id, secondTableId: null }))
  const small = order.filter(({ seats }) => seats < guests)
  const joined = small
    .flatMap((a, i) =>
      small
        .slice(i + 1)
        .filter((b) => a.seats + b.seats >= guests && isPair(pairs, a.id, b.id))
        .map((b) => ({ a, b })),
    )
    .toSorted((x, y) => x.a.seats + x.b.seats - y.a.seats - y.b.seats)
    .map(({ a, b }): TableAssignment => ({ tableId: a.id, secondTableId: b.id }))
  return [...singles, ...joined]
}

const isPair = (pairs: Floor['pairs'], a: string, b: string): boolean =>
  pairs.some(([one, other]) => (one === a && other === b) || (one === b && other === a))

/** Somebody has a table for some time: another dinner, or a night it is sold for. In milliseconds. */
export type Claim = { readonly tableId: string; readonly from: number; readonly until: number }

/** The seatings nobody has at any time of a sitting. */
export function freeAssignments(
  assignments: readonly TableAssignment[],
  claims: readonly Claim[],
  { startsAt, endsAt }: Occupancy,
): TableAssignment[] {
  const taken = new Set(
    claims
      .filter(({ from, until }) => from < endsAt.getTime() && until > startsAt.getTime())
      .map(({ tableId }) => tableId),
  )
  return assignments.filter(
    ({ tableId, secondTableId }) =>
      !taken.has(tableId) && (secondTableId === null || !taken.has(secondTableId)),
  )
}

/** The shortest stay a table is given for; a whole turn that is shorter is kept as it is. */
const SHORTEST_STAY_MS = 60 * 60_000

/** The first event whose tables are for sale at some time of a sitting; null where there is none. */
export const eventDuring = (
  events: readonly EventOnSale[],
  { startsAt, endsAt }: Occupancy,
): EventOnSale | null =>
  events
    .filter(({ from, until }) => from < endsAt.getTime() && until > startsAt.getTime())
    .toSorted((a, b) => a.from - b.from)[0] ?? null

/**
 * How long a party can stay without taking a table off sale for an event: the whole turn, or until the event begins. Null
 * where less than an hour would be left, or the event has begun.
 */
export function stayBefore(event: EventOnSale | null, { startsAt, endsAt }: Occupancy): Occupancy | null {
  if (!event) return { startsAt, endsAt }
  const least = Math.min(SHORTEST_STAY_MS, endsAt.getTime() - startsAt.getTime())
  return event.from - startsAt.getTime() >= least
    ? { startsAt, endsAt: addMinutes(startsAt, (event.from - startsAt.getTime()) / 60_000) }
    : null
}

/** What is known of an evening: the tables, who has them, and how many guests begin at which moment. */
export type ServiceDayFacts = Floor & {
  readonly claims: readonly Claim[]
  /** The events whose tables are for sale at some time of the evening. */
  readonly events: readonly EventOnSale[]
  readonly covers: ReadonlyMap<number, number>
}

const FEW_SEATINGS = 2
const FEW_COVERS = 1 / 4

type CheckedTime = {
  readonly state: TimeState
  readonly assignments: readonly TableAssignment[]
  /** From when until when the seatings can be had. */
  readonly occupancy: Occupancy
  readonly until: ShortStay | null
}

/** How a time stands for a party. Nearly full: two places to sit or fewer, or less than a quarter of the covers left. */
export const checkTime = (
  venue: DiningVenue,
  facts: ServiceDayFacts,
  { time, ...asked }: Asking & { readonly time: WallTime },
): CheckedTime => checkOf(venue, facts, asked)(time)

/** What tells of any time of one evening how it stands for a party. */
function checkOf(venue: DiningVenue, facts: ServiceDayFacts, asked: Asking): (time: WallTime) => CheckedTime {
  const { guests, now } = asked
  const { coversPerSlot, withoutTable } = venue.dining
  const earliest = earliestStart(venue, guests, now)
  const places = needsStaff(venue, guests) ? null : assignmentsFor(facts, guests)
  return (time) => {
    const occupancy = occupancyOf(venue, asked, time)
    const none = { assignments: [], occupancy, until: null }
    if (occupancy.startsAt < earliest) return { state: 'late', ...none }
    if (!places) return { state: 'request', ...none }
    const left = coversPerSlot - (facts.covers.get(occupancy.startsAt.getTime()) ?? 0) - guests
    const event = eventDuring(facts.events, occupancy)
    const stay = stayBefore(event, occupancy)
    const assignments = left < 0 || !stay ? [] : freeAssignments(places, facts.claims, stay)
    if (left < 0 || (assignments.length === 0 && !withoutTable)) return { state: 'full', ...none }
    const isTight = assignments.length <= FEW_SEATINGS || left < coversPerSlot * FEW_COVERS
    const state = isTight ? 'nearly_full' : 'free'
    if (!stay || assignments.length === 0) return { state, ...none }
    const until = event && { time: wallClock(stay.endsAt).time, eventTitle: event.title }
    return { state, assignments, occupancy: stay, until }
  }
}

/** All times of an evening for a party. */
export function checkServiceDate(venue: DiningVenue, facts: ServiceDayFacts, asked: Asking): ServiceDay {
  const { date, guests, now } = asked
  const { state, reason } = dayOf(venue, date, now)
  const slots = state === 'open' ? slotsOn(venue, date) : []
  const judge = checkOf(venue, facts, asked)
  const times = slots.map((time): DinnerTime => {
    const checkedTimes = judge(time)
    return { time, state: checkedTimes.state, until: checkedTimes.until }
  })
  return { date, guests, day: state, reason, times }
}

/** An evening without a single time, for a day on which no dinner can be asked for. */
export const emptyServiceDay = (venue: DiningVenue, { date, guests }: Party, now: Date): ServiceDay => {
  const { state, reason } = dayOf(venue, date, now)
  return { date, guests, day: state, reason, times: [] }
}

/** `Your table is yours until 9:00 PM, when Afrobeats Friday begins.` */
export const shortStayText = ({ time, eventTitle }: ShortStay): string =>
  `Your table is yours until ${formatClock(time)}, when ${eventTitle} begins.`

const CHOOSABLE: readonly TimeState[] = ['free', 'nearly_full', 'request']

/** Whether a guest can choose a time. */
export const canChooseTime = ({ state }: Pick<DinnerTime, 'state'>): boolean => CHOOSABLE.includes(state)

const NEAREST = 3

/** What else to offer who loses a time: the three nearest that can still be had, in the order of the evening. */
export function nearestTimes(serviceDay: ServiceDay, time: WallTime): DinnerTime[] {
  const distance = (it: DinnerTime): number => Math.abs(minutesOf(it.time) - minutesOf(time))
  return serviceDay.times
    .filter((it) => it.time !== time && canChooseTime(it))
    .toSorted((a, b) => distance(a) - distance(b) || minutesOf(a.time) - minutesOf(b.time))
    .slice(0, NEAREST)
    .toSorted((a, b) => minutesOf(a.time) - minutesOf(b.time))
}

const minutesOf = (time: WallTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Reads a party size as it is typed or stands in an address; null for anything but 1 to 10. */
export function readGuests(text: string | null): number | null {
  const guests = /^[1-9]\d?$/.test(text ?? '') ? Number(text) : 0
  return guests >= 1 && guests <= MAX_GUESTS ? guests : null
}

/** Reads a date as it stands in an address; null for a day that does not exist. */
export const readDate = (text: string | null): CalendarDate | null =>
  text !== null && isCalendarDate(text) ? text : null

/** What a time's state is called. Colour says it a second time only. */
export const STATE_LABELS: Record<TimeState, string> = {
  free: 'Available',
  nearly_full: 'Nearly full',
  full: 'Full',
  request: 'On request',
  late: 'Too late',
}

/** `5:30 PM, 6:30 PM and 7:00 PM`; null where there is none. */
function listOf(times: readonly DinnerTime[]): string | null {
  const words = times.map(({ time }) => formatClock(time))
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? null)
}

/** What is said where a time is lost, with the nearest that can still be had. */
export function lostText(serviceDay: ServiceDay, time: WallTime): string {
  const others = nearestTimes(serviceDay, time)
  const lost = `${formatClock(time)} on ${formatDate(serviceDay.date, 'medium')} is taken.`
  const list = listOf(others)
  if (!list) return `${lost} No other time is left that day: please choose another.`
  return `${lost} ${others.length === 1 ? 'The nearest time that is left is' : 'The nearest times that are left are'} ${list}.`
}

type Asked = { readonly serviceDay: ServiceDay; readonly time: WallTime }

/** What is wrong with which field, where a dinner could not be had. */
export function refusalProblems(
  venue: Pick<DiningVenue, 'dining' | 'largePartySize'>,
  why: DinnerRefusal,
  { serviceDay, time }: Asked,
): Problems<DiningField> {
  const { dining } = venue
  switch (why) {
    case 'closed_day':
      return { date: closedText(serviceDay) }
    case 'past_day':
      return { date: 'Please choose a day that is still to come.' }
    case 'too_far':
      return { date: `Please choose a day within the next ${dining.daysAhead} days.` }
    case 'no_such_time':
      return { time: 'Please choose one of the times that are shown.' }
    case 'too_late':
      return {
        time: needsStaff(venue, serviceDay.guests)
          ? `A party of ${serviceDay.guests} needs ${dining.largePartyNoticeHours} hours of notice. Please choose a later time, or call us.`
          : 'That time is too soon by now. Please choose a later one, or call us.',
      }
    case 'full':
      return { time: lostText(serviceDay, time) }
    case 'already_booked':
      return {
        time: 'You have asked for this dinner already, and we have written to you: the link in our e-mail moves or cancels it. For a second table at the same time, please call us.',
      }
  }
}

/** `We are closed on Mon, Nov 23.`, with the reason where staff gave one. */
export const closedText = ({ date, reason }: Pick<ServiceDay, 'date' | 'reason'>): string =>
  `We are closed on ${formatDate(date, 'medium')}${reason ? ` (${reason})` : ''}. Please choose another day.`
