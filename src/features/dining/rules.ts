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
  Evening,
  ShortStay,
  TimeState,
} from './schema.ts'

type House = Pick<Venue, 'hours' | 'specialDays' | 'dining' | 'largePartySize'>

/** The same as of the form; here for who must not carry the form's schema along. */
export const MOST_GUESTS = 10
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
export function slotsOn(house: House, date: CalendarDate): readonly WallTime[] {
  const hours = hoursOn(house, 'restaurant', date)
  if (!hours) return []
  // A restaurant that closes earlier than it opens is open past midnight.
  const isPastMidnight = hours.closes < hours.opens
  return SLOTS.filter((time) => time >= hours.opens && (isPastMidnight || time < hours.closes))
}

/** Whether dinners of a date can be asked for, and why the house is closed where it says so. */
export const dayOf = (house: House, date: CalendarDate, now: Date): DiningDay =>
  dayFrom(house, date, businessDate(now))

function dayFrom(house: House, date: CalendarDate, today: CalendarDate): DiningDay {
  const state = (): DayState => {
    if (date < today) return 'past'
    if (date > addDays(today, house.dining.daysAhead)) return 'too_far'
    return slotsOn(house, date).length > 0 ? 'open' : 'closed'
  }
  const special = house.specialDays.find((day) => day.date === date && day.service === 'restaurant')
  return { date, state: state(), reason: special?.reason ?? null }
}

/** The days a guest can choose from, closed ones among them so that nobody looks for them. */
export function listDays(house: House, now: Date): DiningDay[] {
  const today = businessDate(now)
  return Array.from({ length: house.dining.daysAhead + 1 }, (_, i) =>
    dayFrom(house, addDays(today, i), today),
  )
}

/** The first day from today on that a dinner can still be had on; null where there is none. */
export function firstOpenDay(house: House, guests: number, now: Date): CalendarDate | null {
  const open = listDays(house, now).filter((day) => day.state === 'open')
  const earliest = earliestStart(house, guests, now)
  const isLeft = ({ date }: DiningDay): boolean => {
    const last = slotsOn(house, date).at(-1)
    return last !== undefined && momentOf(date, last) >= earliest
  }
  return (open.find(isLeft) ?? open[0])?.date ?? null
}

type Party = { readonly date: CalendarDate; readonly guests: number }
type Asking = Party & { readonly now: Date }

/** Whether staff have to answer first, because so many need more than a table. */
export const needsStaff = (house: Pick<House, 'largePartySize'>, guests: number): boolean =>
  guests >= house.largePartySize

/** The earliest dinner that can be asked for now: a large party needs more notice. */
const earliestStart = (house: House, guests: number, now: Date): Date =>
  needsStaff(house, guests)
    ? addHours(now, house.dining.largePartyNoticeHours)
    : addMinutes(now, house.dining.noticeMinutes)

/** How long a party sits. */
export function sittingMinutes({ dining }: Pick<House, 'dining'>, guests: number): number {
  const row = dining.sittings.findLast(({ fromGuests }) => fromGuests <= guests) ?? dining.sittings[0]
  if (!row) throw new Error('the venue says of no party how long it sits')
  return row.minutes
}

export type Sitting = { readonly startsAt: Date; readonly endsAt: Date }

/** From when until when a party has its table. */
export function sittingOf(house: Pick<House, 'dining'>, { date, guests }: Party, time: WallTime): Sitting {
  const startsAt = momentOf(date, time)
  return { startsAt, endsAt: addMinutes(startsAt, sittingMinutes(house, guests)) }
}

/** One table, or two that are pushed together. */
export type Seating = { readonly tableId: string; readonly secondTableId: string | null }

type Floor = {
  /** In the order in which they are given away: fewest seats first. */
  readonly tables: readonly DiningTable[]
  readonly pairs: readonly (readonly [string, string])[]
}

/**
 * Where a party can sit, best first: the smallest table that is large enough; then the smallest pair of tables that
 * staff push together, neither of which would do alone.
 */
