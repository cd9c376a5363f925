import { type RawBuilder, sql } from 'kysely'
import { phoneSearches } from '#lib/phone.ts'
import { escapeLike, likeContaining } from '#lib/text/like.ts'
import { plainText } from '#lib/text/plain-text.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { GuestFacts } from '#features/reservations/guest-facts/schema.ts'
import type {
  GuestEntry,
  GuestFilter,
  GuestName,
  GuestQuery,
  GuestRequest,
  GuestReservation,
  GuestSort,
} from './schema.ts'

/** Arrivals and no-shows by night. */
const ACTS = sql`acts as (
  select a.reservation_id, a.night, bool_or(a.kind = 'arrived') as has_arrived, bool_or(a.kind = 'no_show') as is_no_show
  from standing_arrival_events a
  where a.kind in ('arrived', 'no_show')
  group by 1, 2
)`

/** Arrivals and no-shows of the night that a reservation is for now. */
const OWN_ACTS = sql`acts a on a.reservation_id = r.id and a.night = r.business_date`

/**
 * Result of a reservation. An arrival outweighs everything, because it is a fact. A confirmed reservation whose time
 * is over was a visit unless a no-show was recorded: not every venue records arrivals. Until the business day ends its guests are
 * still to come, as Tonight says.
 */
const outcome = (now: Date) => sql`case
  when r.deleted_at is not null then 'none'
  when a.has_arrived then 'visit'
  when reservation_was_never_booked(r.status, r.cancel_reason, r.held_until, r.payment_status, ${now}) then 'none'
  when a.is_no_show then 'no_show'
  when r.status = 'cancelled' then 'cancelled'
  when r.status = 'completed' or r.left_at is not null then 'visit'
  when r.ends_at > ${now} or r.business_date >= ${businessDate(now)}::date then 'upcoming'
  when r.status = 'confirmed' then 'visit'
  else 'none'
end`

const ORDERS: Readonly<Record<GuestSort, string>> = {
  recent: '"lastVisit" desc nulls last, name, id',
  next: '"nextBooking" nulls last, name, id',
  name: 'lower(name) collate "C", id',
  visits: 'visits desc, name, id',
  no_shows: '"noShows" desc, name, id',
  spend: '"spendCents" desc, name, id',
}

const FILTERS: Readonly<Record<GuestFilter, RawBuilder<unknown>>> = {
  vip: sql`'vip' = any(p.tags)`,
  regular: sql`'regular' = any(p.tags)`,
  access: sql`'access' = any(p.tags)`,
  allergy: sql`p.allergies <> ''`,
  blocked: sql`p.block_reason is not null`,
}

/** Guests by part of a name, phone number or address. Merged guests match by contacts and name. */
function matches(search: string): RawBuilder<unknown> {
  const text = likeContaining(search)
  const name = likeContaining(plainText(search))
  const phones = phoneSearches(search).map((digits) => `%${escapeLike(digits)}%`)
  return sql`p.id in (
    select coalesce(g.merged_into, g.id) from guests g where plain_text(g.name) like ${name}
    union all
    select coalesce(g.merged_into, g.id) from guest_contacts c join guests g on g.id = c.guest_id
    where (c.kind = 'email' and c.value like ${text}) or (c.kind = 'phone' and c.value like any (${phones}::text[]))
  )`
}

export type GuestRow = Omit<GuestEntry, 'spendCents'> & { readonly spendCents: number }

const contact = (kind: 'phone' | 'email') => sql`(select c.value from guest_contacts c
  where c.kind = ${kind} and c.guest_id in (select p.id union all select o.id from guests o where o.merged_into = p.id)
  order by c.created_at desc, c.value limit 1)`

