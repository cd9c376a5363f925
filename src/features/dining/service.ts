import { canChange } from '#features/dining/dinners/rules.ts'
import { enqueueEmails } from '#features/emails/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { addSeconds, type CalendarDate, momentOf, type WallTime } from '#lib/venue-time.ts'
import { type Db, retryDeadlocks, tryUnlessConflict } from '#platform/db/db.ts'
import { countOne, type Limit } from '#platform/security/rate-limit.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import {
  canChooseTime,
  dayOf,
  emptyServiceDay,
  type ServiceDayFacts,
  checkServiceDate,
  checkTime,
  needsStaff,
  type TableAssignment,
  type Occupancy,
  occupancyOf,
  slotsOn,
} from './rules.ts'
import type { DinnerRefusal, DinnerRefused, DinnerRequest, DinnerTaken, ServiceDay } from './schema.ts'
import {
  findEarlier,
  insertDinner,
  lockDinner,
  lockServiceDay,
  readServiceDay,
  writeDinnerCancelled,
  writeDinnerEmail,
  writeMove,
} from './store.ts'

export { lockServiceDay } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type VenueDeps = Deps & { readonly venue: Venue }
const EMAILS_AFTER_S = 10

type Asked = {
  readonly date: CalendarDate
  readonly guests: number
  /** A dinner that is to be moved is not in its own way. */
  readonly except?: string
}

/** The times of an evening for a party, each free, nearly full or full. */
export async function listTimes({ db, now, venue }: VenueDeps, asked: Asked): Promise<ServiceDay> {
  const facts = await readFacts({ db, venue, now }, asked)
  return facts ? checkServiceDate(venue, facts, { ...asked, now }) : emptyServiceDay(venue, asked, now)
}

/** What decides about an evening; null on a day that no dinner can be asked for. */
async function readFacts({ db, now, venue }: VenueDeps, { date, guests, except }: Asked) {
  const slots = slotsOn(venue, date)
  const [first, last] = [slots[0], slots.at(-1)]
  if (dayOf(venue, date, now).state !== 'open' || !first || !last) return null
  const from = momentOf(date, first)
  const until = occupancyOf(venue, { date, guests }, last).endsAt
  const { largePartySize } = venue
  return readServiceDay(db, { date, from, until, largePartySize, ...(except ? { except } : {}) })
}

/** The tables and the covers of a date as they are between two moments, for staff who seat a party as they like. */
export const readServiceDayFacts = (
  { db, venue }: Pick<VenueDeps, 'db' | 'venue'>,
  asked: { readonly date: CalendarDate; readonly from: Date; readonly until: Date },
): Promise<ServiceDayFacts> => readServiceDay(db, { ...asked, largePartySize: venue.largePartySize })

/**
 * Takes a dinner. It gets the best table that is free for its whole sitting; a large party gets none, and staff answer
 * it. The database decides a tie: who loses a table gets the next best, and only who finds none is told `full`. The same
 * form sent twice is one dinner. The venue's settings are read in the same transaction: what staff have just changed decides.
 */
export async function bookDinner(
  deps: Deps,
  request: DinnerRequest,
): Promise<Result<DinnerTaken, DinnerRefused>> {
  return withPermit(deps.db, request.date, () =>
    deps.db.transaction().execute((tx) => takeDinner({ ...deps, db: tx }, request)),
  )
}

const PATIENCE_MS = 8000
const turns = new WeakMap<Db, ReturnType<typeof createSemaphore>>()

/**
 * Changes of one evening wait for each other here before they do in the database, where each keeps a connection. Throws
 * `QueueTimeout` where the line is too long.
 */
function withPermit<Value>(db: Db, date: CalendarDate, work: () => Promise<Value>): Promise<Value> {
  const own = turns.get(db) ?? createSemaphore({ queue: 'dining', permits: 1, timeoutMs: PATIENCE_MS })
  turns.set(db, own)
  return own(date, () => retryDeadlocks(work))
}

