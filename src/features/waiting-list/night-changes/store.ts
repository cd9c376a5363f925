import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { isHeld } from '#platform/db/fragments/occupied-tables.ts'

export type Changes = {
  readonly now: Date
  /** Changes by staff after that moment can still be undone. */
  readonly changedBefore: Date
  /** Dinner times with a line that the opening hours of their days do not have any more. */
  readonly lostTimes: readonly Date[]
}

/** Staff can still undo what they set for the day of a line, or that they restored its usual hours. */
const isDayUndoable = ({ now, changedBefore }: Changes) => sql<boolean>`(
  exists (select from venue_special_days d left join events de on de.id = w.event_id
    where d.business_date = coalesce(de.date, w.business_date) and d.undo_until > ${now})
  or exists (select from deleted_special_days d
    where w.event_id is null and d.business_date = w.business_date and d.deleted_at > ${changedBefore}))`

/**
 * The night of a line was deleted or taken off sale before a moment, or its day was closed, or its dinner time was lost: no table
 * can be offered any more.
 */
const isOver = ({ changedBefore, lostTimes }: Omit<Changes, 'now'>) => sql<boolean>`(
  coalesce(e.deleted_at <= ${changedBefore} or (not e.tables_for_sale and e.updated_at <= ${changedBefore}), false)
  or is_line_cancelled(w.event_id, w.business_date)
  or case when e.id is null then w.dinner_at = any(${[...lostTimes]}::timestamptz[])
    else closure_of_event(e.date, e.start_time, e.end_time) is not null end)`

export type DinnerTime = { readonly date: CalendarDate; readonly startsAt: Date }

/** Dinner times after a moment for which parties wait for a table or have an offer, or waited until their line was called off. */
export async function listDinnerTimes(db: Db, after: Date): Promise<DinnerTime[]> {
  const { rows } = await sql<DinnerTime>`
    select distinct business_date::text as date, dinner_at as "startsAt" from waiting_entries
    where status in ('waiting', 'offered', 'called_off') and dinner_at > ${after} order by 2`.execute(db)
  return rows
}

/** The same with one row for each party that is in line, those with an open offer among them. */
export async function listPartyTimes(db: Db, after: Date): Promise<DinnerTime[]> {
  const { rows } = await sql<DinnerTime>`
    select business_date::text as date, dinner_at as "startsAt" from waiting_entries
    where status in ('waiting', 'offered') and dinner_at > ${after}`.execute(db)
  return rows
}

export type LostOffer = { readonly id: string; readonly reservationId: string }

/** Open offers of dinner times that were lost. A dinner that its guest accepted has no end of an offer. */
export async function listLostOffers(db: Db, changes: Changes): Promise<LostOffer[]> {
  const { rows } = await sql<LostOffer>`
    select w.id, r.id as "reservationId" from waiting_entries w join reservations r on r.waiting_entry_id = w.id
    where w.status = 'offered' and w.dinner_at = any(${[...changes.lostTimes]}::timestamptz[])
      and w.dinner_at > ${changes.now} and ${isHeld()} and r.deleted_at is null
      and not ${isDayUndoable(changes)}
    order by w.seq`.execute(db)
  return rows
}

/** Parties in line that can be offered no table any more. */
export async function listCalledOff(db: Db, changes: Changes): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from waiting_entries w left join events e on e.id = w.event_id
    where w.status = 'waiting' and coalesce(e.over_at, w.dinner_at) > ${changes.now}
      and ${isOver(changes)} and not ${isDayUndoable(changes)}
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
  { since, ...changes }: Changes & { readonly since: Date },
): Promise<Untold[]> {
  // A night that was called off stays so, though its deletion may be recent.
  const over = isOver({ ...changes, changedBefore: changes.now })
  const { rows } = await sql<Untold>`
    select w.id, ${over} as "isOver" from waiting_entries w left join events e on e.id = w.event_id
    where w.status = 'called_off' and w.updated_at > ${since} and not ${isDayUndoable(changes)}
      and not exists (select from email_queue q where q.waiting_entry_id = w.id and q.kind = 'waiting_called_off')
      and not exists (select from waiting_entries o where o.status in ('waiting', 'offered') and o.anonymised_at is null
        and (o.event_id, o.dinner_at) is not distinct from (w.event_id, w.dinner_at)
        and (lower(o.guest_email) = lower(w.guest_email) or phone_key(o.guest_phone) = phone_key(w.guest_phone)))
    order by w.seq`.execute(db)
  return rows
}
