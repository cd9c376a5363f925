import { sql } from 'kysely'
import { toEvent } from '#features/events/rules.ts'
import { EVENT_FIELDS } from '#features/events/schema.ts'
import { plainLikeContaining } from '#lib/text/like.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { listedNames } from '#platform/db/fragments/listed-names.ts'
import { isHoldExpired } from '#platform/db/fragments/occupied-tables.ts'
import type { EventForm, EventListQuery, StaffEvent } from './schema.ts'

const events = (db: Db, now: Date) =>
  db
    .selectFrom('events as e')
    .leftJoin('media as m', 'm.id', 'e.imageId')
    .where('e.deletedAt', 'is', null)
    .select(['e.id', 'e.slug', 'e.version', 'm.id as mediaId', 'm.width', 'm.height'])
    .select(EVENT_FIELDS.map((field) => `e.${field}` as const))
    .select(sql<StaffEvent['closure']>`closure_of_event(e.date, e.start_time, e.end_time)`.as('closure'))
    .select(sql<boolean>`e.ends_at <= ${now}`.as('hasEnded'))
    .select(
      sql<number>`case when e.ends_at > ${now} then (
        select count(*) from reservations r
        where r.event_id = e.id and r.deleted_at is null and r.status in ('pending', 'confirmed')
          and not ${isHoldExpired(now)}
      ) else 0 end`.as('parties'),
    )
    .select(
      sql<number>`case when e.ends_at > ${now} then (
        select count(*) from waiting_entries w where w.event_id = e.id and w.status in ('waiting', 'offered')
      ) else 0 end`.as('waiting'),
    )
    .select(
      sql<StaffEvent['listed']>`case when e.ends_at > ${now} then ${listedNames()}
        else json_build_object('names', 0, 'reachable', 0) end`.as('listed'),
    )

export async function listStaffEvents(db: Db, now: Date, query: EventListQuery): Promise<StaffEvent[]> {
  const { when, category, search, sort, limit } = query
  // Events of the same category, or with as many parties, are in the order of their dates.
  const isLatestFirst = sort === 'latest' || (sort !== 'soonest' && when === 'past')
  const direction = isLatestFirst ? 'desc' : 'asc'
  const rows = await events(db, now)
    .$if(when !== 'all', (q) => q.where('e.endsAt', when === 'past' ? '<=' : '>', now))
    .$if(category !== null, (q) => q.where('e.category', '=', category))
    .$if(search !== '', (q) => q.where(sql<boolean>`plain_text(e.title) like ${plainLikeContaining(search)}`))
    .$if(sort === 'title', (q) => q.orderBy(sql`lower(e.title)`))
    .$if(sort === 'category', (q) => q.orderBy('e.category'))
    .$if(sort === 'parties', (q) => q.orderBy('parties', 'desc'))
    .orderBy('e.startsAt', direction)
    .orderBy('e.id', direction)
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

export async function findStaffEvent(db: Db, id: string, now: Date): Promise<StaffEvent | null> {
  const row = await events(db, now).where('e.id', '=', id).executeTakeFirst()
  return row ? toEvent(row) : null
}

/** Locks the event's row until the transaction ends, so that no table is held for it meanwhile. */
export async function lockEvent(db: Db, id: string): Promise<void> {
  await db.selectFrom('events').select('id').where('id', '=', id).forUpdate().execute()
}

/**
 * Slugs in use with this prefix. An advisory lock lasts until the transaction ends, so that two new events never share
 * a slug.
 */
export async function listSlugsLike(db: Db, slug: string): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('event slugs', 0))`.execute(db)
  const rows = await db
    .selectFrom('events')
    .select('slug')
    .where('deletedAt', 'is', null)
    .where('slug', 'like', `${slug}%`)
    .execute()
  return rows.map((row) => row.slug)
}

export const insertEvent = (db: Db, slug: string, form: EventForm): Promise<{ id: string }> =>
  db
    .insertInto('events')
    .values({ ...form, slug })
    .returning('id')
    .executeTakeFirstOrThrow()

export async function setSoldOut(db: Db, id: string, soldOut: boolean): Promise<void> {
  await db.updateTable('events').set({ soldOut }).where('id', '=', id).execute()
}

export async function releaseTableBlocks(db: Db, eventId: string, now: Date): Promise<void> {
  await db
    .updateTable('tableBlocks')
    .set({ releasedAt: now })
    .where('eventId', '=', eventId)
    .where('releasedAt', 'is', null)
    .execute()
}

/** Those of the dates that already have an event with this title. */
export async function listDatesOf(db: Db, title: string, dates: readonly CalendarDate[]): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('date')
    .where('title', '=', title)
    .where('date', 'in', dates)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map((row) => row.date)
}

/** Those of the dates on which an event with these times would belong to a closed service. */
export async function listClosedDates(
  db: Db,
  { startTime, endTime }: Pick<EventForm, 'startTime' | 'endTime'>,
  dates: readonly CalendarDate[],
): Promise<CalendarDate[]> {
  const { rows } = await sql<{ date: CalendarDate }>`
    select date from unnest(${[...dates]}::date[]) date where closure_of_event(date, ${startTime}, ${endTime}) is not null`.execute(
    db,
  )
  return rows.map(({ date }) => date)
}

export const findDeletedEvent = (db: Db, id: string) =>
  db
    .selectFrom('events')
    .select(['slug', 'date', 'startTime', 'endTime', 'tablesForSale', 'soldOut'])
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()

export const setSlug = (db: Db, id: string, slug: string) =>
  db.updateTable('events').set({ slug }).where('id', '=', id).execute()

/** Purges events deleted before the given time. Events with reservations stay, because accounting needs them. */
export async function purgeEvents(db: Db, before: Date): Promise<number> {
  const old = sql`select id from events e where deleted_at < ${before}
    and not exists (select from reservations r where r.event_id = e.id)
    and not exists (select from guest_lists l where l.event_id = e.id)`
  await sql`delete from table_blocks where event_id in (${old})`.execute(db)
  const { numAffectedRows } = await sql`delete from events where id in (${old})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
