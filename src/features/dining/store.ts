import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { GuestFacts, ServiceDayFacts } from './rules.ts'
import type { Occupancy, TableAssignment } from './table-assignments/rules.ts'
import type { DinnerRequest } from './schema.ts'

export type ServiceDayQuery = {
  readonly date: CalendarDate
  /** Last date whose covers are read, for several dates at once; `date` without it. */
  readonly lastDate?: CalendarDate
  /** Period of the occupancies and events to read: first start to end of the last turn. */
  readonly from: Date
  readonly until: Date
  /** Reservation that is moved: its own occupancy and covers do not count. */
  readonly except?: string
}

type Row = {
  readonly tables: readonly { id: string; seats: number }[]
  readonly pairs: readonly (readonly [string, string])[]
  readonly occupancies: readonly (readonly [tableId: string, from: number, until: number])[]
  readonly covers: readonly (readonly [startsAt: number, guests: number])[]
  readonly events: ServiceDayFacts['events']
}

const NO_RESERVATION = '00000000-0000-0000-0000-000000000000'

/**
 * Reads all availability facts of a service day, or of several, in one query: booking runs it under the service-day
 * lock, where each round trip delays others. Tables come in order of assignment: fewest seats first, then the lowest
 * night price, so that the valuable ones stay on sale. Occupancies are read for all tables, unavailable ones included:
 * one index scan, independent of table statistics.
 */
export async function readServiceDay(db: Db, asked: ServiceDayQuery): Promise<ServiceDayFacts> {
  const { rows } = await sql<Row>`
    select
      (select coalesce(json_agg(json_build_object('id', id, 'seats', max_guests)
          order by max_guests, reservation_price_cents, table_number), '[]')
        from venue_tables where is_available and deleted_at is null) as tables,
      (select coalesce(json_agg(json_build_array(table_id, with_table_id)), '[]') from combinable_tables) as pairs,
      -- A dinner that moves takes the time for which its own guests keep the table before their night.
      (select coalesce(json_agg(json_build_array(o.table_id,
          ${msOf('greatest(lower(o.during), own.starts_at)')}, ${msOf('upper(o.during)')})), '[]')
        from table_occupancies o
        left join reservations own on own.id = o.reservation_id and own.dinner_id = ${asked.except ?? NO_RESERVATION}
        where o.is_active and o.during && tstzrange(${asked.from}, ${asked.until}, '[)')
          and o.reservation_id is distinct from ${asked.except ?? NO_RESERVATION}) as occupancies,
      (select coalesce(json_agg(json_build_object('title', title, 'from', ${msOf('starts_at')}, 'until', ${msOf('ends_at')})), '[]')
        from events
        where starts_at < ${asked.until} and ends_at > ${asked.from} and deleted_at is null and not sold_out and tables_for_sale
          and closure_of_event(date, start_time, end_time) is null) as events,
      (select coalesce(json_agg(json_build_array(${msOf('starts_at')}, guests)), '[]') from (
        select starts_at, sum(guest_count) as guests from reservations
        -- A request takes up covers only once staff confirm it.
        where business_date between ${asked.date} and ${asked.lastDate ?? asked.date} and reservation_type = 'dining'
          and deleted_at is null and status in ('pending', 'confirmed', 'completed') and id <> ${asked.except ?? NO_RESERVATION}
          and (status <> 'pending' or table_id is not null or not is_large_party)
        group by starts_at
      ) s) as covers`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a question without a condition has one answer')
  return {
    tables: row.tables,
    pairs: row.pairs,
    occupancies: row.occupancies.map(([tableId, from, until]) => ({ tableId, from, until })),
    covers: new Map(row.covers),
    events: row.events,
  }
}

const msOf = (moment: string) => sql`(extract(epoch from ${sql.raw(moment)}) * 1000)::bigint`

export type DinnerToWrite = DinnerRequest &
  Occupancy & {
    readonly assignment: TableAssignment | null
    /** Staff have to confirm the party, by the setting of this moment. */
    readonly isLargeParty: boolean
    readonly now: Date
    /** Set for an offer to a party of the waiting list, which holds the table until then. */
    readonly offer?: { readonly waitingEntryId: string; readonly heldUntil: Date }
  }

