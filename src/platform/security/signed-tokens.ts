import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { affectsReservation } from '../observability/request-context.ts'

/** What a signed link lets its holder do. A token made for one is nothing to another. */
export type TokenPurpose = 'hold' | 'guest' | 'stop' | 'invitation' | 'device'

export type SignedTokens = {
  /** A link's token: it names the row and proves that we gave it out. */
  sign(purpose: TokenPurpose, id: string): string
  /** The id a token was made for; null for anything that we did not sign for this purpose. */
  read(purpose: TokenPurpose, token: string): string | null
  /** A keyed hash: tells two visitors apart without keeping who they are. */
  fingerprint(text: string): string
}

/** What is signed with these names a reservation. */
const OF_RESERVATIONS: ReadonlySet<TokenPurpose> = new Set(['hold', 'guest'])

const KEY_BYTES = 32
const SIGNATURE_BYTES = 16
const ID_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** What a key is for: links in letters, or the sessions of staff. */
type KeyPurpose = 'links' | 'sessions'

/** A key that signs, the same for every process on this database and made by the first that asks. */
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
      // The last character has two bits to spare: one token is to have one spelling.
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
