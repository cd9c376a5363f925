import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { PREPARED_STATEMENTS } from '#platform/db/connections/prepared-statements.ts'
import { isBlockExpired, isHoldExpired } from '#platform/db/fragments/occupied-tables.ts'
import { HOLD_LIMITS } from '../rules.ts'
import type { HoldLimit } from '../schema.ts'
import type { AttemptResult, HoldAttempt, LimitQuery, Verdict } from './schema.ts'

const HOLD_LIMITS_JSON = JSON.stringify(HOLD_LIMITS)

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
  select looked.event_id, table_id, date, starts_at, ends_at, over_at, during, table_number, max_guests, table_cents, total_cents,
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
  select e.id as event_id, e.date, greatest(e.starts_at, ${now}::timestamptz) as starts_at, e.ends_at, e.over_at, e.sold_out,
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
      when over_at <= ${now} then 'event_over'
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
          and not ${isHoldExpired(now)}
          and not ${isBlockExpired(now)}
      ) then 'table_taken'
      -- Guests of an earlier party may sit there past their end.
      when asked.starts_at <= ${now} and is_table_in_use(table_id, ${now}, ${it.dinnerId ?? null}::uuid) then 'table_taken'
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
  where r.id = o.reservation_id and ${isHoldExpired(now)}
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
    -- A hold ends with its event at the latest.
    least(j.over_at, coalesce(${it.heldUntil ?? null}::timestamptz, ${now}::timestamptz + make_interval(mins => (
      select case when ${it.waitingEntryId ?? null}::uuid is null then hold_minutes else offer_minutes end from venue)))),
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
