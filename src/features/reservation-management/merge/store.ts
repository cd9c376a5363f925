import { sql } from 'kysely'
import { type CalendarDate, wallClock } from '#lib/venue-time.ts'
import type { MergeChoice, MergeParty } from './schema.ts'
import type { Db } from '#platform/db/db.ts'
import { partyTableIds, partyTableNumbers } from '#platform/db/fragments/party-tables.ts'

type Facts = Pick<
  MergeParty,
  | 'entryCode'
  | 'eventTitle'
  | 'eventPrice'
  | 'specialRequests'
  | 'tags'
  | 'dinnerId'
  | 'tables'
  | 'tableNumbers'
  | 'lines'
  | 'hasPendingChange'
  | 'hasPaidCover'
  | 'isNightClosed'
>

/** The facts of a reservation beside those that every change by staff reads. */
export async function findPartyFacts(db: Db, id: string): Promise<Facts | undefined> {
  const { rows } = await sql<Facts>`
    select r.entry_code as "entryCode", e.title as "eventTitle", e.price as "eventPrice", r.special_requests as "specialRequests", r.tags,
      r.dinner_id as "dinnerId",
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'tableNumber', t.table_number) order by t.table_number)
        from venue_tables t where t.id = any(${partyTableIds('r')})), '[]') as tables,
      ${partyTableNumbers('r')} as "tableNumbers",
      coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'kind', l.kind, 'packageKey', l.package_key,
          'label', l.label, 'amountCents', l.amount_cents) order by l.kind desc, l.package_key, l.label, l.id)
        from reservation_lines l where l.reservation_id = r.id), '[]') as lines,
      exists (select from reservation_acts a where a.reservation_id = r.id and a.undone_at is null
        and case a.kind when 'amended' then a.settled_at else a.finished_at end is null) as "hasPendingChange",
      coalesce((select sum(l.cover_guests) from ledger_lines l
        where l.reservation_id = r.id and l.night = r.business_date and l.cover_kind is not null), 0) <> 0 as "hasPaidCover",
      exists (select from night_closings c where c.night = r.business_date) as "isNightClosed"
    from reservations r left join events e on e.id = r.event_id where r.id = ${id}`.execute(db)
  return rows[0]
}

/** The other reservations of the same kind, day and event whose guests are still expected, by time. */
export async function listMergeable(db: Db, id: string, now: Date): Promise<MergeChoice[]> {
  const { rows } = await sql<Omit<MergeChoice, 'time'> & { startsAt: Date }>`
    select o.id, o.guest_name as "guestName", o.guest_count as "guestCount", o.starts_at as "startsAt",
      ${partyTableNumbers('o')} as "tableNumbers"
    from reservations r join reservations o on o.business_date = r.business_date
      and o.reservation_type = r.reservation_type and o.event_id is not distinct from r.event_id and o.id <> r.id
    where r.id = ${id} and o.deleted_at is null and o.status in ('pending', 'confirmed') and o.held_until is null
      and o.ends_at > ${now}
    order by o.starts_at, o.guest_name, o.id limit 200`.execute(db)
  return rows.map(({ startsAt, ...it }) => ({ ...it, time: wallClock(startsAt).time }))
}

/**
 * Ends a reservation whose party joined another one. It is deleted, so that it counts in no list and no figure, and its
 * offer from the waiting list stays accepted. Reservations that were merged into it follow.
 */
export async function writeMergedAway(
  db: Db,
  id: string,
  {
    intoId,
    now,
    status,
  }: { readonly intoId: string; readonly now: Date; readonly status: MergeParty['status'] },
): Promise<void> {
  await db.updateTable('reservations').set({ mergedIntoId: intoId }).where('mergedIntoId', '=', id).execute()
  await db
    .updateTable('reservations')
    .set({
      status: 'cancelled',
      cancelReason: 'staff',
      deletedStatus: status,
      deletedAt: now,
      mergedIntoId: intoId,
      totalPriceCents: 0,
      keptCents: 0,
      keptReason: null,
      creditCents: 0,
      waitingEntryId: null,
    })
    .where('id', '=', id)
    .execute()
}

/** Nights whose guests keep the table of a dinner name the dinner that remains. */
export async function moveKeptDinner(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('reservations').set({ dinnerId: to }).where('dinnerId', '=', from).execute()
}

/** Moves the price lines of a reservation to another one, those with these ids or all. */
export async function moveLines(
  db: Db,
  { from, to, ids }: { readonly from: string; readonly to: string; readonly ids?: readonly string[] },
): Promise<void> {
  let lines = db.updateTable('reservationLines').set({ reservationId: to }).where('reservationId', '=', from)
  if (ids) lines = lines.where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
  await lines.execute()
}

/**
 * A merge that is taken back by a split: reservations that were merged into the one, and whose guest is that of the part,
 * belong to the part, so that their codes and links lead there.
 */
export async function moveMerged(
  db: Db,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await sql`
    update reservations m set merged_into_id = p.id from reservations p
    where p.id = ${to} and m.merged_into_id = ${from} and (email_key(m.guest_email) = email_key(p.guest_email)
      or phone_key(m.guest_phone) = phone_key(p.guest_phone))`.execute(db)
}

type Living = {
  readonly id: string
  readonly guestName: string
  readonly tableNumbers: readonly number[]
  /** Its night, which may be another one than at the merge. */
  readonly date: CalendarDate
}

/** The reservation that a merged one became a part of; undefined where it was not merged. */
export async function findMergedInto(db: Db, id: string): Promise<Living | undefined> {
  const { rows } = await sql<Living>`
    select l.id, l.guest_name as "guestName", ${partyTableNumbers('l')} as "tableNumbers", l.business_date as date
    from reservations r join reservations l on l.id = r.merged_into_id where r.id = ${id}`.execute(db)
  return rows[0]
}

/** The guest and the code of a merged reservation, for the email about it. */
export const findMerged = (db: Db, id: string) =>
  db
    .selectFrom('reservations')
    .where('id', '=', id)
    .where('mergedIntoId', 'is not', null)
    .select(['guestName', 'guestEmail', 'entryCode'])
    .executeTakeFirst()
