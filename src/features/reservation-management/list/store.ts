import { type RawBuilder, sql } from 'kysely'
import type {
  CancelReason,
  PaymentStatus,
  ReservationSource,
  ReservationStatus,
} from '#features/reservations/schema.ts'
import { likeContaining, escapeLike } from '#lib/text/like.ts'
import { phoneSearches } from '#lib/phone.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { ReservationQuery, EventOption, ReservationType, Sort, Counter } from './schema.ts'

type Order = { readonly by: string; readonly as: string; readonly down: boolean }

/** What each order goes by. There is an index for every one of them, with the id to tell equals apart. */
const ORDERS: Readonly<Record<Sort, Order>> = {
  newest: { by: 'r.created_at', as: 'timestamptz', down: true },
  oldest: { by: 'r.created_at', as: 'timestamptz', down: false },
  latest: { by: 'r.starts_at', as: 'timestamptz', down: true },
  soonest: { by: 'r.starts_at', as: 'timestamptz', down: false },
  name: { by: 'lower(r.guest_name) collate "C"', as: 'text', down: false },
  total: { by: 'r.total_price_cents', as: 'integer', down: true },
}

export type ReservationRow = {
  readonly id: string
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly paymentStatus: PaymentStatus
  readonly eventId: string | null
  readonly eventTitle: string | null
  readonly date: CalendarDate
  readonly startsAt: Date
  readonly endsAt: Date
  readonly leftAt: Date | null
  readonly timeSlot: string
  readonly tableNumber: number | null
  readonly secondTableNumber: number | null
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string | null
  readonly guestCount: number
  readonly specialRequests: string | null
  readonly totalCents: number
  readonly allowanceCents: number
  readonly receivedCents: number
  readonly refundedCents: number
  readonly disputedCents: number
  readonly source: ReservationSource
  readonly createdAt: Date
}

const COLUMNS = sql.raw(`r.id, r.reservation_type as "type", r.status, r.payment_status as "paymentStatus",
  r.event_id as "eventId", e.title as "eventTitle", r.business_date as "date", r.starts_at as "startsAt",
  r.ends_at as "endsAt", r.time_slot as "timeSlot", t.table_number as "tableNumber",
  s.table_number as "secondTableNumber", r.guest_name as "guestName", r.guest_email as "guestEmail",
  r.guest_phone as "guestPhone", r.guest_count as "guestCount", r.special_requests as "specialRequests",
  r.total_price_cents as "totalCents", r.allowance_cents as "allowanceCents", r.received_cents as "receivedCents",
  r.refunded_cents as "refundedCents", r.disputed_cents as "disputedCents", r.source, r.created_at as "createdAt",
  r.left_at as "leftAt"`)

const JOINS = sql.raw(`left join events e on e.id = r.event_id
  left join venue_tables t on t.id = r.table_id left join venue_tables s on s.id = r.second_table_id`)

/** Two letters are in nearly every name: so few are looked for where a word begins, as the index knows it. */
const patternsOf = (text: string): string[] =>
  text.length < WHOLE_TRIGRAM
    ? ['', '% ', '%\n', '%.'].map((before) => `${before}${escapeLike(text)}%`)
    : [likeContaining(text)]
const WHOLE_TRIGRAM = 3

/**
 * A search that may be a part of a phone number is looked for as bare digits too: the phone stands as such among the words,
 * in whatever format it was stored.
 */
function matches(search: string): RawBuilder<unknown> {
  const digits = phoneSearches(search)
  const isShort = digits.some((it) => it.length < WHOLE_TRIGRAM)
  const texts = new Set(isShort ? digits : [search, ...digits])
  const [pattern = '', ...others] = [...texts].flatMap(patternsOf)
  return others.length === 0
    ? sql`r.search_words like ${pattern}`
    : sql`r.search_words like any (${[pattern, ...others]}::text[])`
}

