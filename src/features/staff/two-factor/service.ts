import { recordActivity } from '#features/audit-log/service.ts'
import {
  type ProofRefusal,
  provePassword,
  type Session,
  type SignInDeps,
  useCodeOnce,
} from '#features/staff/sign-in/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { refusalCode } from '#platform/security/auth.ts'
import { qrPath } from '#platform/mail/qr-code.ts'

export type AuthenticatorRefusal = { readonly why: 'wrong_code' | 'set_up_already' } | ProofRefusal

type Cookies = readonly string[]

export type AuthenticatorSetUp = {
  /** QR code for the authenticator app. */
  readonly qr: { readonly size: number; readonly path: string }
  /** Secret for manual entry. */
  readonly secret: string
  /** Single-use codes for a lost phone. */
  readonly backupCodes: readonly string[]
}

/** Starts the setup of an authenticator app. Codes are only required after the first one was confirmed. */
export async function beginAuthenticator(
  deps: SignInDeps,
  session: Session,
  { password, headers, issuer }: { password: string; headers: Headers; issuer: string },
): Promise<Result<AuthenticatorSetUp, AuthenticatorRefusal>> {
  const proven = await provePassword(deps, session, password)
  if (!proven.ok) return proven
  try {
    const begun = await deps.auth.api.enableTwoFactor({ body: { password, issuer, method: 'totp' }, headers })
    if (begun.method !== 'totp') return no({ why: 'set_up_already' })
    const secret = new URL(begun.totpURI).searchParams.get('secret') ?? ''
    return ok({ qr: qrPath(begun.totpURI), secret, backupCodes: begun.backupCodes })
  } catch (error) {
    return no(refusalOf(error, 'wrong_password'))
  }
}

/** Confirms the first code; from then on every sign-in needs one. */
export async function confirmAuthenticator(
  deps: SignInDeps,
  { who }: Session,
  { code, headers }: { code: string; headers: Headers },
): Promise<Result<{ cookies: Cookies }, AuthenticatorRefusal>> {
  const digits = code.replaceAll(/\s/g, '')
  try {
    const verified = await deps.auth.api.verifyTOTP({ body: { code: digits }, headers, returnHeaders: true })
    await useCodeOnce(deps, who.id, digits)
    const entry = { action: 'set up an authenticator', entity: 'staff', entityId: who.id } as const
    await recordActivity(deps.db, { actor: who, ...entry })
    return ok({ cookies: verified.headers.getSetCookie() })
  } catch (error) {
    return no(refusalOf(error, 'wrong_code'))
  }
}

/** Turns two-factor authentication off. */
export async function removeAuthenticator(
  deps: SignInDeps,
  session: Session,
  { password, headers }: { password: string; headers: Headers },
): Promise<Result<{ cookies: Cookies }, AuthenticatorRefusal>> {
  const proven = await provePassword(deps, session, password)
  if (!proven.ok) return proven
  try {
    const removed = await deps.auth.api.disableTwoFactor({
      body: { password },
      headers,
      returnHeaders: true,
    })
    const { who } = session
    const entry = { action: 'removed the authenticator', entity: 'staff', entityId: who.id } as const
    await recordActivity(deps.db, { actor: who, ...entry })
    return ok({ cookies: removed.headers.getSetCookie() })
  } catch (error) {
    return no(refusalOf(error, 'wrong_password'))
  }
}

const WRONG_PASSWORD = { why: 'wrong_password', text: 'The password is wrong.' } as const

function refusalOf(error: unknown, otherwise: 'wrong_password' | 'wrong_code'): AuthenticatorRefusal {
  if (refusalCode(error) === 'TOTP_ALREADY_ENABLED') return { why: 'set_up_already' }
  return otherwise === 'wrong_code' ? { why: otherwise } : WRONG_PASSWORD
}