/** Inserts a dinner. A trigger inserts the occupancies of its tables; the exclusion constraint refuses an overlap. */
export async function insertDinner(db: Db, it: DinnerToWrite): Promise<string> {
  const { id } = await db
    .insertInto('reservations')
    .values({
      reservationType: 'dining',
      status: 'pending',
      paymentStatus: 'none',
      businessDate: it.date,
      startsAt: it.startsAt,
      endsAt: it.endsAt,
      tableId: it.assignment?.tableId ?? null,
      secondTableId: it.assignment?.secondTableId ?? null,
      guestName: it.guestName,
      guestEmail: it.guestEmail,
      guestPhone: it.guestPhone,
      guestCount: it.guests,
      isLargeParty: it.isLargeParty,
      specialRequests: it.specialRequests || null,
      formKey: it.key,
      holderBrowser: it.browser,
      holderAddress: it.address,
      holderNetwork: it.network,
      waitingEntryId: it.offer?.waitingEntryId ?? null,
      heldUntil: it.offer?.heldUntil ?? null,
      createdAt: it.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Duplicate = {
  readonly id: string
  readonly isSameForm: boolean
  readonly isSameDinner: boolean
  readonly hasTable: boolean
}

/**
 * Earlier dinner of the same form key, or of the same browser with the same email, time and party size. The first is a
 * repeat, the second a guest who filled in the form again.
 */
export async function findDuplicate(
  db: Db,
  it: DinnerRequest & Pick<Occupancy, 'startsAt'>,
): Promise<Duplicate | undefined> {
  const isSame = sql`starts_at = ${it.startsAt} and guest_count = ${it.guests}
    and lower(guest_email) = lower(${it.guestEmail}) and status <> 'cancelled' and deleted_at is null`
  const { rows } = await sql<Duplicate>`
    select id, true as "isSameForm", (${isSame}) as "isSameDinner", table_id is not null as "hasTable"
    from reservations where form_key = ${it.key} and reservation_type = 'dining'
    union all
    select id, false, true, table_id is not null from reservations
    where business_date = ${it.date} and reservation_type = 'dining' and holder_browser = ${it.browser} and ${isSame}
    order by 2 desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Whether staff blocked the guest, and the dinners of a date that stand and were booked online: under the same email or phone,
 * and since a moment from the same address and network. An offer is not counted until its guest accepts it. One query,
 * because it runs under the service-day lock.
 */
export async function readGuestFacts(
  db: Db,
  it: Pick<DinnerRequest, 'date' | 'guestEmail' | 'guestPhone' | 'address' | 'network'>,
  { since }: { readonly since: Date },
): Promise<GuestFacts> {
  const { rows } = await sql<GuestFacts>`
    select is_guest_blocked(${it.guestPhone}, ${it.guestEmail}) as "isBlocked",
      count(*) filter (where email_key(guest_email) = email_key(${it.guestEmail})
        or phone_key(guest_phone) = phone_key(${it.guestPhone}))::int as contact,
      count(*) filter (where holder_address = ${it.address} and created_at > ${since})::int as address,
      count(*) filter (where holder_network = ${it.network} and created_at > ${since})::int as network
    from reservations
    where business_date = ${it.date} and reservation_type = 'dining' and deleted_at is null
      and status in ('pending', 'confirmed') and source = 'website' and held_until is null`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a count has one row')
  return row
}

/** Locks a dinner's row until the transaction ends; undefined for a deleted one. */
export const lockDinner = (db: Db, id: string) =>
  db
    .selectFrom('reservations')
    .where('id', '=', id)
    .where('reservationType', '=', 'dining')
    .where('deletedAt', 'is', null)
    .select(['id', 'status', 'businessDate', 'startsAt', 'endsAt', 'guestCount', 'tableId', 'secondTableId'])
    .select(['extraTableIds', 'version', 'heldUntil', 'waitingEntryId', 'guestEmail', 'guestPhone'])
    .select(
      sql<boolean>`exists (select from reservations n where n.dinner_id = reservations.id
        and n.table_id = reservations.table_id and reservation_is_expected(n.status, n.held_until, n.deleted_at))`.as(
        'isKeptForNight',
      ),
    )
    .forUpdate()
    .executeTakeFirst()

/** Makes a dinner that was held as an offer the guest's. */
export async function writeOfferAccepted(db: Db, id: string): Promise<void> {
  await db.updateTable('reservations').set({ heldUntil: null }).where('id', '=', id).execute()
}
