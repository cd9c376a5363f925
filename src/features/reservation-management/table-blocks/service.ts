import { keepEvent } from '#features/events/service.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import type { FreeTable, TableBlock, TableBlockForm } from '#features/holds/table-blocks/schema.ts'
import {
  endExpiredHolds,
  findBlock,
  insertBlock,
  listBlocks,
  listFreeTables,
  lockTable,
  releaseBlock,
} from '#features/holds/table-blocks/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** `taken`: the table is occupied during the event. `night_over`: the event has ended. `past`: `expiresAt` is over. */
export type TableBlockRefusal = 'not_allowed' | 'not_found' | 'taken' | 'night_over' | 'past'

/** Table blocks of an event, and the free tables that staff can still block. */
export async function loadTableBlocks(
  { db, now }: Deps,
  eventId: string,
): Promise<{ readonly holds: TableBlock[]; readonly free: FreeTable[] }> {
  const [holds, free] = await Promise.all([listBlocks(db, eventId, now), listFreeTables(db, eventId, now)])
  return { holds, free }
}

/**
 * Blocks a table for an event until the block is released or expires. Lock order: table, event, as in every
 * booking; deadlocks are retried, because an edit of the event locks the event first. The exclusion constraint decides
 * between concurrent transactions: the later one gets `taken`.
 */
export async function blockTable(
  { db, now, actor }: ActorDeps,
  eventId: string,
  form: TableBlockForm,
): Promise<Result<{ readonly id: string }, TableBlockRefusal>> {
  if (!may(actor.role, 'tables.edit')) return no('not_allowed')
  if (form.expiresAt && form.expiresAt <= now) return no('past')
  const write = async (trx: Db): Promise<Result<{ readonly id: string }, TableBlockRefusal>> => {
    const table = await lockTable(trx, form.tableId)
    const night = await keepEvent(trx, eventId)
    if (!table || !night) return no('not_found')
    if (night.endsAt <= now) return no('night_over')
    await endExpiredHolds(trx, { ...night, tableId: form.tableId }, now)
    let id = ''
    const wins = await tryUnlessConflict(trx, async () => {
      ;({ id } = await insertBlock(trx, eventId, form))
    })
    if (!wins) return no('taken')
    const after = {
      title: night.title,
      date: night.date,
      tableNumber: table.tableNumber,
      reason: form.reason,
      expiresAt: form.expiresAt?.toISOString() ?? null,
    }
    await recordActivity(trx, {
      actor,
      action: 'kept a table back of',
      entity: 'event',
      entityId: eventId,
      after,
    })
    return ok({ id })
  }
  return inTransaction(db, write)
}

/** Releases a table block. Idempotent: of two concurrent requests one releases it and the other gets `not_found`. */
export async function unblockTable(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, 'not_allowed' | 'not_found'>> {
  if (!may(actor.role, 'tables.edit')) return no('not_allowed')
  return inTransaction(db, async (trx) => {
    const hold = await findBlock(trx, id)
    if (!hold || !(await releaseBlock(trx, id, now))) return no('not_found')
    const before = { tableNumber: hold.tableNumber, reason: hold.reason }
    await recordActivity(trx, {
      actor,
      action: 'let a table go of',
      entity: 'event',
      entityId: hold.eventId,
      before,
    })
    return ok(null)
  })
}
