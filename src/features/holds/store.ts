import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { PREPARED_STATEMENTS } from '#platform/db/connections/prepared-statements.ts'
import { HOLD_LIMITS, type PackageKey } from './rules.ts'
import type { HeldTable, HeldTableNotice, Hold, HoldLimit } from './schema.ts'

const HOLD_LIMITS_JSON = JSON.stringify(HOLD_LIMITS)

export type HoldAttempt = {
  readonly eventId: string
  readonly tableId: string
  readonly key: string
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string
  readonly guestCount: number
  readonly specialRequests: string
  readonly packages: readonly PackageKey[]
  readonly shownTotalCents: number
  /** Keyed hashes of the client's browser cookie, IP address and, for IPv6, /48 network. For an offer, those of the guest who joined the line. */
  readonly browser: string | null
  readonly address: string | null
  readonly network: string | null
  /** Entry of the waiting list that the hold is an offer to. Limits of guests and a sold-out night do not refuse it. */
  readonly waitingEntryId?: string
  /** End of the hold. Without it, a hold lasts as long as the settings say. */
  readonly heldUntil?: Date
  /** Dinner whose guest keeps its table for the night. */
  readonly dinnerId?: string
}

export type Verdict =
  | 'held'
  | 'mine'
  | 'event_over'
  | 'event_closed'
  | 'sold_out'
  | 'not_for_sale'
  | 'table_unavailable'
  | 'too_many_guests'
  | 'price_changed'
  | 'table_taken'
  | 'guest_blocked'
  | HoldLimit

export type AttemptResult = {
  readonly verdict: Verdict
  readonly maxGuests: number
  /** Minutes until a guest who exceeds a limit may try again; null where waiting does not help. */
  readonly waitMinutes: number | null
  readonly hold: Hold | null
}

/**
 * Places a hold in one statement: it checks the rules, ends an expired hold on the table that can no longer be paid,
 * and inserts the new hold with its price lines. The lock on the table row serializes guests who want the same table.
 * The exclusion constraint `one_party_per_table` decides a tie: it throws where this statement read an older snapshot.
 * The expired hold is cancelled, not deleted, because a late payment must still find it. Null: no such event or table.
 */
export async function attemptHold(db: Db, attempt: HoldAttempt, now: Date): Promise<AttemptResult | null> {
  const { rows } = await holdStatement(attempt, now).execute(db)
  const [row] = rows
  if (!row) return null
  const { verdict, maxGuests, waitMinutes, reservationId, heldUntil, tableNumber, totalCents } = row
  if (verdict !== 'free') return { verdict, maxGuests, waitMinutes, hold: null }
  // Another transaction changed or deleted the table row between this statement's snapshot and its lock.
  if (!reservationId || !heldUntil)
    return { verdict: 'table_taken', maxGuests, waitMinutes: null, hold: null }
  const { eventId, tableId } = attempt
  return {
    verdict: 'held',
    maxGuests,
    waitMinutes: null,
    hold: { reservationId, eventId, tableId, tableNumber, heldUntil, totalCents },
  }
}

/**
 * Reads the verdict without trying to hold: the refusal, or null if the table may be free. To refuse, the statement above
 * takes more than twice the database's processor time, because its writes are prepared before there is a verdict.
 */
export async function findRefusal(db: Db, attempt: HoldAttempt, now: Date): Promise<AttemptResult | null> {
  const { rows } = await sql<Pick<Row, 'verdict' | 'maxGuests'>>`${sql.raw(PREPARED_STATEMENTS)}
with ${lookedCtes(attempt, now)} select verdict, max_guests as "maxGuests" from looked`.execute(db)
  const [row] = rows
  if (!row || row.verdict === 'free') return null
  return { verdict: row.verdict, maxGuests: row.maxGuests, waitMinutes: null, hold: null }
}

type Row = {
  readonly verdict: Exclude<Verdict, 'held'> | 'free'
  readonly maxGuests: number
  readonly waitMinutes: number | null
  readonly tableNumber: number
  readonly totalCents: number
  readonly reservationId: string | null
  readonly heldUntil: Date | null
}

export type LimitQuery = Pick<
  HoldAttempt,
  'eventId' | 'guestEmail' | 'guestPhone' | 'browser' | 'address' | 'network'
>

