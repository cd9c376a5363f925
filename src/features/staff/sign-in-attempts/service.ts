import { recogniseDevice } from '#features/staff/known-devices/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { type Limit, PER_ACCOUNT, PER_ADDRESS, PER_KNOWN_DEVICE, PER_SESSION } from './rules.ts'
import { countTry, deleteOver, findTries, forgetTries, giveBackTry, takeTry } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: Pick<SignedTokens, 'fingerprint' | 'sign' | 'read'>
  readonly auth: { readonly options: { readonly baseURL: string } }
}

/** One try at a password, counted before the password is looked at. */
export type Try = {
  /** How long to wait before the next; null where this one is taken. */
  readonly waitMs: number | null
  /** The password was right: the try does not count. */
  readonly giveBack: () => Promise<void>
}

/** Counts a try at signing in: as one of a known device, or as one of everybody else who tries this account. */
export async function takeSignInTry(
  deps: Deps,
  email: string,
  { headers, address }: { readonly headers: Headers; readonly address: string },
): Promise<Try> {
  const { db } = deps
  const known = await recogniseDevice(deps, headers, email)
  if (known) {
    const key = `device ${known.deviceId} ${known.userId}`
    return { waitMs: await countWithin(deps, key, PER_KNOWN_DEVICE), giveBack: () => forgetTries(db, key) }
  }
  const key = `account ${deps.tokens.fingerprint(`account ${email}`)}`
  const giveBack = () => giveBackTry(db, key)
  const waitMs = await countWithin(deps, `address ${address}`, PER_ADDRESS)
  if (waitMs !== null) return { waitMs, giveBack }
  return { waitMs: msUntil(deps, await takeTry(db, key, { now: deps.now, wait: PER_ACCOUNT })), giveBack }
}

/** Counts a try at the code that follows the password. */
export const takeCodeTry = (deps: Deps, address: string): Promise<number | null> =>
  countWithin(deps, `code ${address}`, PER_ADDRESS)

/** Counts a try at the password of somebody who is signed in. `tries`: how many were wrong, this one included. */
export async function takePasswordTry(
  deps: Deps,
  session: string,
): Promise<Try & { readonly tries: () => Promise<number> }> {
  const key = `password ${deps.tokens.fingerprint(`session ${session}`)}`
  const nextAt = await takeTry(deps.db, key, { now: deps.now, wait: PER_SESSION })
  return {
    waitMs: msUntil(deps, nextAt),
    giveBack: () => forgetTries(deps.db, key),
    tries: async () => (await findTries(deps.db, key))?.tries ?? 0,
  }
}

const DAY_MS = 86_400_000

export const forgetOldTries = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteOver(db, new Date(now.getTime() - DAY_MS))

/** Counts one more within a window; the wait where there were too many, or null. */
async function countWithin(
  { db, now }: Deps,
  key: string,
  { tries: allowed, windowMs }: Limit,
): Promise<number | null> {
  const { tries, resetsAt } = await countTry(db, key, { now, windowMs })
  return tries > allowed ? Math.max(1, resetsAt.getTime() - now.getTime()) : null
}

const msUntil = ({ now }: Deps, moment: Date | null): number | null =>
  moment && Math.max(1, moment.getTime() - now.getTime())
