import { attemptPlace, holdPlace, listeners, listPlaces, memory, readStored } from '../stored-holds.ts'

/** A hold of this browser, in localStorage until it is confirmed or ended. */
export type StoredHold = {
  readonly token: string
  readonly tableNumber: number
  readonly heldUntil: string
  readonly totalCents: number
  /** URL of the payment page; null until the checkout is open. */
  readonly url: string | null
}

type Where = { readonly eventId: string; readonly tableId: string }

const STORED_FOR_MS = 86_400_000

/** Stores or removes (`null`) an entry and notifies the listeners. Falls back to memory where localStorage throws. */
function writeStored(storageKey: string, text: string | null): void {
  memory.delete(storageKey)
  try {
    if (text === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, text)
  } catch {
    if (text !== null) memory.set(storageKey, text)
  }
  for (const notify of listeners) notify()
}

/**
 * Idempotency key of this attempt at a table. Stored, so that every tab and a reload send the same key: a request that
 * is repeated after a timeout resumes the hold instead of creating a second one.
 */
export function attemptKey({ eventId, tableId }: Where): string {
  const storageKey = attemptPlace(eventId, tableId)
  const kept = readStored(storageKey)?.split(' ')[0]
  if (kept) return kept
  const key = makeKey()
  writeStored(storageKey, `${key} ${Date.now()}`)
  return key
}

/** Random UUID. `crypto.randomUUID` is missing without HTTPS, as on a local network address. */
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
  writeStored(holdPlace(eventId, tableId), JSON.stringify(hold))
}

/**
 * Removes a hold that has ended, and its idempotency key: the next request starts a new attempt. One that has taken its place
 * stays, as another tab may have placed it meanwhile.
 */
export function clearHold(where: Where, token: string): void {
  if (findStoredHold(where)?.token === token) clearAttempt(where)
}

/** Removes the idempotency key of a request that was refused, and the hold before it. */
export function clearAttempt({ eventId, tableId }: Where): void {
  writeStored(attemptPlace(eventId, tableId), null)
  writeStored(holdPlace(eventId, tableId), null)
}

export const findStoredHold = ({ eventId, tableId }: Where): StoredHold | null =>
  readHoldAt(holdPlace(eventId, tableId))

export const listStoredHolds = (eventId: string): (StoredHold & { tableId: string })[] =>
  listPlaces(holdPlace(eventId, '')).flatMap((storageKey) => {
    const hold = readHoldAt(storageKey)
    return hold ? [{ ...hold, tableId: storageKey.slice(holdPlace(eventId, '').length) }] : []
  })

export type AnyStoredHold = StoredHold & Where

/** Holds of this browser for all events. */
export const listAllStoredHolds = (): AnyStoredHold[] =>
  listPlaces('hold ').flatMap((storageKey) => {
    const [, eventId = '', tableId = ''] = storageKey.split(' ')
    const hold = readHoldAt(storageKey)
    return hold ? [{ ...hold, eventId, tableId }] : []
  })

function readHoldAt(storageKey: string): StoredHold | null {
  try {
    const hold: unknown = JSON.parse(readStored(storageKey) ?? 'null')
    return isHold(hold) ? hold : null
  } catch {
    return null
  }
}

/** Validates a stored entry: localStorage may contain entries of older versions or of other scripts. */
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

/** Removes entries of holds that expired more than a day ago, for events the guest did not return to. */
function dropOldHolds(): void {
  for (const storageKey of listPlaces('hold ')) {
    const hold = readHoldAt(storageKey)
    if (hold && Date.now() - Date.parse(hold.heldUntil) < STORED_FOR_MS) continue
    writeStored(storageKey, null)
    writeStored(storageKey.replace('hold', 'attempt'), null)
  }
}
