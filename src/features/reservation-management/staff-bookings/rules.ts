import { type ServiceDayFacts, slotsOn } from '#features/dining/rules.ts'
import {
  assignmentsFor,
  eventDuring,
  freeAssignments,
  occupancyOf,
  stayBefore,
  type TableAssignment,
  turnTimeMinutes,
} from '#features/dining/table-assignments/rules.ts'
import { soldSpan } from '#features/floor-plan/chart/rules.ts'
import type { ReservationLine } from '#features/reservations/schema.ts'
import type { EventOnSale } from '#features/dining/schema.ts'
import { hoursOn } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import {
  addMinutes,
  businessDate,
  type CalendarDate,
  formatClock,
  formatDate,
  wallClock,
  type WallTime,
  clockAt,
} from '#lib/venue-time.ts'
import {
  type DinnerContext,
  type NightForm,
  NOW,
  SHORTEST_WALK_IN_MINUTES,
  type SlotPacing,
  type Span,
} from './schema.ts'

type DiningVenue = Pick<Venue, 'hours' | 'specialDays' | 'dining' | 'largePartySize'>
type Party = { readonly date: CalendarDate; readonly guests: number }

/** Whether the restaurant is serving at this moment. Hours may end after midnight. */
export function isServing(venue: DiningVenue, now: Date): boolean {
  const { time } = wallClock(now)
  const hours = hoursOn(venue, 'restaurant', businessDate(now))
  if (!hours) return false
  return hours.closes > hours.opens
    ? time >= hours.opens && time < hours.closes
    : time >= hours.opens || time < hours.closes
}

// The moment itself: the time on the clock names two moments in the hour that occurs twice, and another one would begin later.
const startOfMinute = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 60_000) * 60_000)

const stayFrom = (startsAt: Date, minutes: number): Span => ({
  startsAt,
  endsAt: addMinutes(startsAt, minutes),
})

/** The time span of a dinner that staff enter, or the refusal text. Pacing is not checked: staff may exceed it. */
export function spanOf(
  venue: DiningVenue,
  { date, guests, time }: Party & { readonly time: string },
  now: Date,
): Result<Span, string> {
  if (time === NOW) {
    if (date !== businessDate(now) || !isServing(venue, now))
      return no('The restaurant is closed at this moment: no party can sit down now.')
    return ok(stayFrom(startOfMinute(now), turnTimeMinutes(venue, guests)))
  }
  if (!slotsOn(venue, date).includes(time))
    return no(`No dinner begins at ${formatClock(time)} on ${formatDate(date, 'medium')}.`)
  const span = occupancyOf(venue, { date, guests }, time)
  return span.endsAt <= now ? no('That time is over.') : ok(span)
}

/** A half hour is busy if less than this share of its covers is left after the party. */
const FEW_COVERS = 1 / 4

/** Pacing of each half hour of a date whose turn time is not over. */
export function pacingOf(
  venue: DiningVenue,
  facts: ServiceDayFacts,
  asked: Party & { readonly now: Date },
): SlotPacing[] {
  const assignments = assignmentsFor(facts, asked.guests)
  const { coversPerSlot } = venue.dining
  return slotsOn(venue, asked.date).flatMap((time): SlotPacing[] => {
    const occupancy = occupancyOf(venue, asked, time)
    if (occupancy.endsAt <= asked.now) return []
    const covers = coversIn(facts, occupancy.startsAt)
    const left = coversPerSlot - covers - asked.guests
    const state = left < 0 ? 'full' : left < coversPerSlot * FEW_COVERS ? 'busy' : 'free'
    return [{ time, covers, state, places: placesIn(facts, assignments, occupancy) }]
  })
}

/** Counts the free places for a party that leave every table of an event on sale. */
function placesIn(facts: ServiceDayFacts, assignments: readonly TableAssignment[], occupancy: Span): number {
  const stay = stayBefore(eventDuring(facts.events, occupancy), occupancy)
  return stay ? freeAssignments(assignments, facts.occupancies, stay).length : 0
}

const SLOT_MINUTES = 30

/**
 * Sums the covers that begin in a half hour. Walk-ins begin at any minute, so a range is summed, not one start time.
 */
