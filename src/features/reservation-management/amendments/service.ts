import { keepEvent } from '#features/events/service.ts'
import { readServiceDayFacts } from '#features/dining/service.ts'
import {
  assignmentsFor,
  eventDuring,
  freeAssignments,
  notForSaleFirst,
  occupancyOf,
  turnTimeMinutes,
} from '#features/dining/table-assignments/rules.ts'
import { refuseClosedNight } from '#features/reservation-management/closed-nights/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { findOffSale } from '#features/reservation-management/service.ts'
import {
  CLOSED_EVENT,
  noTableText,
  soldFrom,
  spanOf,
  stayChoice,
  stayIn,
} from '#features/reservation-management/staff-bookings/rules.ts'
import {
  BEST_TABLE,
  NO_TABLE,
  type Place,
  type Span,
} from '#features/reservation-management/staff-bookings/schema.ts'
import { cancelUntil, tablesOf } from '#features/reservations/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { listTables } from '#features/reservation-management/staff-bookings/service.ts'
import { listPriceLines } from '#features/reservations/service.ts'
import { refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { wallClock } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { amendedLines, amendedTotal } from './rules.ts'
import { capacityQuestion, isFreePlace, isSamePlace, seatsAt, tablesAt } from './places/rules.ts'
import type { AmendmentForm, AmendmentPlan, AmendmentRequest, PlanRefusal } from './schema.ts'
import { findEventTitle } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly venue: Venue }
type Planned = Result<AmendmentPlan, PlanRefusal>

/**
 * Finds the seats and the price that a change would give a reservation. It writes nothing: the dialog previews the same
 * plan that the change carries out under its lock.
 */
export const planAmendment = (deps: Deps, before: Booking, form: AmendmentRequest): Promise<Planned> =>
  before.type === 'dining' ? planDinner(deps, before, form) : planNight(deps, before, form)

const placeOf = ({ tableId, secondTableId, extraTableIds }: Booking): Place => ({
  tableId,
  secondTableId,
  extraTableIds,
})
const NOT_IN_USE = 'That table is not in use. Please choose another table.'

/** Whether staff chose one table by name. */
const isChosen = (tableId: string | undefined): boolean =>
  tableId !== undefined && tableId !== NO_TABLE && tableId !== BEST_TABLE

const placeAt = (tableId: string | null): Place => ({ tableId, secondTableId: null })

type DinnerTime = {
  readonly span: Span
  /** The whole turn time from the same start. */
  readonly whole: Span
  readonly isMoved: boolean
  readonly isResized: boolean
}

/** The time that a dinner occupies its table. It changes with the date, the time, and the turn time of the party. */
function dinnerTime({ venue, now }: Deps, before: Booking, form: AmendmentForm): Result<DinnerTime, string> {
  const stored = wallClock(before.startsAt).time
  const { date = before.date, time = stored, guests = before.guestCount } = form
  const isMoved = date !== before.date || time !== stored
  const isResized = turnTimeMinutes(venue, guests) !== turnTimeMinutes(venue, before.guestCount)
  if (isMoved) {
    const found = spanOf(venue, { date, guests, time }, now)
    return found.ok ? ok({ span: found.value, whole: found.value, isMoved, isResized }) : found
  }
  // A walk-in began at any minute, so its time is none of the times on offer.
  const whole = occupancyOf(venue, { date, guests }, stored)
  const { endsAt } = isResized || form.stay ? whole : before
  return ok({ span: { startsAt: before.startsAt, endsAt }, whole, isMoved, isResized })
}

async function planDinner(deps: Deps, before: Booking, form: AmendmentForm): Promise<Planned> {
  const { db, now } = deps
  if (form.packages?.length || form.eventId) return no(refused('A dinner has neither an event nor packages.'))
  const timed = dinnerTime(deps, before, form)
  if (!timed.ok) return no(refused(timed.reason))
  const { isMoved, isResized } = timed.value
  const date = form.date ?? before.date
  const closed = isMoved ? await refuseClosedNight(db, date) : null
  if (closed) return no(closed)
  const asked = { date, from: timed.value.span.startsAt, until: timed.value.span.endsAt, except: before.id }
  const facts = await readServiceDayFacts(db, asked)
  const isNewSpan = isMoved || isResized || form.stay !== undefined
  const { event: during, stay } = stayIn(facts.events, timed.value.span, form.stay)
  const span = isNewSpan ? stay : timed.value.span
  const own = placeOf(before)
  const tables = await listTables(
    db,
    { ...span, id: before.id, ownTables: isMoved ? [] : tablesOf(own) },
    now,
  )
  if (isChosen(form.tableId) && !tables.some(({ id }) => id === form.tableId))
    return no({ why: 'refused', text: NOT_IN_USE, tables })
  const guests = form.guests ?? before.guestCount
  const free = () => freeAssignments(assignmentsFor(facts, guests), facts.occupancies, span)
  const best = () => notForSaleFirst(free(), facts.occupancies, during)
  const places = placesFor({
    form,
    own,
    best,
    mayKeep: () => seatsAt(tables, own) >= guests || guests <= before.guestCount,
    isFree: (it) => isFreePlace(tables, it),
  })
  const [first] = places
  if (!first) return no({ why: 'refused', text: noTableText(guests, span), tables })
  const isReseated = isNewSpan || !isSamePlace(first, own)
  const event = isReseated && span.endsAt > now ? eventDuring(facts.events, span) : null
  const { endsAt } = span
  const taken = { tableIds: tablesOf(first), endsAt, agreed: form.offSale }
  const offSale = event && first.tableId ? await findOffSale(db, { ...taken, event }) : null
  const lines = await listPriceLines(db, before.id)
  return ok({
    date,
    eventId: null,
    eventTitle: null,
    span,
    places,
    tables,
    lines,
    totalCents: before.totalCents,
    stay: stayChoice(facts, timed.value.whole),
    agreement: offSale
      ? { kind: 'off_sale', text: offSale.text, tableIds: offSale.tableIds }
      : guests > before.guestCount || !isSamePlace(first, own)
        ? capacityQuestion({ guests, tables, place: first }, form)
        : null,
  })
}

