import { type RawBuilder, sql } from 'kysely'
import type {
  CancelReason,
  PaymentStatus,
  ReservationSource,
  ReservationStatus,
} from '#features/reservations/schema.ts'
import { likeContaining, escapeLike } from '#lib/text/like.ts'
import { plainText } from '#lib/text/plain-text.ts'
import { phoneSearches } from '#lib/phone.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { Counter, ReservationQuery, ReservationType, Sort, VisitFeedback } from './schema.ts'

type Order = { readonly by: string; readonly as: string; readonly down: boolean }

/** Sort expressions. Each has an index with the id as the tiebreaker, so that a page can be read in its order. */
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
  readonly extraTableNumbers: readonly number[]
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
  readonly priceRefundedCents: number
  readonly isToGiveBack: boolean
  readonly source: ReservationSource
  readonly createdAt: Date
}

const COLUMNS = sql.raw(`r.id, r.reservation_type as "type", r.status, r.payment_status as "paymentStatus",
  r.event_id as "eventId", e.title as "eventTitle", r.business_date as "date", r.starts_at as "startsAt",
  r.ends_at as "endsAt", r.time_slot as "timeSlot", t.table_number as "tableNumber",
  s.table_number as "secondTableNumber", array(select x.table_number from venue_tables x
    where x.id = any(r.extra_table_ids) order by x.table_number) as "extraTableNumbers", r.guest_name as "guestName", r.guest_email as "guestEmail",
  r.guest_phone as "guestPhone", r.guest_count as "guestCount", r.special_requests as "specialRequests",
  r.total_price_cents as "totalCents", r.allowance_cents as "allowanceCents", r.received_cents as "receivedCents",
  r.refunded_cents as "refundedCents", r.disputed_cents as "disputedCents", r.source, r.created_at as "createdAt",
  r.left_at as "leftAt", r.price_refunded_cents as "priceRefundedCents",
  r.status = 'cancelled' and r.received_cents > 0 and reservation_open_cents(r) > 0 as "isToGiveBack"`)

const JOINS = sql.raw(`left join events e on e.id = r.event_id
  left join venue_tables t on t.id = r.table_id left join venue_tables s on s.id = r.second_table_id`)

/**
 * LIKE patterns of a search. The trigram index needs three characters; a shorter text only matches the start of a word.
 */
const patternsOf = (text: string): string[] =>
  text.length < WHOLE_TRIGRAM
    ? ['', '% ', '%\n', '%.'].map((before) => `${before}${escapeLike(text)}%`)
    : [likeContaining(text)]
const WHOLE_TRIGRAM = 3

/** Patterns of the words of a name in any order; none for one word, a number, or words that the index cannot find. */
function wordsOf(search: string): string[] {
  const words = search.split(/\s+/)
  const isName = words.length > 1 && !/[\d@]/.test(search) && words.some((it) => it.length >= WHOLE_TRIGRAM)
  return isName ? words.map(likeContaining) : []
}

/**
 * Condition for a text search. The column `search_words` holds plain text, as `plainText` writes it. A search that may be part of a
 * phone number is also matched as digits, because the column contains the digits of the phone, in whatever format it was stored.
 */
function matches(typed: string): RawBuilder<unknown> {
  const search = plainText(typed)
  const digits = phoneSearches(search)
  const isShort = digits.some((it) => it.length < WHOLE_TRIGRAM)
  const texts = new Set(isShort ? digits : [search, ...digits])
  const [pattern = '', ...others] = [...texts].flatMap(patternsOf)
  const words = wordsOf(search)
  if (words.length > 0)
    return sql`(r.search_words like any (${[pattern, ...others]}::text[])
      or (r.search_words like all (${words}::text[]) and split_part(r.search_words, E'\\n', 1) like all (${words}::text[])))`
  return others.length === 0
    ? sql`r.search_words like ${pattern}`
    : sql`r.search_words like any (${[pattern, ...others]}::text[])`
}

/** Query conditions of the filters, for reservations that are not deleted or for deleted ones. */
function conditions(
  { search, type, status, eventId, date }: Omit<ReservationQuery, 'sort'>,
  deleted = sql`r.deleted_at is null`,
): RawBuilder<unknown>[] {
  const wanted = [deleted]
  if (type) wanted.push(sql`r.reservation_type = ${type}`)
  if (status) wanted.push(sql`r.status = ${status}`)
  if (eventId) wanted.push(sql`r.event_id = ${eventId}`)
  if (date) wanted.push(sql`r.business_date = ${date}`)
  if (search) wanted.push(matches(search))
  return wanted
}

/** The sort key of a reservation as lossless text (microseconds included); undefined where it does not exist. */
async function sortKeyOf(db: Db, sort: Sort, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ place: string }>`
    select (${sql.raw(ORDERS[sort].by)})::text as place from reservations r where id = ${id}`.execute(db)
  return rows[0]?.place
}

type Page = { readonly after: string | null; readonly limit: number }
/** Keyset cursor: the sort key of the last row, and its id as the tiebreaker. */
type Cursor = { readonly place: string; readonly id: string }

/**
 * Selects a page of rows after the given id, or the first page. Prefix matches sort first when ordering by name.
 */
export async function selectReservations(
  db: Db,
  query: ReservationQuery,
  { after, limit }: Page,
): Promise<ReservationRow[]> {
  const place = after === null ? null : await sortKeyOf(db, query.sort, after)
  if (place === undefined) return []
  const last = place === null || after === null ? null : { place, id: after }
  if (query.sort === 'name' && query.search) return searchByName(db, query, { last, limit })
  return readReservationList(db, { wanted: conditions(query), order: ORDERS[query.sort], last, limit })
}

