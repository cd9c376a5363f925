import { sql } from 'kysely'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import type { ReservationLine } from '#features/reservations/schema.ts'
import type { Db } from '#platform/db/db.ts'
import { partyTableNumbers } from '#platform/db/fragments/party-tables.ts'

/** Replaces the price lines of a reservation. The audit log keeps the former ones. */
export async function replaceLines(
  db: Db,
  reservationId: string,
  lines: readonly ReservationLine[],
): Promise<void> {
  await db.deleteFrom('reservationLines').where('reservationId', '=', reservationId).execute()
  if (lines.length === 0) return
  await db
    .insertInto('reservationLines')
    .values(lines.map((it) => ({ ...it, reservationId })))
    .execute()
}

/** The facts of a reservation that an amendment may change. */
export async function findFacts(db: Db, id: string): Promise<AmendedFacts | undefined> {
  const { rows } = await sql<Omit<AmendedFacts, 'startsAt' | 'endsAt'> & { startsAt: Date; endsAt: Date }>`
    select r.guest_name as "guestName", r.guest_email as "guestEmail", r.guest_phone as "guestPhone",
      r.guest_count as "guestCount", r.event_id as "eventId", e.title as "eventTitle", r.business_date as "date",
      r.starts_at as "startsAt", r.ends_at as "endsAt", r.table_id as "tableId", r.second_table_id as "secondTableId",
      ${partyTableNumbers('r')} as "tableNumbers",
      r.total_price_cents as "totalCents", r.is_large_party as "isLargeParty",
      r.holder_count as "holderCount", coalesce((
        select jsonb_agg(jsonb_build_object('kind', l.kind, 'packageKey', l.package_key, 'label', l.label,
          'amountCents', l.amount_cents) order by l.kind desc, l.package_key, l.label)
        from reservation_lines l where l.reservation_id = r.id), '[]') as "lines"
    from reservations r
    left join events e on e.id = r.event_id
    where r.id = ${id}`.execute(db)
  const [row] = rows
  return row && { ...row, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString() }
}
