import { recordActivity } from '#features/audit-log/service.ts'
import type { AuditEntity } from '#features/audit-log/schema.ts'
import type { AffectedGuest } from '#features/reservations/affected-guests/schema.ts'
import { listAffected } from '#features/reservations/affected-guests/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { affectedBy } from '#features/floor-plan/tables/rules.ts'
import { listStaffTables } from '#features/floor-plan/tables/service.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { NOT_ALLOWED } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { pairOf } from './rules.ts'
import type { PlanChange, RoomPlan, TablePair } from './schema.ts'
import {
  deletePair,
  deletePieces,
  listPairs,
  listPieces,
  lockPlan,
  writePair,
  writePieces,
  writeTables,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Reasons why a plan could not be saved. `guests`: parties that would lose their tables. */
export type PlanRefusal =
  | { readonly why: 'not_allowed' }
  | { readonly why: 'version_conflict'; readonly current: RoomPlan }
  | { readonly why: 'guests'; readonly guests: readonly AffectedGuest[] }

export async function readRoomPlan({ db }: Pick<Deps, 'db'>): Promise<RoomPlan> {
  const [tables, furniture, pairs] = [await listStaffTables(db), await listPieces(db), await listPairs(db)]
  return { tables, furniture, pairs }
}

/**
 * Saves a change of the plan in one transaction. Refuses it on a version conflict, or if a party would lose its table.
 */
export async function saveRoomPlan(
  { db, now, actor }: ActorDeps,
  form: PlanChange,
): Promise<Result<RoomPlan, PlanRefusal>> {
  if (!may(actor.role, 'tables.edit')) return no(NOT_ALLOWED)
  const change = { ...form, joined: form.joined.map(inOrder), parted: form.parted.map(inOrder) }
  return inTransaction(db, async (trx) => {
    await lockPlan(trx, idsOf(change))
    const before = await readRoomPlan({ db: trx })
    if (!hasSameVersions(before, change)) return no({ why: 'version_conflict', current: before })
    const guests = await listAffectedParties({ db: trx, now }, before, change)
    if (guests.length > 0) return no({ why: 'guests', guests })
    await write(trx, change)
    const after = await readRoomPlan({ db: trx })
    await recordChanges(trx, actor, { before, after })
    return ok(after)
  })
}

const inOrder = ({ tableId, withTableId }: Omit<TablePair, 'id'>): TablePair => pairOf(tableId, withTableId)

type Change = Omit<PlanChange, 'joined' | 'parted'> & {
  readonly joined: readonly TablePair[]
  readonly parted: readonly TablePair[]
}

const idsOf = ({ tables, furniture, removed, joined, parted }: Change) => ({
  tableIds: [
    ...tables.map((it) => it.id),
    ...[...joined, ...parted].flatMap((it) => [it.tableId, it.withTableId]),
  ],
  pieceIds: [...furniture, ...removed].map((it) => it.id),
})

/** Version check: every item to be changed is still the version its editor saw. */
function hasSameVersions(room: RoomPlan, { tables, furniture, removed, joined }: Change): boolean {
  const versions = new Map([...room.tables, ...room.furniture].map((it) => [it.id, it.version]))
  const isTable = (id: string): boolean => room.tables.some((it) => it.id === id)
  return (
    tables.every((it) => isTable(it.id) && versions.get(it.id) === it.version) &&
    // New items have no version yet.
    furniture.every((it) => (versions.get(it.id) ?? 0) === it.version) &&
    removed.every((it) => versions.get(it.id) === it.version) &&
    joined.every((it) => it.tableId !== it.withTableId && isTable(it.tableId) && isTable(it.withTableId))
  )
}

/**
 * Parties that would lose their table: it moves to another zone, becomes too small, or loses its combined neighbour.
 */
async function listAffectedParties(deps: Deps, room: RoomPlan, change: Change): Promise<AffectedGuest[]> {
  const found = new Map<string, AffectedGuest>()
  for (const table of change.tables) {
    const before = room.tables.find((it) => it.id === table.id)
    if (!before || (before.location === table.location && before.maxGuests <= table.maxGuests)) continue
    // oxlint-disable-next-line no-await-in-loop -- one connection asks one thing after the other
    const guests = await listAffected(deps, { tableId: table.id })
    for (const guest of affectedBy(before, { ...before, ...table }, guests)) found.set(guest.id, guest)
  }
  for (const { tableId, withTableId } of change.parted)
    // oxlint-disable-next-line no-await-in-loop -- one connection asks one thing after the other
    for (const guest of await listAffected(deps, { tableId, withTableId })) found.set(guest.id, guest)
  return [...found.values()]
}

async function write(trx: Db, { tables, furniture, removed, joined, parted }: Change): Promise<void> {
  if (tables.length > 0) await writeTables(trx, tables)
  if (removed.length > 0)
    await deletePieces(
      trx,
      removed.map((it) => it.id),
    )
  if (furniture.length > 0) await writePieces(trx, furniture)
  // oxlint-disable-next-line no-await-in-loop -- one connection writes one thing after the other
  for (const pair of parted) await deletePair(trx, pair)
  // oxlint-disable-next-line no-await-in-loop -- one connection writes one thing after the other
  for (const pair of joined) await writePair(trx, pair)
}

type PlanDiff = { readonly before: RoomPlan; readonly after: RoomPlan }

/** Writes one audit entry for each changed item. */
async function recordChanges(trx: Db, actor: Actor, { before, after }: PlanDiff): Promise<void> {
  const entries = [
    ...changesOf('table', before.tables, after.tables),
    ...changesOf('furniture', before.furniture, after.furniture),
    ...pairChanges(before, after),
  ]
  // oxlint-disable-next-line no-await-in-loop -- one connection writes one thing after the other
  for (const entry of entries) await recordActivity(trx, { actor, ...entry })
}

type Item = { readonly id: string; readonly version: number }
type ItemChange = {
  readonly action: string
  readonly entity: AuditEntity
  readonly entityId: string
  readonly before: JsonRecord | null
  readonly after: JsonRecord | null
}

function changesOf(entity: AuditEntity, before: readonly Item[], after: readonly Item[]): ItemChange[] {
  const [was, is] = [new Map(before.map((it) => [it.id, it])), new Map(after.map((it) => [it.id, it]))]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): ItemChange[] => {
    const [old, now] = [was.get(id) ?? null, is.get(id) ?? null]
    if (old?.version === now?.version) return []
    const action = old ? (now ? 'arranged' : 'removed') : 'added'
    return [{ action, entity, entityId: id, before: auditFields(old), after: auditFields(now) }]
  })
}

function auditFields(item: Item | null): JsonRecord | null {
  if (!item) return null
  const { id: _id, version: _version, ...rest } = item
  return rest
}

function pairChanges(before: RoomPlan, after: RoomPlan): ItemChange[] {
  const numberOf = (id: string) => after.tables.find((it) => it.id === id)?.tableNumber
  const tableNumbers = (pair: TablePair) => ({
    tableNumber: numberOf(pair.tableId),
    combinableWith: numberOf(pair.withTableId),
  })
  const missing = (from: readonly TablePair[], other: readonly TablePair[]) =>
    from.filter((it) => other.every((one) => one.id !== it.id))
  const entity = 'table'
  return [
    ...missing(after.pairs, before.pairs).map((it) => ({
      ...({ action: 'combined', entity, entityId: it.tableId } as const),
      before: null,
      after: tableNumbers(it),
    })),
    ...missing(before.pairs, after.pairs).map((it) => ({
      ...({ action: 'parted', entity, entityId: it.tableId } as const),
      before: tableNumbers(it),
      after: null,
    })),
  ]
}