/** The limit that refuses another hold of this guest for an event; null where none does. Locks as a hold does. */
export async function readHoldLimit(db: Db, it: LimitQuery, now: Date): Promise<HoldLimit | null> {
  const { rows } = await sql<{ reason: HoldLimit }>`
    select l.reason from events e cross join lateral hold_limit(e.id, tstzrange(e.starts_at, e.ends_at, '[)'), ${it.guestEmail},
      ${it.guestPhone}, ${it.browser}, ${it.address}, ${it.network}, ${now}, ${HOLD_LIMITS_JSON}::jsonb) l
    where e.id = ${it.eventId}`.execute(db)
  return rows[0]?.reason ?? null
}

/** The statement alone, as the benchmark compiles and sends it. */
export const holdStatement = (it: HoldAttempt, now: Date) => sql<Row>`${sql.raw(PREPARED_STATEMENTS)}
with ${verdictCtes(it, now)}, ${writeCtes(it, now)}
select j.verdict, j.max_guests as "maxGuests", j.wait_minutes as "waitMinutes", j.table_number as "tableNumber", j.total_cents as "totalCents",
  held.id as "reservationId", held.held_until as "heldUntil"
from checked j left join held on true`

/**
 * CTEs that read: they compute the total and the verdict. The order of the `case` is the order in which refusals matter
 * to the guest; a repeated request (same idempotency key, or same browser and table) is found before any rule refuses
 * it. `hold_limit` runs for the verdict `free` only: it takes advisory locks on email, phone, browser, address and
 * network, in sorted order, so that parallel requests of one guest for different tables cannot pass a limit together.
 */
const verdictCtes = (it: HoldAttempt, now: Date) => sql`${lookedCtes(it, now)}, checked as materialized (
  select looked.event_id, table_id, date, starts_at, ends_at, during, table_number, max_guests, table_cents, total_cents,
    coalesce(limited.reason, verdict) as verdict, limited.minutes as wait_minutes
  from looked left join lateral (
    select * from hold_limit(event_id, during, ${it.guestEmail}, ${it.guestPhone}, ${it.browser}, ${it.address},
      ${it.network}, ${now}, ${HOLD_LIMITS_JSON}::jsonb)
    where verdict = 'free' and ${it.waitingEntryId ?? null}::uuid is null
  ) limited on true
)`

/** CTEs of the verdict without the limits of one guest. */
const lookedCtes = (it: HoldAttempt, now: Date) => sql`
asked as materialized (
  -- Once the event has begun, the hold starts now: a reservation that ended earlier does not overlap it.
  select e.id as event_id, e.date, greatest(e.starts_at, ${now}::timestamptz) as starts_at, e.ends_at, e.sold_out,
    tstzrange(least(greatest(e.starts_at, ${now}::timestamptz), e.ends_at), e.ends_at, '[)') as during, e.tables_for_sale,
    closure_of_event(e.date, e.start_time, e.end_time) as closure,
    t.id as table_id, t.table_number, t.max_guests, t.is_available, t.reservation_price_cents as table_cents
  from events e cross join venue_tables t
  where e.id = ${it.eventId} and e.deleted_at is null and t.id = ${it.tableId} and t.deleted_at is null
), extras as materialized (
  select key, name, price_cents from packages where key = any(${it.packages}::text[]) and is_offered
), looked as materialized (
  select asked.*, table_cents + (select coalesce(sum(price_cents), 0) from extras)::integer as total_cents,
    case
      when exists (
        select from reservations r where r.hold_key = ${it.key}::uuid
          or (r.event_id = asked.event_id and r.table_id = asked.table_id and r.status = 'pending'
            and r.hold_key is not null and r.holder_browser = ${it.browser} and r.deleted_at is null
            and r.held_until > ${now})
      ) then 'mine'
      when ends_at <= ${now} then 'event_over'
      when not tables_for_sale then 'not_for_sale'
      when closure is not null then 'event_closed'
      when sold_out and ${it.waitingEntryId ?? null}::uuid is null then 'sold_out'
      when not is_available then 'table_unavailable'
      when ${it.guestCount} > max_guests then 'too_many_guests'
      when (select count(*) from extras) <> cardinality(${it.packages}::text[])
        or table_cents + (select coalesce(sum(price_cents), 0) from extras) <> ${it.shownTotalCents}
        then 'price_changed'
      when exists (
        select from table_occupancies o
        left join reservations r on r.id = o.reservation_id
        left join table_blocks b on b.id = o.table_block_id
        where o.table_id = asked.table_id and o.is_active and o.during && asked.during
          and not (r.status = 'pending' and r.held_until <= ${now} and r.payment_status <> 'pending') is true
          and not (b.expires_at <= ${now}) is true
      ) then 'table_taken'
      when ${it.waitingEntryId ?? null}::uuid is null and is_kept_for_waiting(event_id, table_id) then 'table_taken'
      when is_guest_blocked(${it.guestPhone}, ${it.guestEmail}) then 'guest_blocked'
      else 'free'
    end as verdict
  from asked
)`

