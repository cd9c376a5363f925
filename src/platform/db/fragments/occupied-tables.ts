import { type RawBuilder, sql } from 'kysely'

/** Whether the reservation `r` is a hold whose guest pays, or an offer that is not accepted: it has its table for the moment only. */
export const isHeld = (): RawBuilder<boolean> =>
  sql<boolean>`(r.status = 'pending' and r.held_until is not null)`

/**
 * Whether the reservation `r` is a hold that has expired and that no guest is paying for: the job that ends it has not run yet. False
 * where a left join found no reservation.
 */
export const isHoldExpired = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`((r.status = 'pending' and r.held_until <= ${now} and r.payment_status <> 'pending') is true)`

/** Whether the table block `b` has expired. False where a left join found none. */
export const isBlockExpired = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`((b.expires_at <= ${now}) is true)`

type Wanted = {
  /** The reservation that would move; null for a new one. */
  readonly id: string | null
  readonly startsAt: Date
  readonly endsAt: Date
}

/**
 * Whether the table `t` is free for a reservation at a time. Its own occupancies, the time for which its guests keep the table before
 * their night, expired holds and expired blocks count as free; a time that runs now is not free where guests of another party sit.
 */
export const isTableFree = ({ id, startsAt, endsAt }: Wanted, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(not exists (
      select from table_occupancies o
      left join reservations r on r.id = o.reservation_id
      left join table_blocks b on b.id = o.table_block_id
      where o.table_id = t.id and o.is_active and o.during && tstzrange(${startsAt}, ${endsAt}, '[)')
        and occupies_for_other(o.reservation_id, ${id}::uuid, ${endsAt})
        and not ${isHoldExpired(now)} and not ${isBlockExpired(now)}
    ) and not (${startsAt <= now && endsAt > now} and is_table_in_use(t.id, ${now}, ${id}::uuid)))`
