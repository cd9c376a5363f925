import { sql } from 'kysely'
import { containing } from '#lib/like.ts'
import type { Db } from '#platform/db.ts'
import type { ActivityFilter, Deed } from './schema.ts'

const asJson = (value: unknown) =>
  value === null || value === undefined ? null : sql<string>`${JSON.stringify(value)}::jsonb`

export async function insertDeed(db: Db, deed: Deed): Promise<void> {
  await db
    .insertInto('activity')
    .values({
      staffUserId: deed.actor.id,
      actor: deed.actor.name,
      action: deed.action,
      entity: deed.entity,
      entityId: deed.entityId,
      before: asJson(deed.before),
      after: asJson(deed.after),
    })
    .execute()
}

export const listDeeds = (db: Db, filter: ActivityFilter, limit: number) => {
  let query = db
    .selectFrom('activity')
    .select(['id', 'createdAt', 'actor', 'action', 'entity', 'entityId', 'before', 'after'])
  if (filter.entity) query = query.where('entity', '=', filter.entity)
  if (filter.entityId) query = query.where('entityId', '=', filter.entityId)
  if (filter.actorId) query = query.where('staffUserId', '=', filter.actorId)
  if (filter.from) query = query.where('createdAt', '>=', filter.from)
  if (filter.until) query = query.where('createdAt', '<', filter.until)
  if (filter.after)
    query = query.where(
      sql<boolean>`(created_at, id) < (select created_at, id from activity where id = ${filter.after})`,
    )
  const { search } = filter
  if (search) {
    const like = containing(search)
    query = query.where((it) =>
      it.or([
        it('actor', 'ilike', like),
        it('action', 'ilike', like),
        it(sql<string>`coalesce(after, before)::text`, 'ilike', like),
      ]),
    )
  }
  return query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export const listActors = (db: Db) =>
  db.selectFrom('staffUsers').select(['id', 'name', 'email']).orderBy('name').execute()
