import { sql } from 'kysely'
import { MOVE_FEE } from '#features/reservations/rules.ts'
import type { Db } from '#platform/db/db.ts'
import { partyTableIds } from '#platform/db/fragments/party-tables.ts'

/** Fees in the price of a reservation. They are not refunded. */
const FEES = sql`coalesce((
  select sum(l.amount_cents) from reservation_lines l where l.reservation_id = r.id and l.kind = 'fee'), 0)::integer`

/** A paid reservation for a table of a cancelled one, made after it was cancelled. */
const isSaleOfR = sql`s.event_id = r.event_id and s.id <> r.id and s.deleted_at is null
  and s.status in ('confirmed', 'completed') and s.created_at > r.cancelled_at and ${partyTableIds('s')} && ${partyTableIds('r')}
  and s.received_cents - s.refunded_cents - s.disputed_cents > 0
  and s.received_cents - s.price_refunded_cents >= s.total_price_cents - s.allowance_cents`

export type Resold = { readonly id: string; readonly refundCents: number }

/**
 * Cancellations that are refunded if resold, of which every table was sold again for the same night and paid in full, with the
 * amount that goes back: what is kept apart from fees, at most what the new sales brought for these tables. With an id, only
 * that reservation.
 */
export async function listResold(db: Db, id: string | null): Promise<Resold[]> {
  const { rows } = await sql<Resold>`
    select r.id, least(r.kept_cents - ${FEES}, sold.cents)::integer as "refundCents"
    from reservations r cross join lateral (
      select coalesce(sum(round(sale.cents * sale.shared / sale.tables)), 0) as cents
      from (
        select s.received_cents - s.refunded_cents - s.disputed_cents as cents, cardinality(${partyTableIds('s')})::numeric as tables,
          (select count(*) from unnest(${partyTableIds('s')}) as t (id) where t.id = any(${partyTableIds('r')})) as shared
        from reservations s
        where ${isSaleOfR}
      ) sale
    ) sold
    where r.is_refunded_if_resold and r.status = 'cancelled' and r.kept_cents > ${FEES} and r.deleted_at is null
      and r.id = coalesce(${id}::uuid, r.id)
      and r.event_id is not null and r.cancelled_at < r.ends_at and sold.cents > 0
      and not exists (
        select from unnest(${partyTableIds('r')}) as own (id)
        where not exists (select from reservations s where ${isSaleOfR} and own.id = any(${partyTableIds('s')}))
      )
    order by r.id limit 100`.execute(db)
  return rows
}

/** Keeps less by what goes back, once: a later change of the new sale changes nothing. */
export async function writeResold(db: Db, { id, refundCents }: Resold): Promise<void> {
  await sql`
    update reservations r set is_refunded_if_resold = false, kept_cents = r.kept_cents - ${refundCents}::integer,
      kept_reason = case r.kept_cents - ${refundCents}::integer
        when 0 then null when ${FEES} then ${MOVE_FEE} else r.kept_reason end
    where r.id = ${id}`.execute(db)
}
