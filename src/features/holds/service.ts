import { randomUUID } from 'node:crypto'
import { findEvent } from '#features/events/service.ts'
import { isGuestBlocked } from '#features/reservations/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction, isConflict, retryDeadlocks, tryUnlessConflict } from '#platform/db/db.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import { chosenPackages, holdState, resumeStatusOf } from './rules.ts'
import type { Hold, HoldLimit, HoldRefusal, HoldRequest, HoldState, GuestIdentity } from './schema.ts'
import type { AttemptResult, HoldAttempt, LimitQuery } from './attempts/schema.ts'
import { attemptHold, findRefusal, readHoldLimit } from './attempts/service.ts'
import {
  findHoldById,
  findOwnHold,
  type HoldRow,
  listExpiredHolds,
  lockHold,
  priceHold,
  reviseHold,
} from './store.ts'

export { listHeldTables, listOwnHolds } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

export type Refused = {
  readonly why: HoldRefusal
  readonly maxGuests: number | null
  readonly waitMinutes: number | null
}

/** `differs`: an earlier request created this hold, and the form or the total has changed since. */
export type PlacedHold = Hold & { readonly isNew: boolean; readonly differs: boolean }

/**
 * Holds a table while its guest pays. A constraint decides between concurrent requests; the later one gets
 * `table_taken`. Idempotent: a repeated request of the same guest returns the same hold.
 */
export async function holdTable(
  deps: Deps,
  request: HoldRequest,
  guest: GuestIdentity,
): Promise<Result<PlacedHold, Refused>> {
  const attempt: HoldAttempt = { ...request, ...guest, packages: chosenPackages(request) }
  const result = await attemptOrRefuse(deps, attempt)
  if (!result) {
    const event = await findEvent(deps, request.eventId)
    return refuse(event ? 'unknown_table' : 'unknown_event')
  }
  const { verdict, maxGuests, waitMinutes, hold } = result
  if (hold) {
    affectsReservation(hold.reservationId)
    return ok({ ...hold, isNew: true, differs: false })
  }
  if (verdict === 'mine') return resumeHold(deps, attempt)
  return refuse(verdict === 'held' ? 'table_taken' : verdict, maxGuests, waitMinutes)
}

const refuse = (why: HoldRefusal, maxGuests: number | null = null, waitMinutes: number | null = null) =>
  no<Refused>({ why, maxGuests, waitMinutes })

const CONTESTED_MS = 60_000
const MAX_CONTESTED = 1000
/** Time at which each table of an event was last found taken, or was held. */
const takenAt = new Map<string, number>()

const contestOf = ({ eventId, tableId }: HoldAttempt): string => `${eventId} ${tableId}`

/** Whether the table was taken a moment ago. It decides only which statement is tried first, never the answer. */
function isContested(attempt: HoldAttempt): boolean {
  const at = takenAt.get(contestOf(attempt))
  return at !== undefined && performance.now() - at < CONTESTED_MS
}

function noteTaken(attempt: HoldAttempt): void {
  if (takenAt.size >= MAX_CONTESTED) takenAt.clear()
  takenAt.set(contestOf(attempt), performance.now())
}

/** A free table and the party of the waiting list to which it is offered. */
export type TableOffer = Omit<HoldAttempt, 'key' | 'packages' | 'specialRequests'> & {
  readonly waitingEntryId: string
}

/**
 * Holds a table as an offer, in the caller's transaction. Null where the table was taken or changed meanwhile; the
 * conflict is rolled back to a savepoint.
 */
export async function holdForOffer({ db, now }: Deps, offer: TableOffer): Promise<Hold | null> {
  const attempt = { ...offer, key: randomUUID(), packages: [], specialRequests: '' }
  let hold: Hold | null = null
  await tryUnlessConflict(db, async () => {
    hold = (await attemptHold(db, attempt, now))?.hold ?? null
  })
  return hold
}

/** The limit that refuses another hold of a guest for an event; null where none does. */
export const findHoldLimit = ({ db, now }: Deps, guest: LimitQuery): Promise<HoldLimit | null> =>
  readHoldLimit(db, guest, now)

/** Reason that would refuse a hold now, without the limits of one guest; null where the table may be free. It writes nothing. */
export async function findHoldRefusal(
  { db, now }: Deps,
  request: HoldRequest,
  guest: GuestIdentity,
): Promise<Exclude<AttemptResult['verdict'], 'held'> | null> {
  const attempt = { ...request, ...guest, packages: chosenPackages(request) }
  const verdict = (await findRefusal(db, attempt, now))?.verdict ?? null
  return verdict === 'held' ? null : verdict
}