/** A page of the book: guests who have booked, and those whom staff wrote something about. */
export async function listGuestRows(
  db: Db,
  { search, filter, sort, offset }: GuestQuery,
  { now, limit, ids }: { readonly now: Date; readonly limit: number; readonly ids?: readonly string[] },
): Promise<GuestRow[]> {
  const wanted = [
    sql`p.merged_into is null`,
    ...(filter ? [FILTERS[filter]] : []),
    ...(search ? [matches(search)] : []),
    ...(ids ? [sql`p.id = any(${[...ids]}::uuid[])`] : []),
  ]
  const { rows } = await sql<GuestRow>`
    with ${ACTS}, people as materialized (
      select p.* from guests p where ${sql.join(wanted, sql` and `)}
    ), members as (
      select p.id, p.id as person from people p
      union all select g.id, g.merged_into from guests g join people p on p.id = g.merged_into
    ), booked as (
      select m.person, r.business_date, r.reservation_type, ${outcome(now)} as outcome,
        earned_cents(r.received_cents, r.refunded_cents, r.disputed_cents) as cents
      from members m join reservations r on r.guest_id = m.id left join ${OWN_ACTS}
      -- A reservation that moved to another night leaves a visit or a no-show behind. Its money went along.
      union all
      select m.person, a.night, r.reservation_type, case when a.has_arrived then 'visit' else 'no_show' end, 0
      from members m join reservations r on r.guest_id = m.id
      join acts a on a.reservation_id = r.id and a.night <> r.business_date
      where r.deleted_at is null
    ), figures as (
      select person, count(*) filter (where outcome = 'visit')::integer as visits,
        count(*) filter (where outcome = 'visit' and reservation_type = 'nightlife')::integer as nights,
        count(*) filter (where outcome = 'visit' and reservation_type = 'dining')::integer as dinners,
        count(*) filter (where outcome = 'no_show')::integer as "noShows",
        count(*) filter (where outcome = 'cancelled')::integer as cancelled,
        sum(cents)::integer as "spendCents",
        max(business_date) filter (where outcome = 'visit') as "lastVisit",
        min(business_date) filter (where outcome = 'upcoming') as "nextBooking",
        count(*) filter (where outcome <> 'none') as bookings
      from booked group by 1
    ), page as (
      select p.id, p.name, p.tags, p.allergies, p.note, p.block_reason as "blockReason",
        coalesce(f.visits, 0) as visits, coalesce(f.nights, 0) as nights, coalesce(f.dinners, 0) as dinners,
        coalesce(f."noShows", 0) as "noShows", coalesce(f.cancelled, 0) as cancelled,
        coalesce(f."spendCents", 0) as "spendCents", f."lastVisit", f."nextBooking"
      from people p left join figures f on f.person = p.id
      where ${
        ids
          ? sql`true`
          : sql`(f.bookings > 0 or f."spendCents" <> 0 or p.note <> '' or p.allergies <> ''
        or p.tags <> '{}' or p.block_reason is not null)`
      }
      order by ${sql.raw(ORDERS[sort])} limit ${limit} offset ${offset}
    )
    select p.id, p.name, p.tags, p.allergies, p.note, p."blockReason", p.visits, p.nights, p.dinners, p."noShows",
      p.cancelled, p."spendCents", p."lastVisit", p."nextBooking", ${contact('phone')} as phone,
      ${contact('email')} as email
    from page p
    order by ${sql.raw(ORDERS[sort])}`.execute(db)
  return rows
}

/** The kept guest of a guest; undefined where there is none. */
export async function findKeptId(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into, id) as id from guests where id = ${id}`.execute(db)
  return rows[0]?.id
}

/** The guest with a phone number or an email address, as a booking would match it. */
export async function findGuestByContact(
  db: Db,
  { phone, email }: { readonly phone: string; readonly email: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(g.merged_into, g.id) as id from guests g
    where g.id = find_guest(phone_key(${phone}), email_key(${email}))`.execute(db)
  return rows[0]?.id
}

type GuestState = GuestFacts & {
  readonly id: string
  readonly blockedAt: Date | null
  readonly blockedBy: string | null
  readonly editedBy: string | null
  readonly mergedInto: string | null
  readonly version: number
}

const STATE =
  sql.raw(`id, name, tags, allergies, note, block_reason as "blockReason", blocked_at as "blockedAt",
  blocked_by as "blockedBy", edited_by as "editedBy", merged_into as "mergedInto", version`)

export async function findGuestState(db: Db, id: string): Promise<GuestState | undefined> {
  const { rows } = await sql<GuestState>`select ${STATE} from guests where id = ${id}`.execute(db)
  return rows[0]
}

