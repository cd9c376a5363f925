import { type RawBuilder, sql } from 'kysely'
import type { PartyGuest } from '#features/reservations/guest-facts/schema.ts'
import type { ReservationType } from '#features/reservation-management/list/schema.ts'
import type { ReservationSource, ReservationStatus } from '#features/reservations/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { isHeld } from '#platform/db/fragments/occupied-tables.ts'
import { isUnanswered } from '#platform/db/fragments/unanswered.ts'
import { partyTableIds, partyTableNumbers } from '#platform/db/fragments/party-tables.ts'
import type { BookedNight, CalendarDay, MergedCode, Tag } from './schema.ts'

type PartyRow = {
  readonly id: string
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly isHeld: boolean
  readonly isOffered: boolean
  readonly isUnanswered: boolean
  readonly dinnerId: string | null
  readonly keptFrom: Date | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly leftAt: Date | null
  readonly tableId: string | null
  readonly tableIds: readonly string[]
  readonly tableNumbers: readonly number[]
  readonly guestName: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly holderCount: number
  readonly entryCode: string
  readonly merged: readonly MergedCode[]
  readonly eventTitle: string | null
  readonly eventPrice: string | null
  readonly source: ReservationSource
  readonly staffNote: string
  readonly specialRequests: string | null
  readonly tags: readonly Tag[]
  readonly guest: PartyGuest | null
  readonly packages: readonly string[]
  readonly totalCents: number
  readonly allowanceCents: number
  readonly receivedCents: number
  readonly priceRefundedCents: number
  readonly confirmedAt: Date | null
  readonly isDeleted: boolean
  readonly isListed: boolean
}

/** Leaves out deleted reservations, and what never became a booking. */
const isAwaited = (now: Date) => sql<boolean>`(r.deleted_at is null
  and not reservation_was_never_booked(r.status, r.cancel_reason, r.held_until, r.payment_status, ${now}))`

/** Guests who came are listed and counted, whatever became of their reservation while they were let in, or after it. */
const hasCome = sql<boolean>`exists (select from standing_arrival_events a
  where a.reservation_id = r.id and a.night = r.business_date and a.kind = 'arrived')`

const isListed = (now: Date) => sql<boolean>`(${isAwaited(now)} or ${hasCome})`

/** Time at which the guest said that they come, at the time that is booked now. */
const CONFIRMED_AT = sql<Date | null>`(select c.confirmed_at from guest_confirmations c
  where c.reservation_id = r.id and c.starts_at = r.starts_at)`

type Wanted = { readonly date: CalendarDate; readonly since: Date | null; readonly now: Date }

/** Parties listed for a date, or all that changed or arrived since a moment, listed or not. */
export async function listParties(db: Db, { date, since, now }: Wanted): Promise<PartyRow[]> {
  const which = since
    ? sql`(r.updated_at >= ${since} or r.created_at >= ${since}
        or (g.updated_at >= ${since} and g.version > 1) or (p.updated_at >= ${since} and p.version > 1)
        or r.id in (select reservation_id from arrival_events where recorded_at >= ${since})
        or r.id in (select reservation_id from guest_confirmations where confirmed_at >= ${since})
        or exists (select from reservations d where d.id = r.dinner_id and d.updated_at >= ${since})
        or e.updated_at >= ${since}
        or exists (select from venue_tables t where t.updated_at >= ${since}
          and t.id = any(${partyTableIds('r')}))
        or r.id in (select reservation_id from entry_shares where updated_at >= ${since})
        or r.id in (select reservation_id from ledger_lines
          where created_at >= ${since} and cover_kind is not null and reservation_id is not null))`
    : isListed(now)
  const { rows } = await sql<PartyRow>`
    select r.id, r.reservation_type as "type", r.status,
      ${isHeld()} as "isHeld",
      ${isHeld()} and r.waiting_entry_id is not null and r.payment_status <> 'pending'
        as "isOffered",
      ${isUnanswered()} as "isUnanswered",
      r.dinner_id as "dinnerId", r.kept_from as "keptFrom",
      r.starts_at as "startsAt", r.ends_at as "endsAt",
      r.left_at as "leftAt", r.table_id as "tableId", ${partyTableIds('r')} as "tableIds",
      ${partyTableNumbers('r')} as "tableNumbers", r.guest_name as "guestName", r.guest_phone as "guestPhone",
      r.guest_count as "guestCount", r.holder_count as "holderCount", r.entry_code as "entryCode",
      coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'entryCode', m.entry_code, 'guestName', m.guest_name)
        order by m.entry_code) from reservations m where m.merged_into_id = r.id), '[]') as merged, e.title as "eventTitle", e.price as "eventPrice",
      r.source, r.staff_note as "staffNote", r.special_requests as "specialRequests", r.tags,
      case when p.id is not null then json_build_object('id', p.id, 'tags', p.tags, 'allergies', p.allergies,
        'note', p.note, 'blockReason', p.block_reason) end as guest,
      array(select l.label from reservation_lines l where l.reservation_id = r.id and l.kind = 'package'
        order by l.label) as packages,
      r.total_price_cents as "totalCents", r.allowance_cents as "allowanceCents",
      r.received_cents as "receivedCents", r.price_refunded_cents as "priceRefundedCents",
      ${CONFIRMED_AT} as "confirmedAt", r.deleted_at is not null as "isDeleted", ${isListed(now)} as "isListed"
    from reservations r left join events e on e.id = r.event_id
    left join guests g on g.id = r.guest_id left join guests p on p.id = coalesce(g.merged_into, g.id)
    where r.business_date = ${date} and ${which}`.execute(db)
  return rows
}

export async function countParties(db: Db, { date, now }: Omit<Wanted, 'since'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservations r where r.business_date = ${date} and ${isListed(now)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

type Span = { readonly from: CalendarDate; readonly until: CalendarDate }

/** The covers booked of nights: the one count of the calendar, the dashboard and the close-out. */
const bookedNights = (isMeant: RawBuilder<boolean>) => sql<BookedNight>`
  select r.business_date as date, sum(r.guest_count)::int as covers, count(*)::int as parties
  from reservations r
  where ${isMeant} and reservation_is_expected(r.status, r.held_until, r.deleted_at)
  group by 1`

/** Covers booked of nights, for those that have some. */
export const listBookedNights = async (db: Db, dates: readonly CalendarDate[]): Promise<BookedNight[]> =>
  (await bookedNights(sql<boolean>`r.business_date = any(${[...dates]}::date[])`).execute(db)).rows

/** Covers, parties and events by day, for the days of a span on which there are some. */
export async function listCalendarDays(db: Db, { from, until }: Span): Promise<CalendarDay[]> {
  const { rows } = await sql<CalendarDay>`
    with booked as (
      ${bookedNights(sql<boolean>`r.business_date between ${from} and ${until}`)}
    ), shown as (
      select date, array_agg(title order by starts_at, title) as titles from events
      where date between ${from} and ${until} and deleted_at is null group by 1
    )
    select coalesce(b.date, s.date) as date, coalesce(b.covers, 0) as covers, coalesce(b.parties, 0) as parties,
      coalesce(s.titles, '{}') as events
    from booked b full join shown s on s.date = b.date order by 1`.execute(db)
  return rows
}

export async function writeTags(db: Db, id: string, tags: readonly Tag[]): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ tags: [...tags] })
    .where('id', '=', id)
    .execute()
}

export const findTags = (db: Db, id: string) =>
  db.selectFrom('reservations').where('id', '=', id).select('tags').executeTakeFirst()