/** CTEs that write, for the verdict `free`: lock the table, end expired holds and blocks, insert hold and lines. */
const writeCtes = (it: HoldAttempt, now: Date) => sql`
locked as materialized (
  select id from venue_tables where id in (select table_id from checked where verdict = 'free') for no key update
), lapsed as (
  update reservations r set status = 'cancelled', cancel_reason = 'hold_expired'
  from checked j join locked on true join table_occupancies o on o.table_id = j.table_id and o.is_active and o.during && j.during
  where r.id = o.reservation_id and r.status = 'pending' and r.held_until <= ${now} and r.payment_status <> 'pending'
  returning r.id
), released as (
  update table_blocks b set released_at = ${now}
  from checked j join locked on true join table_occupancies o on o.table_id = j.table_id and o.is_active and o.during && j.during
  where b.id = o.table_block_id and b.released_at is null and b.expires_at <= ${now}
  returning b.id
), held as (
  insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
    guest_phone, guest_count, special_requests, total_price_cents, held_until, hold_key, holder_browser, holder_address,
    holder_network, waiting_entry_id, dinner_id)
  select j.event_id, j.table_id, 'nightlife', j.date, j.starts_at, j.ends_at, ${it.guestName}, ${it.guestEmail},
    ${it.guestPhone}, ${it.guestCount}, nullif(${it.specialRequests}, ''), j.total_cents,
    coalesce(${it.heldUntil ?? null}::timestamptz, ${now}::timestamptz + make_interval(mins => (
      select case when ${it.waitingEntryId ?? null}::uuid is null then hold_minutes else offer_minutes end from venue))),
    ${it.key}::uuid, ${it.browser}, ${it.address}, ${it.network}, ${it.waitingEntryId ?? null}::uuid,
    ${it.dinnerId ?? null}::uuid
  from checked j join locked on true
  -- Reads both CTEs so that they run before the insert: the occupancies they end would violate the constraint.
  where (select count(*) from lapsed) + (select count(*) from released) >= 0
  returning id, held_until
), lines as (
  insert into reservation_lines (reservation_id, kind, package_key, label, amount_cents)
  select held.id, 'table', null, 'Table ' || j.table_number, j.table_cents from held, checked j
  union all
  select held.id, 'package', extras.key, extras.name, extras.price_cents from held, extras
)`

/** Finds the guest's existing hold: by idempotency key first, else the pending one of the same browser and table. */
export function findOwnHold(
  db: Db,
  it: Pick<HoldAttempt, 'key' | 'browser' | 'eventId' | 'tableId'>,
): Promise<HoldRow | undefined> {
  return holdRows(db)
    .where(
      sql<boolean>`r.hold_key = ${it.key}::uuid or (r.holder_browser = ${it.browser} and r.event_id = ${it.eventId}
        and r.table_id = ${it.tableId} and r.status = 'pending')`,
    )
    .orderBy(sql`r.hold_key = ${it.key}::uuid`, 'desc')
    .orderBy('r.createdAt', 'desc')
    .executeTakeFirst()
}

/** Tables that a browser holds for an event now. The seating chart shows them to this guest as their own. */
export const listOwnHolds = (
  { db, now }: { readonly db: Db; readonly now: Date },
  { eventId, browser }: { readonly eventId: string; readonly browser: string },
): Promise<HeldTable[]> =>
  db
    .selectFrom('reservations as r')
    .innerJoin('venueTables as t', 't.id', 'r.tableId')
    .where('r.eventId', '=', eventId)
    .where('r.holderBrowser', '=', browser)
    .where('r.holdKey', 'is not', null)
    .where('r.status', '=', 'pending')
    .where('r.deletedAt', 'is', null)
    .where('r.heldUntil', '>', now)
    .select(['t.id as tableId', 't.tableNumber'])
    .select(sql<Date>`r.held_until`.as('heldUntil'))
    .orderBy('t.tableNumber')
    .execute()