export function seatingsFor({ tables, pairs }: Floor, guests: number): Seating[] {
  const order = tables.toSorted((a, b) => a.seats - b.seats)
  const singles = order
    .filter(({ seats }) => seats >= guests)
    .map(({ id }): Seating => ({ tableId: id, secondTableId: null }))
  const small = order.filter(({ seats }) => seats < guests)
  const joined = small
    .flatMap((a, i) =>
      small
        .slice(i + 1)
        .filter((b) => a.seats + b.seats >= guests && isPair(pairs, a.id, b.id))
        .map((b) => ({ a, b })),
    )
    .toSorted((x, y) => x.a.seats + x.b.seats - y.a.seats - y.b.seats)
    .map(({ a, b }): Seating => ({ tableId: a.id, secondTableId: b.id }))
  return [...singles, ...joined]
}

const isPair = (pairs: Floor['pairs'], a: string, b: string): boolean =>
  pairs.some(([one, other]) => (one === a && other === b) || (one === b && other === a))

/** Somebody has a table for some time: another dinner, or a night it is sold for. In milliseconds. */
export type Claim = { readonly tableId: string; readonly from: number; readonly until: number }

/** The seatings nobody has at any time of a sitting. */
export function freeSeatings(
  seatings: readonly Seating[],
  claims: readonly Claim[],
  { startsAt, endsAt }: Sitting,
): Seating[] {
  const taken = new Set(
    claims
      .filter(({ from, until }) => from < endsAt.getTime() && until > startsAt.getTime())
      .map(({ tableId }) => tableId),
  )
  return seatings.filter(
    ({ tableId, secondTableId }) =>
      !taken.has(tableId) && (secondTableId === null || !taken.has(secondTableId)),
  )
}

/** The shortest stay a table is given for; a whole turn that is shorter is kept as it is. */
const SHORTEST_STAY_MS = 60 * 60_000

/** The first event whose tables are for sale at some time of a sitting; null where there is none. */
export const eventDuring = (
  events: readonly EventOnSale[],
  { startsAt, endsAt }: Sitting,
): EventOnSale | null =>
  events
    .filter(({ from, until }) => from < endsAt.getTime() && until > startsAt.getTime())
    .toSorted((a, b) => a.from - b.from)[0] ?? null

/**
 * How long a party can stay without taking a table off sale for an event: the whole turn, or until the event begins. Null
 * where less than an hour would be left, or the event has begun.
 */
export function stayBefore(event: EventOnSale | null, { startsAt, endsAt }: Sitting): Sitting | null {
  if (!event) return { startsAt, endsAt }
  const least = Math.min(SHORTEST_STAY_MS, endsAt.getTime() - startsAt.getTime())
  return event.from - startsAt.getTime() >= least
    ? { startsAt, endsAt: addMinutes(startsAt, (event.from - startsAt.getTime()) / 60_000) }
    : null
}

/** What is known of an evening: the tables, who has them, and how many guests begin at which moment. */
export type EveningFacts = Floor & {
  readonly claims: readonly Claim[]
  /** The events whose tables are for sale at some time of the evening. */
  readonly events: readonly EventOnSale[]
  readonly covers: ReadonlyMap<number, number>
}

const FEW_SEATINGS = 2
const FEW_COVERS = 1 / 4

type JudgedTime = {
  readonly state: TimeState
  readonly seatings: readonly Seating[]
  /** From when until when the seatings can be had. */
  readonly sitting: Sitting
  readonly until: ShortStay | null
}

/** How a time stands for a party. Nearly full: two places to sit or fewer, or less than a quarter of the covers left. */
export const judgeTime = (
  house: House,
  facts: EveningFacts,
  { time, ...asked }: Asking & { readonly time: WallTime },
): JudgedTime => judgeOf(house, facts, asked)(time)

/** What tells of any time of one evening how it stands for a party. */
function judgeOf(house: House, facts: EveningFacts, asked: Asking): (time: WallTime) => JudgedTime {
  const { guests, now } = asked
  const { coversPerSlot, withoutTable } = house.dining
  const earliest = earliestStart(house, guests, now)
  const places = needsStaff(house, guests) ? null : seatingsFor(facts, guests)
  return (time) => {
    const sitting = sittingOf(house, asked, time)
    const none = { seatings: [], sitting, until: null }
    if (sitting.startsAt < earliest) return { state: 'late', ...none }
    if (!places) return { state: 'request', ...none }
    const left = coversPerSlot - (facts.covers.get(sitting.startsAt.getTime()) ?? 0) - guests
    const event = eventDuring(facts.events, sitting)
    const stay = stayBefore(event, sitting)
    const seatings = left < 0 || !stay ? [] : freeSeatings(places, facts.claims, stay)
    if (left < 0 || (seatings.length === 0 && !withoutTable)) return { state: 'full', ...none }
    const isTight = seatings.length <= FEW_SEATINGS || left < coversPerSlot * FEW_COVERS
    const state = isTight ? 'nearly_full' : 'free'
    if (!stay || seatings.length === 0) return { state, ...none }
    const until = event && { time: wallClock(stay.endsAt).time, eventTitle: event.title }
    return { state, seatings, sitting: stay, until }
  }
}