/** Locks guests in the order of their ids until the transaction ends. */
export async function lockGuests(db: Db, ids: readonly string[]): Promise<GuestState[]> {
  const { rows } = await sql<GuestState>`
    select ${STATE} from guests where id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(db)
  return rows
}

type Written = Partial<GuestFacts> & {
  readonly blockedAt?: Date | null
  readonly blockedBy?: string | null
  readonly editedBy: string | null
}

export async function writeGuest(db: Db, id: string, { tags, ...values }: Written): Promise<number> {
  const { version } = await db
    .updateTable('guests')
    .set({ ...values, ...(tags ? { tags: [...tags] } : {}) })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

const groupOf = (id: string) => sql`(select id from guests where id = ${id} or merged_into = ${id})`

export const listContacts = async (db: Db, id: string): Promise<{ kind: string; value: string }[]> => {
  const { rows } = await sql<{ kind: string; value: string }>`
    select kind, value from guest_contacts where guest_id in ${groupOf(id)} order by created_at desc, value`.execute(
    db,
  )
  return rows
}

type ReservationRow = Omit<GuestReservation, 'startsAt'> & { readonly startsAt: Date }

/** The latest reservations of a guest, without deleted ones and holds that came to nothing. */
export async function listGuestReservations(db: Db, id: string, now: Date): Promise<ReservationRow[]> {
  const { rows } = await sql<ReservationRow>`
    with ${ACTS}, booked as (
      select r.id, r.reservation_type as "type", r.status, ${outcome(now)} as outcome, r.business_date as date,
        r.starts_at as "startsAt", e.title as "eventTitle", r.guest_name as "guestName", r.guest_count as "guestCount",
        t.table_number as "tableNumber",
        earned_cents(r.received_cents, r.refunded_cents, r.disputed_cents)::integer as "spendCents"
      from reservations r left join ${OWN_ACTS} left join events e on e.id = r.event_id
      left join venue_tables t on t.id = r.table_id
      where r.guest_id in ${groupOf(id)} and r.deleted_at is null
    )
    select id, "type", status, outcome, date, "startsAt", "eventTitle", "guestName", "guestCount", "tableNumber",
      "spendCents"
    from booked where outcome <> 'none' or status <> 'cancelled' order by "startsAt" desc, id limit 200`.execute(
    db,
  )
  return rows
}

/** Inquiries and table requests with a contact of the guest. */
export async function listGuestRequests(
  db: Db,
  id: string,
): Promise<(Omit<GuestRequest, 'createdAt'> & { createdAt: Date })[]> {
  const having = sql`anonymised_at is null and deleted_at is null and (
    lower(email) in (select value from guest_contacts where kind = 'email' and guest_id in ${groupOf(id)})
    or phone_key(phone) in (select value from guest_contacts where kind = 'phone' and guest_id in ${groupOf(id)}))`
  const { rows } = await sql<Omit<GuestRequest, 'createdAt'> & { createdAt: Date }>`
    select id, 'inquiry' as kind, status, created_at as "createdAt" from inquiries where ${having}
    union all
    select id, 'table_request', status, created_at from table_requests where ${having}
    order by 4 desc limit 50`.execute(db)
  return rows
}

/** Guests who have a phone number or an address that a reservation of this guest has. */
export async function listAlike(db: Db, id: string): Promise<GuestName[]> {
  const { rows } = await sql<GuestName>`
    select distinct p.id, p.name from reservations r
    join guest_contacts c on (c.kind = 'phone' and c.value = phone_key(r.guest_phone))
      or (c.kind = 'email' and c.value = email_key(r.guest_email))
    join guests g on g.id = c.guest_id join guests p on p.id = coalesce(g.merged_into, g.id)
    where r.guest_id in ${groupOf(id)} and p.id <> ${id} order by p.name, p.id limit 10`.execute(db)
  return rows
}

export const listMerged = (db: Db, id: string): Promise<GuestName[]> =>
  db.selectFrom('guests').where('mergedInto', '=', id).select(['id', 'name']).orderBy('name').execute()
