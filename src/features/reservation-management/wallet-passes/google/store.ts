import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { PassOwner } from '#features/reservation-management/wallet-passes/rules.ts'

/** Records that a guest asked for a pass. Returns whether Google has it already. */
export async function insertGooglePass(db: Db, owner: PassOwner): Promise<{ readonly isMade: boolean }> {
  const [reservationId, shareId] = 'shareId' in owner ? [null, owner.shareId] : [owner.reservationId, null]
  const { rows } = await sql<{ isMade: boolean }>`
    insert into google_passes as p (reservation_id, share_id) values (${reservationId}::uuid, ${shareId}::uuid)
    on conflict (serial) do update set created_at = p.created_at
    returning p.made_at is not null as is_made`.execute(db)
  return { isMade: rows[0]?.isMade === true }
}

export async function updateMadeAt(db: Db, serial: string, madeAt: Date): Promise<void> {
  await db.updateTable('googlePasses').where('serial', '=', serial).set({ madeAt }).execute()
}

/** Whether a guest still has a pass: none was forgotten with its guest, or after the night. */
export async function hasGooglePass(db: Db, serial: string): Promise<boolean> {
  const row = await db
    .selectFrom('googlePasses')
    .where('serial', '=', serial)
    .select('serial')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets passes whose reservation, or the one that it was merged into, ended before a moment. Each is withdrawn at Google. */
export async function deleteEndedBefore(db: Db, moment: Date): Promise<void> {
  await sql`
    delete from google_passes g using reservations r left join reservations l on l.id = r.merged_into_id
    where r.id = coalesce(g.reservation_id, (select s.reservation_id from entry_shares s where s.id = g.share_id))
      and coalesce(l.ends_at, r.ends_at) < ${moment}`.execute(db)
}
