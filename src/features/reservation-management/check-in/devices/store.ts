import { sql } from 'kysely'
import { addDays, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

type Heard = {
  readonly night: CalendarDate
  readonly deviceId: string
  readonly name: string
  readonly heardAt: Date
  readonly unsent: number
}

/** Nights for which a device may still have acts: it may have had no network since. */
const NIGHTS = 3

/**
 * Stores what a device said about itself, for tonight and for the nights before that it had the list of. A device asks often,
 * and a row that says the same is written again after a quarter of a minute only.
 */
export async function writeHeard(db: Db, { night, deviceId, name, heardAt, unsent }: Heard): Promise<void> {
  await sql`
    with earlier as (
      update check_in_devices d set unsent = ${unsent}, heard_at = ${heardAt}
      where d.device_id = ${deviceId} and d.night between ${addDays(night, -NIGHTS)} and ${addDays(night, -1)}
        and (d.unsent <> ${unsent} or d.heard_at < ${heardAt}::timestamptz - interval '10 minutes')
    )
    insert into check_in_devices as d (night, device_id, name, first_heard_at, heard_at, unsent)
    values (${night}, ${deviceId}, ${name}, ${heardAt}, ${heardAt}, ${unsent})
    on conflict (night, device_id) do update set name = excluded.name, heard_at = excluded.heard_at, unsent = excluded.unsent
    where (d.unsent, d.name) is distinct from (excluded.unsent, excluded.name)
      or d.heard_at < excluded.heard_at - interval '15 seconds'`.execute(db)
}

export const listHeard = (db: Db, night: CalendarDate) =>
  db
    .selectFrom('checkInDevices')
    .where('night', '=', night)
    .select(['deviceId as id', 'name', 'firstHeardAt', 'heardAt', 'unsent'])
    .orderBy('unsent', 'desc')
    .orderBy('heardAt', 'desc')
    .execute()

export async function deleteHeardBefore(db: Db, night: CalendarDate): Promise<void> {
  await db.deleteFrom('checkInDevices').where('night', '<', night).execute()
}
