import { recordActivity } from '#features/audit-log/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, retryDeadlocks, tryUnlessConflict } from '#platform/db/db.ts'
import type { FreeTable, TableBlock, TableBlockForm } from './schema.ts'
import {
  endLapsed,
  findHold,
  insertHold,
  listFree,
  listHolds,
  lockNight,
  lockTable,
  releaseExpired,
  releaseHold,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type ActorDeps = Deps & { readonly actor: Actor }

/** `taken`: the table is occupied during the event. `night_over`: the event has ended. `past`: `expiresAt` is over. */
export type HoldTableRefusal = 'not_allowed' | 'not_found' | 'taken' | 'night_over' | 'past'

/** Table blocks of an event, and the free tables that staff can still block. */
export async function loadTableBlocks(
  { db, now }: Deps,
  eventId: string,
): Promise<{ readonly holds: TableBlock[]; readonly free: FreeTable[] }> {
  const [holds, free] = await Promise.all([listHolds(db, eventId, now), listFree(db, eventId, now)])
  return { holds, free }
}

/**
 * Blocks a table for an event until the block is released or expires. Lock order: table, event, as in every
 * booking; deadlocks are retried, because an edit of the event locks the event first. The exclusion constraint decides
 * between concurrent transactions: the later one gets `taken`.
 */
export async function holdTable(
  { db, now, actor }: ActorDeps,
  eventId: string,
  form: TableBlockForm,
): Promise<Result<{ readonly id: string }, HoldTableRefusal>> {
  if (!may(actor.role, 'events.edit')) return no('not_allowed')
  if (form.expiresAt && form.expiresAt <= now) return no('past')
  const write = async (trx: Db): Promise<Result<{ readonly id: string }, HoldTableRefusal>> => {
    const table = await lockTable(trx, form.tableId)
    const night = await lockNight(trx, eventId)
    if (!table || !night) return no('not_found')
    if (night.endsAt <= now) return no('night_over')
    await endLapsed(trx, { ...night, tableId: form.tableId }, now)
    let id = ''
    const wins = await tryUnlessConflict(trx, async () => {
      ;({ id } = await insertHold(trx, eventId, form))
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
  return retryDeadlocks(() => db.transaction().execute(write))
}

/** Releases a table block. Idempotent: of two concurrent requests one releases it and the other gets `not_found`. */
export async function releaseTable(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, 'not_allowed' | 'not_found'>> {
  if (!may(actor.role, 'events.edit')) return no('not_allowed')
  return db.transaction().execute(async (trx) => {
    const hold = await findHold(trx, id)
    if (!hold || !(await releaseHold(trx, id, now))) return no('not_found')
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

/**
 * Ends expired holds and expired table blocks on a table. Called before a booking is inserted, because the exclusion
 * constraint knows no expiry: an expired hold occupies its table until its row is updated. Runs in the caller's
 * transaction, which has locked the table row.
 */
export const clearLapsed = (trx: Db, at: Parameters<typeof endLapsed>[1], now: Date): Promise<void> =>
  endLapsed(trx, at, now)

/** Releases expired blocks (job). A booking for the event does so itself; a dining reservation relies on this job. */
export const releaseExpiredBlocks = ({ db, now }: Deps): Promise<number> => releaseExpired(db, now)
