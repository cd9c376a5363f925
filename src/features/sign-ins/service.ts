import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { recordActivity } from '#features/activity/service.ts'
import { blockOf, type Limit, passwordTrouble, PER_ACCOUNT, PER_ADDRESS } from '#features/staff/rules.ts'
import { type SignedIn, STAFF_ROLES } from '#features/staff/schema.ts'
import { loadCodesRule } from '#features/staff/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Auth, refusalCode } from '#platform/auth.ts'
import type { Db } from '#platform/db.ts'
import type { SignedTokens } from '#platform/signed-tokens.ts'
import {
  countTry,
  endSession,
  endSessions,
  findPassword,
  forgetOldCodes,
  forgetTries,
  setPassword,
  takeCode,
} from './store.ts'

export type SignInDeps = {
  readonly db: Db
  readonly now: Date
  readonly auth: Auth
  readonly tokens: Pick<SignedTokens, 'fingerprint'>
}

/** A browser that asks: its cookies, and where it asks from, as a keyed hash. */
export type Browser = { readonly headers: Headers; readonly address: string }

/** A session as the server knows it; the token never leaves it but in a cookie. */
export type Session = { readonly who: SignedIn; readonly token: string }

type Cookies = readonly string[]
export type SignInRefusal =
  | { readonly why: 'wrong_password' | 'wrong_code' | 'code_used' | 'no_access' | 'challenge_over' }
  | { readonly why: 'too_many'; readonly waitMs: number }

/**
 * Takes an e-mail and a password. Whether there is such an account can be told neither from the answer nor from how
 * long it takes; who tries too often is told to wait, whatever they tried.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<Result<{ cookies: Cookies; needsCode: boolean }, SignInRefusal>> {
  const accountKey = `account ${deps.tokens.fingerprint(`account ${email}`)}`
  const wait = await countTries(deps, [
    [`address ${browser.address}`, PER_ADDRESS],
    [accountKey, PER_ACCOUNT],
  ])
  if (wait !== null) return no({ why: 'too_many', waitMs: wait })
  try {
    const { headers, response } = await deps.auth.api.signInEmail({
      body: { email, password },
      headers: withoutSession(browser.headers),
      returnHeaders: true,
    })
    await forgetTries(deps.db, accountKey)
    const needsCode = !('token' in response) || !response.token
    if (!needsCode) await noteSignIn(deps, response.user)
    return ok({ cookies: headers.getSetCookie(), needsCode })
  } catch (error) {
    return no(refusalOf(error, 'wrong_password'))
  }
}

/** Takes the code that follows the password. A code opens one door once. */
export async function signInWithCode(
  deps: SignInDeps,
  { code, kind }: { code: string; kind: 'authenticator' | 'backup' },
  browser: Browser,
): Promise<Result<{ cookies: Cookies }, SignInRefusal>> {
  const wait = await countTries(deps, [[`code ${browser.address}`, PER_ADDRESS]])
  if (wait !== null) return no({ why: 'too_many', waitMs: wait })
  const ask = {
    body: { code: code.replaceAll(/\s/g, '') },
    headers: withoutSession(browser.headers),
    returnHeaders: true as const,
  }
  try {
    const { headers, response } =
      kind === 'backup' ? await deps.auth.api.verifyBackupCode(ask) : await deps.auth.api.verifyTOTP(ask)
    const { token, user } = response
    if (kind === 'authenticator' && !(await takeOnce(deps, user.id, code))) {
      if (token) await endSession(deps.db, token)
      return no({ why: 'code_used' })
    }
    await noteSignIn(deps, user)
    return ok({ cookies: headers.getSetCookie() })
  } catch (error) {
    return no(refusalOf(error, 'wrong_code'))
  }
}

const takeOnce = ({ db, tokens, now }: SignInDeps, userId: string, code: string): Promise<boolean> =>
  takeCode(db, {
    userId,
    codeHash: tokens.fingerprint(`code ${userId} ${code.replaceAll(/\s/g, '')}`),
    at: now,
  })

const noteSignIn = ({ db }: SignInDeps, { id, name }: { id: string; name: string }): Promise<void> =>
  recordActivity(db, { actor: { id, name }, action: 'signed in', entity: 'staff', entityId: id })

/** The longest that one of the limits still holds; null where none is reached. */
async function countTries(
  { db, now }: SignInDeps,
  limits: readonly (readonly [key: string, limit: Limit])[],
): Promise<number | null> {
  const counted = await Promise.all(
    limits.map(async ([key, { tries: allowed, windowMs }]) => {
      const { tries, resetsAt } = await countTry(db, key, { now, windowMs })
      return tries > allowed ? resetsAt.getTime() - now.getTime() : 0
    }),
  )
  const longest = Math.max(...counted)
  return longest > 0 ? longest : null
}

