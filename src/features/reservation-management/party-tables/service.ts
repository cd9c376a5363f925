import { keepTablesInUse } from '#features/reservations/service.ts'
import { tablesOf } from '#features/reservations/rules.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { endExpiredHolds } from '#features/holds/table-blocks/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import type { Attendance } from '#features/reservation-management/arrivals/schema.ts'
import { listArrivalEvents } from '#features/reservation-management/arrivals/service.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import type { ChangeReceipt } from '#features/reservation-management/changes/schema.ts'
import { recordChange } from '#features/reservation-management/changes/service.ts'
import { recordNightMove } from '#features/reservation-management/party-tables/night-moves/service.ts'
import { findOffSaleDuring } from '#features/reservation-management/party-tables/off-sale/service.ts'
import { neededSpan, occupiedText, presentAt } from '#features/reservation-management/rules.ts'
import type { Booking, TableForm } from '#features/reservation-management/schema.ts'
import {
  findOccupant,
  keepSeatedParties,
  lockActiveBooking,
  type OffSaleRefusal,
  recordAudit,
  type ReservationRefusal,
} from '#features/reservation-management/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { columnsOf, inAgreedOrder, sittingProblem } from './rules.ts'
import type { PartyTablesForm, SittingForm } from './schema.ts'
import { listTables, writeEnd, writeTables } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type Outcome = Result<ChangeReceipt | null, ReservationRefusal | OffSaleRefusal>

const NO_SUCH_TABLE = refused('That table is not in use.')
const WAITS_FOR_SALE = refused(
  'This cancelled reservation is refunded once its table is sold again. Restore it first, then move it.',
)
const NIGHT_NEEDS_TABLE = refused('A reservation for a night has a table.')

type Wanted = {
  readonly tableIds: readonly string[]
  readonly offSale: readonly string[] | undefined
  /** Whether the guest of a night is emailed about it. */
  readonly isEmailed: boolean
  /** Whether the reservation has the tables that staff saw. */
  readonly isAsSeen: (before: Booking) => boolean
}

/** Moves a reservation to another table, or to none. Any further tables are released. */
export const moveToTable = (
  deps: ActorDeps,
  id: string,
  { tableId, seen, offSale, isEmailed = false }: TableForm,
): Promise<Outcome> =>
  changeTables(deps, id, {
    tableIds: [tableId].flatMap((it) => it ?? []),
    offSale,
    isEmailed,
    isAsSeen: (before) => before.tableId === seen,
  })

/** Sets all tables of a party at once: it has every one of them, or keeps those it had. */
export const setPartyTables = (
  deps: ActorDeps,
  id: string,
  { tableIds, seen, offSale }: PartyTablesForm,
): Promise<Outcome> =>
  changeTables(deps, id, {
    tableIds: [...new Set(tableIds)],
    offSale,
    isEmailed: false,
    isAsSeen: (before) => isSame(tablesOf(before), seen),
  })

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.toSorted().join() === b.toSorted().join()

/**
 * Changes the tables of a reservation. The constraint `one_party_per_table` decides whether each is free, because a check
 * before the write could race with a hold. Only the row of the first old table is locked, so two moves may deadlock: they
 * are retried.
 */
async function changeTables({ db, now, actor }: ActorDeps, id: string, wanted: Wanted): Promise<Outcome> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const before = await lockActiveBooking(trx, id)
    if (!before) return no(NOT_FOUND)
    if (!wanted.isAsSeen(before))
      return no({ why: 'version_conflict', current: { tableNumber: before.tableNumber } } as const)
    const problem = await findProblem({ db: trx, now }, before, wanted)
    if (problem) return no(problem)
    const facts = before.type === 'nightlife' ? await findFacts(trx, id) : undefined
    const tableIds = inAgreedOrder(wanted.tableIds, tablesOf(before))
    const { inside, state } = await readAttendance(trx, before)
    const isKept = before.leftAt !== null && tableIds.length > 0 && state !== 'left'
    const columns = {
      ...columnsOf(before.type, tableIds),
      ...(isKept ? { leftAt: null } : {}),
      presentAt: presentAt(before, inside > 0, now),
    }
    if (!(await tryUnlessConflict(trx, () => writeTables(trx, id, columns)))) {
      const occupant = await findOccupant(trx, { id, tableIds, ...neededSpan(before, inside > 0, now) })
      return no(refused(occupiedText(occupant)))
    }
    await recordMove(trx, actor, { before, tableIds })
    const { status } = before
    return ok(
      facts
        ? await recordNightMove(trx, { actor, now, before, facts, isEmailed: wanted.isEmailed })
        : await recordChange(trx, { actor, now, kind: 'moved', reservation: before, status }),
    )
  })
}

