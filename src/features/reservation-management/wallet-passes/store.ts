import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Changed, PassOwner } from './rules.ts'

type Registration = { readonly deviceId: string; readonly pushToken: string; readonly owner: PassOwner }

/** Devices of one pass; a guest has a phone and a watch, and may send the pass to friends. */
const MAX_DEVICES = 40

const serialOf = (owner: PassOwner): string => ('shareId' in owner ? owner.shareId : owner.reservationId)

/**
 * Whether the reservation of a pass still has its guest. It is locked, so that one who is forgotten at this moment leaves no device
 * behind: the trigger that deletes devices waits for the registration, or the registration for the trigger.
 */
export async function lockOwner(db: Db, owner: PassOwner): Promise<boolean> {
  const id =
    'shareId' in owner
      ? sql`(select s.reservation_id from entry_shares s where s.id = ${owner.shareId})`
      : sql`${owner.reservationId}::uuid`
  const { rows } = await sql`
    select 1 from reservations r where r.id = ${id} and r.anonymised_at is null for share`.execute(db)
  return rows.length > 0
}

/** Registers a device for a pass, or renews its address; `too_many` beyond the limit of devices. */
export async function upsertRegistration(
  db: Db,
  { deviceId, pushToken, owner }: Registration,
): Promise<'created' | 'renewed' | 'too_many'> {
  const [reservationId, shareId] = 'shareId' in owner ? [null, owner.shareId] : [owner.reservationId, null]
  const { rows } = await sql<{ isNew: boolean }>`
    insert into wallet_registrations as r (device_id, push_token, reservation_id, share_id)
    select ${deviceId}, ${pushToken}, ${reservationId}::uuid, ${shareId}::uuid
    where (select count(*) from wallet_registrations o
      where o.serial = ${serialOf(owner)} and o.device_id <> ${deviceId}) < ${MAX_DEVICES}
    on conflict (device_id, serial) do update set push_token = excluded.push_token
    returning xmax = 0 as is_new`.execute(db)
  const [row] = rows
  if (!row) return 'too_many'
  return row.isNew ? 'created' : 'renewed'
}

export async function deleteRegistration(db: Db, deviceId: string, serial: string): Promise<void> {
  await db
    .deleteFrom('walletRegistrations')
    .where('deviceId', '=', deviceId)
    .where('serial', '=', serial)
    .execute()
}

/** Forgets devices that have a pass no more. */
export async function deleteDevices(db: Db, serial: string, pushTokens: readonly string[]): Promise<void> {
  if (pushTokens.length === 0) return
  await db
    .deleteFrom('walletRegistrations')
    .where('serial', '=', serial)
    .where('pushToken', '=', (eb) => eb.fn.any(eb.val([...pushTokens])))
    .execute()
}

/** Addresses of the devices that have a pass. */
export async function listPushTokens(db: Db, serial: string): Promise<string[]> {
  const rows = await db
    .selectFrom('walletRegistrations')
    .where('serial', '=', serial)
    .select('pushToken')
    .distinct()
    .execute()
  return rows.map(({ pushToken }) => pushToken)
}

/** Passes of a device that changed after a moment, the latest last. */
export async function listChanged(
  db: Db,
  deviceId: string,
  since: Date | null,
): Promise<{ readonly serial: string; readonly changedAt: Date }[]> {
  let rows = db.selectFrom('walletRegistrations').where('deviceId', '=', deviceId)
  if (since) rows = rows.where('changedAt', '>', since)
  return rows.select(['serial', 'changedAt']).orderBy('changedAt').execute()
}

/** When a pass changed last; undefined where no device has it. */
export async function findChanged(db: Db, serial: string): Promise<Changed | undefined> {
  const { rows } = await sql<{ changedAt: Date | null; readAt: Date }>`
    select max(changed_at) as changed_at, clock_timestamp() as read_at
    from wallet_registrations where serial = ${serial}`.execute(db)
  const [row] = rows
  return row?.changedAt ? { changedAt: row.changedAt, readAt: row.readAt } : undefined
}

/** Forgets the devices of passes whose reservation, or the one that it was merged into, ended before a moment. */
export async function deleteEndedBefore(db: Db, moment: Date): Promise<void> {
  await sql`
    delete from wallet_registrations w using reservations r left join reservations l on l.id = r.merged_into_id
    where r.id = coalesce(w.reservation_id, (select s.reservation_id from entry_shares s where s.id = w.share_id))
      and coalesce(l.ends_at, r.ends_at) < ${moment}`.execute(db)
}
