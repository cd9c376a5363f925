import type pg from 'pg'
import type { HoldRequest } from '#features/holds/schema.ts'
import { askFor, type Night } from '../booking/booking-fixtures.ts'
import type { Acknowledged } from './two-servers.ts'

/** A hold request for each free table of each coming night. */
export async function freeTables(pool: pg.Pool): Promise<HoldRequest[]> {
  const { rows } = await pool.query(
    `select e.id, e.slug, e.starts_at, e.ends_at, t.id as table_id, t.table_number, t.max_guests, t.reservation_price_cents
     from events e cross join venue_tables t
     where e.starts_at > now() + interval '2 days' and not e.sold_out and e.tables_for_sale and t.is_available and t.deleted_at is null
       and not exists (select from table_occupancies o where o.table_id = t.id and o.is_active
         and o.during && tstzrange(e.starts_at, e.ends_at, '[)'))
     order by e.starts_at, t.table_number limit 400`,
  )
  return rows.map((it) => {
    const event: Night['event'] = { id: it.id, slug: it.slug, startsAt: it.starts_at, endsAt: it.ends_at }
    const table = {
      id: it.table_id,
      number: it.table_number,
      maxGuests: it.max_guests,
      cents: it.reservation_price_cents,
    }
    return askFor({ event, tables: [table] })
  })
}

export type ReservationRow = {
  readonly id: string
  readonly key: string
  readonly status: string
  readonly claims: number
  readonly paid: number
  readonly emails: number
}

/** Every online reservation with its tables, payments and confirmation emails. */
export const readReservations = async (pool: pg.Pool): Promise<ReservationRow[]> =>
  (
    await pool.query<ReservationRow>(
      `select r.id, r.hold_key as key, r.status,
         (select count(*)::int from table_occupancies o where o.reservation_id = r.id and o.is_active) as claims,
         (select count(*)::int from checkouts k where k.reservation_id = r.id and k.status = 'paid') as paid,
         (select count(*)::int from email_queue m where m.reservation_id = r.id and m.kind = 'confirmation') as emails
       from reservations r where r.hold_key is not null`,
    )
  ).rows

/** Acknowledged bookings that are missing in the database, and duplicates. */
export function wrongIn(acknowledged: readonly Acknowledged[], book: readonly ReservationRow[]): string[] {
  return acknowledged.flatMap(({ key, held, paid }) => {
    const rows = book.filter((it) => it.key === key)
    const [row] = rows
    const found: string[] = []
    if (rows.length > 1) found.push(`${key}: ${rows.length} reservations`)
    if (held && row?.id !== held) found.push(`${key}: acknowledged and not there`)
    if (paid && row?.status !== 'confirmed') found.push(`${key}: paid and ${row?.status}`)
    if (paid && row && (row.claims !== 1 || row.paid !== 1 || row.emails !== 1))
      found.push(`${key}: ${row.claims} tables, ${row.paid} payments, ${row.emails} emails`)
    return found
  })
}
