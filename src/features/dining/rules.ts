import type { Venue } from '#features/venue/schema.ts'
import { hoursOn } from '#features/venue/rules.ts'
import {
  addDays,
  addHours,
  addMinutes,
  businessDate,
  type CalendarDate,
  isCalendarDate,
  momentOf,
  wallClock,
  type WallTime,
} from '#lib/venue-time.ts'
import type {
  DayState,
  DinnerLimit,
  DinnerTime,
  DiningDay,
  EventOnSale,
  ServiceDay,
  ShortStay,
  TimeState,
} from './schema.ts'
import {
  assignmentsFor,
  type TableOccupancy,
  eventDuring,
  type Floor,
  freeAssignments,
  notForSaleFirst,
  type Occupancy,
  occupancyOf,
  stayBefore,
  type TableAssignment,
} from './table-assignments/rules.ts'

export type DiningVenue = Pick<Venue, 'hours' | 'specialDays' | 'dining' | 'largePartySize'>

/**
 * The venue for a dinner that moves: one that has a table gets another or stays where it is, also where the venue books without
 * a table, because its guests were promised theirs.
 */
export const venueOfMove = <Of extends DiningVenue>(venue: Of, { hasTable }: { hasTable: boolean }): Of =>
  hasTable ? { ...venue, dining: { ...venue.dining, withoutTable: false } } : venue

/** The venue with its restaurant closed on a date, whatever its hours are. */
export const closedOn = <Of extends DiningVenue>(venue: Of, date: CalendarDate): Of => ({
  ...venue,
  specialDays: [
    { date, service: 'restaurant', hours: null, reason: null },
    ...venue.specialDays.filter((day) => day.date !== date || day.service !== 'restaurant'),
  ],
})

/** Repeats the limit of the form's schema, so that importers of these rules do not load the validation library. */
export const MAX_GUESTS = 10
const FIRST_SLOT = 15 * 60
const LAST_SLOT = 20 * 60 + 30
const SLOT_MINUTES = 30

/** Start times of dinners on any date: every half hour from 3:00 PM to 8:30 PM. */
const SLOTS: readonly WallTime[] = Array.from(
  { length: (LAST_SLOT - FIRST_SLOT) / SLOT_MINUTES + 1 },
  (_, i) => clock(FIRST_SLOT + i * SLOT_MINUTES),
)

function clock(minutes: number): WallTime {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Valid start times of dinners on a date: those within the restaurant's opening hours. Empty on a closed day. */
export function slotsOn(venue: DiningVenue, date: CalendarDate): readonly WallTime[] {
  const hours = hoursOn(venue, 'restaurant', date)
  if (!hours) return []
  // A restaurant that closes earlier than it opens is open past midnight.
  const isPastMidnight = hours.closes < hours.opens
  return SLOTS.filter((time) => time >= hours.opens && (isPastMidnight || time < hours.closes))
}

/** Whether the opening hours of a business date let a dinner start at a moment. */
export const hasSlot = (
  venue: DiningVenue,
  { date, startsAt }: { readonly date: CalendarDate; readonly startsAt: Date },
): boolean => slotsOn(venue, date).includes(wallClock(startsAt).time)

/** State of a date for dinners, with the reason of a special day where staff gave one. */
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

/** Dates of the booking form, closed ones included, so that guests see why one is missing. */
export function listDays(venue: DiningVenue, now: Date): DiningDay[] {
  const today = businessDate(now)
  return Array.from({ length: venue.dining.daysAhead + 1 }, (_, i) =>
    dayFrom(venue, addDays(today, i), today),
  )
}

/** First open date with a valid start time after the notice period, else the first open date; null without one. */
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
type TimeQuery = Party & { readonly now: Date }

/** Whether staff must answer first, as they do for each large party. */
export const needsStaff = (venue: Pick<DiningVenue, 'largePartySize'>, guests: number): boolean =>
  guests >= venue.largePartySize

/** Earliest start that can be booked now. A large party needs more notice. */
const earliestStart = (venue: DiningVenue, guests: number, now: Date): Date =>
  needsStaff(venue, guests)
    ? addHours(now, venue.dining.largePartyNoticeHours)
    : addMinutes(now, venue.dining.noticeMinutes)

/** Facts that decide the availability of a service day: tables, pairs, occupancies, events on sale and covers. */
export type ServiceDayFacts = Floor & {
  readonly occupancies: readonly TableOccupancy[]
  /** Events on sale that overlap the service day. */
  readonly events: readonly EventOnSale[]
  /** Guests that start at each moment, by epoch milliseconds: the pacing limit counts them. */
  readonly covers: ReadonlyMap<number, number>
}

const FEW_SEATINGS = 2
const FEW_COVERS = 1 / 4

type CheckedTime = {
  readonly state: TimeState
  readonly assignments: readonly TableAssignment[]
  /** Period for which the assignments are free, shortened where an event begins. */
  readonly occupancy: Occupancy
  readonly until: ShortStay | null
}

/**
 * State of a start time for a party. `nearly_full`: two assignments or fewer, or less than a quarter of the covers
 * left.
 */
export const checkTime = (
  venue: DiningVenue,
  facts: ServiceDayFacts,
  { time, ...asked }: TimeQuery & { readonly time: WallTime },
): CheckedTime => timeChecker(venue, facts, asked)(time)

/** Returns a function for the state of each start time; the assignments of the party are computed once. */
function timeChecker(
  venue: DiningVenue,
  facts: ServiceDayFacts,
  asked: TimeQuery,
): (time: WallTime) => CheckedTime {
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
    if (event && !stay && !withoutTable) return { state: 'short', ...none, until: endBefore(event) }
    const free = left < 0 || !stay ? [] : freeAssignments(places, facts.occupancies, stay)
    const assignments = notForSaleFirst(free, facts.occupancies, event)
    if (left < 0 || (assignments.length === 0 && !withoutTable)) return { state: 'full', ...none }
    const isTight = assignments.length <= FEW_SEATINGS || left < coversPerSlot * FEW_COVERS
    const state = isTight ? 'nearly_full' : 'free'
    if (!stay || assignments.length === 0) return { state, ...none }
    return { state, assignments, occupancy: stay, until: event && endBefore(event) }
  }
}