function conditions({ search, type, status, eventId }: ReservationQuery): RawBuilder<unknown>[] {
  const wanted = [sql`r.deleted_at is null`]
  if (type) wanted.push(sql`r.reservation_type = ${type}`)
  if (status) wanted.push(sql`r.status = ${status}`)
  if (eventId) wanted.push(sql`r.event_id = ${eventId}`)
  if (search) wanted.push(matches(search))
  return wanted
}

/** Where in an order a reservation stands, as text that loses nothing; undefined where there is none such. */
async function placeOf(db: Db, sort: Sort, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ place: string }>`
    select (${sql.raw(ORDERS[sort].by)})::text as place from reservations r where id = ${id}`.execute(db)
  return rows[0]?.place
}

type Page = { readonly after: string | null; readonly limit: number }
/** Whom a page comes after: their place in the order, and their id among equals. */
type Last = { readonly place: string; readonly id: string }

/**
 * The reservations that follow another one in an order; the first ones where none is named. A search in the order of names
 * begins with those whose name begins so.
 */
export async function selectReservations(
  db: Db,
  query: ReservationQuery,
  { after, limit }: Page,
): Promise<ReservationRow[]> {
  const place = after === null ? null : await placeOf(db, query.sort, after)
  if (place === undefined) return []
  const last = place === null || after === null ? null : { place, id: after }
  if (query.sort === 'name' && query.search) return searchByName(db, query, { last, limit })
  return readReservationList(db, { wanted: conditions(query), order: ORDERS[query.sort], last, limit })
}

/** The reservations with these ids, in the order of the ids. */
export async function listByIds(db: Db, ids: readonly string[]): Promise<ReservationRow[]> {
  const { rows } = await sql<ReservationRow>`
    select ${COLUMNS} from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, place)
    join reservations r on r.id = wanted.id and r.deleted_at is null ${JOINS} order by wanted.place`.execute(
    db,
  )
  return rows
}

async function searchByName(
  db: Db,
  query: ReservationQuery,
  { last, limit }: Pick<Reading, 'last' | 'limit'>,
): Promise<ReservationRow[]> {
  const order = ORDERS.name
  const begins = sql`${sql.raw(order.by)} like ${`${escapeLike(query.search)}%`}`
  const isAmongOthers = last !== null && !last.place.startsWith(query.search)
  const called = isAmongOthers
    ? []
    : await readReservationList(db, {
        wanted: [...conditions({ ...query, search: '' }), begins],
        order,
        last,
        limit,
      })
  if (called.length === limit) return called
  const others = await readReservationList(db, {
    wanted: [...conditions(query), sql`not ${begins}`],
    order,
    last: isAmongOthers ? last : null,
    limit: limit - called.length,
  })
  return [...called, ...others]
}

type Reading = {
  readonly wanted: readonly RawBuilder<unknown>[]
  readonly order: Order
  readonly last: Last | null
  readonly limit: number
}

/** Those wanted are found first, which an index may answer alone; what is shown of them is fetched for so many and no more. */
async function readReservationList(
  db: Db,
  { wanted, order, last, limit }: Reading,
): Promise<ReservationRow[]> {
  const direction = order.down ? 'desc' : 'asc'
  const inOrder = sql.raw(`order by ${order.by} ${direction}, r.id ${direction}`)
  const standing = last ? [...wanted, beyond(order, last)] : wanted
  const { rows } = await sql<ReservationRow>`
    select ${COLUMNS} from reservations r ${JOINS}
    where r.id = any (array(
      select r.id from reservations r where ${sql.join(standing, sql` and `)} ${inOrder} limit ${limit}
    )) ${inOrder}`.execute(db)
  return rows
}

const beyond = ({ by, as, down }: Order, { place, id }: Last): RawBuilder<unknown> =>
  sql`(${sql.raw(by)}, r.id) ${sql.raw(down ? '<' : '>')} (${place}::${sql.raw(as)}, ${id}::uuid)`

export const listTallies = async (db: Db): Promise<Counter[]> => {
  const { rows } = await sql<Counter>`
    select reservation_type as "type", status, sum(reservations)::integer as "count"
    from reservation_tallies group by 1, 2`.execute(db)
  return rows
}

