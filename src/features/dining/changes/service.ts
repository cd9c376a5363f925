import { tablesOf } from '#features/reservations/rules.ts'
import { canChange, canGiveUp } from '#features/dining/dinners/rules.ts'
import { needsStaff, venueOfMove } from '#features/dining/rules.ts'
import type { DinnerRefusal, DinnerRefused, ServiceDay } from '#features/dining/schema.ts'
import {
  type BookingDeps,
  type Deps,
  findBehindLine,
  findPlaces,
  listTimes,
  lockBookableDay,
  lockDinner,
  mayHaveAnother,
  type Places,
  type RequestedTime,
  takeFirst,
  type VenueDeps,
  withPermit,
} from '#features/dining/service.ts'
import { occupancyOf, ownTablesFirst } from '#features/dining/table-assignments/rules.ts'
import { enqueueEmails } from '#features/emails/service.ts'
import { seenDinner } from '#features/reservations/seen/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type CalendarDate, momentOf, type WallTime } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { largestChange } from './rules.ts'
import { writeDinnerCancelled, writeMove } from './store.ts'

type Move = {
  readonly date: CalendarDate
  readonly time: WallTime
  /** The party afterwards; it stays where it is left out. */
  readonly guests?: number
  /** The facts that the form showed (`seenDinner`); null or left out where it does not say so. */
  readonly seen?: string | null
}
type MoveRefused = {
  /**
   * `large_party`: staff have to confirm a party of this size, which would cost the guest their table. `changed`: the dinner is not
   * any more what the form showed.
   */
  readonly why:
    | DinnerRefusal
    | 'not_found'
    | 'not_live'
    | 'late'
    | 'arrived'
    | 'large_party'
    | 'too_small'
    | 'changed'
  readonly serviceDay: ServiceDay
}
/** Whether guests of a party have come. It is handed in, because arrivals are recorded by staff. */
type ArrivalDeps = { readonly hasArrived?: (db: Db, id: string) => Promise<boolean> }
type MoveDeps = BookingDeps &
  ArrivalDeps & {
    /** Whether a party can have this size, as its friends with codes are counted in it. Asked under the lock of the dinner. */
    readonly canHaveSize?: (db: Db, id: string, guests: number) => Promise<boolean>
    /** Reads the dinner before the change, and returns what records the change for staff. */
    readonly beginRecord?: (db: Db, id: string) => Promise<() => Promise<void>>
  }

/**
 * Moves a dinner to another time or changes its party, with new tables. A dinner that staff have to answer becomes pending
 * again. Only the new service day is locked: leaving a date frees tables and covers, which no other booking can lose by.
 * Lock order: service day, reservation.
 */
export async function moveDinner(
  deps: MoveDeps,
  id: string,
  to: Move,
): Promise<Result<{ readonly isRequest: boolean }, MoveRefused>> {
  return withPermit(deps.db, to.date, () =>
    inTransaction(deps.db, (tx) => changeTime({ ...deps, db: tx }, id, to)),
  )
}

async function changeTime(
  { db, now, offerFirst, hasArrived, canHaveSize, beginRecord }: MoveDeps,
  id: string,
  { date, time, ...to }: Move,
): Promise<Result<{ readonly isRequest: boolean }, MoveRefused>> {
  const settings = await lockBookableDay({ db, now }, date)
  const dinner = await lockDinner(db, id)
  const hasTable = dinner !== undefined && dinner.tableId !== null
  const venue = venueOfMove(settings, { hasTable })
  const deps = { db, now, venue }
  const guests = to.guests ?? dinner?.guestCount ?? 1
  const asked = { date, guests, time, except: id }
  const refused = async (why: MoveRefused['why']) =>
    no<MoveRefused>({ why, serviceDay: await listTimes(deps, asked) })
  const allowed = mayChange(deps, dinner)
  if (!dinner || allowed !== 'yes') return refused(allowed === 'yes' ? 'not_found' : allowed)
  if (await hasArrived?.(db, id)) return refused('arrived')
  // A repeat of the same move succeeds without a second email.
  if (dinner.startsAt.getTime() === momentOf(date, time).getTime() && guests === dinner.guestCount)
    return ok({ isRequest: needsStaff(venue, guests) && dinner.status === 'pending' })
  if (isChangedSince(dinner, to.seen)) return refused('changed')
  if (date !== dinner.businessDate && !(await mayHaveAnother({ db, now }, dinner, date)))
    return refused('too_many_dinners')
  if (guests !== dinner.guestCount && (await canHaveSize?.(db, id, guests)) === false)
    return refused('too_small')
  const isRequest = needsStaff(venue, guests)
  const largest = largestChange(venue, { guestCount: dinner.guestCount, hasTable })
  if (isRequest && guests > largest) return refused('large_party')
  const found = await findBehindLine(
    () => findPlacesOf(deps, dinner, asked),
    async () => offerFirst?.({ db, now }, date),
  )
  if (!found.ok) return found
  const { assignments, occupancy } = found.value
  const recordMove = await beginRecord?.(db, id)
  const moved = await takeFirst(assignments, { db, own: tablesOf(dinner) }, async (assignment) => {
    const isUnanswered = dinner.status !== 'confirmed' || (isRequest && assignment === null)
    const status = isUnanswered ? 'pending' : 'confirmed'
    await writeMove(db, id, { ...occupancy, date, guests, assignment, status, isLargeParty: isRequest })
    return true
  })
  if (!moved) return refused('full')
  await recordMove?.()
  const kinds = ['dinner_moved', 'dinner_moved_notice'] as const
  await enqueueEmails(db, id, { kinds, dedupeKey: String(dinner.version) })
  return ok({ isRequest })
}

