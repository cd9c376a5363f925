import { SYSTEM_ID } from '#features/reservation-management/floor/night-end/rules.ts'
import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** Money of reservations that is still here, and the part of it that the provider can refund. */
export async function listMoneyLeft(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; leftCents: number; onlineCents: number }[]> {
  const { rows } = await sql<{ id: string; leftCents: number; onlineCents: number }>`
    select r.id, reservation_open_cents(r) as "leftCents", least(reservation_open_cents(r), coalesce((
      select sum(left_of_checkout(c.id, r.id)) from checkouts c where c.status = 'paid'
        and c.id in (select l.checkout_id from ledger_lines l where l.reservation_id = r.id)), 0))::integer
      as "onlineCents"
    from reservations r where r.id = any(${[...ids]}::uuid[]) and r.received_cents > 0`.execute(db)
  return rows
}

/**
 * Acts of check-in about a night that the database received after a moment: arrivals, cover, and counts. Walk-ins who pay are
 * counted by the act of their cover. Corrections by a manager have a reason, and what the close-out adds itself has its own id:
 * both are no acts of a device.
 */
export async function countActsSince(db: Db, night: CalendarDate, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((
      select count(*) from arrival_events e
      where e.recorded_at > ${since} and e.night = ${night} and e.actor_id <> ${SYSTEM_ID}
    ) + (
      select count(distinct act_id) from ledger_lines
      where night = ${night} and cover_kind is not null and reason is null and created_at > ${since}
    ) + (
      select count(*) from head_counts h
      where h.night = ${night} and h.recorded_at > ${since}
        and not exists (select from ledger_lines c where c.act_id = h.id)
    ))::integer as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether the nightly job marks no-shows and closes nights. */
export const readUnattended = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('venue').select('closeOutUnattended').executeTakeFirstOrThrow()).closeOutUnattended
