import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import {
  type EntryKey,
  entryFacts,
  formatEntryToken,
  parseEntryToken,
  signedMessage,
} from '#lib/entry-token.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/**
 * Numbers of the keys whose codes are valid. The last one signs. Rotation appends a number; codes of the earlier ones stay
 * valid until their number is removed.
 */
const KEY_NUMBERS = [1] as const

/** Head of a PKCS #8 file for an Ed25519 private key, which is a seed of 32 bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const SEED_BYTES = 32

type KeyPair = { readonly number: number; readonly privateKey: KeyObject; readonly publicKey: KeyObject }

/** Signs and verifies entry codes with keys that are derived from the key of the links. */
export function createEntryCodes(secret: Buffer) {
  const pairs = KEY_NUMBERS.map((number) => derivePair(secret, number))
  return {
    /** Token of a reservation's entry code. */
    sign(id: string, date: CalendarDate): string {
      const { number, privateKey } = pairs.at(-1) ?? derivePair(secret, 1)
      const facts = entryFacts({ keyNumber: number, id, date })
      return formatEntryToken(facts, sign(null, signedMessage(facts), privateKey))
    },
    /** Id of the reservation; null unless we signed the token. */
    read(token: string): string | null {
      const parsed = parseEntryToken(token)
      const pair = pairs.find(({ number }) => number === parsed?.keyNumber)
      return parsed && pair && verify(null, parsed.signed, pair.publicKey, parsed.signature)
        ? parsed.id
        : null
    },
    keys: (): EntryKey[] =>
      pairs.map(({ number, publicKey }) => ({
        number,
        publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
      })),
  }
}

function derivePair(secret: Buffer, number: number): KeyPair {
  const seed = hkdfSync('sha256', secret, '', `entry codes, key ${number}`, SEED_BYTES)
  const der = Buffer.concat([PKCS8_HEAD, Buffer.from(seed)])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { number, privateKey, publicKey: createPublicKey(privateKey) }
}
