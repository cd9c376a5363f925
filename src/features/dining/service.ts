import { tablesOf } from '#features/reservations/rules.ts'
import { randomUUID } from 'node:crypto'
import { enqueueEmails } from '#features/emails/service.ts'
import { keepTablesInUse } from '#features/reservations/service.ts'
import { lockServiceDay } from '#features/reservations/service-day/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { isNightClosed, keepNightOpen } from '#features/venue/closings/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import {
  addHours,
  addSeconds,
  businessDate,
  type CalendarDate,
  momentOf,
  type WallTime,
} from '#lib/venue-time.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import {
  canChooseTime,
  closedOn,
  dayOf,
  DINNER_LIMITS,
  emptyServiceDay,
  checkServiceDate,
  checkTime,
  needsStaff,
  refusalOfGuest,
  slotsOn,
} from './rules.ts'
import { occupancyOf, type Occupancy, type TableAssignment } from './table-assignments/rules.ts'
import type {
  BookedDinner,
  DinnerRefusal,
  DinnerRefused,
  DinnerRequest,
  ServiceDay,
  TimeState,
} from './schema.ts'
import {
  findDuplicate,
  insertDinner,
  lockDinner,
  readGuestFacts,
  readServiceDay,
  writeOfferAccepted,
} from './store.ts'

export { lockDinner, readServiceDay as readServiceDayFacts } from './store.ts'

export type Deps = { readonly db: Db; readonly now: Date }
export type VenueDeps = Deps & { readonly venue: Venue }
/**
 * Dependencies of a guest's booking. `offerFirst` offers what was freed on a date to the parties that wait for it, under the
 * lock of the service day, and returns the number of offers.
 */
export type BookingDeps = Deps & { readonly offerFirst?: (deps: Deps, date: CalendarDate) => Promise<number> }
/** Delays emails, because rendering is CPU work: a busy server answers the other guests first. */
const EMAILS_AFTER_S = 10

type TimesQuery = {
  readonly date: CalendarDate
  readonly guests: number
  /** Reservation that is moved: its own occupancy and covers do not count. */
  readonly except?: string
}

/** The venue as guests book it: once staff closed the night of today, its restaurant is closed, too. */
export async function readBookableVenue({ db, now, venue }: VenueDeps): Promise<Venue> {
  const today = businessDate(now)
  return (await isNightClosed({ db }, today)) ? closedOn(venue, today) : venue
}

/**
 * Locks a service day and returns the settings by which guests book it. They are read after the lock, so that a change by staff that
 * was committed meanwhile applies. The night cannot be closed until the transaction ends: the close-out asks about each party of it. One
 * that is still to come cannot be closed at all, and is not looked up: other bookings wait for this lock.
 */
export async function lockBookableDay({ db, now }: Deps, date: CalendarDate): Promise<Venue> {
  await lockServiceDay(db, date)
  const isOpen = date > businessDate(now) || (await keepNightOpen(db, date))
  const venue = await loadVenue({ db })
  return isOpen ? venue : closedOn(venue, date)
}

/** Start times of a date for a party, with their states. Takes no lock of its own: booking checks again. */
export async function listTimes(deps: VenueDeps, asked: TimesQuery): Promise<ServiceDay> {
  // Only the night of today can be closed before its dinners are over.
  const venue = asked.date === businessDate(deps.now) ? await readBookableVenue(deps) : deps.venue
  return readTimes({ ...deps, venue }, asked)
}

async function readTimes({ db, now, venue }: VenueDeps, asked: TimesQuery): Promise<ServiceDay> {
  const facts = await readFacts({ db, venue, now }, asked)
  return facts ? checkServiceDate(venue, facts, { ...asked, now }) : emptyServiceDay(venue, asked, now)
}

/** Tables, occupancies, events and covers of a date, up to the end of the last turn time; null where it is not bookable. */
async function readFacts({ db, now, venue }: VenueDeps, { date, guests, except }: TimesQuery) {
  const slots = slotsOn(venue, date)
  const [first, last] = [slots[0], slots.at(-1)]
  if (dayOf(venue, date, now).state !== 'open' || !first || !last) return null
  const from = momentOf(date, first)
  const until = occupancyOf(venue, { date, guests }, last).endsAt
  return readServiceDay(db, { date, from, until, ...(except ? { except } : {}) })
}

/**
 * Books a dinner at the best table that is free for the whole turn; a large party gets none, and staff answer it. An
 * advisory lock serializes the changes of one service day; against holds and staff, who do not take it, the exclusion
 * constraint on `table_occupancies` decides, and a lost table is replaced by the next best one. The form's idempotency key
 * makes a repeat return the same dinner. Emails are enqueued in the same transaction.
 */