/** All times of an evening for a party. */
export function judgeEvening(house: House, facts: EveningFacts, asked: Asking): Evening {
  const { date, guests, now } = asked
  const { state, reason } = dayOf(house, date, now)
  const slots = state === 'open' ? slotsOn(house, date) : []
  const judge = judgeOf(house, facts, asked)
  const times = slots.map((time): DinnerTime => {
    const judged = judge(time)
    return { time, state: judged.state, until: judged.until }
  })
  return { date, guests, day: state, reason, times }
}

/** An evening without a single time, for a day on which no dinner can be asked for. */
export const emptyEvening = (house: House, { date, guests }: Party, now: Date): Evening => {
  const { state, reason } = dayOf(house, date, now)
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
export function nearestTimes(evening: Evening, time: WallTime): DinnerTime[] {
  const distance = (it: DinnerTime): number => Math.abs(minutesOf(it.time) - minutesOf(time))
  return evening.times
    .filter((it) => it.time !== time && canChooseTime(it))
    .toSorted((a, b) => distance(a) - distance(b) || minutesOf(a.time) - minutesOf(b.time))
    .slice(0, NEAREST)
    .toSorted((a, b) => minutesOf(a.time) - minutesOf(b.time))
}

const minutesOf = (time: WallTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Reads a party size as it is typed or stands in an address; null for anything but 1 to 10. */
export function readGuests(text: string | null): number | null {
  const guests = /^[1-9]\d?$/.test(text ?? '') ? Number(text) : 0
  return guests >= 1 && guests <= MOST_GUESTS ? guests : null
}

/** Reads a date as it stands in an address; null for a day that does not exist. */
export const readDate = (text: string | null): CalendarDate | null =>
  text !== null && isCalendarDate(text) ? text : null

/** What a time's state is called. Colour says it a second time only. */
export const STATE_WORDS: Record<TimeState, string> = {
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
export function lostWords(evening: Evening, time: WallTime): string {
  const others = nearestTimes(evening, time)
  const lost = `${formatClock(time)} on ${formatDate(evening.date, 'medium')} is taken.`
  const list = listOf(others)
  if (!list) return `${lost} No other time is left that day: please choose another.`
  return `${lost} ${others.length === 1 ? 'The nearest time that is left is' : 'The nearest times that are left are'} ${list}.`
}

type Asked = { readonly evening: Evening; readonly time: WallTime }

/** What is wrong with which field, where a dinner could not be had. */
export function refusalProblems(
  house: Pick<House, 'dining' | 'largePartySize'>,
  why: DinnerRefusal,
  { evening, time }: Asked,
): Problems<DiningField> {
  const { dining } = house
  switch (why) {
    case 'closed_day':
      return { date: closedWords(evening) }
    case 'past_day':
      return { date: 'Please choose a day that is still to come.' }
    case 'too_far':
      return { date: `Please choose a day within the next ${dining.daysAhead} days.` }
    case 'no_such_time':
      return { time: 'Please choose one of the times that are shown.' }
    case 'too_late':
      return {
        time: needsStaff(house, evening.guests)
          ? `A party of ${evening.guests} needs ${dining.largePartyNoticeHours} hours of notice. Please choose a later time, or call us.`
          : 'That time is too soon by now. Please choose a later one, or call us.',
      }
    case 'full':
      return { time: lostWords(evening, time) }
    case 'already_booked':
      return {
        time: 'You have asked for this dinner already, and we have written to you: the link in our e-mail moves or cancels it. For a second table at the same time, please call us.',
      }
  }
}

/** `We are closed on Mon, Nov 23.`, with the reason where staff gave one. */
export const closedWords = ({ date, reason }: Pick<Evening, 'date' | 'reason'>): string =>
  `We are closed on ${formatDate(date, 'medium')}${reason ? ` (${reason})` : ''}. Please choose another day.`
