import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { partyTableNumbers } from '#platform/db/fragments/party-tables.ts'
import type { TaskFacts } from './rules.ts'
import type { NewTaskForm, TaskSource } from './schema.ts'

/** Packages with a time, and special requests, of the reservations of a date that stand. */
export async function listTaskFacts(db: Db, date: CalendarDate): Promise<TaskFacts[]> {
  const { rows } = await sql<TaskFacts>`
    select r.id as "reservationId", s.source, r.guest_name as "guestName", r.guest_count as "guestCount",
      r.status, r.starts_at as "startsAt", r.ends_at as "endsAt", r.left_at as "leftAt",
      ${partyTableNumbers('r')} as "tableNumbers",
      s.run_sheet_time as "packageTime", coalesce(nullif(s.run_sheet_title, ''), s.label) as "packageTitle",
      coalesce(r.special_requests, '') as request, s.need, coalesce(c.name, '') as name,
      coalesce(c.message, '') as message, c.picture_key is not null as "hasPicture",
      k.due_time as "dueTime", k.assignee, k.done_at as "doneAt", k.done_by as "doneBy"
    from reservations r
    cross join lateral (
      select l.package_key as source, l.label, p.run_sheet_time, p.run_sheet_title, p.needs_content as need
      from reservation_lines l join packages p on p.key = l.package_key
      where l.reservation_id = r.id and l.kind = 'package' and p.run_sheet_time is not null
      union all
      select 'request', '', null, '', 'none' where btrim(coalesce(r.special_requests, '')) <> ''
    ) s
    left join package_contents c on c.reservation_id = r.id and c.package_key = s.source
    -- A tick on another date is not true of this one.
    left join run_sheet_tasks k on k.reservation_id = r.id and k.source = s.source and k.date = r.business_date
    where r.business_date = ${date} and r.deleted_at is null
      and (r.status in ('confirmed', 'completed')
        or (r.status = 'pending' and r.reservation_type = 'dining' and r.held_until is null))
      and k.removed_at is null`.execute(db)
  return rows
}

export const listHandMade = (db: Db, date: CalendarDate) =>
  db
    .selectFrom('runSheetTasks')
    .where('date', '=', date)
    .where('source', 'is', null)
    .where('removedAt', 'is', null)
    .select(['id', 'title', 'details', 'dueTime', 'assignee', 'doneAt', 'doneBy'])
    .execute()

export async function insertTask(db: Db, { time: dueTime, ...task }: NewTaskForm): Promise<void> {
  await db
    .insertInto('runSheetTasks')
    .values({ ...task, dueTime })
    .onConflict((it) => it.doNothing())
    .execute()
}

type Source = { readonly reservationId: string; readonly source: TaskSource }

/**
 * The row of a package's or a request's task, which the first change of it creates; undefined without its reservation. It
 * begins anew where the reservation has moved to another date.
 */
export async function ensureTask(db: Db, { reservationId, source }: Source): Promise<string | undefined> {
  await sql`
    insert into run_sheet_tasks (date, reservation_id, source)
    select business_date, id, ${source} from reservations where id = ${reservationId} and deleted_at is null
    on conflict (reservation_id, source) do update set date = excluded.date, due_time = null, assignee = '', done_at = null,
      done_by = null, removed_at = null where run_sheet_tasks.date <> excluded.date`.execute(db)
  const row = await db
    .selectFrom('runSheetTasks')
    .where('reservationId', '=', reservationId)
    .where('source', '=', source)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/** Moves the tasks of these sources. A row of the other reservation is about something that it no longer had. */
export async function moveTaskRows(
  db: Db,
  {
    from,
    to,
    sources,
  }: { readonly from: string; readonly to: string; readonly sources: readonly TaskSource[] },
): Promise<void> {
  if (sources.length === 0) return
  await db
    .deleteFrom('runSheetTasks')
    .where('reservationId', '=', to)
    .where('source', 'in', sources)
    .execute()
  await db
    .updateTable('runSheetTasks')
    .set({ reservationId: to })
    .where('reservationId', '=', from)
    .where('source', 'in', sources)
    .execute()
}

/** Locks a task until the transaction ends. */
export const lockTask = (db: Db, id: string) =>
  db
    .selectFrom('runSheetTasks')
    .where('id', '=', id)
    .select(['id', 'doneAt', 'doneBy'])
    .forUpdate()
    .executeTakeFirst()

type Columns = {
  readonly dueTime?: string
  readonly assignee?: string
  readonly doneAt?: Date | null
  readonly doneBy?: string | null
  readonly removedAt?: Date | null
}

export async function writeTask(db: Db, id: string, columns: Columns): Promise<void> {
  await db.updateTable('runSheetTasks').set(columns).where('id', '=', id).execute()
}
