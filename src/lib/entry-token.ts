import type { CalendarDate } from './venue-time.ts'

/*
 * Token of an entry code: key number, business date, reservation id, Ed25519 signature. The date is the one that the
 * reservation had when the code was made, so that a device without a network can say for which night a code is.
 */

const DATE_AT = 1
const ID_AT = 3
const SIGNATURE_AT = 19
const TOKEN_BYTES = SIGNATURE_AT + 64
const TOKEN = /^[A-Za-z0-9_-]{111}$/
const DAY_MS = 86_400_000

/** Separates these signatures from others that the same key might ever make. */
const PURPOSE = new TextEncoder().encode('entry code\0')

/** A public key, as devices need it to verify codes without a network. */
export type EntryKey = { readonly number: number; readonly publicKey: string }

export type EntryToken = {
  readonly keyNumber: number
  readonly id: string
  readonly date: CalendarDate
  readonly signed: Uint8Array<ArrayBuffer>
  readonly signature: Uint8Array<ArrayBuffer>
}

/** Facts of a code as bytes, before its signature. */
export function entryFacts({ keyNumber, id, date }: Pick<EntryToken, 'keyNumber' | 'id' | 'date'>) {
  const bytes = new Uint8Array(SIGNATURE_AT)
  bytes[0] = keyNumber
  new DataView(bytes.buffer).setUint16(DATE_AT, Date.parse(`${date}T00:00:00Z`) / DAY_MS)
  const hex = id.replaceAll('-', '')
  for (let i = ID_AT; i < SIGNATURE_AT; i += 1)
    bytes[i] = Number.parseInt(hex.slice((i - ID_AT) * 2, (i - ID_AT) * 2 + 2), 16)
  return bytes
}

/** Message that is signed for these facts. */
export const signedMessage = (facts: Uint8Array): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...PURPOSE, ...facts])

export const formatEntryToken = (facts: Uint8Array, signature: Uint8Array): string =>
  toBase64Url(Uint8Array.from([...facts, ...signature]))

/** Parts of a token, whose signature is not verified yet; null for any other text. */
export function parseEntryToken(token: string): EntryToken | null {
  if (!TOKEN.test(token)) return null
  const bytes = fromBase64Url(token)
  // The last character has two unused bits; only the canonical spelling is accepted.
  if (bytes.length !== TOKEN_BYTES || toBase64Url(bytes) !== token) return null
  const facts = bytes.subarray(0, SIGNATURE_AT)
  const days = new DataView(bytes.buffer).getUint16(DATE_AT)
  const hex = [...facts.subarray(ID_AT)].map((it) => it.toString(16).padStart(2, '0')).join('')
  return {
    keyNumber: bytes[0] ?? 0,
    id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    date: new Date(days * DAY_MS).toISOString().slice(0, 10),
    signed: signedMessage(facts),
    signature: bytes.slice(SIGNATURE_AT),
  }
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (it) => it.codePointAt(0) ?? 0)
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