/** The same for the reservations of one event, counted. */
export const listEventTallies = async (db: Db, eventId: string): Promise<Counter[]> => {
  const { rows } = await sql<Counter>`
    select reservation_type as "type", status, count(*)::integer as "count"
    from reservations where event_id = ${eventId} and deleted_at is null group by 1, 2`.execute(db)
  return rows
}

/** Puts the tallies of each kind together into one. Those that are written meanwhile stay as they are. */
export async function rollUpCounters(db: Db): Promise<void> {
  await sql`
    with folded as (delete from reservation_tallies returning reservation_type, status, reservations, earned_cents)
    insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
    select reservation_type, status, sum(reservations), sum(earned_cents) from folded group by 1, 2`.execute(
    db,
  )
}

/** Each word of a search is a part of the title or of the date, such as `Friday November 27 2026`. */
const eventHas = (word: string) => sql<boolean>`(
  title ilike ${likeContaining(word)} or to_char(date, 'FMDay FMMonth FMDD YYYY YYYY-MM-DD') ilike ${likeContaining(word)})`

type Choices = { readonly words: readonly string[]; readonly limit: number }

/** The events that a search finds, latest first. */
export function listEventOptions(db: Db, { words, limit }: Choices): Promise<EventOption[]> {
  let query = db.selectFrom('events').select(['id', 'title', 'date']).where('deletedAt', 'is', null)
  for (const word of words) query = query.where(eventHas(word))
  return query.orderBy('date', 'desc').orderBy('startsAt', 'desc').limit(limit).execute()
}

export const findEventOption = (db: Db, id: string): Promise<EventOption | undefined> =>
  db
    .selectFrom('events')
    .select(['id', 'title', 'date'])
    .where('deletedAt', 'is', null)
    .where('id', '=', id)
    .executeTakeFirst()

/** The reservations of a query that carry a special request, latest date first. */
export const listAskedFor = async (
  db: Db,
  query: ReservationQuery,
  { after, limit }: Page,
): Promise<ReservationRow[]> => {
  const place = after === null ? null : await placeOf(db, 'latest', after)
  if (place === undefined) return []
  return readReservationList(db, {
    wanted: [...conditions(query), sql`r.special_requests is not null`],
    order: ORDERS.latest,
    last: place === null || after === null ? null : { place, id: after },
    limit,
  })
}

type DetailsRow = ReservationRow & {
  readonly tableId: string | null
  readonly cancelReason: CancelReason | null
  readonly entryCode: string
  readonly staffNote: string
  readonly paymentNote: string | null
  readonly keptCents: number
  readonly keptReason: string | null
  readonly deletedAt: Date | null
  readonly eventPrice: string | null
}

/** One reservation, deleted ones too. */
export async function findDetails(db: Db, id: string): Promise<DetailsRow | undefined> {
  const { rows } = await sql<DetailsRow>`
    select ${COLUMNS}, r.table_id as "tableId", r.cancel_reason as "cancelReason", r.entry_code as "entryCode",
      r.staff_note as "staffNote", r.payment_note as "paymentNote", e.price as "eventPrice",
      r.kept_cents as "keptCents", r.kept_reason as "keptReason", r.deleted_at as "deletedAt"
    from reservations r ${JOINS} where r.id = ${id}`.execute(db)
  return rows[0]
}

export const listLines = (db: Db, id: string) =>
  db
    .selectFrom('reservationLines')
    .where('reservationId', '=', id)
    .select(['kind', 'packageKey', 'label', 'amountCents'])
    .orderBy('kind', 'desc')
    .orderBy('packageKey')
    .execute()

export const listPayments = (db: Db, id: string) =>
  db
    .selectFrom('checkouts')
    .where('reservationId', '=', id)
    .select(['id', 'provider', 'status', 'amountCents', 'receivedCents', 'paidAt', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .execute()

export const listRefunds = (db: Db, id: string) =>
  db
    .selectFrom('refunds')
    .where('reservationId', '=', id)
    .select(['id', 'status', 'reason', 'note', 'failure', 'amountCents', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .execute()
