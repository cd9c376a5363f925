import type { Scanned } from '#features/reservation-management/check-in/schema.ts'
import { type EntryKey, fromBase64Url } from '#lib/entry-token.ts'

const imported = new Map<string, Promise<CryptoKey>>()

function importKey({ publicKey }: EntryKey): Promise<CryptoKey> {
  const known = imported.get(publicKey)
  if (known) return known
  const key = crypto.subtle.importKey('raw', fromBase64Url(publicKey), 'Ed25519', false, ['verify'])
  imported.set(publicKey, key)
  return key
}

/**
 * Verifies the signature of a token without a network. It stays unchecked in a browser without Ed25519. A list that was loaded
 * before the signing key was changed lacks the new one.
 */
export async function verifyScanned(scanned: Scanned, keys: readonly EntryKey[]): Promise<Scanned> {
  if (scanned.kind !== 'token') return scanned
  const { token } = scanned
  const key = keys.find(({ number }) => number === token.keyNumber)
  if (!key) return { ...scanned, isGenuine: 'unknown_key' }
  try {
    const isGenuine = await crypto.subtle.verify(
      'Ed25519',
      await importKey(key),
      token.signature,
      token.signed,
    )
    return { ...scanned, isGenuine }
  } catch {
    return scanned
  }
}