const endBefore = ({ from, title }: EventOnSale): ShortStay => ({
  time: wallClock(new Date(from)).time,
  eventTitle: title,
})

/** States of all start times of a service day for a party. */
export function checkServiceDate(venue: DiningVenue, facts: ServiceDayFacts, asked: TimeQuery): ServiceDay {
  const { date, guests, now } = asked
  const { state, reason } = dayOf(venue, date, now)
  const slots = state === 'open' ? slotsOn(venue, date) : []
  const check = timeChecker(venue, facts, asked)
  const times = slots.map((time): DinnerTime => {
    const checkedTimes = check(time)
    return { time, state: checkedTimes.state, until: checkedTimes.until }
  })
  return { date, guests, day: state, reason, times }
}

/** Service day without start times, for a date that cannot be booked. */
export const emptyServiceDay = (venue: DiningVenue, { date, guests }: Party, now: Date): ServiceDay => {
  const { state, reason } = dayOf(venue, date, now)
  return { date, guests, day: state, reason, times: [] }
}

const CHOOSABLE: readonly TimeState[] = ['free', 'nearly_full', 'request']

export const canChooseTime = ({ state }: Pick<DinnerTime, 'state'>): boolean => CHOOSABLE.includes(state)

const NEAREST = 3

/** Alternatives to a start time that is gone: the three nearest that are bookable, in order of time. */
export function nearestTimes(serviceDay: ServiceDay, time: WallTime): DinnerTime[] {
  const distance = (it: DinnerTime): number => Math.abs(minutesOf(it.time) - minutesOf(time))
  return serviceDay.times
    .filter((it) => it.time !== time && canChooseTime(it))
    .toSorted((a, b) => distance(a) - distance(b) || minutesOf(a.time) - minutesOf(b.time))
    .slice(0, NEAREST)
    .toSorted((a, b) => minutesOf(a.time) - minutesOf(b.time))
}

const minutesOf = (time: WallTime): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/**
 * Rate limits of the dinners of a date that are booked online. Addresses are shared (hotels, mobile carriers) and a dinner stands
 * for weeks, so a contact is counted for as long as its dinners stand, and an address and a /48 for a day.
 */
export const DINNER_LIMITS = { contact: 2, address: 8, network: 16, addressHours: 24 } as const

export type GuestFacts = Readonly<Record<'contact' | 'address' | 'network', number>> & {
  /** Whether staff blocked the guest from booking online. */
  readonly isBlocked: boolean
}

/** Reason why a guest may not book one more dinner of a date, whatever is free; null where they may. */
export function refusalOfGuest({
  isBlocked,
  contact,
  address,
  network,
}: GuestFacts): 'guest_blocked' | DinnerLimit | null {
  if (isBlocked) return 'guest_blocked'
  if (contact >= DINNER_LIMITS.contact) return 'too_many_dinners'
  return address >= DINNER_LIMITS.address || network >= DINNER_LIMITS.network ? 'network_busy' : null
}

/** Parses a party size from a form or a URL; null for anything but 1 to 10. */
export function readGuests(text: string | null): number | null {
  const guests = /^[1-9]\d?$/.test(text ?? '') ? Number(text) : 0
  return guests >= 1 && guests <= MAX_GUESTS ? guests : null
}

/** Parses a date from a URL; null for a date that does not exist. */
export const readDate = (text: string | null): CalendarDate | null =>
  text !== null && isCalendarDate(text) ? text : null

type Wanted = { readonly date: string; readonly guests: number }

/** Whether the times of a service day are those of the wanted date and party size. */
export const isSameParty = ({ date, guests }: Wanted, wanted: Wanted): boolean =>
  date === wanted.date && guests === wanted.guests

/** Whether the chosen start time is gone; false until the times of that date and party are loaded. */
export const isLostTime = (serviceDay: ServiceDay, wanted: Wanted & { readonly time: string }): boolean =>
  wanted.time !== '' &&
  isSameParty(serviceDay, wanted) &&
  !serviceDay.times.some((it) => it.time === wanted.time && canChooseTime(it))

/** Address of the form that joins the waiting list of a dinner time. */
export const waitingFormPath = ({ date, time, guests }: Party & { readonly time: WallTime }): string =>
  `/waiting-list?${new URLSearchParams({ date, time, guests: String(guests) })}`
