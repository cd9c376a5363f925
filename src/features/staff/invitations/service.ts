import { recordActivity } from '#features/audit-log/service.ts'
import { INVITATION_HOURS, may, checkNewPassword } from '#features/permissions/rules.ts'
import type { OpenInvitation, StaffRole } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { createAccount, listStaff } from '#features/staff/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observability/log.ts'
import { MailError, type Mailer } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import {
  findInvitation,
  insertInvitation,
  listOpenInvitations,
  markInvitationSent,
  markAccepted,
  withdrawEarlier,
  withdrawInvitation,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

export const SEND_INVITATION = 'send_invitation'

/** Invites a new staff member by email. A pending invitation of the same address is withdrawn. */
export async function invite(
  { db, now, actor }: ActorDeps,
  { email, role }: { email: string; role: StaffRole },
): Promise<Result<{ id: string }, 'not_allowed' | 'has_account'>> {
  if (!may(actor.role, 'staff.edit')) return no('not_allowed')
  const accounts = await listStaff({ db })
  if (accounts.some((it) => it.email === email)) return no('has_account')
  return inTransaction(db, async (trx) => {
    await withdrawEarlier(trx, email, now)
    const expiresAt = addHours(now, INVITATION_HOURS)
    const { id } = await insertInvitation(trx, { email, role, invitedBy: actor.id, expiresAt })
    await addJob(trx, {
      name: SEND_INVITATION,
      payload: { invitationId: id },
      key: `${SEND_INVITATION}:${id}`,
    })
    await recordActivity(trx, {
      actor,
      action: 'invited',
      entity: 'staff',
      entityId: id,
      after: { email, role },
    })
    return ok({ id })
  })
}

/** Withdraws a pending invitation. */
export async function withdraw(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, 'not_allowed' | 'unknown_invitation'>> {
  if (!may(actor.role, 'staff.edit')) return no('not_allowed')
  return inTransaction(db, async (trx) => {
    const withdrawn = await withdrawInvitation(trx, id, now)
    if (!withdrawn) return no('unknown_invitation')
    const entry = { action: 'withdrew the invitation of', entity: 'staff', entityId: id } as const
    await recordActivity(trx, { actor, ...entry, before: withdrawn })
    return ok(null)
  })
}

/** Invitations that were neither accepted nor withdrawn. */
export async function listInvitations({ db, now }: Deps): Promise<OpenInvitation[]> {
  const rows = await listOpenInvitations(db)
  return rows.map(({ expiresAt, ...row }) => ({
    ...row,
    expiresAt: expiresAt.toISOString(),
    isOver: expiresAt <= now,
  }))
}

/** Address and role of an invitation; null once it is accepted, withdrawn or expired. */
export async function readInvitation(
  { db, now }: Deps,
  id: string,
): Promise<{ email: string; role: StaffRole } | null> {
  const found = await findInvitation(db, id)
  if (!found || found.acceptedAt || found.withdrawnAt || found.expiresAt <= now) return null
  return { email: found.email, role: found.role }
}

export type AcceptanceRefusal =
  | 'invitation_over'
  | 'has_account'
  | { readonly title: string; readonly text: string }

/** Creates the invited account. The update in `markAccepted` lets only one of two concurrent requests through. */
export async function acceptInvitation(
  { db, now }: Deps,
  id: string,
  { name, next, again }: { name: string; next: string; again: string },
): Promise<Result<{ email: string }, AcceptanceRefusal>> {
  const problem = checkNewPassword(next, again)
  if (problem) return no(problem)
  return inTransaction(db, async (trx) => {
    const accepted = await markAccepted(trx, id, now)
    if (!accepted) return no('invitation_over')
    const account = { ...accepted, name, password: next, mustChangePassword: false }
    const userId = await createAccount({ db: trx }, account)
    if (!userId) return no('has_account')
    const entry = {
      action: 'joined',
      entity: 'staff',
      entityId: userId,
      after: { name, ...accepted },
    } as const
    await recordActivity(trx, { actor: { id: userId, name }, ...entry })
    return ok({ email: accepted.email })
  })
}

type MailDeps = Deps & {
  readonly mailer: Mailer
  readonly tokens: SignedTokens
  readonly origin: string
  readonly log: Log
}

/** Sends the invitation email, at least once, with a fixed Message-ID. */
export async function sendInvitation(deps: MailDeps, id: string): Promise<void> {
  const found = await findInvitation(deps.db, id)
  if (!found || found.sentAt || found.acceptedAt || found.withdrawnAt || found.expiresAt <= deps.now) return
  const { invitationEmail } = await import('./emails.tsx')
  const venue = await loadVenue(deps)
  const email = await invitationEmail({
    venue,
    inviter: found.inviter,
    role: found.role,
    link: `${deps.origin}/admin/invitation/${deps.tokens.sign('invitation', id)}`,
    validHours: INVITATION_HOURS,
  })
  try {
    const messageId = `${id}@${new URL(deps.origin).hostname}`
    await deps.mailer.send({ ...email, to: found.email, replyTo: venue.email, messageId })
  } catch (error) {
    if (!(error instanceof MailError) || !error.undeliverable) throw error
    deps.log.warn(
      { event: 'mail.undeliverable', err: error, invitation: id },
      'invitation cannot be delivered',
    )
  }
  await markInvitationSent(deps.db, id, deps.now)
}