/** The reservations with these ids, in the order of the ids, without deleted ones. */
export async function listByIds(db: Db, ids: readonly string[]): Promise<ReservationRow[]> {
  const { rows } = await sql<ReservationRow>`
    select ${COLUMNS} from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, place)
    join reservations r on r.id = wanted.id and r.deleted_at is null ${JOINS} order by wanted.place`.execute(
    db,
  )
  return rows
}

/**
 * Reads the rows with a prefix match, then fills the page with the other rows. The cursor tells which query goes on.
 */
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
  readonly last: Cursor | null
  readonly limit: number
}

/**
 * The subquery finds the ids, which an index alone can answer; columns and joins are read for one page of rows only.
 */
async function readReservationList(
  db: Db,
  { wanted, order, last, limit }: Reading,
): Promise<ReservationRow[]> {
  const direction = order.down ? 'desc' : 'asc'
  const inOrder = sql.raw(`order by ${order.by} ${direction}, r.id ${direction}`)
  const filters = last ? [...wanted, afterCursor(order, last)] : wanted
  const { rows } = await sql<ReservationRow>`
    select ${COLUMNS} from reservations r ${JOINS}
    where r.id = any (array(
      select r.id from reservations r where ${sql.join(filters, sql` and `)} ${inOrder} limit ${limit}
    )) ${inOrder}`.execute(db)
  return rows
}

const afterCursor = ({ by, as, down }: Order, { place, id }: Cursor): RawBuilder<unknown> =>
  sql`(${sql.raw(by)}, r.id) ${sql.raw(down ? '<' : '>')} (${place}::${sql.raw(as)}, ${id}::uuid)`

/** Reservations of a query with a special request, latest date first. */
export const listWithSpecialRequests = async (
  db: Db,
  query: ReservationQuery,
  { after, limit }: Page,
): Promise<ReservationRow[]> => {
  const place = after === null ? null : await sortKeyOf(db, 'latest', after)
  if (place === undefined) return []
  return readReservationList(db, {
    wanted: [...conditions(query), sql`r.special_requests is not null`],
    order: ORDERS.latest,
    last: place === null || after === null ? null : { place, id: after },
    limit,
  })
}

export type DetailsRow = ReservationRow & {
  readonly tableId: string | null
  readonly guestId: string | null
  readonly cancelReason: CancelReason | null
  readonly entryCode: string
  readonly staffNote: string
  readonly paymentNote: string | null
  readonly keptCents: number
  readonly keptReason: string | null
  readonly creditCents: number
  readonly creditUntil: CalendarDate | null
  readonly deletedAt: Date | null
  readonly confirmedAt: Date | null
  readonly waitingEntryId: string | null
  readonly heldUntil: Date | null
  readonly mergedInto: { readonly id: string; readonly guestName: string } | null
  readonly feedback: VisitFeedback | null
  readonly eventPrice: string | null
  readonly holderCount: number
}

/** Reads one reservation, also a deleted one. */
export async function findDetails(db: Db, id: string): Promise<DetailsRow | undefined> {
  const { rows } = await sql<DetailsRow>`
    select ${COLUMNS}, r.table_id as "tableId", r.cancel_reason as "cancelReason", r.entry_code as "entryCode",
      r.staff_note as "staffNote", r.payment_note as "paymentNote", e.price as "eventPrice",
      r.holder_count as "holderCount", r.kept_cents as "keptCents", r.kept_reason as "keptReason", r.credit_cents as "creditCents",
      r.credit_until as "creditUntil", r.deleted_at as "deletedAt",
      r.waiting_entry_id as "waitingEntryId", r.held_until as "heldUntil",
      (select c.confirmed_at from guest_confirmations c
        where c.reservation_id = r.id and c.starts_at = r.starts_at) as "confirmedAt",
      (select jsonb_build_object('id', m.id, 'guestName', m.guest_name) from reservations m
        where m.id = r.merged_into_id) as "mergedInto",
      (select json_build_object('rating', f.rating, 'comment', f.comment, 'givenAt', f.given_at)
        from visit_feedback f where f.reservation_id = r.id) as feedback,
      (select coalesce(g.merged_into, g.id) from guests g where g.id = r.guest_id) as "guestId"
    from reservations r ${JOINS} where r.id = ${id}`.execute(db)
  return rows[0]
}

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

type Filters = Omit<ReservationQuery, 'sort'>

const EARNED = sql.raw('earned_cents(r.received_cents, r.refunded_cents, r.disputed_cents)')

/** Counts and revenue of the reservations that match any filters; with a limit of at most so many of them. */
export async function listFiltered(db: Db, query: Filters, limit: number | null): Promise<Counter[]> {
  const { rows } = await sql<Counter>`
    select type, status, count(*)::integer as "count", sum(cents)::bigint as "earnedCents" from (
      select r.reservation_type as type, r.status, ${EARNED} as cents from reservations r
      where ${sql.join(conditions(query), sql` and `)} limit ${limit}
    ) found group by 1, 2`.execute(db)
  return rows
}

/** Revenue of the deleted reservations that match, from the partial index of those with money. */
export async function sumDeleted(db: Db, query: Filters): Promise<number> {
  const wanted = conditions(query, sql`r.deleted_at is not null`)
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(${EARNED}), 0)::bigint as cents from reservations r
    where (r.received_cents - r.refunded_cents - r.disputed_cents) <> 0 and ${sql.join(wanted, sql` and `)}`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}
