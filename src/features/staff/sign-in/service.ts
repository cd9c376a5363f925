import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { recordActivity } from '#features/audit-log/service.ts'
import {
  deleteKnownDevices,
  deleteUnusedDevices,
  readDeviceId,
  rememberDevice,
} from '#features/staff/known-devices/service.ts'
import { LONGEST_WAIT_MS, WRONG_ENDS_SESSION } from '#features/staff/sign-in-attempts/rules.ts'
import {
  deleteOldAttempts,
  countPasswordAttempt,
  countSignInAttempt,
} from '#features/staff/sign-in-attempts/service.ts'
import { pendingRequirement, checkNewPassword, waitText } from '#features/permissions/rules.ts'
import { type SignedIn, STAFF_ROLES } from '#features/permissions/schema.ts'
import { readRequire2fa } from '#features/venue/settings/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Auth, refusalCode } from '#platform/security/auth.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import {
  endSession,
  endSessions,
  findPassword,
  deleteExpiredSignIns,
  setPassword,
  markCodeUsed,
} from './store.ts'

export type SignInDeps = {
  readonly db: Db
  readonly now: Date
  readonly auth: Auth
  readonly tokens: Pick<SignedTokens, 'fingerprint' | 'sign' | 'read'>
}

/** Client of a sign-in request: its headers and its hashed address. */
export type Browser = { readonly headers: Headers; readonly address: string }

/** Server-side session; the token only leaves the server in a cookie. */
export type Session = { readonly who: SignedIn; readonly token: string }

type Cookies = readonly string[]
export type SignInRefusal =
  | { readonly why: 'wrong_password' | 'wrong_code' | 'code_used' | 'no_access' | 'challenge_over' }
  | { readonly why: 'too_many'; readonly waitMs: number }

/**
 * Verifies email and password. Neither the response nor its timing reveals whether the account exists. Known devices
 * have a rate limit of their own, so an attacker elsewhere cannot lock out staff who signed in before.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<Result<{ cookies: Cookies; needsCode: boolean }, SignInRefusal>> {
  const budget = await countSignInAttempt(deps, email, browser)
  if (budget.waitMs !== null) return no({ why: 'too_many', waitMs: budget.waitMs })
  try {
    const { headers, response } = await deps.auth.api.signInEmail({
      body: { email, password },
      headers: withoutSession(browser.headers),
      returnHeaders: true,
    })
    await budget.returnAttempt()
    const cookies = headers.getSetCookie()
    if (!('token' in response) || !response.token) return ok({ cookies, needsCode: true })
    await recordSignIn(deps, response.user)
    const device = await rememberDevice(deps, browser.headers, response.user.id)
    return ok({ cookies: [...cookies, device], needsCode: false })
  } catch (error) {
    return no(refusalOf(error, 'wrong_password'))
  }
}

/**
 * Verifies the two-factor code after the password. Each code works once. A sign-in has five attempts, and an account ten before it
 * waits: better-auth counts both. An address is not counted, so that strangers behind it keep no staff member out.
 */
export async function signInWithCode(
  deps: SignInDeps,
  { code, kind }: { code: string; kind: 'authenticator' | 'backup' },
  browser: Pick<Browser, 'headers'>,
): Promise<Result<{ cookies: Cookies }, SignInRefusal>> {
  const request = {
    body: { code: code.replaceAll(/\s/g, '') },
    headers: withoutSession(browser.headers),
    returnHeaders: true as const,
  }
  try {
    const { headers, response } =
      kind === 'backup'
        ? await deps.auth.api.verifyBackupCode(request)
        : await deps.auth.api.verifyTOTP(request)
    const { token, user } = response
    if (kind === 'authenticator' && !(await useCodeOnce(deps, user.id, code))) {
      if (token) await endSession(deps.db, token)
      return no({ why: 'code_used' })
    }
    await recordSignIn(deps, user)
    const device = await rememberDevice(deps, browser.headers, user.id)
    return ok({ cookies: [...headers.getSetCookie(), device] })
  } catch (error) {
    return no(refusalOf(error, 'wrong_code'))
  }
}

export const useCodeOnce = (
  { db, tokens, now }: SignInDeps,
  userId: string,
  code: string,
): Promise<boolean> =>
  markCodeUsed(db, {
    userId,
    codeHash: tokens.fingerprint(`code ${userId} ${code.replaceAll(/\s/g, '')}`),
    at: now,
  })

const recordSignIn = ({ db }: SignInDeps, { id, name }: { id: string; name: string }): Promise<void> =>
  recordActivity(db, { actor: { id, name }, action: 'signed in', entity: 'staff', entityId: id })

// A sign-in always starts a new session, so the old session cookie is removed.
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
      return { why: 'too_many', waitMs: LONGEST_WAIT_MS }
    default:
      return { why: otherwise }
  }
}

export type AuthResult =
  | { readonly kind: 'anonymous'; readonly cookies: Cookies }
  /** The session belongs to a blocked account. */
  | { readonly kind: 'blocked'; readonly cookies: Cookies }
  | { readonly kind: 'staff'; readonly session: Session; readonly cookies: Cookies }

