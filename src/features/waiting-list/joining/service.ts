import { randomUUID } from 'node:crypto'
import { canChooseTime, needsStaff } from '#features/dining/rules.ts'
import { listTimes } from '#features/dining/service.ts'
import { lockServiceDay } from '#features/reservations/service-day/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { offSaleReason } from '#features/events/rules.ts'
import type { Event } from '#features/events/schema.ts'
import { findEvent } from '#features/events/service.ts'
import { HOLD_LIMITS } from '#features/holds/rules.ts'
import type { GuestIdentity } from '#features/holds/schema.ts'
import { findHoldLimit } from '#features/holds/service.ts'
import { countShownAsReserved, listOfferableTables } from '#features/holds/table-blocks/service.ts'
import { isGuestBlocked } from '#features/reservations/service.ts'
import { recordConsent } from '#features/emails/text-messages/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { listWaitingParties, lockNightLine } from '#features/waiting-list/lines/service.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import { fits } from '#features/waiting-list/rules.ts'
import type { Line, WaitingEntry } from '#features/waiting-list/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { Joining, JoinRefusal } from './schema.ts'
import {
  countOfJoiner,
  findEntryOfBrowser,
  findEntryOfContact,
  findLargestTable,
  insertEntry,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

const OFF_SALE = { ended: 'ended', closed: 'closed', not_for_sale: 'not_for_sale' } as const

/** Reason why guests cannot join the line of a night; null where they can, on a sold-out night as well. */
export function nightProblem(
  event: Pick<Event, 'tablesForSale' | 'soldOut' | 'endsAt' | 'closure'>,
  now: Date,
): JoinRefusal | null {
  const reason = offSaleReason(event, now)
  return reason === null || reason === 'sold_out' ? null : { why: OFF_SALE[reason] }
}

/**
 * Puts a party in the line of a night; returns the id of its entry. Joins queue at the lock of the line, so the order of
 * joining is the order in which they are committed.
 */
export async function joinNight(
  { db, now }: Deps,
  event: Event,
  party: Joining,
): Promise<Result<string, JoinRefusal>> {
  const problem = nightProblem(event, now)
  if (problem) return no(problem)
  const largest = await findLargestTable(db, party.zone)
  if (party.guestCount > largest) return no({ why: 'too_large', zone: party.zone, largest })
  return inTransaction(db, async (tx) => {
    await lockNightLine(tx, event.id)
    const line = { kind: 'night', eventId: event.id } as const
    const notFull = await notFullProblem({ db: tx, now }, event, party)
    return join({ db: tx, now }, { line, businessDate: event.date, party }, notFull)
  })
}

/** Refusal of a party that finds a table on the chart: only a full night has a line. */
async function notFullProblem(
  deps: Deps,
  event: Event,
  party: Pick<Joining, 'guestCount' | 'zone'>,
): Promise<JoinRefusal | null> {
  const tableNumber = await findFreeTable(deps, event, party)
  if (tableNumber === null) return null
  return { why: 'not_full', table: { eventSlug: event.slug, tableNumber, guests: party.guestCount } }
}

/**
 * Number of a table that a party can book on the chart; null without one. Tables that a party in line fits are kept for it. A
 * share of the tables may be shown as reserved, so more have to be free than that share.
 */
async function findFreeTable(
  { db, now }: Deps,
  { id, soldOut, bookingPercentage }: Event,
  party: Pick<Joining, 'guestCount' | 'zone'>,
): Promise<number | null> {
  if (soldOut) return null
  const waiting = await listWaitingParties(db, { eventId: id })
  const tables = await listOfferableTables(db, id, now)
  const free = tables.filter((table) => fits(party, table) && !waiting.some((it) => fits(it, table)))
  const [first] = free
  if (!first || free.length <= (await countShownAsReserved(db, bookingPercentage))) return null
  return first.tableNumber
}

/** Whether a party can book without waiting: a table of its night in any zone, or a time on the day of its dinner. */
export async function canBookNow(
  { db, now }: Deps,
  { night, businessDate: date, guestCount }: Pick<WaitingEntry, 'night' | 'businessDate' | 'guestCount'>,
): Promise<boolean> {
  if (!night) {
    const day = await listTimes({ db, now, venue: await loadVenue({ db }) }, { date, guests: guestCount })
    return day.times.some(canChooseTime)
  }
  const found = await findEvent({ db, now }, night.slug)
  if (found?.kind !== 'event' || nightProblem(found.event, now)) return false
  return (await findFreeTable({ db, now }, found.event, { guestCount, zone: null })) !== null
}

type DinnerTime = { readonly date: CalendarDate; readonly time: WallTime }

/** Puts a party in the line of a dinner time that is full. */
export async function joinDinner(
  { db, now }: Deps,
  { date, time }: DinnerTime,
  party: Joining,
): Promise<Result<string, JoinRefusal>> {
  return inTransaction(db, async (tx) => {
    await lockServiceDay(tx, date)
    const problem = await dinnerProblem({ db: tx, now }, { date, time }, party.guestCount)
    // A party that is in line already is shown its place even if the time is no longer full.
    if (problem && problem.why !== 'not_full') return no(problem)
    return join({ db: tx, now }, { line: { kind: 'dinner', date, time }, businessDate: date, party }, problem)
  })
}

/** Reason why a party cannot wait for a dinner time; null where it can, because the time is full. */
export async function dinnerProblem(
  { db, now }: Deps,
  { date, time }: DinnerTime,
  guests: number,
): Promise<JoinRefusal | null> {
  const venue = await loadVenue({ db })
  if (needsStaff(venue, guests)) return { why: 'large_party' }
  const day = await listTimes({ db, now, venue }, { date, guests })
  if (day.day !== 'open') return { why: day.day === 'past' ? 'too_late' : 'closed' }
  const found = day.times.find((it) => it.time === time)
  if (!found) return { why: 'not_found' }
  if (found.state === 'late') return { why: 'too_late' }
  if (found.state === 'short') return { why: 'too_short' }
  return canChooseTime(found) ? { why: 'not_full', table: null } : null
}

type NewPlace = { readonly line: Line; readonly businessDate: CalendarDate; readonly party: Joining }

async function join(
  { db, now }: Deps,
  { line, businessDate, party }: NewPlace,
  problem: JoinRefusal | null = null,
): Promise<Result<string, JoinRefusal>> {
  const { key: idempotencyKey, agreesToTexts, joiner, ...contact } = party
  const known = await findEntryOfContact({ db, now }, line, { ...contact, idempotencyKey, joiner })
  // A browser that joined is shown its place. From another one, an address that is typed says nothing about its entry.
  if (known?.isOwn) return ok(known.id)
  if (known) {
    // At most once an hour, so that the form cannot be used to fill an inbox.
    const hour = now.toISOString().slice(0, 13)
    await enqueueEmail(db, known.id, { kind: 'waiting_joined', dedupeKey: `again ${hour}` })
    return no({ why: 'known_contact' })
  }
  // Before the line is looked at, and with the same answer: neither says that a contact is blocked.
  if (await isGuestBlocked(db, contact)) return no({ why: 'known_contact' })
  if (problem) return no(problem)
  if (joiner && (await exceedsLimit({ db, now }, { line, contact, joiner }))) return no({ why: 'too_many' })
  const id = await insertEntry(db, {
    ...contact,
    joiner,
    line,
    businessDate,
    consentedAt: now,
    // The same form joins several lines, and one of them again.
    idempotencyKey: `${idempotencyKey} ${randomUUID()}`,
  })
  if (agreesToTexts) await recordConsent({ db, now }, { subject: 'waiting', id, source: 'guest' })
  await enqueueEmail(db, id, 'waiting_joined')
  return ok(id)
}

/** The place that this browser has in a line; null without one. */
export async function findOwnPlace({ db }: { readonly db: Db }, line: Line, browser: string) {
  const own = await findEntryOfBrowser(db, line, browser)
  return own ? findPlace({ db }, own.id) : null
}

type Joiner = {
  readonly line: Line
  readonly contact: Pick<Joining, 'guestEmail' | 'guestPhone'>
  readonly joiner: GuestIdentity
}

/**
 * Whether one visitor, address or network has as many tables held or places in line as it may hold tables. Joins under many
 * names could otherwise take the tables that are freed.
 */
async function exceedsLimit({ db, now }: Deps, { line, contact, joiner }: Joiner): Promise<boolean> {
  if (line.kind === 'night') {
    const limit = await findHoldLimit({ db, now }, { eventId: line.eventId, ...contact, ...joiner })
    if (limit !== null) return true
  }
  const count = await countOfJoiner({ db, now }, line, joiner)
  return (
    count.browserLine >= HOLD_LIMITS.guestNight ||
    count.browserAll >= HOLD_LIMITS.guestAll ||
    count.addressLine >= HOLD_LIMITS.addressNight ||
    count.addressAll >= HOLD_LIMITS.addressAll ||
    count.networkAll >= HOLD_LIMITS.networkAll
  )
}