/** When an event goes on sale, nearly every request is for a table that is taken: these are refused by a read. */
async function attemptOrRefuse(deps: Deps, attempt: HoldAttempt): Promise<AttemptResult | null> {
  const refusal = isContested(attempt) ? await findRefusal(deps.db, attempt, deps.now) : null
  const result = refusal ?? (await attemptWithRetry(deps, attempt))
  if (result?.verdict === 'table_taken' || result?.verdict === 'held') noteTaken(attempt)
  return result
}

/**
 * Retries once after a conflict (exclusion constraint, unique idempotency key, event closed meanwhile). The second
 * attempt reads a new snapshot and returns the verdict for it: `table_taken`, `mine` or `event_closed`.
 */
async function attemptWithRetry({ db, now }: Deps, attempt: HoldAttempt): Promise<AttemptResult | null> {
  const hold = () => retryDeadlocks(() => attemptHold(db, attempt, now))
  try {
    return await hold()
  } catch (error) {
    if (!isConflict(error)) throw error
    return hold()
  }
}

async function resumeHold({ db, now }: Deps, attempt: HoldAttempt): Promise<Result<PlacedHold, Refused>> {
  const row = await findOwnHold(db, attempt)
  // Staff deleted the reservation, or the hold ended between the two queries.
  if (!row) return refuse('hold_ended')
  affectsReservation(row.id)
  // The key belongs to a hold of another table: the client generates a new one and retries.
  if (row.eventId !== attempt.eventId || row.tableId !== attempt.tableId) return refuse('hold_ended')
  const standing = resumeStatusOf(row, now)
  if (standing !== 'same_hold') return refuse(standing)
  if (attempt.guestCount > row.maxGuests) return refuse('too_many_guests', row.maxGuests)
  return ok({ ...toHold(row), isNew: false, differs: differs(row, attempt) })
}

const differs = (row: HoldRow, it: HoldAttempt): boolean =>
  row.totalPriceCents !== it.shownTotalCents ||
  row.guestName !== it.guestName ||
  row.guestEmail !== it.guestEmail ||
  row.guestPhone !== it.guestPhone ||
  row.guestCount !== it.guestCount ||
  (row.specialRequests ?? '') !== it.specialRequests ||
  row.packageKeys.join() !== it.packages.toSorted().join()

const toHold = (row: HoldRow): Hold => ({
  reservationId: row.id,
  eventId: row.eventId ?? '',
  tableId: row.tableId ?? '',
  tableNumber: row.tableNumber,
  heldUntil: row.heldUntil ?? new Date(0),
  totalCents: row.totalPriceCents,
})

/**
 * Stores a changed form on a hold, unless the total differs from the one the guest was shown. The caller has closed the
 * session for the old total; a checkout opened since then makes the state `paying`, and the change is refused.
 */
export async function changeHold(
  { db, now }: Deps,
  id: string,
  request: HoldRequest,
): Promise<Result<Hold, Refused>> {
  const packages = chosenPackages(request)
  return inTransaction(db, async (tx) => {
    const row = await lockHold(tx, id)
    if (!row || holdState(row, now) !== 'held') return refuse('hold_ended')
    if (await isGuestBlocked(tx, request)) return refuse('guest_blocked')
    const totalCents = await priceHold(tx, id, packages)
    if (totalCents !== request.shownTotalCents) return refuse('price_changed')
    await reviseHold(tx, id, { ...request, packages, totalCents })
    return ok({ ...toHold(row), totalCents })
  })
}

type KnownHold = Hold & {
  readonly state: HoldState
  /** The guest has paid, and the bank still works on it. */
  readonly isProcessing: boolean
  /** The dinner whose table is held for the night that follows it. */
  readonly dinnerId: string | null
}

/** A hold with its state; null where no hold has this id. */
export async function findHold({ db, now }: Deps, id: string): Promise<KnownHold | null> {
  const row = await findHoldById(db, id)
  if (!row) return null
  const { isProcessing, dinnerId } = row
  // Money that is under way keeps the table, also after the time to pay has ended.
  const state = isProcessing && row.status === 'pending' ? 'paying' : holdState(row, now)
  return { ...toHold(row), state, isProcessing, dinnerId }
}

const AT_A_TIME = 200

/** One batch of expired holds. `isPayable`: a payment may still arrive, so the table cannot be released yet. */
export const findExpiredHolds = ({ db, now }: Deps): Promise<{ id: string; isPayable: boolean }[]> =>
  listExpiredHolds(db, now, AT_A_TIME)
