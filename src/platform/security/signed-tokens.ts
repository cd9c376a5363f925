import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { EntryKey } from '#lib/entry-token.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '../db/db.ts'
import { affectsReservation } from '../observability/request-context.ts'
import { createEntryCodes } from './entry-codes.ts'

/** Purpose of a signed token. A token for one purpose is invalid for all others. */
export type TokenPurpose =
  | 'hold'
  | 'guest'
  | 'stop'
  | 'invitation'
  | 'device'
  | 'list_entry'
  | 'entry_share'
  | 'waiting'
  | 'wallet_pass'

export type SignedTokens = {
  /** Signs an id into a token for links. */
  sign(purpose: TokenPurpose, id: string): string
  /** The id of a token; null unless we signed it for this purpose. */
  read(purpose: TokenPurpose, token: string): string | null
  /**
   * Token of an entry code, of a reservation, an entry of a guest list or a friend of a party: it reads as `guest`, `list_entry` and
   * `entry_share`. Devices
   * verify its signature without a network.
   */
  signEntryCode(id: string, date: CalendarDate): string
  /** Public keys of the entry codes. */
  entryKeys(): readonly EntryKey[]
  /** Keyed hash (HMAC): tells clients apart without storing their address or cookie. */
  fingerprint(text: string): string
}

/** Tokens with these purposes contain a reservation id. */
const OF_RESERVATIONS: ReadonlySet<TokenPurpose> = new Set(['hold', 'guest'])
/** Tokens with these purposes may be entry codes. */
const OF_ENTRY_CODES: ReadonlySet<TokenPurpose> = new Set(['guest', 'list_entry', 'entry_share'])

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
  let codes: ReturnType<typeof createEntryCodes> | undefined
  const entryCodes = () => (codes ??= createEntryCodes(key))
  const readShort = (purpose: TokenPurpose, token: string): string | null => {
    if (!TOKEN.test(token)) return null
    const both = Buffer.from(token, 'base64url')
    // The last base64url character has two unused bits; only the canonical spelling is accepted.
    if (both.toString('base64url') !== token) return null
    const bytes = both.subarray(0, ID_BYTES)
    if (!timingSafeEqual(both.subarray(ID_BYTES), signature(purpose, bytes))) return null
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
  return {
    sign(purpose, id) {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
      return Buffer.concat([bytes, signature(purpose, bytes)]).toString('base64url')
    },
    read(purpose, token) {
      const id = readShort(purpose, token) ?? (OF_ENTRY_CODES.has(purpose) ? entryCodes().read(token) : null)
      if (id !== null && OF_RESERVATIONS.has(purpose)) affectsReservation(id)
      return id
    },
    signEntryCode: (id, date) => entryCodes().sign(id, date),
    entryKeys: () => entryCodes().keys(),
    fingerprint: (text) => signature('fingerprint', Buffer.from(text)).toString('base64url'),
  }
}
