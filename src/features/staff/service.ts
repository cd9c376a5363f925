import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import type { Db } from '#platform/db.ts'
import { countStaff, insertOwner, insertPassword } from './store.ts'

export type FirstOwner = { readonly email: string; readonly password: string }

const PASSWORD_BYTES = 12

/**
 * Gives a house that has no staff its owner, with a random password that has to be changed at the first sign-in.
 * The password is told once, here; only its scrypt hash is stored. Null where there is staff already.
 */
export async function createFirstOwner(
  { db }: { readonly db: Db },
  email: string,
): Promise<FirstOwner | null> {
  if ((await countStaff(db)) > 0) return null
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const hash = await hashPassword(password)
  const { id } = await insertOwner(db, { name: 'Owner', email: email.toLowerCase() })
  await insertPassword(db, { userId: id, hash })
  return { email: email.toLowerCase(), password }
}
