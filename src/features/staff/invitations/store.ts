import type { Db } from '#platform/db/db.ts'
import type { StaffRole } from '#features/permissions/schema.ts'

type NewInvitation = {
  readonly email: string
  readonly role: StaffRole
  readonly invitedBy: string
  readonly expiresAt: Date
}

export const insertInvitation = (db: Db, invitation: NewInvitation): Promise<{ id: string }> =>
  db.insertInto('staffInvitations').values(invitation).returning('id').executeTakeFirstOrThrow()

export const findInvitation = (db: Db, id: string) =>
  db
    .selectFrom('staffInvitations as i')
    .leftJoin('staffUsers as u', 'u.id', 'i.invitedBy')
    .select(['i.id', 'i.email', 'i.role', 'i.expiresAt', 'i.acceptedAt', 'i.withdrawnAt', 'i.sentAt'])
    .select('u.name as inviter')
    .where('i.id', '=', id)
    .executeTakeFirst()

export const listOpenInvitations = (db: Db) =>
  db
    .selectFrom('staffInvitations')
    .select(['id', 'email', 'role', 'expiresAt'])
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .execute()

/** Accepts an open invitation. Of two concurrent calls one succeeds; the other returns undefined. */
export const markAccepted = (db: Db, id: string, now: Date) =>
  db
    .updateTable('staffInvitations')
    .set({ acceptedAt: now })
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['email', 'role'])
    .executeTakeFirst()

export const withdrawInvitation = (db: Db, id: string, now: Date) =>
  db
    .updateTable('staffInvitations')
    .set({ withdrawnAt: now })
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .returning(['email', 'role'])
    .executeTakeFirst()

export async function withdrawEarlier(db: Db, email: string, now: Date): Promise<void> {
  await db
    .updateTable('staffInvitations')
    .set({ withdrawnAt: now })
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .execute()
}

export async function markInvitationSent(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('staffInvitations').set({ sentAt: at }).where('id', '=', id).execute()
}
