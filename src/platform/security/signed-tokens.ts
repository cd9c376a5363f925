import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { affectsReservation } from '../observability/request-context.ts'

/** Purpose of a signed token. A token for one purpose is invalid for all others. */
export type TokenPurpose = 'hold' | 'guest' | 'stop' | 'invitation' | 'device' | 'list_entry'

export type SignedTokens = {
  /** Signs an id into a token for links. */
  sign(purpose: TokenPurpose, id: string): string
  /** The id of a token; null unless we signed it for this purpose. */
  read(purpose: TokenPurpose, token: string): string | null
  /** Keyed hash (HMAC): tells clients apart without storing their address or cookie. */
  fingerprint(text: string): string
}

/** Tokens with these purposes contain a reservation id. */
const OF_RESERVATIONS: ReadonlySet<TokenPurpose> = new Set(['hold', 'guest'])

const KEY_BYTES = 32
const SIGNATURE_BYTES = 16
const ID_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Purpose of a key: links in emails, or staff sessions. */
type KeyPurpose = 'links' | 'sessions'

/** Loads a signing key, which all processes of a database share; the first one creates it. */
export async function loadSigningKey(db: Db, purpose: KeyPurpose = 'links'): Promise<Buffer> {
  await db
    .insertInto('signingKeys')
    .values({ purpose, secret: randomBytes(KEY_BYTES) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { secret } = await db
    .selectFrom('signingKeys')
    .select('secret')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  return secret
}

export function createSignedTokens(key: Buffer): SignedTokens {
  const signature = (purpose: string, bytes: Buffer): Buffer =>
    createHmac('sha256', key).update(`${purpose}\0`).update(bytes).digest().subarray(0, SIGNATURE_BYTES)
  return {
    sign(purpose, id) {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
      return Buffer.concat([bytes, signature(purpose, bytes)]).toString('base64url')
    },
    read(purpose, token) {
      if (!TOKEN.test(token)) return null
      const both = Buffer.from(token, 'base64url')
      // The last base64url character has two unused bits; only the canonical spelling is accepted.
      if (both.toString('base64url') !== token) return null
      const bytes = both.subarray(0, ID_BYTES)
      if (!timingSafeEqual(both.subarray(ID_BYTES), signature(purpose, bytes))) return null
      const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      if (OF_RESERVATIONS.has(purpose)) affectsReservation(id)
      return id
    },
    fingerprint: (text) => signature('fingerprint', Buffer.from(text)).toString('base64url'),
  }
}
