import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** Staff can still undo what they set for the day of a line. */
const isDayUndoable = (now: Date) => sql<boolean>`exists (
  select from venue_special_days d left join events de on de.id = w.event_id
  where d.business_date = coalesce(de.date, w.business_date) and d.undo_until > ${now})`

/** The night of a line was deleted or taken off sale before a moment, or its day was closed: no table can be offered any more. */
const isOver = (changedBefore: Date) => sql<boolean>`(
  coalesce(e.deleted_at <= ${changedBefore} or (not e.tables_for_sale and e.updated_at <= ${changedBefore}), false)
  or is_line_cancelled(w.event_id, w.business_date)
  or case when e.id is null then exists (select from venue_special_days d
      where d.business_date = w.business_date and d.service = 'restaurant' and d.opens is null)
    else closure_of_event(e.date, e.start_time, e.end_time) is not null end)`

/** Parties in line that can be offered no table any more. */
export async function listCalledOff(
  db: Db,
  { now, changedBefore }: { readonly now: Date; readonly changedBefore: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from waiting_entries w left join events e on e.id = w.event_id
    where w.status = 'waiting' and coalesce(e.over_at, w.dinner_at) > ${now}
      and ${isOver(changedBefore)} and not ${isDayUndoable(now)}
    order by w.seq`.execute(db)
  return rows.map(({ id }) => id)
}

export type MovedEntry = { readonly id: string; readonly date: CalendarDate }

/** Parties in line for a night that is on another date than when they joined, with that date. */
export async function listMoved(db: Db, now: Date): Promise<MovedEntry[]> {
  const { rows } = await sql<MovedEntry>`
    select w.id, e.date::text as date from waiting_entries w join events e on e.id = w.event_id
    where w.status = 'waiting' and e.date <> w.business_date and e.deleted_at is null and e.over_at > ${now}
    order by w.seq`.execute(db)
  return rows
}

/** Moves a party to the date of its night. Returns the version of the row; null where the party is there or left the line. */
export async function moveEntry(db: Db, { id, date }: MovedEntry): Promise<number | null> {
  const row = await db
    .updateTable('waitingEntries')
    .set({ movedFrom: sql<string>`business_date`, businessDate: date })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('businessDate', '<>', date)
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

export type Untold = { readonly id: string; readonly isOver: boolean }

/**
 * Entries that were called off since a moment and whose guests got no email about it, once staff can no longer undo the day. A
 * line may go on: its day was opened again, and the table of an offer was taken meanwhile. Guests who joined it again since have
 * their place by that.
 */
export async function listUntold(
  db: Db,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    select w.id, ${isOver(now)} as "isOver" from waiting_entries w left join events e on e.id = w.event_id
    where w.status = 'called_off' and w.updated_at > ${since} and not ${isDayUndoable(now)}
      and not exists (select from email_queue q where q.waiting_entry_id = w.id and q.kind = 'waiting_called_off')
      and not exists (select from waiting_entries o where o.status in ('waiting', 'offered') and o.anonymised_at is null
        and (o.event_id, o.dinner_at) is not distinct from (w.event_id, w.dinner_at)
        and (lower(o.guest_email) = lower(w.guest_email) or phone_key(o.guest_phone) = phone_key(w.guest_phone)))
    order by w.seq`.execute(db)
  return rows
}