/**
 * Authenticates a request. Role, block and requirements are read from the database every time, so a change takes effect
 * at once. The session of a blocked account stays until a page has said so: ended here, the next of several requests at
 * the same time would be one without a session, and no staff member would read why.
 */
export async function authenticate({ auth, db }: SignInDeps, headers: Headers): Promise<AuthResult> {
  const found = await auth.api.getSession({ headers, returnHeaders: true })
  const cookies = found.headers.getSetCookie()
  if (!found.response) return { kind: 'anonymous', cookies }
  const { user, session } = found.response
  const role = STAFF_ROLES.find((it) => it === user.role)
  if (user.banned || !role) return { kind: 'blocked', cookies: [] }
  const hasCodes = user.twoFactorEnabled === true
  const account = { role, mustChangePassword: user.mustChangePassword === true, hasCodes }
  const block = pendingRequirement(account, role === 'owner' && !hasCodes && (await readRequire2fa(db)))
  const who = { id: user.id, name: user.name, email: user.email, role, hasCodes, block }
  return { kind: 'staff', session: { who, token: session.token }, cookies }
}

export async function signOut({ auth }: SignInDeps, headers: Headers): Promise<Cookies> {
  const { headers: answered } = await auth.api.signOut({ headers, returnHeaders: true })
  return answered.getSetCookie()
}

export type PasswordRefusal = {
  readonly why: 'unfit' | 'wrong_password' | 'too_many' | 'signed_out'
  readonly title: string
  readonly text: string
  readonly waitMs?: number
}

const FAILED = 'Password Update Failed'

/**
 * Sets a new password and ends the account's other sessions. The current password is required unless a change is
 * pending, because then it was just used to sign in.
 */
export async function changePassword(
  deps: SignInDeps,
  session: Session,
  form: { current?: string | undefined; next: string; again: string; headers?: Headers | undefined },
): Promise<Result<null, PasswordRefusal>> {
  const { db } = deps
  const { who, token } = session
  const { current, next, again, headers } = form
  const problem = checkNewPassword(next, again)
  if (problem) return no({ why: 'unfit', ...problem })
  const old = (await findPassword(db, who.id))?.password ?? ''
  if (who.block !== 'password') {
    const proven = await provePassword(deps, session, current ?? '')
    if (!proven.ok) return no({ title: FAILED, ...proven.reason })
  }
  if (await isPassword(old, next))
    return no({
      why: 'wrong_password',
      title: FAILED,
      text: 'Please choose a password you have not used here.',
    })
  const hash = await hashPassword(next)
  await inTransaction(db, async (trx) => {
    await setPassword(trx, who.id, hash)
    await endSessions(trx, who.id, token)
    await deleteKnownDevices(trx, who.id, headers ? readDeviceId(deps, headers) : null)
    const entry = { actor: who, action: 'changed the password', entity: 'staff', entityId: who.id } as const
    await recordActivity(trx, entry)
  })
  return ok(null)
}

export type ProofRefusal = Omit<PasswordRefusal, 'title'>

/** Verifies the current password again (re-authentication), because an open session may be in the wrong hands. */
export async function provePassword(
  deps: SignInDeps,
  { who, token }: Session,
  password: string,
): Promise<Result<null, ProofRefusal>> {
  const { db } = deps
  const budget = await countPasswordAttempt(deps, `${who.id} ${token}`)
  if (budget.waitMs !== null) {
    const text = `Too many wrong passwords. Please try again in ${waitText(budget.waitMs)}.`
    return no({ why: 'too_many', text, waitMs: budget.waitMs })
  }
  const { password: hash = null } = (await findPassword(db, who.id)) ?? {}
  if (await isPassword(hash ?? '', password)) {
    await budget.returnAttempt()
    return ok(null)
  }
  if ((await budget.attempts()) < WRONG_ENDS_SESSION)
    return no({ why: 'wrong_password', text: 'The current password is wrong.' })
  await endSession(db, token)
  const entry = { action: 'was signed out after wrong passwords', entity: 'staff', entityId: who.id } as const
  await recordActivity(db, { actor: who, ...entry })
  return no({
    why: 'signed_out',
    text: `You were signed out after ${WRONG_ENDS_SESSION} wrong passwords. Please sign in again.`,
  })
}

const isPassword = async (hash: string, password: string): Promise<boolean> =>
  hash !== '' && password !== '' && verifyPassword({ hash, password })

/** Ends all sessions of an account, the current one included, and deletes its known devices. */
export async function signOutEverywhere({ db }: SignInDeps, { who }: Session): Promise<void> {
  await inTransaction(db, async (trx) => {
    await endSessions(trx, who.id)
    await deleteKnownDevices(trx, who.id)
    const entry = { actor: who, action: 'signed out everywhere', entity: 'staff', entityId: who.id } as const
    await recordActivity(trx, entry)
  })
}

/** Purges old sign-in attempts, used codes, expired sessions and unused devices. */
export async function purgeSignIns({ db, now }: Pick<SignInDeps, 'db' | 'now'>): Promise<void> {
  await deleteExpiredSignIns(db, addHours(now, -24))
  await deleteOldAttempts({ db, now })
  await deleteUnusedDevices({ db, now })
}
