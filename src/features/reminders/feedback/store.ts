import { type RawBuilder, sql } from 'kysely'
import { likeContaining } from '#lib/text/like.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { LOW_RATING } from './rules.ts'
import type { Feedback, FeedbackQuery } from './schema.ts'

/** Arrivals, and no-shows, of the reservation's night. */
const recorded = (kind: 'arrived' | 'no_show') => sql`exists (
  select from standing_arrival_events a where a.reservation_id = r.id and a.night = r.business_date and a.kind = ${kind})`

/**
 * Guests who certainly came: their arrival was recorded, or staff completed the reservation or marked the party as left. A
 * confirmed reservation without any of these may be a no-show.
 */
const hasCome = sql<boolean>`(r.deleted_at is null and r.status <> 'cancelled'
  and (${recorded('arrived')} or ((r.status = 'completed' or r.left_at is not null) and not ${recorded('no_show')})))`

type Thanks = { readonly date: CalendarDate; readonly now: Date; readonly limit: number }

/** The last visit of a date of each guest who was not thanked for that date: dinner and night are one evening. */
export async function listToThank(db: Db, { date, now, limit }: Thanks): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select distinct on (lower(r.guest_email)) r.id from reservations r
      where r.business_date = ${date} and r.ends_at <= ${now} and r.guest_email <> '' and r.anonymised_at is null
        and ${hasCome}
        and not exists (select from email_queue m join reservations o on o.id = m.subject_id
          where m.kind = 'visit_thanks' and o.business_date = r.business_date
            and lower(o.guest_email) = lower(r.guest_email))
      order by lower(r.guest_email), r.ends_at desc, r.id
    ) visits limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export type Visit = {
  readonly guestName: string
  readonly guestEmail: string
  /** Null for a dinner. */
  readonly eventTitle: string | null
  readonly businessDate: CalendarDate
  readonly endsAt: Date
  readonly hasCome: boolean
}

/** A visit; none of an anonymised reservation, whose guest is not written to any more and whose words would stay. */
export async function findVisit(db: Db, id: string): Promise<Visit | undefined> {
  const { rows } = await sql<Visit>`
    select r.guest_name as "guestName", r.guest_email as "guestEmail", e.title as "eventTitle", r.ends_at as "endsAt",
      r.business_date as "businessDate", ${hasCome} as "hasCome"
    from reservations r left join events e on e.id = r.event_id
    where r.id = ${id} and r.anonymised_at is null`.execute(db)
  return rows[0]
}

export const findFeedback = (db: Db, reservationId: string): Promise<Feedback | undefined> =>
  db
    .selectFrom('visitFeedback')
    .where('reservationId', '=', reservationId)
    .select(['rating', 'comment'])
    .executeTakeFirst()

/** Stores feedback, or the guest's second thought. */
export async function writeFeedback(
  db: Db,
  reservationId: string,
  { rating, comment, givenAt }: Feedback & { readonly givenAt: Date },
): Promise<void> {
  await db
    .insertInto('visitFeedback')
    .values({ reservationId, rating, comment, givenAt })
    .onConflict((conflict) =>
      conflict.column('reservationId').doUpdateSet({ rating, comment, givenAt, seenAt: null, seenBy: null }),
    )
    .execute()
}

export type FeedbackRow = Feedback & {
  readonly id: string
  readonly guestName: string
  readonly guestCount: number
  readonly date: CalendarDate
  readonly eventTitle: string | null
  readonly givenAt: Date
  readonly isUnseen: boolean
}

/** A low rating that no member of staff has looked at. */
const IS_UNSEEN = sql<boolean>`(f.seen_at is null and f.rating <= ${sql.lit(LOW_RATING)})`

const matching = ({ search, ratings, kind, hasComment, isUnseen }: FeedbackQuery): RawBuilder<unknown> => {
  const [lowest, highest] = ratings
  const wanted = [sql`r.deleted_at is null`, sql`f.rating between ${lowest} and ${highest}`]
  if (kind) wanted.push(sql`r.reservation_type = ${kind}`)
  if (isUnseen) wanted.push(IS_UNSEEN)
  if (hasComment) wanted.push(sql`f.comment <> ''`)
  if (search) {
    const text = likeContaining(search)
    wanted.push(sql`(f.comment ilike ${text} or r.guest_name ilike ${text} or e.title ilike ${text})`)
  }
  return sql.join(wanted, sql` and `)
}

const FROM = sql`visit_feedback f join reservations r on r.id = f.reservation_id left join events e on e.id = r.event_id`

/** A page of feedback, latest first. */
export async function listFeedbackRows(db: Db, query: FeedbackQuery, limit: number): Promise<FeedbackRow[]> {
  const after = query.after
    ? sql` and (f.given_at, f.reservation_id) <
        (select x.given_at, x.reservation_id from visit_feedback x where x.reservation_id = ${query.after})`
    : sql``
  const { rows } = await sql<FeedbackRow>`
    select f.reservation_id as id, f.rating, f.comment, f.given_at as "givenAt", r.guest_name as "guestName",
      r.guest_count as "guestCount", r.business_date as date, e.title as "eventTitle", ${IS_UNSEEN} as "isUnseen"
    from ${FROM} where ${matching(query)}${after}
    order by f.given_at desc, f.reservation_id desc limit ${limit}`.execute(db)
  return rows
}

export async function countFeedback(
  db: Db,
  query: FeedbackQuery,
): Promise<{ readonly count: number; readonly average: number | null }> {
  const { rows } = await sql<{ count: number; average: number | null }>`
    select count(*)::int as count, round(avg(f.rating), 1)::float8 as average
    from ${FROM} where ${matching(query)}`.execute(db)
  return rows[0] ?? { count: 0, average: null }
}

/** Low ratings that no member of staff has looked at. */
export async function countUnseen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visit_feedback f join reservations r on r.id = f.reservation_id
    where ${IS_UNSEEN} and r.deleted_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Marks feedback as looked at; false where it does not exist. Who was first stays. */
export async function writeSeen(
  db: Db,
  reservationId: string,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('visitFeedback')
    .set((eb) => ({
      seenAt: eb.fn.coalesce('seenAt', eb.val(at)),
      seenBy: eb.fn.coalesce('seenBy', eb.val(by)),
    }))
    .where('reservationId', '=', reservationId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