type NightPlace = {
  readonly form: Pick<AmendmentForm, 'tableId'>
  readonly own: Place
  readonly tables: AmendmentPlan['tables']
}

/** The chosen table in the place of the first one. A large party keeps its further tables, those that are free then. */
function placeWithFurther({ form, own, tables }: NightPlace): Place {
  const tableId = form.tableId ?? own.tableId
  const isFree = (id: string): boolean => tables.some((it) => it.id === id && it.isFree)
  const extraTableIds = tablesOf(own)
    .slice(1)
    .filter((id) => id !== tableId && isFree(id))
  return { tableId, secondTableId: null, extraTableIds }
}

type Wanted = {
  readonly form: Pick<AmendmentForm, 'tableId'>
  readonly own: Place
  readonly best: () => readonly Place[]
  readonly mayKeep: () => boolean
  readonly isFree: (place: Place) => boolean
}

/** Assignments to try. Without a choice by staff, the party keeps its table if it can, and gets the best free one else. */
function placesFor({ form, own, best, mayKeep, isFree }: Wanted): readonly Place[] {
  if (form.tableId === NO_TABLE) return [placeAt(null)]
  if (form.tableId === BEST_TABLE) return best()
  if (form.tableId !== undefined) return [placeAt(form.tableId)]
  if (own.tableId === null) return [own]
  return mayKeep() && isFree(own) ? [own, ...best()] : best()
}

/**
 * The deadline that stays with a night which is moved after it: otherwise it could be cancelled for a refund once more. Guests
 * whose night the venue cancelled get the deadline of the new one. Empty where nothing stays.
 */
export async function deadlineThatStays(
  { db, now, venue }: Deps,
  before: Booking,
  { eventId }: Pick<AmendmentPlan, 'eventId'>,
): Promise<{ readonly refundableUntil?: Date }> {
  const until = cancelUntil({ ...before, noticeHours: venue.changeNoticeHours })
  if (before.eventId === null || eventId === before.eventId || now <= until) return {}
  const event = await keepEvent(db, before.eventId)
  return event && !event.isClosed ? { refundableUntil: until } : {}
}

type Night = Pick<AmendmentPlan, 'date' | 'eventId' | 'eventTitle' | 'span'> & { readonly isMoved: boolean }

async function findNight(
  { db, now }: Deps,
  before: Booking,
  form: AmendmentForm,
): Promise<Result<Night, PlanRefusal>> {
  const { date, startsAt, endsAt } = before
  const { eventId = before.eventId } = form
  if (eventId === before.eventId) {
    const eventTitle = eventId && (await findEventTitle(db, eventId))
    return ok({ date, eventId, eventTitle, span: { startsAt, endsAt }, isMoved: false })
  }
  const night = eventId ? await keepEvent(db, eventId) : undefined
  if (!night) return no(refused('That event is no longer on.'))
  if (night.endsAt <= now) return no(refused('That event is over.'))
  if (night.isClosed) return no(refused(CLOSED_EVENT))
  const closed = await refuseClosedNight(db, night.date)
  if (closed) return no(closed)
  const { id, title } = night
  return ok({ date: night.date, eventId: id, eventTitle: title, span: soldFrom(night, now), isMoved: true })
}

async function planNight(deps: Deps, before: Booking, form: AmendmentRequest): Promise<Planned> {
  const { db, now, venue } = deps
  if (form.date || form.time || form.stay)
    return no(refused('The date and time of a night are those of its event.'))
  if (form.tableId === NO_TABLE || form.tableId === BEST_TABLE)
    return no(refused('A reservation for a night has a table.'))
  const found = await findNight(deps, before, form)
  if (!found.ok) return found
  const { isMoved, ...night } = found.value
  const own = placeOf(before)
  const asked = { ...night.span, id: before.id, ownTables: isMoved ? [] : tablesOf(own) }
  const tables = await listTables(db, asked, now)
  const place = form.tableId === undefined && !isMoved ? own : placeWithFurther({ form, own, tables })
  const table = tables.find(({ id }) => id === place.tableId)
  if (!table) return no({ why: 'refused', text: NOT_IN_USE, tables })
  const lines = await listPriceLines(db, before.id)
  const isReseated = isMoved || !isSamePlace(place, own)
  const amended = amendedLines({
    lines,
    table: isReseated ? table : null,
    packages: form.packages,
    offered: venue.packages,
    moveFeeCents: isMoved ? form.moveFeeCents : 0,
    furtherTables: tablesAt(tables, place).slice(1),
  })
  const guests = form.guests ?? before.guestCount
  return ok({
    ...night,
    places: [place],
    tables,
    lines: amended,
    totalCents: amendedTotal({ totalCents: before.totalCents, lines, amended }),
    stay: null,
    agreement:
      isReseated || guests > before.guestCount ? capacityQuestion({ guests, tables, place }, form) : null,
  })
}
