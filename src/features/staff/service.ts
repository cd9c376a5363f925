import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { SYSTEM_ACTOR } from '#features/audit-log/schema.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { readRequire2fa, writeRequire2fa } from '#features/venue/settings/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { may } from '../permissions/rules.ts'
import type { AccountForm, Actor, StaffAccount, StaffRole } from '../permissions/schema.ts'
import {
  countStaff,
  endAllSessions,
  findAccountByEmail,
  insertAccount,
  insertPassword,
  listAccounts,
  lockAccount,
  lockOwners,
  resetAccount,
  updateAccount,
} from './store.ts'

export { countTemporaryPasswords } from './store.ts'

type Deps = { readonly db: Db }

/** Generated password, shown once. Only its hash is stored, and it must be changed at the first sign-in. */
export type TemporaryPassword = { readonly email: string; readonly password: string }
export type FirstOwner = TemporaryPassword

const PASSWORD_BYTES = 12
const randomPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url')

type NewAccount = {
  readonly name: string
  readonly email: string
  readonly role: StaffRole
  readonly password: string
  readonly mustChangePassword: boolean
}

/** Creates an account. Null if the email is already in use. */
export async function createAccount(
  { db }: Deps,
  { password, ...account }: NewAccount,
): Promise<string | null> {
  if (await findAccountByEmail(db, account.email)) return null
  const hash = await hashPassword(password)
  const { id } = await insertAccount(db, account)
  await insertPassword(db, { userId: id, hash })
  return id
}

/**
 * Creates the first owner with a random password that must be changed at the first sign-in. Null if there are accounts
 * already.
 */
export async function createFirstOwner({ db }: Deps, email: string): Promise<FirstOwner | null> {
  if ((await countStaff(db)) > 0) return null
  return addOwner({ db }, email)
}

async function addOwner({ db }: Deps, address: string): Promise<TemporaryPassword> {
  const email = address.trim().toLowerCase()
  const password = randomPassword()
  await createAccount({ db }, { name: 'Owner', email, role: 'owner', password, mustChangePassword: true })
  return { email, password }
}

/**
 * Recovers access from the command line: creates an owner, or resets an existing account's password, two-factor setup
 * and sessions.
 */
export async function resetStaffAccess(
  deps: Deps,
  address: string,
): Promise<TemporaryPassword & { isNew: boolean }> {
  const email = address.trim().toLowerCase()
  return inTransaction(deps.db, async (trx) => {
    const found = await findAccountByEmail(trx, email)
    if (!found) {
      const account = await addOwner({ db: trx }, email)
      await recordActivity(trx, {
        actor: SYSTEM_ACTOR,
        action: 'added',
        entity: 'staff',
        entityId: null,
        after: { email },
      })
      return { ...account, isNew: true }
    }
    const password = randomPassword()
    await resetAccount(trx, found.id, await hashPassword(password))
    await endAllSessions(trx, found.id)
    const entry = { action: 'was given a new password', entity: 'staff', entityId: found.id } as const
    await recordActivity(trx, { actor: SYSTEM_ACTOR, ...entry, after: { email } })
    return { email, password, isNew: false }
  })
}

export async function listStaff({ db }: Deps): Promise<StaffAccount[]> {
  const rows = await listAccounts(db)
  return rows.map(({ banned, twoFactorEnabled, seenAt, ...row }) => ({
    ...row,
    hasAccess: !banned,
    hasCodes: twoFactorEnabled,
    seenAt: seenAt ? new Date(seenAt).toISOString() : null,
  }))
}

export type AccountRefusal = 'not_allowed' | 'unknown_account' | 'last_owner'

/** Changes the role of an account, blocks it, or both; what is not named stays. Its sessions end at once. */
export async function changeAccount(
  { db, actor }: Deps & { readonly actor: Actor },
  id: string,
  change: AccountForm,
): Promise<Result<null, AccountRefusal>> {
  if (!may(actor.role, 'staff.edit')) return no('not_allowed')
  return inTransaction(db, async (trx) => {
    const owners = await lockOwners(trx)
    const found = await lockAccount(trx, id)
    if (!found) return no('unknown_account')
    const before = { role: found.role, hasAccess: !found.banned }
    const { role = before.role, hasAccess = before.hasAccess } = change
    const wasOwner = before.role === 'owner' && before.hasAccess
    // At least one owner must remain to manage access.
    if (wasOwner && owners === 1 && (role !== 'owner' || !hasAccess)) return no('last_owner')
    await updateAccount(trx, id, { role, banned: !hasAccess })
    await endAllSessions(trx, id)
    await recordActivity(trx, {
      actor,
      action: 'updated',
      entity: 'staff',
      entityId: id,
      before: { email: found.email, ...before },
      after: { email: found.email, role, hasAccess },
    })
    return ok(null)
  })
}

/** Sets whether owners need two-factor authentication. Those without it must set it up to continue. */
export async function setRequire2fa(
  { db, actor }: Deps & { readonly actor: Actor },
  ownersRequireTwoFactor: boolean,
): Promise<Result<null, 'not_allowed'>> {
  if (!may(actor.role, 'staff.edit')) return no('not_allowed')
  await inTransaction(db, async (trx) => {
    const before = { ownersRequireTwoFactor: await readRequire2fa(trx) }
    await writeRequire2fa(trx, ownersRequireTwoFactor)
    const entry = { action: 'updated', entity: 'settings', entityId: null } as const
    await recordActivity(trx, { actor, ...entry, before, after: { ownersRequireTwoFactor } })
  })
  return ok(null)
}