// Who signs in begins anew, whatever session the browser still has.
function withoutSession(headers: Headers): Headers {
  const cookie = (headers.get('cookie') ?? '')
    .split(/;\s*/)
    .filter((it) => !/session_token=/.test(it))
    .join('; ')
  return new Headers(cookie ? { cookie } : {})
}

function refusalOf(error: unknown, otherwise: 'wrong_password' | 'wrong_code'): SignInRefusal {
  switch (refusalCode(error)) {
    case 'BANNED_USER':
      return { why: 'no_access' }
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return { why: 'challenge_over' }
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return { why: 'too_many', waitMs: PER_ACCOUNT.windowMs }
    default:
      return { why: otherwise }
  }
}

export type Asking =
  | { readonly kind: 'nobody'; readonly cookies: Cookies }
  /** Signed in, but no longer one of the staff. The session is over. */
  | { readonly kind: 'stranger'; readonly cookies: Cookies }
  | { readonly kind: 'staff'; readonly session: Session; readonly cookies: Cookies }

/** Who a browser belongs to. Asked anew for every request: nothing is believed that was true a moment ago. */
export async function whoAsks({ auth, db }: SignInDeps, headers: Headers): Promise<Asking> {
  const found = await auth.api.getSession({ headers, returnHeaders: true })
  const cookies = found.headers.getSetCookie()
  if (!found.response) return { kind: 'nobody', cookies }
  const { user, session } = found.response
  const role = STAFF_ROLES.find((it) => it === user.role)
  if (user.banned || !role) {
    const out = await auth.api.signOut({ headers, returnHeaders: true })
    return { kind: 'stranger', cookies: out.headers.getSetCookie() }
  }
  const hasCodes = user.twoFactorEnabled === true
  const facts = { role, mustChangePassword: user.mustChangePassword === true, hasCodes }
  const block = blockOf(facts, role === 'owner' && !hasCodes && (await loadCodesRule({ db })))
  const who = { id: user.id, name: user.name, email: user.email, role, hasCodes, block }
  return { kind: 'staff', session: { who, token: session.token }, cookies }
}

/** Signs this browser out. */
export async function signOut({ auth }: SignInDeps, headers: Headers): Promise<Cookies> {
  const { headers: answered } = await auth.api.signOut({ headers, returnHeaders: true })
  return answered.getSetCookie()
}

export type PasswordRefusal = { readonly title: string; readonly text: string }

/**
 * Gives somebody the password they chose and ends their other sessions. Somebody who has to change it has just shown
 * the old one; anybody else shows it again.
 */
export async function changePassword(
  { db }: SignInDeps,
  { who, token }: Session,
  { current, next, again }: { current?: string | undefined; next: string; again: string },
): Promise<Result<null, PasswordRefusal>> {
  const trouble = passwordTrouble(next, again)
  if (trouble) return no(trouble)
  const old = (await findPassword(db, who.id))?.password ?? ''
  const proven = who.block === 'password' || (await isPassword(old, current ?? ''))
  if (!proven) return no({ title: 'Password Update Failed', text: 'The current password is not right.' })
  if (await isPassword(old, next))
    return no({ title: 'Password Update Failed', text: 'Please choose a password you have not used here.' })
  const hash = await hashPassword(next)
  await db.transaction().execute(async (trx) => {
    await setPassword(trx, who.id, hash)
    await endSessions(trx, who.id, token)
    const told = { actor: who, action: 'changed the password', entity: 'staff', entityId: who.id } as const
    await recordActivity(trx, told)
  })
  return ok(null)
}

const isPassword = async (hash: string, password: string): Promise<boolean> =>
  hash !== '' && password !== '' && verifyPassword({ hash, password })

/** Ends every session of an account, this one too: whoever has a browser of theirs has to sign in again. */
export async function signOutEverywhere({ db }: SignInDeps, { who }: Session): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await endSessions(trx, who.id)
    const told = { actor: who, action: 'signed out everywhere', entity: 'staff', entityId: who.id } as const
    await recordActivity(trx, told)
  })
}

/** Whether somebody may be asked once more for a password they have: counted as signing in is. */
export const countPasswordTry = (deps: SignInDeps, { who }: Session): Promise<number | null> =>
  countTries(deps, [[`password ${who.id}`, PER_ACCOUNT]])

/** Marks a code of an authenticator as used; false where it was used before. */
export const useCode = (deps: SignInDeps, userId: string, code: string): Promise<boolean> =>
  takeOnce(deps, userId, code)

const DAY_MS = 86_400_000

/** Throws away what no longer means anything: old tries, used codes, sessions that are over. */
export const forgetOldSignIns = ({ db, now }: Pick<SignInDeps, 'db' | 'now'>): Promise<void> =>
  forgetOldCodes(db, new Date(now.getTime() - DAY_MS))
