import { recordActivity } from '#features/audit-log/service.ts'
import type { AffectedGuest } from '#features/reservations/affected-guests/schema.ts'
import { listAffected } from '#features/reservations/affected-guests/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { listDeleted, softDelete } from '#platform/db/soft-delete.ts'
import { updateVersioned } from '#platform/db/versioned.ts'
import { affectedBy, renumberedText, unagreedParties } from './rules.ts'
import type { StaffTable, TableForm } from './schema.ts'
import {
  columnsOf,
  findStaffTable,
  insertTable,
  listTableBlocks,
  lockTable,
  restoreTableRow,
} from './store.ts'

export { listStaffTables, purgeTables } from './store.ts'

type BlockedEvent = { readonly title: string; readonly date: string; readonly reason: string }

/**
 * Reasons why a table could not be saved. `guests`: parties that would lose it. `parties`: it is taken out of use, and staff
 * have not agreed that all of these keep it until they are moved. `blocked`: events with a table block on it.
 * `number_taken`: another table has the number.
 */
export type TableRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'number_taken' }
  | { readonly why: 'version_conflict'; readonly current: StaffTable }
  | { readonly why: 'guests'; readonly guests: readonly AffectedGuest[] }
  | {
      readonly why: 'parties'
      readonly parties: readonly AffectedGuest[]
      readonly table: Pick<StaffTable, 'tableNumber'>
    }
  | { readonly why: 'blocked'; readonly nights: readonly BlockedEvent[] }

export async function addTable(
  { db, actor }: ActorDeps,
  form: TableForm,
): Promise<Result<StaffTable, TableRefusal>> {
  if (!may(actor.role, 'tables.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    let id = ''
    const wins = await tryUnlessConflict(trx, async () => {
      ;({ id } = await insertTable(trx, form))
    })
    if (!wins) return no({ why: 'number_taken' })
    const table = await findStaffTable(trx, id)
    if (!table) throw new Error('a table that was just written is not there')
    await recordChange(trx, actor, { action: 'added', before: null, after: table })
    return ok(table)
  })
}

/**
 * Updates a table if its version is still the editor's (optimistic lock) and no party loses it. One that is taken out of use is
 * not sold from then on; the parties that have it keep it until staff move them.
 */
export async function editTable(
  { db, now, actor }: ActorDeps,
  {
    agreedParties = [],
    ...at
  }: { id: string; version: number; agreedParties?: readonly string[] | undefined },
  form: TableForm,
): Promise<Result<StaffTable, TableRefusal>> {
  if (!may(actor.role, 'tables.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    await lockTable(trx, at.id)
    const before = await findStaffTable(trx, at.id)
    if (!before) return no(NOT_FOUND)
    if (before.version !== at.version) return no({ why: 'version_conflict', current: before })
    const parties = await listAffected({ db: trx, now }, { tableId: at.id })
    const guests = affectedBy(before, form, parties)
    if (guests.length > 0) return no({ why: 'guests', guests })
    if (unagreedParties(before, form, { parties, agreed: agreedParties }).length > 0)
      return no({ why: 'parties', parties, table: before })
    const write = async () =>
      void (await updateVersioned(trx, 'venueTables', { ...at, values: columnsOf(form) }))
    if (!(await tryUnlessConflict(trx, write))) return no({ why: 'number_taken' })
    const after = await findStaffTable(trx, at.id)
    if (!after) return no(NOT_FOUND)
    const action = actionOf(before, after)
    await recordChange(trx, actor, { action, before, after, parties: parties.length })
    return ok(after)
  })
}

/** Soft-deletes a table without upcoming parties and table blocks. */
export async function deleteTable(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, TableRefusal>> {
  if (!may(actor.role, 'tables.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    await lockTable(trx, id)
    const before = await findStaffTable(trx, id)
    if (!before) return no(NOT_FOUND)
    const guests = await listAffected({ db: trx, now }, { tableId: id })
    if (guests.length > 0) return no({ why: 'guests', guests })
    const nights = await listTableBlocks(trx, id, now)
    if (nights.length > 0) return no({ why: 'blocked', nights })
    await softDelete(trx, 'venueTables', { id, now })
    await recordChange(trx, actor, { action: 'deleted', before, after: null })
    return ok(null)
  })
}

/** Restores a deleted table. Returns a text for staff where it has another number now. */
export async function restoreTable(
  { db, actor }: ActorDeps,
  id: string,
): Promise<Result<string | null, { readonly why: 'not_allowed' | 'not_found' }>> {
  if (!may(actor.role, 'tables.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const restored = await restoreTableRow(trx, id)
    if (!restored) return no(NOT_FOUND)
    const after = await findStaffTable(trx, id)
    if (after) await recordChange(trx, actor, { action: 'restored', before: null, after })
    const { formerNumber, tableNumber } = restored
    return ok(tableNumber === formerNumber ? null : renumberedText(formerNumber, tableNumber))
  })
}

export async function listDeletedTables({ db }: { readonly db: Db }) {
  const rows = await listDeleted(db, 'venueTables', ['tableNumber'])
  return rows.map(({ tableNumber, ...row }) => ({ ...row, name: `Table ${tableNumber}` }))
}

type Change = {
  readonly action: string
  readonly before: StaffTable | null
  readonly after: StaffTable | null
  /** Number of parties that have the table. Their names would outlive their data in this entry. */
  readonly parties?: number
}

const TAKEN_OUT = 'taken out of use'

const actionOf = (before: StaffTable, after: StaffTable): string =>
  before.isAvailable === after.isAvailable ? 'updated' : after.isAvailable ? 'put back in use' : TAKEN_OUT

function recordChange(trx: Db, actor: Actor, { action, before, after, parties = 0 }: Change): Promise<void> {
  const entityId = (after ?? before)?.id ?? null
  const toMove = action === TAKEN_OUT && parties > 0 ? { partiesToMove: parties } : {}
  const entry = { before: auditFields(before), after: after && { ...auditFields(after), ...toMove } }
  return recordActivity(trx, { actor, action, entity: 'table', entityId, ...entry })
}

const auditFields = (table: StaffTable | null) => {
  if (!table) return null
  const { id: _id, version: _version, picture, ...rest } = table
  return { ...rest, pictureId: picture?.id ?? null }
}