const isOutOfTables = (why: DinnerRefusal): boolean => why === 'full' || why === 'too_short'

type Locked = NonNullable<Awaited<ReturnType<typeof lockDinner>>>

/**
 * Assignments for a changed dinner. A table that the party has is not lost by its size: a party that gets smaller at its time
 * keeps it, and one that grows gets another table or is refused, also where the venue books without a table. A table that its guests
 * keep for their night comes first at any time, so that they need not move after dinner.
 */
async function findPlacesOf(
  deps: VenueDeps,
  dinner: Locked,
  asked: RequestedTime,
): Promise<Result<Places, DinnerRefused>> {
  const found = await findPlaces(deps, asked)
  const { tableId, secondTableId, extraTableIds, guestCount, startsAt, endsAt } = dinner
  if (tableId === null || (!found.ok && !isOutOfTables(found.reason.why))) return found
  const tables = found.ok ? found.value.assignments.filter((it) => it !== null) : []
  if (asked.guests > guestCount) return found.ok ? ok({ ...found.value, assignments: tables }) : found
  const turn = occupancyOf(deps.venue, asked, asked.time)
  const isSmaller = asked.guests < guestCount && turn.startsAt.getTime() === startsAt.getTime()
  if (!isSmaller)
    return found.ok && dinner.isKeptForNight
      ? ok({ ...found.value, assignments: tableFirst(tableId, found.value.assignments) })
      : found
  return ok({
    assignments: ownTablesFirst({ tableId, secondTableId, extraTableIds }, tables),
    occupancy: { startsAt, endsAt: turn.endsAt < endsAt ? turn.endsAt : endsAt },
  })
}

/** The assignments with that of one table first, where it is free. */
const tableFirst = (tableId: string, assignments: Places['assignments']): Places['assignments'] => {
  const isThis = (it: Places['assignments'][number]): boolean =>
    it?.tableId === tableId && it.secondTableId === null
  return [...assignments.filter(isThis), ...assignments.filter((it) => !isThis(it))]
}

function mayChange(
  { now, venue }: VenueDeps,
  dinner: Locked | undefined,
): 'yes' | 'not_found' | 'not_live' | 'late' {
  if (!dinner) return 'not_found'
  const { status, startsAt } = dinner
  const allowed = canChange({ status, startsAt, cancelHours: venue.diningCancelHours }, now)
  return allowed === 'too_late' ? 'late' : allowed
}

/** Whether a dinner has another time or party than a form showed. */
const isChangedSince = (dinner: Locked, seen: string | null | undefined): boolean =>
  typeof seen === 'string' && seen !== seenDinner(dinner)

type CancelDeps = Deps & ArrivalDeps
type CancelRefusal = 'not_found' | 'not_live' | 'late' | 'arrived' | 'changed'

/**
 * Cancels a dinner by the guest's link. The row lock suffices: freeing a table needs no service-day lock, and a trigger
 * ends its occupancy in the same transaction. A party that has begun to arrive is a matter for staff. `seen` is what the form
 * showed: a dinner that was moved meanwhile stays.
 */
export const cancelDinner = (
  deps: CancelDeps,
  id: string,
  seen: string | null = null,
): Promise<Result<null, CancelRefusal>> =>
  cancelWhere(deps, { id, seen }, (dinner, venue) => mayChange({ ...deps, venue }, dinner))

/**
 * Cancels a dinner whose guests say after the deadline that they do not come, until its time is over: a dinner costs nothing, and
 * its table is free for others.
 */
export const giveUpDinner = (
  deps: CancelDeps,
  id: string,
  seen: string | null = null,
): Promise<Result<null, CancelRefusal>> =>
  cancelWhere(deps, { id, seen }, (dinner) => (canGiveUp(dinner, deps.now) ? 'yes' : 'not_live'))

async function cancelWhere(
  deps: CancelDeps,
  { id, seen }: { readonly id: string; readonly seen: string | null },
  allows: (dinner: Locked, venue: Venue) => 'yes' | CancelRefusal,
): Promise<Result<null, CancelRefusal>> {
  const cancel = async (tx: Db): Promise<Result<null, CancelRefusal>> => {
    const dinner = await lockDinner(tx, id)
    if (!dinner) return no('not_found')
    const allowed = allows(dinner, await loadVenue({ db: tx }))
    if (allowed !== 'yes') return no(allowed)
    if (await deps.hasArrived?.(tx, id)) return no('arrived')
    if (isChangedSince(dinner, seen)) return no('changed')
    await writeDinnerCancelled(tx, id)
    const kinds = ['dinner_cancelled', 'dinner_cancelled_notice'] as const
    await enqueueEmails(tx, id, { kinds, dedupeKey: String(dinner.version) })
    return ok(null)
  }
  // A merge locks dinner and night in the order of their ids.
  return inTransaction(deps.db, cancel)
}
