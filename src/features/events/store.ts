import { sql } from 'kysely'
import { plainLikeContaining } from '#lib/text/like.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { EventDays } from './dates/rules.ts'
import { toEvent } from './rules.ts'
import { type Event, EVENT_FIELDS, type EventFilter, type PriceRange } from './schema.ts'

const events = (db: Db) =>
  db
    .selectFrom('events as e')
    .leftJoin('media as m', 'm.id', 'e.imageId')
    .where('e.deletedAt', 'is', null)
    .select(['e.id', 'e.slug', 'e.startsAt', 'e.overAt as endsAt', 'm.id as mediaId', 'm.width', 'm.height'])
    .select(EVENT_FIELDS.map((field) => `e.${field}` as const))
    .select(sql<Event['closure']>`closure_of_event(e.date, e.start_time, e.end_time)`.as('closure'))

export async function listEventsFrom(
  db: Db,
  { date, now, limit }: { date: CalendarDate; now: Date; limit: number },
): Promise<Event[]> {
  const rows = await events(db)
    .where('e.date', '>=', date)
    .where('e.overAt', '>', now)
    .orderBy('e.startsAt')
    .orderBy('e.id')
    .limit(limit)
    .execute()
  return rows.map(toEvent)
}

export async function listFeaturedEvents(db: Db, now: Date): Promise<Event[]> {
  const rows = await events(db)
    .where('e.featured', '=', true)
    .where('e.overAt', '>', now)
    .orderBy('e.startsAt')
    .orderBy('e.id')
    .limit(12)
    .execute()
  return rows.map(toEvent)
}

type ListQuery = {
  filter: Omit<EventFilter, 'price' | 'when'>
  days: EventDays
  ranges: readonly PriceRange[] | null
  now: Date
  limit: number
  offset: number
}

/** One page of events and the total count; upcoming soonest first, past latest first. */
export async function listEvents(db: Db, query: ListQuery): Promise<{ events: Event[]; total: number }> {
  const { filter, days, ranges, now, limit, offset } = query
  const pattern = plainLikeContaining(filter.search)
  const order = filter.past ? 'desc' : 'asc'
  const { category } = filter
  let chosen = events(db).where('e.overAt', filter.past ? '<=' : '>', now)
  if (category !== 'All') chosen = chosen.where('e.category', '=', category)
  const rows = await chosen
    .$if(ranges !== null, (q) => q.where('e.priceRange', 'in', ranges ?? []))
    .$if(filter.search !== '', (q) =>
      q.where(
        sql<boolean>`(plain_text(e.title) like ${pattern} or plain_text(e.description) like ${pattern})`,
      ),
    )
    .$if(days.between !== null, (q) => {
      const [first, last] = days.between ?? []
      return q.where('e.date', '>=', first ?? '').where('e.date', '<=', last ?? '')
    })
    .$if(days.weekday !== null, (q) => q.where(sql`extract(dow from e.date)`, '=', days.weekday))
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('e.startsAt', order)
    .orderBy('e.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { events: rows.map(({ total: _total, ...row }) => toEvent(row)), total: rows[0]?.total ?? 0 }
}

const MOST_DATES = 1000

/** Date and title of each event that is not over, soonest first. */
export const listEventDates = (db: Db, now: Date): Promise<{ date: CalendarDate; title: string }[]> =>
  db
    .selectFrom('events')
    .where('deletedAt', 'is', null)
    .where('overAt', '>', now)
    .select(['date', 'title'])
    .orderBy('startsAt')
    .limit(MOST_DATES)
    .execute()

export async function findEventBySlug(db: Db, slug: string): Promise<Event | null> {
  const row = await events(db).where('e.slug', '=', slug).executeTakeFirst()
  return row ? toEvent(row) : null
}

export async function findEventSlug(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('events')
    .select('slug')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.slug ?? null
}

/**
 * Keeps an event from being moved, deleted or closed until the caller's transaction ends, and returns its night. Undefined where it
 * was deleted. `isClosed`: its service is closed that day.
 */
export const keepEvent = (trx: Db, id: string) =>
  trx
    .selectFrom('events')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(['id', 'title', 'date', 'startsAt', 'endsAt'])
    .select(sql<boolean>`closure_of_event(date, start_time, end_time) is not null`.as('isClosed'))
    .forKeyShare()
    .executeTakeFirst()