async function takeDinner(
  { db, now }: Deps,
  request: DinnerRequest,
): Promise<Result<DinnerTaken, DinnerRefused>> {
  await lockServiceDay(db, request.date)
  const venue = await loadVenue({ db })
  const deps = { db, now, venue }
  const wrong = checkAsked(deps, request)
  if (wrong) return refuse(deps, request, wrong)
  const occupancy = occupancyOf(venue, request, request.time)
  const earlier = await findEarlier(db, { ...request, ...occupancy })
  if (earlier?.isSameForm && earlier.isSameDinner)
    return ok({ id: earlier.id, isRequest: !earlier.hasTable, isNew: false })
  if (earlier) return refuse(deps, request, 'already_booked')
  const found = await findPlaces(deps, request)
  if (!found.ok) return found
  const id = await takeFirst(found.value.assignments, db, (assignment) =>
    insertDinner(db, { ...request, ...found.value.occupancy, assignment, now }),
  )
  if (id === null) {
    // The same form may have been sent for two evenings at once: each has a lock of its own.
    const other = await findEarlier(db, { ...request, ...occupancy })
    return refuse(deps, request, other ? 'already_booked' : 'full')
  }
  affectsReservation(id)
  const isRequest = needsStaff(venue, request.guests)
  const kinds = [isRequest ? 'dinner_requested' : 'dinner_received', 'dinner_notice'] as const
  await enqueueEmails(db, id, { kinds, notBefore: addSeconds(now, EMAILS_AFTER_S) })
  return ok({ id, isRequest, isNew: true })
}

type RequestedTime = Asked & { readonly time: WallTime }

/** What is wrong with a day or a time whatever the tables are; null where nothing is. */
function checkAsked({ now, venue }: VenueDeps, { date, time }: RequestedTime): DinnerRefusal | null {
  const { state: day } = dayOf(venue, date, now)
  if (day !== 'open') return DAY_REFUSALS[day]
  return slotsOn(venue, date).includes(time) ? null : 'no_such_time'
}

type Places = { readonly assignments: readonly (TableAssignment | null)[]; readonly occupancy: Occupancy }

/**
 * Where a dinner can sit at the time it asks for, best first, and until when; `[null]` where it is taken without a table.
 */
async function findPlaces(deps: VenueDeps, asked: RequestedTime): Promise<Result<Places, DinnerRefused>> {
  const { now, venue } = deps
  const wrong = checkAsked(deps, asked)
  if (wrong) return refuse(deps, asked, wrong)
  const facts = await readFacts(deps, asked)
  if (!facts) return refuse(deps, asked, 'closed_day')
  const { state, assignments, occupancy } = checkTime(venue, facts, { ...asked, now })
  if (!canChooseTime({ state })) {
    const serviceDay = checkServiceDate(venue, facts, { ...asked, now })
    return no({ why: state === 'late' ? 'too_late' : 'full', serviceDay })
  }
  const isWithoutTable = state === 'request' || venue.dining.withoutTable
  return ok({ assignments: isWithoutTable ? [...assignments, null] : assignments, occupancy })
}

const DAY_REFUSALS = { closed: 'closed_day', past: 'past_day', too_far: 'too_far' } as const

/** Takes the first place that nobody else has by now. A night is sold without asking the evening: it may be quicker. */
async function takeFirst<Taken>(
  places: readonly (TableAssignment | null)[],
  db: Db,
  take: (assignment: TableAssignment | null) => Promise<Taken>,
): Promise<Taken | null> {
  for (const assignment of places) {
    let taken: Taken | null = null
    // oxlint-disable-next-line no-await-in-loop -- the next best, after the best is lost
    const isWon = await tryUnlessConflict(db, async () => {
      taken = await take(assignment)
    })
    if (isWon) return taken
  }
  return null
}

async function refuse(deps: VenueDeps, asked: Asked, why: DinnerRefusal) {
  return no<DinnerRefused>({ why, serviceDay: await listTimes(deps, asked) })
}

type Move = { readonly date: CalendarDate; readonly time: WallTime }
type NotChanged = {
  readonly why: DinnerRefusal | 'not_found' | 'not_live' | 'late'
  readonly serviceDay: ServiceDay
}