/** Tables that a browser holds for any event now, for the notice on every page. */
export const listHeldTables = (
  { db, now }: { readonly db: Db; readonly now: Date },
  browser: string,
): Promise<HeldTableNotice[]> =>
  db
    .selectFrom('reservations as r')
    .innerJoin('venueTables as t', 't.id', 'r.tableId')
    .innerJoin('events as e', 'e.id', 'r.eventId')
    .where('r.holderBrowser', '=', browser)
    .where('r.holdKey', 'is not', null)
    .where('r.status', '=', 'pending')
    .where('r.deletedAt', 'is', null)
    .where('r.heldUntil', '>', now)
    .select(['t.tableNumber', 'e.slug as eventSlug', 'r.guestCount'])
    .select(sql<Date>`r.held_until`.as('heldUntil'))
    .orderBy('r.heldUntil')
    .execute()

/** A nightlife reservation that was created as a hold, in any status. */
export const findHoldById = (db: Db, id: string): Promise<HoldRow | undefined> =>
  holdRows(db).where('r.id', '=', id).executeTakeFirst()

/** Same row, locked until the transaction ends. Does not lock the table: for changes that leave its occupancy alone. */
export const lockHold = (db: Db, id: string): Promise<HoldRow | undefined> =>
  holdRows(db).where('r.id', '=', id).forUpdate('r').executeTakeFirst()

export type HoldRow = NonNullable<Awaited<ReturnType<ReturnType<typeof holdRows>['executeTakeFirst']>>>

const holdRows = (db: Db) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('venueTables as t', 't.id', 'r.tableId')
    .where('r.deletedAt', 'is', null)
    .where('r.holdKey', 'is not', null)
    .select(['r.id', 'r.eventId', 'r.tableId', 'r.status', 'r.paymentStatus', 'r.heldUntil', 'r.holdKey'])
    .select(['r.guestName', 'r.guestEmail', 'r.guestPhone', 'r.guestCount', 'r.specialRequests'])
    .select(['r.totalPriceCents', 't.tableNumber', 't.maxGuests'])
    .select(
      sql<string[]>`array(select package_key from reservation_lines l
        where l.reservation_id = r.id and l.kind = 'package' order by package_key)`.as('packageKeys'),
    )

export type HoldRevision = Pick<
  HoldAttempt,
  'guestName' | 'guestEmail' | 'guestPhone' | 'guestCount' | 'specialRequests' | 'packages'
> & { readonly totalCents: number }

/** Total of a hold with these packages: the table at the price agreed in its line, the packages at current prices. */
export async function priceHold(db: Db, id: string, packages: readonly PackageKey[]): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (coalesce((select sum(price_cents) from packages where key = any(${packages}::text[]) and is_offered), 0)
      + coalesce((select sum(amount_cents) from reservation_lines where reservation_id = ${id} and kind = 'table'), 0)
      )::integer as cents
  `.execute(db)
  return rows[0]?.cents ?? 0
}

/** Stores a changed form on an existing hold and replaces its package lines. The caller has locked the hold. */
export async function reviseHold(db: Db, id: string, it: HoldRevision): Promise<void> {
  await db
    .deleteFrom('reservationLines')
    .where('reservationId', '=', id)
    .where('kind', '=', 'package')
    .execute()
  await sql`
    insert into reservation_lines (reservation_id, kind, package_key, label, amount_cents)
    select ${id}, 'package', key, name, price_cents from packages
    where key = any(${it.packages}::text[]) and is_offered
  `.execute(db)
  await db
    .updateTable('reservations')
    .set({
      guestName: it.guestName,
      guestEmail: it.guestEmail,
      guestPhone: it.guestPhone,
      guestCount: it.guestCount,
      specialRequests: it.specialRequests || null,
      totalPriceCents: it.totalCents,
    })
    .where('id', '=', id)
    .execute()
}

/** Expired holds, the oldest first. `isPayable`: the provider must close an open checkout before the release. */
export async function listExpiredHolds(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ id: string; isPayable: boolean }[]> {
  const rows = await db
    .selectFrom('reservations')
    .select(['id', 'paymentStatus'])
    .where('status', '=', 'pending')
    .where('deletedAt', 'is', null)
    .where('heldUntil', '<=', now)
    .orderBy('heldUntil')
    .limit(limit)
    .execute()
  return rows.map(({ id, paymentStatus }) => ({ id, isPayable: paymentStatus === 'pending' }))
}