export async function bookDinner(
  deps: BookingDeps,
  request: DinnerRequest,
): Promise<Result<BookedDinner, DinnerRefused>> {
  return withPermit(deps.db, request.date, () =>
    inTransaction(deps.db, (tx) => bookInTransaction({ ...deps, db: tx }, request)),
  )
}

/** Maximum wait for a permit. */
const TIMEOUT_MS = 8000
const turns = new WeakMap<Db, ReturnType<typeof createSemaphore>>()

/**
 * Queues the changes of one service day in this process, before the advisory lock: a transaction that waits for the
 * lock occupies a database connection. Across processes the advisory lock alone decides. Throws `QueueTimeout` after
 * `TIMEOUT_MS`.
 */
export function withPermit<Value>(db: Db, date: CalendarDate, work: () => Promise<Value>): Promise<Value> {
  const own = turns.get(db) ?? createSemaphore({ queue: 'dining', permits: 1, timeoutMs: TIMEOUT_MS })
  turns.set(db, own)
  return own(date, work)
}

async function bookInTransaction(
  { db, now, offerFirst }: BookingDeps,
  request: DinnerRequest,
): Promise<Result<BookedDinner, DinnerRefused>> {
  const venue = await lockBookableDay({ db, now }, request.date)
  const deps = { db, now, venue }
  const wrong = checkRequestedTime(deps, request)
  if (wrong) return refuse(deps, request, wrong)
  const occupancy = occupancyOf(venue, request, request.time)
  const duplicate = await findDuplicate(db, { ...request, ...occupancy })
  if (duplicate?.isSameForm && duplicate.isSameDinner)
    return ok({ id: duplicate.id, isRequest: !duplicate.hasTable, isNew: false })
  if (duplicate) return refuse(deps, request, 'already_booked')
  const since = addHours(now, -DINNER_LIMITS.addressHours)
  const refused = refusalOfGuest(await readGuestFacts(db, request, { since }))
  if (refused) return refuse(deps, request, refused)
  const found = await findBehindLine(
    () => findPlaces(deps, request),
    async () => offerFirst?.({ db, now }, request.date),
  )
  if (!found.ok) return found
  const isRequest = needsStaff(venue, request.guests)
  const id = await takeFirst(found.value.assignments, { db }, (assignment) =>
    insertDinner(db, { ...request, ...found.value.occupancy, assignment, isLargeParty: isRequest, now }),
  )
  if (id === null) {
    // The conflict may be the unique form key: the same form, sent for two dates at once, holds two different locks.
    const other = await findDuplicate(db, { ...request, ...occupancy })
    return refuse(deps, request, other ? 'already_booked' : 'full')
  }
  affectsReservation(id)
  const kinds = [isRequest ? 'dinner_requested' : 'dinner_received', 'dinner_notice'] as const
  await enqueueEmails(db, id, { kinds, notBefore: addSeconds(now, EMAILS_AFTER_S) })
  return ok({ id, isRequest, isNew: true })
}

/** Whether a guest may move a reservation to another date by the rate limit of that date. Its address was counted when it was booked. */
export async function mayHaveAnother(
  { db, now }: Deps,
  { guestEmail, guestPhone }: { readonly guestEmail: string; readonly guestPhone: string | null },
  date: CalendarDate,
): Promise<boolean> {
  const asked = { date, guestEmail, guestPhone: guestPhone ?? '', address: null, network: null }
  const { contact } = await readGuestFacts(db, asked, { since: now })
  return contact < DINNER_LIMITS.contact
}

/** An offer is made by the waiting list, not by a request of its guest. */
const OF_NO_CLIENT = { browser: null, address: null, network: null } as const

export type DinnerOffer = Omit<DinnerRequest, keyof typeof OF_NO_CLIENT | 'key' | 'specialRequests'> & {
  readonly offer: { readonly waitingEntryId: string; readonly heldUntil: Date }
}

/**
 * Holds a table for a party of the waiting list, in the caller's transaction, which has locked the service day. Returns the
 * id of the dinner; null where nothing is free for the party at that time.
 */
export async function holdDinner(deps: VenueDeps, offer: DinnerOffer): Promise<string | null> {
  const { db, now } = deps
  if (needsStaff(deps.venue, offer.guests)) return null
  const found = await findPlaces(deps, offer)
  if (!found.ok) return null
  const { assignments, occupancy } = found.value
  const request = { ...offer, ...occupancy, ...OF_NO_CLIENT, key: randomUUID(), specialRequests: '', now }
  return takeFirst(assignments, { db }, (assignment) =>
    insertDinner(db, { ...request, assignment, isLargeParty: false }),
  )
}