/** Arrivals of a party. One that did not come in time may still come, to the table that staff give it. */
const readAttendance = async (trx: Db, party: Booking): Promise<Attendance> =>
  attendanceOf({ ...party, leftAt: null, events: await listArrivalEvents(trx, [party.id]) })

/** Checks tables that the party does not have yet: its own stay its own, also where they are no longer in use. */
async function findProblem(deps: Deps, before: Booking, { tableIds, offSale }: Wanted) {
  const { db: trx, now } = deps
  if (before.status === 'cancelled' && before.isRefundedIfResold) return WAITS_FOR_SALE
  const own = tablesOf(before)
  const added = tableIds.filter((tableId) => !own.includes(tableId))
  if (!(await keepTablesInUse(trx, added))) return NO_SUCH_TABLE
  if (tableIds.length === 0 && before.type === 'nightlife') return NIGHT_NEEDS_TABLE
  const { startsAt, endsAt } = before
  const refusal = await findOffSaleDuring(deps, before, {
    tableIds: added,
    startsAt,
    endsAt,
    agreed: offSale,
  })
  if (refusal) return refusal
  for (const tableId of added)
    // oxlint-disable-next-line no-await-in-loop -- one connection writes one thing after the other
    await endExpiredHolds(trx, { tableId, startsAt, endsAt }, now)
  await keepSeatedParties(trx, added, now)
  return null
}

type Moved = { readonly before: Booking; readonly tableIds: readonly string[] }

async function recordMove(trx: Db, actor: Actor, { before, tableIds }: Moved): Promise<void> {
  const old = tablesOf(before)
  const known = await listTables(trx, [...old, ...tableIds, NO_TABLE])
  const numbers = (ids: readonly string[]): number[] =>
    ids.flatMap((id) => known.find((it) => it.id === id)?.tableNumber ?? [])
  if (old.length < 2 && tableIds.length < 2) {
    const [tableNumber = null] = numbers(tableIds)
    const after = { ...before, tableId: tableIds[0] ?? null, tableNumber }
    return recordAudit(trx, actor, { action: 'moved', before, after })
  }
  const { id: entityId, guestName } = before
  return recordActivity(trx, {
    actor,
    action: 'moved',
    entity: 'reservation',
    entityId,
    before: { guestName, tables: numbers(old).join(' + ') },
    after: { guestName, tables: numbers(tableIds).join(' + ') },
  })
}

/** The id of no table: a list of ids in a query is never empty. */
const NO_TABLE = '00000000-0000-0000-0000-000000000000'

/** Moves the end of a dinner's sitting. The constraint `one_party_per_table` protects the party that comes after it. */
export async function setSittingEnd(
  { db, now, actor }: ActorDeps,
  id: string,
  form: SittingForm,
): Promise<Outcome> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const endsAt = new Date(form.endsAt)
  return inTransaction(db, async (trx) => {
    const before = await lockActiveBooking(trx, id)
    if (!before) return no(NOT_FOUND)
    const { endsAt: endsBefore, tableNumber } = before
    if (endsBefore.getTime() !== Date.parse(form.seen))
      return no({ why: 'version_conflict', current: { tableNumber } } as const)
    if (endsBefore.getTime() === endsAt.getTime()) return ok(null)
    const problem = sittingProblem(before, endsAt, now)
    if (problem) return no(refused(problem))
    const tableIds = tablesOf(before)
    const added = { tableIds, startsAt: endsBefore, endsAt, agreed: form.offSale }
    const offSale = endsAt > endsBefore ? await findOffSaleDuring({ db: trx, now }, before, added) : null
    if (offSale) return no(offSale)
    if (!(await tryUnlessConflict(trx, () => writeEnd(trx, id, endsAt)))) {
      const occupant = await findOccupant(trx, { ...before, tableIds, endsAt })
      return no(refused(occupiedText(occupant)))
    }
    const { guestName } = before
    await recordActivity(trx, {
      actor,
      action: 'updated',
      entity: 'reservation',
      entityId: id,
      before: { guestName, endsAt: endsBefore.toISOString() },
      after: { guestName, endsAt: endsAt.toISOString() },
    })
    return ok(
      await recordChange(trx, {
        actor,
        now,
        kind: 'moved',
        reservation: before,
        status: before.status,
        endsBefore,
      }),
    )
  })
}
