import { recogniseDevice } from '#features/staff/known-devices/service.ts'
import { addHours } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { type WindowLimit, PER_ACCOUNT, PER_ADDRESS, PER_KNOWN_DEVICE, PER_SESSION } from './rules.ts'
import {
  countInWindow,
  deleteOver,
  findAttempts,
  deleteAttempts,
  returnAttemptTo,
  countAttempt,
} from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: Pick<SignedTokens, 'fingerprint' | 'sign' | 'read'>
  readonly auth: { readonly options: { readonly baseURL: string } }
}

/** One attempt, counted before the password is verified. */
export type Attempt = {
  /** Remaining wait; null if the attempt is allowed. */
  readonly waitMs: number | null
  /** Takes the attempt back after a correct password. */
  readonly returnAttempt: () => Promise<void>
}

/** Counts a sign-in attempt: for the known device, or for all unknown devices of the account together. */
export async function countSignInAttempt(
  deps: Deps,
  email: string,
  { headers, address }: { readonly headers: Headers; readonly address: string },
): Promise<Attempt> {
  const { db } = deps
  const known = await recogniseDevice(deps, headers, email)
  if (known) {
    const key = `device ${known.deviceId} ${known.userId}`
    return {
      waitMs: await countWithin(deps, key, PER_KNOWN_DEVICE),
      returnAttempt: () => deleteAttempts(db, key),
    }
  }
  const key = `account ${deps.tokens.fingerprint(`account ${email}`)}`
  const addressKey = `address ${address}`
  const returnAttempt = async () => {
    await returnAttemptTo(db, key)
    await returnAttemptTo(db, addressKey)
  }
  const waitMs = await countWithin(deps, addressKey, PER_ADDRESS)
  if (waitMs !== null) return { waitMs, returnAttempt }
  return {
    waitMs: msUntil(deps, await countAttempt(db, key, { now: deps.now, wait: PER_ACCOUNT })),
    returnAttempt,
  }
}

/**
 * Counts an attempt at the current password of a signed-in account. `attempts` is the number of wrong ones, this one
 * included.
 */
export async function countPasswordAttempt(
  deps: Deps,
  session: string,
): Promise<Attempt & { readonly attempts: () => Promise<number> }> {
  const key = `password ${deps.tokens.fingerprint(`session ${session}`)}`
  const nextAt = await countAttempt(deps.db, key, { now: deps.now, wait: PER_SESSION })
  return {
    waitMs: msUntil(deps, nextAt),
    returnAttempt: () => deleteAttempts(deps.db, key),
    attempts: async () => (await findAttempts(deps.db, key))?.attempts ?? 0,
  }
}

export const deleteOldAttempts = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteOver(db, addHours(now, -24))

/** Counts one attempt within a fixed window; returns the wait if there were too many, else null. */
async function countWithin(
  { db, now }: Deps,
  key: string,
  { attempts: allowed, windowMs }: WindowLimit,
): Promise<number | null> {
  const { attempts, resetsAt } = await countInWindow(db, key, { now, windowMs })
  return attempts > allowed ? Math.max(1, resetsAt.getTime() - now.getTime()) : null
}

const msUntil = ({ now }: Deps, moment: Date | null): number | null =>
  moment && Math.max(1, moment.getTime() - now.getTime())
