import type { Venue } from '#features/venue/schema.ts'
import { addMonths, type Month, monthOf } from '#lib/calendar-month.ts'
import { addDays, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { canChooseTime, type ServiceDayFacts } from '../rules.ts'
import type { NextTime, ServiceDay } from '../schema.ts'
import { listTimes, readBookableVenue, readServiceDayFacts } from '../service.ts'
import { bookingWindow, datesOf, firstTimeWithin, markMonth, spanOf } from './rules.ts'
import type { DiningMonth } from './schema.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly venue: Venue }
type MonthFacts = { readonly readAt: number; readonly facts: Promise<ServiceDayFacts> }

/** Maximum age of the cached marks of a month. Choosing a date reads its times anew, and booking checks them again. */
const FRESH_MS = 5000
const NO_FACTS: ServiceDayFacts = { tables: [], pairs: [], occupancies: [], events: [], covers: new Map() }
const readMonths = new WeakMap<Db, Map<Month, MonthFacts>>()

/** A month of dates for a party, read in one query. */
export async function loadDiningMonth(
  deps: Deps,
  { month, guests }: { readonly month: Month; readonly guests: number },
): Promise<DiningMonth> {
  const { now } = deps
  const venue = await readBookableVenue(deps)
  return markMonth(venue, await factsOf(deps, month), { month, guests, now })
}

/** Start times of a date, with the next one on another date that is free where the date has none. */
export async function listTimesOrNext(
  deps: Deps,
  asked: { readonly date: CalendarDate; readonly guests: number },
): Promise<ServiceDay> {
  const serviceDay = await listTimes(deps, asked)
  if (serviceDay.day !== 'open' || serviceDay.times.some(canChooseTime)) return serviceDay
  return {
    ...serviceDay,
    next: await findNextTime({ ...deps, venue: await readBookableVenue(deps) }, asked),
  }
}

/** First bookable start time after a date, else before it; null where the booking window has none. */
async function findNextTime(
  deps: Deps,
  { date, guests }: { readonly date: CalendarDate; readonly guests: number },
): Promise<NextTime | null> {
  const [today, end] = bookingWindow(deps.venue, deps.now)
  return (
    (await findTimeWithin(deps, { first: addDays(date, 1), last: end, guests })) ??
    (await findTimeWithin(deps, { first: today, last: addDays(date, -1), guests }))
  )
}

type Within = { readonly first: CalendarDate; readonly last: CalendarDate; readonly guests: number }

/** First start time that can be booked between two dates of the booking window, month by month. */
async function findTimeWithin(deps: Deps, { first, last, guests }: Within): Promise<NextTime | null> {
  const { venue, now } = deps
  for (let month = monthOf(first); month <= monthOf(last); month = addMonths(month, 1)) {
    const dates = datesOf(venue, month, now)
    if (!dates) return null
    const within = { first: dates[0] > first ? dates[0] : first, last: dates[1] < last ? dates[1] : last }
    // oxlint-disable-next-line no-await-in-loop -- most dates are followed by a free one in the same month
    const next = firstTimeWithin(venue, await factsOf(deps, month), { ...within, guests, now })
    if (next) return next
  }
  return null
}

/** Availability facts of a month. Guests who turn the calendar within a few seconds share one query. */
function factsOf({ db, now, venue }: Deps, month: Month): Promise<ServiceDayFacts> {
  const dates = datesOf(venue, month, now)
  if (!dates) return Promise.resolve(NO_FACTS)
  const months = readMonths.get(db) ?? new Map<Month, MonthFacts>()
  readMonths.set(db, months)
  const known = months.get(month)
  if (known && Math.abs(now.getTime() - known.readAt) < FRESH_MS) return known.facts
  const [date, lastDate] = dates
  const facts = readServiceDayFacts(db, { date, lastDate, ...spanOf(date, lastDate) })
  months.set(month, { readAt: now.getTime(), facts })
  // A failed read is not kept. Its own caller reports it.
  facts.catch(() => months.delete(month))
  return facts
}
