import { holdPlace, listeners, listPlaces, memory, readStored } from '../kept-holds.ts'

/** A hold of this browser, as it is kept until it is over. */
export type StoredHold = {
  readonly token: string
  readonly tableNumber: number
  readonly heldUntil: string
  readonly totalCents: number
  /** Where it is paid for, once the provider has said. */
  readonly url: string | null
}

type Where = { readonly eventId: string; readonly tableId: string }

const LONG_AGO_MS = 86_400_000

/** What an attempt to get a table is called. */
const keyPlace = (eventId: string, tableId: string): string => `attempt ${eventId} ${tableId}`

/** Keeps a text, or drops what is kept, and tells whoever draws it. */
function keep(place: string, text: string | null): void {
  memory.delete(place)
  try {
    if (text === null) localStorage.removeItem(place)
    else localStorage.setItem(place, text)
  } catch {
    if (text !== null) memory.set(place, text)
  }
  for (const hear of listeners) hear()
}

/**
 * What this attempt at a table is called. It is called the same in every tab and after a reload, so that a guest who asks
 * twice has one hold.
 */
export function attemptKey({ eventId, tableId }: Where): string {
  const place = keyPlace(eventId, tableId)
  const kept = readStored(place)
  if (kept) return kept
  const key = makeKey()
  keep(place, key)
  return key
}

/** `crypto.randomUUID` is missing where a page is not served over a safe line, as on a house's own network. */
function makeKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function storeHold({ eventId, tableId }: Where, hold: StoredHold): void {
  dropOldHolds()
  keep(holdPlace(eventId, tableId), JSON.stringify(hold))
}

/** The attempt is over, however it ended: the next one is a new one. */
export function clearAttempt({ eventId, tableId }: Where): void {
  keep(keyPlace(eventId, tableId), null)
  keep(holdPlace(eventId, tableId), null)
}

export const findStoredHold = ({ eventId, tableId }: Where): StoredHold | null =>
  readHoldAt(holdPlace(eventId, tableId))

export const listStoredHolds = (eventId: string): (StoredHold & { tableId: string })[] =>
  listPlaces(holdPlace(eventId, '')).flatMap((place) => {
    const hold = readHoldAt(place)
    return hold ? [{ ...hold, tableId: place.slice(holdPlace(eventId, '').length) }] : []
  })

export type AnyStoredHold = StoredHold & Where

/** The holds of this browser for any event. */
export const listAllStoredHolds = (): AnyStoredHold[] =>
  listPlaces('hold ').flatMap((place) => {
    const [, eventId = '', tableId = ''] = place.split(' ')
    const hold = readHoldAt(place)
    return hold ? [{ ...hold, eventId, tableId }] : []
  })

function readHoldAt(place: string): StoredHold | null {
  try {
    const hold: unknown = JSON.parse(readStored(place) ?? 'null')
    return isHold(hold) ? hold : null
  } catch {
    return null
  }
}

/** Anything may be found in a browser's storage; what is not of this shape was not written here. */
const isHold = (it: unknown): it is StoredHold =>
  typeof it === 'object' &&
  it !== null &&
  'token' in it &&
  typeof it.token === 'string' &&
  /^[\w.~-]+$/.test(it.token) &&
  'tableNumber' in it &&
  typeof it.tableNumber === 'number' &&
  'heldUntil' in it &&
  typeof it.heldUntil === 'string' &&
  'totalCents' in it &&
  typeof it.totalCents === 'number' &&
  'url' in it &&
  (it.url === null || (typeof it.url === 'string' && /^(https?:\/\/|\/)/.test(it.url)))

/** Of events a guest has not come back to. */
function dropOldHolds(): void {
  for (const place of listPlaces('hold ')) {
    const hold = readHoldAt(place)
    if (hold && Date.now() - Date.parse(hold.heldUntil) < LONG_AGO_MS) continue
    keep(place, null)
    keep(place.replace('hold', 'attempt'), null)
  }
}
