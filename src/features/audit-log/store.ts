import { sql } from 'kysely'
import { likeContaining } from '#lib/text/like.ts'
import type { Db } from '#platform/db/db.ts'
import type { AuditLogFilter, AuditEntry } from './schema.ts'

const asJson = (value: unknown) =>
  value === null || value === undefined ? null : sql<string>`${JSON.stringify(value)}::jsonb`

/** Inserts the audit entry in the transaction of the change, so that neither exists without the other. */
export const recordActivity = (db: Db, auditEntry: AuditEntry): Promise<void> =>
  recordActivities(db, [auditEntry])

export async function recordActivities(db: Db, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db
    .insertInto('activity')
    .values(
      entries.map(({ actor, action, entity, entityId, before, after }) => ({
        staffUserId: actor.id,
        actor: actor.name,
        action,
        entity,
        entityId,
        before: asJson(before),
        after: asJson(after),
      })),
    )
    .execute()
}

export const listAuditEntries = (db: Db, filter: AuditLogFilter, limit: number) => {
  let query = db
    .selectFrom('activity as a')
    .leftJoin('reservations as r', (join) =>
      // Entity ids of other kinds are not UUIDs, so the join casts reservation ids only.
      join.on(sql<boolean>`r.id = case when a.entity = 'reservation' then a.entity_id::uuid end`),
    )
    .leftJoin('events as e', 'e.id', 'r.eventId')
    .leftJoin('venueTables as t', 't.id', 'r.tableId')
    .select(['a.id', 'a.createdAt', 'a.actor', 'a.action', 'a.entity', 'a.entityId', 'a.before', 'a.after'])
    .select(['r.guestName', 'e.title as eventTitle', 'r.businessDate as date', 't.tableNumber'])
  if (filter.entity) query = query.where('a.entity', '=', filter.entity)
  if (filter.entityId) query = query.where('a.entityId', '=', filter.entityId)
  if (filter.actorId) query = query.where('a.staffUserId', '=', filter.actorId)
  if (filter.from) query = query.where('a.createdAt', '>=', filter.from)
  if (filter.until) query = query.where('a.createdAt', '<', filter.until)
  if (filter.after)
    query = query.where(
      sql<boolean>`(a.created_at, a.id) < (select created_at, id from activity where id = ${filter.after})`,
    )
  const { search } = filter
  if (search) {
    const like = likeContaining(search)
    query = query.where((it) =>
      it.or([
        it('a.actor', 'ilike', like),
        it('a.action', 'ilike', like),
        it('r.guestName', 'ilike', like),
        it('e.title', 'ilike', like),
        it(sql<string>`coalesce(a.after, a.before)::text`, 'ilike', like),
      ]),
    )
  }
  return query.orderBy('a.createdAt', 'desc').orderBy('a.id', 'desc').limit(limit).execute()
}

export type AuditRow = Awaited<ReturnType<typeof listAuditEntries>>[number]

/** Clears the details about these entities, because they identify a person. Action, actor and time stay. */
export async function clearAuditDetails(db: Db, entityIds: readonly string[]): Promise<void> {
  if (entityIds.length === 0) return
  await db
    .updateTable('activity')
    .set({ before: null, after: null })
    .where('entityId', 'in', entityIds)
    .execute()
}

/** Staff members that the audit log can be filtered by. */
export const listActors = (db: Db) =>
  db.selectFrom('staffUsers').select(['id', 'name', 'email']).orderBy('name').execute()