/**
 * Moves a dinner to another time that is free for it, tables and all. One that staff have to answer waits for them anew.
 */
export async function moveDinner(
  deps: Deps,
  id: string,
  to: Move,
): Promise<Result<{ readonly isRequest: boolean }, NotChanged>> {
  return withPermit(deps.db, to.date, () =>
    deps.db.transaction().execute((tx) => changeTime({ ...deps, db: tx }, id, to)),
  )
}

async function changeTime(
  { db, now }: Deps,
  id: string,
  { date, time }: Move,
): Promise<Result<{ readonly isRequest: boolean }, NotChanged>> {
  await lockServiceDay(db, date)
  const venue = await loadVenue({ db })
  const deps = { db, now, venue }
  const dinner = await lockDinner(db, id)
  const guests = dinner?.guestCount ?? 1
  const asked = { date, guests, time, except: id }
  const refused = async (why: NotChanged['why']) =>
    no<NotChanged>({ why, serviceDay: await listTimes(deps, asked) })
  const allowed = mayChange(deps, dinner)
  if (!dinner || allowed !== 'yes') return refused(allowed === 'yes' ? 'not_found' : allowed)
  // Pressed twice, it is where it was wanted.
  if (dinner.startsAt.getTime() === momentOf(date, time).getTime())
    return ok({ isRequest: needsStaff(venue, guests) && dinner.status === 'pending' })
  const found = await findPlaces(deps, asked)
  if (!found.ok) return found
  const isRequest = needsStaff(venue, guests)
  const { assignments, occupancy } = found.value
  const status = isRequest ? 'pending' : dinner.status === 'confirmed' ? 'confirmed' : 'pending'
  const moved = await takeFirst(assignments, db, async (assignment) => {
    await writeMove(db, id, { ...occupancy, date, assignment, status })
    return true
  })
  if (!moved) return refused('full')
  const kinds = ['dinner_moved', 'dinner_moved_notice'] as const
  await enqueueEmails(db, id, { kinds, occasion: String(dinner.version) })
  return ok({ isRequest })
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockDinner>>>

function mayChange(
  { now, venue }: VenueDeps,
  dinner: Locked | undefined,
): 'yes' | 'not_found' | 'not_live' | 'late' {
  if (!dinner) return 'not_found'
  const { status, startsAt } = dinner
  const allowed = canChange({ status, startsAt, cancelHours: venue.diningCancelHours }, now)
  return allowed === 'too_late' ? 'late' : allowed
}

/** A guest gives a dinner back by the link in the letter: its table is free again at once. */
export async function cancelDinner(
  deps: Deps,
  id: string,
): Promise<Result<null, 'not_found' | 'not_live' | 'late'>> {
  return deps.db.transaction().execute(async (tx) => {
    const dinner = await lockDinner(tx, id)
    const allowed = mayChange({ ...deps, venue: await loadVenue({ db: tx }) }, dinner)
    if (allowed !== 'yes') return no(allowed)
    await writeDinnerCancelled(tx, id)
    await enqueueEmails(tx, id, { kinds: ['dinner_cancelled', 'dinner_cancelled_notice'] })
    return ok(null)
  })
}

const CORRECTIONS: Limit = { times: 3, withinS: 3600 }

/** Corrects a mistyped email of a dinner to come, and sends how it stands to the right address. */
export async function correctDinnerEmail(
  deps: Deps,
  id: string,
  email: string,
): Promise<Result<null, 'not_found' | 'not_live' | 'too_often'>> {
  const counted = await countOne(deps.db, `dinner email ${id}`, CORRECTIONS)
  if (!counted.ok) return no('too_often')
  return deps.db.transaction().execute(async (tx) => {
    const dinner = await lockDinner(tx, id)
    if (!dinner) return no('not_found')
    if ((dinner.status !== 'pending' && dinner.status !== 'confirmed') || dinner.endsAt <= deps.now)
      return no('not_live')
    await writeDinnerEmail(tx, id, email)
    await enqueueEmails(tx, id, { kinds: ['dinner_received'], occasion: `email ${dinner.version}` })
    return ok(null)
  })
}
