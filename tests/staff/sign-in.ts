import { createHmac } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { createAuth } from '#platform/security/auth.ts'
import { createLog } from '#platform/observability/log.ts'
import { createSignedTokens, loadSigningKey } from '#platform/security/signed-tokens.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import type { TestDatabase } from '../support/database.ts'

export const PASSWORD = 'a long enough password'

/** Made once: a hash takes a tenth of a second on purpose. */
let hash: Promise<string> | undefined

/** Creates a staff member with the password above; returns the id. */
export async function createStaff(
  { pool }: Pick<TestDatabase, 'pool'>,
  email: string,
  { role = 'manager', mustChangePassword = false }: { role?: StaffRole; mustChangePassword?: boolean } = {},
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'insert into staff_users (name, email, role, must_change_password) values ($1, $2, $3, $4) returning id',
    [email.split('@')[0], email, role, mustChangePassword],
  )
  const id = rows[0]?.id ?? ''
  await pool.query(
    `insert into staff_accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)`,
    [id, await (hash ??= hashPassword(PASSWORD))],
  )
  return id
}

const ORIGIN = 'https://lounge.example'

/** The dependencies of sign-in, on the test's own database. */
export async function openSignIn({ db }: Pick<TestDatabase, 'db'>, origin = ORIGIN) {
  const auth = createAuth({
    db,
    secret: await loadSigningKey(db, 'sessions'),
    origin,
    log: createLog('silent'),
  })
  return { db, auth, tokens: createSignedTokens(await loadSigningKey(db)) }
}

/** `Set-Cookie` headers as the `Cookie` header that a browser sends from then on. */
export const asCookie = (setCookies: readonly string[]): string =>
  setCookies
    .filter((line) => !/max-age=0/i.test(line))
    .map((line) => line.split(';')[0])
    .join('; ')

/** The code that an authenticator app shows for a secret at a moment (RFC 6238). */
export function authenticatorCode(secret: string, at = Date.now()): string {
  const bits = secret
    .replaceAll('=', '')
    .split('')
    .map((it) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(it).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((it) => Number.parseInt(it, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', key).update(step).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}
