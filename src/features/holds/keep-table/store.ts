import { sql } from 'kysely'
import type { Zone } from '#features/venue/schema.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** A dinner with its table, the first night that begins after it, and the reservation by which its guests keep the table. */
export type KeepFacts = {
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string
  readonly guestCount: number
  readonly tableId: string
  readonly tableNumber: number
  readonly location: Zone
  readonly maxGuests: number
  readonly priceCents: number
  readonly minimumSpendCents: number | null
  readonly eventId: string
  readonly slug: string
  readonly title: string
  readonly date: CalendarDate
  readonly startTime: WallTime
  readonly endTime: WallTime | null
  readonly price: string
  readonly nightId: string | null
  readonly dinnerEndsAt: Date
  /** The night has the table of the dinner, also beside others; true without a night. */
  readonly isAtDinnerTable: boolean
  /** Nothing lies between the dinner and the night, or the guests have the table in between. */
  readonly isKeptBetween: boolean
  readonly isTakenBetween: boolean
  /** The guest of the dinner has a table for the night already: none that follows the dinner is offered. */
  readonly hasOtherNight: boolean
  /** The guest of the dinner gave up a table of that night, and the venue kept its money: the night is not offered again. */
  readonly isGivenUp: boolean
  /** Key of a hold that is not paid yet. */
  readonly holdKey: string | null
}

/** Whether the reservation `o` is of the guest of the dinner `r`. */
const IS_SAME_GUEST = sql.raw(
  '(email_key(o.guest_email) = email_key(r.guest_email) or phone_key(o.guest_phone) = phone_key(r.guest_phone))',
)

/**
 * Null where nothing can be kept: the dinner is over or is not the guest's yet, has no table or several, or no night with
 * tables for sale follows it.
 */
export async function findKeepFacts(db: Db, dinnerId: string, now: Date): Promise<KeepFacts | null> {
  const { rows } = await sql<KeepFacts>`
    select r.guest_name as "guestName", r.guest_email as "guestEmail", r.guest_phone as "guestPhone",
      r.guest_count as "guestCount", t.id as "tableId", t.table_number as "tableNumber", t.location,
      t.max_guests as "maxGuests", t.reservation_price_cents as "priceCents",
      t.minimum_spend_cents as "minimumSpendCents", e.id as "eventId", e.slug, e.title, e.date,
      to_char(e.start_time, 'HH24:MI') as "startTime", to_char(e.end_time, 'HH24:MI') as "endTime", e.price,
      n.id as "nightId", r.ends_at as "dinnerEndsAt",
      coalesce(case when n.id is null then dinner_kept_from(null, r.id, t.id, e.date, e.starts_at) else n.kept_from end,
        e.starts_at) <= r.ends_at as "isKeptBetween",
      exists (
        select from table_occupancies o
        where o.table_id = t.id and o.is_active and o.during && tstzrange(r.ends_at, e.starts_at, '[)')
          and occupies_for_other(o.reservation_id, r.id, e.starts_at)
      ) as "isTakenBetween",
      exists (
        select from reservations o
        where o.event_id = e.id and o.dinner_id is distinct from r.id
          and reservation_is_expected(o.status, o.held_until, o.deleted_at)
          and ${IS_SAME_GUEST}
      ) as "hasOtherNight",
      exists (
        select from reservations o
        where o.event_id = e.id and o.status = 'cancelled' and o.kept_cents > 0 and o.deleted_at is null
          and ${IS_SAME_GUEST}
      ) as "isGivenUp",
      n.id is null or t.id in (select unnest(array[n.table_id, n.second_table_id] || n.extra_table_ids)) is true as "isAtDinnerTable",
      case when n.status = 'pending' then n.hold_key end as "holdKey"
    from reservations r
    join venue_tables t on t.id = r.table_id and t.is_available and t.deleted_at is null
    join lateral (
      select * from events
      where date = r.business_date and deleted_at is null and tables_for_sale and starts_at >= r.ends_at and over_at > ${now}
      order by starts_at limit 1
    ) e on true
    left join lateral (
      select id, status, hold_key, kept_from, table_id, second_table_id, extra_table_ids from reservations
      where dinner_id = r.id and event_id = e.id and deleted_at is null
        and (status in ('confirmed', 'completed')
          or (status = 'pending' and (held_until > ${now} or payment_status = 'pending')))
      order by status = 'pending', id desc limit 1
    ) n on true
    where r.id = ${dinnerId} and r.reservation_type = 'dining' and r.deleted_at is null
      and r.status in ('pending', 'confirmed') and r.held_until is null and r.ends_at > ${now} and r.left_at is null
      and r.second_table_id is null and r.extra_table_ids = '{}' and r.guest_email <> '' and r.guest_phone is not null`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Unpaid holds by which guests of a dinner keep a table for the night that is not the table or the date of the dinner any more. */
export async function listOutdatedKeeps(db: Db, dinnerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations as n')
    .innerJoin('reservations as r', 'r.id', 'n.dinnerId')
    .where('r.id', '=', dinnerId)
    .where('n.status', '=', 'pending')
    .where('n.holdKey', 'is not', null)
    .where('n.deletedAt', 'is', null)
    .where(
      sql<boolean>`(n.table_id is distinct from r.table_id or n.business_date is distinct from r.business_date)`,
    )
    .select('n.id')
    .execute()
  return rows.map(({ id }) => id)
}
