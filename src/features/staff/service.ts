import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { recordActivity } from '#features/audit-log/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { may } from '../permissions/rules.ts'
import type { Actor, StaffAccount, StaffRole } from '../permissions/schema.ts'
import {
  countGivenPasswords,
  countStaff,
  endAllSessions,
  findAccountByEmail,
  insertAccount,
  insertPassword,
  listAccounts,
  lockAccount,
  lockOwners,
  readRequire2fa,
  resetAccount,
  updateAccount,
  writeRequire2fa,
} from './store.ts'

type Deps = { readonly db: Db }

/** A password somebody is told once. Only its hash is stored, and it has to be changed at the first sign-in. */
export type GivenPassword = { readonly email: string; readonly password: string }
export type FirstOwner = GivenPassword

const PASSWORD_BYTES = 12
const HOUSE = { id: null, name: 'the house' } as const

const randomPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url')

type NewAccount = {
  readonly name: string
  readonly email: string
  readonly role: StaffRole
  readonly password: string
  readonly mustChangePassword: boolean
}

/** Gives somebody an account. Null where there is one with this e-mail already. */
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
 * Gives a house that has no staff its owner, with a random password that has to be changed at the first sign-in.
 * Null where there is staff already.
 */
export async function createFirstOwner({ db }: Deps, email: string): Promise<FirstOwner | null> {
  if ((await countStaff(db)) > 0) return null
  return addOwner({ db }, email)
}

async function addOwner({ db }: Deps, address: string): Promise<GivenPassword> {
  const email = address.trim().toLowerCase()
  const password = randomPassword()
  await createAccount({ db }, { name: 'Owner', email, role: 'owner', password, mustChangePassword: true })
  return { email, password }
}

/**
 * Lets somebody in who stands before a locked door: makes an owner's account, or gives an account that is there a new
 * password, takes its authenticator away and ends its sessions. Only for whoever has the server itself at hand.
 */
export async function resetStaffAccess(
  deps: Deps,
  address: string,
): Promise<GivenPassword & { isNew: boolean }> {
  const email = address.trim().toLowerCase()
  return deps.db.transaction().execute(async (trx) => {
    const found = await findAccountByEmail(trx, email)
    if (!found) {
      const given = await addOwner({ db: trx }, email)
      await recordActivity(trx, {
        actor: HOUSE,
        action: 'added',
        entity: 'staff',
        entityId: null,
        after: { email },
      })
      return { ...given, isNew: true }
    }
    const password = randomPassword()
    await resetAccount(trx, found.id, await hashPassword(password))
    await endAllSessions(trx, found.id)
    const told = { action: 'was given a new password', entity: 'staff', entityId: found.id } as const
    await recordActivity(trx, { actor: HOUSE, ...told, after: { email } })
    return { email, password, isNew: false }
  })
}

/** How many who may sign in still have the password they were given. */
export const countUnchangedPasswords = ({ db }: Deps): Promise<number> => countGivenPasswords(db)

/** Everyone who has an account. */
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

/** Changes what somebody may do, or whether they may come in at all. Their sessions end at once. */
export async function changeAccount(
  { db, actor }: Deps & { readonly actor: Actor },
  id: string,
  { role, hasAccess }: { role: StaffRole; hasAccess: boolean },
): Promise<Result<null, AccountRefusal>> {
  if (!may(actor.role, 'staff.edit')) return no('not_allowed')
  return db.transaction().execute(async (trx) => {
    const owners = await lockOwners(trx)
    const found = await lockAccount(trx, id)
    if (!found) return no('unknown_account')
    const wasOwner = found.role === 'owner' && !found.banned
    // Somebody has to be left who can let others in.
    if (wasOwner && owners === 1 && (role !== 'owner' || !hasAccess)) return no('last_owner')
    await updateAccount(trx, id, { role, banned: !hasAccess })
    await endAllSessions(trx, id)
    await recordActivity(trx, {
      actor,
      action: 'updated',
      entity: 'staff',
      entityId: id,
      before: { email: found.email, role: found.role, hasAccess: !found.banned },
      after: { email: found.email, role, hasAccess },
    })
    return ok(null)
  })
}

/** Whether owners have to show a code of an authenticator. */
export const loadCodesRule = ({ db }: Deps): Promise<boolean> => readRequire2fa(db)

/** Sets whether owners have to show a code; those who have none set one up before anything else is open to them. */
export async function setRequire2fa(
  { db, actor }: Deps & { readonly actor: Actor },
  ownersNeedCodes: boolean,
): Promise<Result<null, 'not_allowed'>> {
  if (!may(actor.role, 'staff.edit')) return no('not_allowed')
  await db.transaction().execute(async (trx) => {
    const before = { ownersNeedCodes: await readRequire2fa(trx) }
    await writeRequire2fa(trx, ownersNeedCodes)
    const told = { action: 'updated', entity: 'settings', entityId: null } as const
    await recordActivity(trx, { actor, ...told, before, after: { ownersNeedCodes } })
  })
  return ok(null)
}
