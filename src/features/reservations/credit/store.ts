import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * Makes what was received beyond the price, and refunded at the bank in vain, a credit of a guest whose reservation stands again:
 * it is not refunded any more. What a payment issue still asks staff to refund stays owed. `until` is the last day of a new credit.
 */
export async function writeOwedAsCredit(db: Db, id: string, until: CalendarDate): Promise<void> {
  await sql`
    update reservations r set price_refunded_cents = r.price_refunded_cents - owed.cents, credit_cents = r.credit_cents + owed.cents,
      credit_until = coalesce(r.credit_until, ${until}::date)
    from (
      select o.id, o.price_refunded_cents - o.refunded_cents - coalesce((
        select sum(x.amount_cents) from payment_exceptions x
        where x.reservation_id = o.id and x.kind = 'refund_failed' and x.resolved_at is null), 0)::integer as cents
      from reservations o where o.id = ${id}
    ) owed
    where r.id = owed.id and owed.cents > 0`.execute(db)
}