function coversIn({ covers }: ServiceDayFacts, from: Date): number {
  const until = addMinutes(from, SLOT_MINUTES).getTime()
  return [...covers].reduce(
    (sum, [startsAt, guests]) => (startsAt >= from.getTime() && startsAt < until ? sum + guests : sum),
    0,
  )
}

type Choice = { readonly guests: number; readonly time: WallTime; readonly tableId: string }

/** Warnings about pacing, a taken table or too few seats. Online booking would refuse the dinner; staff may go on. */
export function warningsOf({ slots, coversPerSlot, seats, minutes }: DinnerContext, asked: Choice): string[] {
  const slot = slots.find((it) => it.time === asked.time)
  const seat = seats.find((it) => it.id === asked.tableId)
  const warnings: string[] = []
  if (slot?.state === 'full')
    warnings.push(
      `${formatClock(slot.time)} is full: ${slot.covers} of ${coversPerSlot} guests begin then. You can add the party all the same.`,
    )
  if (seat && !seat.isFree)
    warnings.push(`Table ${seat.tableNumber} is taken during these ${minutes} minutes.`)
  if (seat && seat.seats < asked.guests)
    warnings.push(`Table ${seat.tableNumber} seats ${seat.seats}, and the party is ${asked.guests}.`)
  if (!seat && slot?.places === 0)
    warnings.push(`No table is free for these ${minutes} minutes. Choose “No table yet” or another time.`)
  return warnings
}

/** `No table is free for a party of 4 from 6:30 PM.` */
export const noTableText = (guests: number, { startsAt }: Span): string =>
  `No table is free for a party of ${guests} from ${clockAt(startsAt)}. Choose one by hand, another time, or no table yet.`

/** The choice between leaving before an event and the whole turn time; null without an event in that time. */
export function stayChoice({ events }: ServiceDayFacts, span: Span): DinnerContext['stay'] {
  const event = eventDuring(events, span)
  if (!event) return null
  const short = stayBefore(event, span)
  return {
    eventTitle: event.title,
    untilEvent: short && wallClock(short.endsAt).time,
    whole: wallClock(span.endsAt).time,
  }
}

type Priced = { readonly tableNumber: number; readonly reservationPriceCents: number }

/** Price lines of a night table and its packages, at the current prices. */
export const linesOf = (
  venue: Pick<Venue, 'packages'>,
  form: NightForm,
  table: Priced,
): readonly ReservationLine[] => [
  {
    kind: 'table',
    packageKey: null,
    label: `Table ${table.tableNumber}`,
    amountCents: table.reservationPriceCents,
  },
  ...venue.packages
    .filter(({ key }) => form.packages.includes(key))
    .map(({ key, name, priceCents }) => ({
      kind: 'package' as const,
      packageKey: key,
      label: name,
      amountCents: priceCents,
    })),
]

/** The time span for which a party gets its table, and the event with tables for sale during its turn time. */
export function stayIn(
  events: ServiceDayFacts['events'],
  span: Span,
  choice: 'until_event' | 'whole' = 'until_event',
): { readonly event: EventOnSale | null; readonly stay: Span } {
  const event = eventDuring(events, span)
  const short = choice === 'whole' ? null : stayBefore(event, span)
  return { event, stay: short ?? span }
}

/** The stay of a party that walks in, which ends before the table is needed; the whole stay where too little would be left. */
export function stayUntilNext(
  { occupancies }: Pick<ServiceDayFacts, 'occupancies'>,
  tableId: string,
  stay: Span,
): Span {
  const least = addMinutes(stay.startsAt, SHORTEST_WALK_IN_MINUTES).getTime()
  const next = Math.min(
    stay.endsAt.getTime(),
    ...occupancies.flatMap((it) => (it.tableId === tableId && it.from >= least ? it.from : [])),
  )
  return { startsAt: stay.startsAt, endsAt: new Date(next) }
}

export const CLOSED_EVENT =
  'That event is not on sale: its service is closed that day. Reopen the day, or keep its events open, under Settings, Special days.'

/** The time span that a night table is sold for: it starts now if the event has begun. */
export const soldFrom = (night: Span, now: Date): Span => {
  const { from, until } = soldSpan(night, now)
  return { startsAt: from, endsAt: until }
}