/** Makes a dinner that was held as an offer the guest's, with its emails. `ended`: the offer lapsed or was taken back. */
export const acceptDinnerOffer = ({ db, now }: Deps, id: string): Promise<'accepted' | 'ended'> =>
  inTransaction(db, async (tx) => {
    const dinner = await lockDinner(tx, id)
    if (!dinner || dinner.status === 'cancelled') return 'ended'
    if (dinner.status !== 'pending' || dinner.heldUntil === null) return 'accepted'
    if (dinner.heldUntil <= now) return 'ended'
    await writeOfferAccepted(tx, id)
    await enqueueEmails(tx, id, { kinds: ['dinner_received', 'dinner_notice'] })
    return 'accepted'
  })

const REFUSED_TIMES: Partial<Record<TimeState, DinnerRefusal>> = { late: 'too_late', short: 'too_short' }

export type RequestedTime = TimesQuery & { readonly time: WallTime }

/** Refusal of a date or a time that does not depend on tables; null where both are bookable. */
function checkRequestedTime({ now, venue }: VenueDeps, { date, time }: RequestedTime): DinnerRefusal | null {
  const { state: day } = dayOf(venue, date, now)
  if (day !== 'open') return DAY_REFUSALS[day]
  return slotsOn(venue, date).includes(time) ? null : 'no_such_time'
}

export type Places = {
  readonly assignments: readonly (TableAssignment | null)[]
  readonly occupancy: Occupancy
}

/**
 * Assignments for a dinner at its time, best first, with their occupancy. A final `null` books it without a table: for
 * a large party always, for others where the venue's settings allow it.
 */
export async function findPlaces(
  deps: VenueDeps,
  asked: RequestedTime,
): Promise<Result<Places, DinnerRefused>> {
  const { now, venue } = deps
  const wrong = checkRequestedTime(deps, asked)
  if (wrong) return refuse(deps, asked, wrong)
  const facts = await readFacts(deps, asked)
  if (!facts) return refuse(deps, asked, 'closed_day')
  const { state, assignments, occupancy } = checkTime(venue, facts, { ...asked, now })
  if (!canChooseTime({ state })) {
    const serviceDay = checkServiceDate(venue, facts, { ...asked, now })
    return no({ why: REFUSED_TIMES[state] ?? 'full', serviceDay })
  }
  const isWithoutTable = state === 'request' || venue.dining.withoutTable
  return ok({ assignments: isWithoutTable ? [...assignments, null] : assignments, occupancy })
}

/**
 * Looks for places until nothing of what was found can be offered to the parties in line, who come first. A dinner is freed
 * without the lock of the service day, so also between an offer and the next look.
 */
export async function findBehindLine<Found extends { readonly ok: boolean }>(
  find: () => Promise<Found>,
  offer: () => Promise<number | undefined>,
): Promise<Found> {
  const found = await find()
  const isOffered = found.ok && ((await offer()) ?? 0) > 0
  return isOffered ? findBehindLine(find, offer) : found
}

const DAY_REFUSALS = { closed: 'closed_day', past: 'past_day', too_far: 'too_far' } as const

/**
 * Writes the first assignment that the database accepts; null where none is left. Each attempt has a savepoint, so that
 * the transaction survives a constraint violation. Conflicts come from holds and staff changes, which take no
 * service-day lock; so does a table that is taken out of use meanwhile, which a party that has it already keeps.
 */
export async function takeFirst<Taken>(
  places: readonly (TableAssignment | null)[],
  { db, own = [] }: { readonly db: Db; readonly own?: readonly string[] },
  take: (assignment: TableAssignment | null) => Promise<Taken>,
): Promise<Taken | null> {
  for (const assignment of places) {
    let taken: Taken | null = null
    const others = assignment ? tablesOf(assignment).filter((it) => !own.includes(it)) : []
    // oxlint-disable-next-line no-await-in-loop -- each attempt follows a lost one
    if (!(await keepTablesInUse(db, others))) continue
    // oxlint-disable-next-line no-await-in-loop -- each attempt follows a lost one
    const isWon = await tryUnlessConflict(db, async () => {
      taken = await take(assignment)
    })
    if (isWon) return taken
  }
  return null
}

async function refuse(deps: VenueDeps, asked: TimesQuery, why: DinnerRefusal) {
  return no<DinnerRefused>({ why, serviceDay: await readTimes(deps, asked) })
}
