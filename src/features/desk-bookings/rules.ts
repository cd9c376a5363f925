import { type EveningFacts, freeSeatings, seatingsFor, sittingOf, slotsOn } from '#features/dining/rules.ts'
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
} from '#lib/venue-time.ts'
import { type DinnerDesk, NOW, type SlotPace } from './schema.ts'

type House = Pick<Venue, 'hours' | 'specialDays' | 'dining' | 'largePartySize'>
type Party = { readonly date: CalendarDate; readonly guests: number }
export type Span = { readonly startsAt: Date; readonly endsAt: Date }

/** Whether dinner is served at this very moment. */
export function isServing(house: House, now: Date): boolean {
  const { time } = wallClock(now)
  const hours = hoursOn(house, 'restaurant', businessDate(now))
  if (!hours) return false
  return hours.closes > hours.opens
    ? time >= hours.opens && time < hours.closes
    : time >= hours.opens || time < hours.closes
}

/** From when until when a party sits that staff write down; why not, in words, where it cannot. */
export function spanOf(
  house: House,
  { date, guests, time }: Party & { readonly time: string },
  now: Date,
): Result<Span, string> {
  if (time === NOW) {
    if (date !== businessDate(now) || !isServing(house, now))
      return no('The restaurant is closed at this moment: nobody can sit down now.')
    return ok(sittingOf(house, { date, guests }, wallClock(now).time))
  }
  if (!slotsOn(house, date).includes(time))
    return no(`No dinner begins at ${formatClock(time)} on ${formatDate(date, 'medium')}.`)
  const span = sittingOf(house, { date, guests }, time)
  return span.endsAt <= now ? no('That time is over.') : ok(span)
}

const FEW_COVERS = 1 / 4

/** How full each half hour of a date is that a party could still sit at. */
export function paceOf(house: House, facts: EveningFacts, asked: Party & { readonly now: Date }): SlotPace[] {
  const seatings = seatingsFor(facts, asked.guests)
  const { coversPerSlot } = house.dining
  return slotsOn(house, asked.date).flatMap((time): SlotPace[] => {
    const sitting = sittingOf(house, asked, time)
    if (sitting.endsAt <= asked.now) return []
    const covers = coversIn(facts, sitting.startsAt)
    const left = coversPerSlot - covers - asked.guests
    const state = left < 0 ? 'full' : left < coversPerSlot * FEW_COVERS ? 'busy' : 'free'
    return [{ time, covers, state, places: freeSeatings(seatings, facts.claims, sitting).length }]
  })
}

const SLOT_MINUTES = 30

/** How many guests begin in a half hour; who walked in began at any minute of it. */
function coversIn({ covers }: EveningFacts, from: Date): number {
  const until = addMinutes(from, SLOT_MINUTES).getTime()
  return [...covers].reduce(
    (sum, [startsAt, guests]) => (startsAt >= from.getTime() && startsAt < until ? sum + guests : sum),
    0,
  )
}

type Choice = { readonly guests: number; readonly time: WallTime; readonly tableId: string }

/** What staff should know before they write a dinner down that the house would not have taken by itself. */
export function warningsOf({ slots, coversPerSlot, seats, minutes }: DinnerDesk, asked: Choice): string[] {
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
  `No table is free for a party of ${guests} from ${formatClock(wallClock(startsAt).time)}. Choose one by hand, another time, or no table yet.`
