import { findEvent } from '#features/events/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, isConflict } from '#platform/db/db.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import { chosenPackages, holdState, statusOf } from './rules.ts'
import type { Hold, HoldRefusal, HoldRequest, HoldState } from './schema.ts'
import {
  attemptHold,
  type Attempted,
  findHoldById,
  findOwnHold,
  type HoldAttempt,
  type HoldRow,
  listLapsedHolds,
  lockHold,
  priceHold,
  reviseHold,
} from './store.ts'

export { listOwnHolds } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Who asks, as keyed hashes: enough to tell two guests apart, too little to tell who they are. */
export type GuestIdentity = {
  readonly browser: string
  /** One IPv4 address, or one IPv6 /64. */
  readonly address: string
  /** The IPv6 /48; null for IPv4. */
  readonly network: string | null
}

export type Refused = {
  readonly why: HoldRefusal
  readonly maxGuests: number | null
  readonly waitMinutes: number | null
}

/** `differs`: it is the hold this guest had before, and the form says something else by now. */
export type TakenHold = Hold & { readonly isNew: boolean; readonly differs: boolean }

/**
 * Holds a table while its guest pays. The database decides a tie; the loser gets `table_taken`. The same guest asking
 * again has the same hold.
 */
export async function holdTable(
  deps: Deps,
  request: HoldRequest,
  guest: GuestIdentity,
): Promise<Result<TakenHold, Refused>> {
  const attempt: HoldAttempt = { ...request, ...guest, packages: chosenPackages(request) }
  const attempted = await attemptTwice(deps, attempt)
  if (!attempted) {
    const event = await findEvent(deps, request.eventId)
    return refuse(event ? 'unknown_table' : 'unknown_event')
  }
  const { verdict, maxGuests, waitMinutes, hold } = attempted
  if (hold) {
    affectsReservation(hold.reservationId)
    return ok({ ...hold, isNew: true, differs: false })
  }
  if (verdict === 'mine') return resumeHold(deps, attempt)
  return refuse(verdict === 'held' ? 'table_taken' : verdict, maxGuests, waitMinutes)
}

const refuse = (why: HoldRefusal, maxGuests: number | null = null, waitMinutes: number | null = null) =>
  no<Refused>({ why, maxGuests, waitMinutes })

/** A tie is decided by the database, which throws; asked once more, it says what the loser has lost to. */
async function attemptTwice({ db, now }: Deps, attempt: HoldAttempt): Promise<Attempted | null> {
  try {
    return await attemptHold(db, attempt, now)
  } catch (error) {
    if (!isConflict(error)) throw error
    return attemptHold(db, attempt, now)
  }
}

async function resumeHold({ db, now }: Deps, attempt: HoldAttempt): Promise<Result<TakenHold, Refused>> {
  const row = await findOwnHold(db, attempt)
  // It ended between one question and the next.
  if (!row) return refuse('hold_ended')
  affectsReservation(row.id)
  if (row.eventId !== attempt.eventId || row.tableId !== attempt.tableId) return refuse('hold_ended')
  const standing = statusOf(row, now)
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
 * Writes what the guest changed on the form of a hold, unless the total is not the one the guest was shown. The caller
 * has made sure that no payment for the old sum can arrive any more.
 */
export async function changeHold(
  { db, now }: Deps,
  id: string,
  request: HoldRequest,
): Promise<Result<Hold, Refused>> {
  const packages = chosenPackages(request)
  return db.transaction().execute(async (tx) => {
    const row = await lockHold(tx, id)
    if (!row || holdState(row, now) !== 'held') return refuse('hold_ended')
    const totalCents = await priceHold(tx, id, packages)
    if (totalCents !== request.shownTotalCents) return refuse('price_changed')
    await reviseHold(tx, id, { ...request, packages, totalCents })
    return ok({ ...toHold(row), totalCents })
  })
}

/** How a hold stands; null where there is none of this id. */
export async function findHold({ db, now }: Deps, id: string): Promise<(Hold & { state: HoldState }) | null> {
  const row = await findHoldById(db, id)
  return row ? { ...toHold(row), state: holdState(row, now) } : null
}

const AT_A_TIME = 200

/** The holds whose time is up. `isPayable`: a payment could still arrive, so the table cannot be let go yet. */
export const findLapsedHolds = ({ db, now }: Deps): Promise<{ id: string; isPayable: boolean }[]> =>
  listLapsedHolds(db, now, AT_A_TIME)
