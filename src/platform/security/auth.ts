import { betterAuth } from 'better-auth'
import { createAccessControl } from 'better-auth/plugins/access'
import { admin } from 'better-auth/plugins/admin'
import { adminAc, defaultStatements } from 'better-auth/plugins/admin/access'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Db } from '../db/db.ts'
import type { Log } from '../observability/log.ts'

const WEEK_S = 7 * 24 * 60 * 60
const DAY_S = 24 * 60 * 60

const access = createAccessControl(defaultStatements)
const nothing = access.newRole({ user: [], session: [] })

type Options = {
  readonly db: Db
  /** Signs cookies and encrypts authenticator secrets. */
  readonly secret: Buffer
  readonly origin: string
  readonly log: Log
}

/**
 * Staff accounts and sessions (better-auth). Its HTTP routes are not mounted: the staff area calls its functions, so
 * clients can do no more than the staff area offers.
 */
export function createAuth({ db, secret, origin, log }: Options) {
  const secure = origin.startsWith('https:')
  return betterAuth({
    baseURL: origin,
    secret: secret.toString('base64url'),
    database: { db, type: 'postgres' },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 8, maxPasswordLength: 200 },
    user: {
      modelName: 'staffUsers',
      additionalFields: {
        mustChangePassword: { type: 'boolean', required: false, defaultValue: false, input: false },
      },
    },
    account: { modelName: 'staffAccounts' },
    // Read from the database for each request, so an ended session is invalid at once in all processes.
    session: {
      modelName: 'staffSessions',
      expiresIn: WEEK_S,
      updateAge: DAY_S,
      cookieCache: { enabled: false },
    },
    verification: { modelName: 'staffVerifications' },
    advanced: {
      // The __Host- prefix binds a cookie to this host and https; browsers reject it over plain http.
      useSecureCookies: false,
      cookiePrefix: secure ? '__Host-staff' : 'staff',
      defaultCookieAttributes: { sameSite: 'strict', httpOnly: true, secure, path: '/' },
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details: unknown[]) => log.error({ event: 'auth.error', details }, message),
    },
    plugins: [
      admin({
        adminRoles: ['owner'],
        roles: {
          owner: adminAc,
          manager: nothing,
          host: nothing,
          door: nothing,
          server: nothing,
          marketing: nothing,
          accountant: nothing,
        },
        defaultRole: 'host',
        bannedUserMessage: 'access_removed',
      }),
      twoFactor({ schema: { twoFactor: { modelName: 'staffTwoFactors' } } }),
    ],
  })
}

export type Auth = ReturnType<typeof createAuth>

/** Error code of a refusal by better-auth; other errors are rethrown. */
export function refusalCode(error: unknown): string {
  if (!(error instanceof Error) || error.name !== 'APIError') throw error
  const statusCode = 'statusCode' in error ? Number(error.statusCode) : 500
  if (statusCode >= 500) throw error
  const body = 'body' in error ? error.body : null
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : 'REFUSED'
}
