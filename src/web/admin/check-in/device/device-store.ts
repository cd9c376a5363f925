import type { Snapshot } from '#features/reservation-management/check-in/schema.ts'
import type { ActStore, QueuedAct } from './act-queue.ts'
import { isTooOld } from './device-clock.ts'

const DATABASE = 'check-in'
const ACTS = 'acts'
const DEVICE = 'device'

/** Schema version of the stored list, raised with its fields: another version is deleted and read anew. */
const STRUCTURE = 2

/** Names the session and its key. The key cannot be read, only used, and dies with the session. */
type StoredSession = { readonly sessionId: string; readonly key: CryptoKey }
type StoredSnapshot = {
  /** `STRUCTURE` of the version that stored it; missing in the first one. */
  readonly structure?: number
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
  readonly savedAt: number
}

export type SavedSnapshot = { readonly snapshot: Snapshot; readonly savedAt: number }

const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed.')))
  })

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(transaction.error ?? new Error('The storage failed.'))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', fail)
    transaction.addEventListener('error', fail)
  })

let opened: Promise<IDBDatabase> | null = null

/** One connection for the page. A failed attempt is repeated by the next operation. */
function openDatabase(): Promise<IDBDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = null
    throw error
  })
  return opened
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(ACTS, { keyPath: 'seq', autoIncrement: true })
    request.result.createObjectStore(DEVICE)
  })
  const database = await resultOf(request)
  const forget = (): void => void (opened = null)
  database.addEventListener('close', forget)
  database.addEventListener('versionchange', () => {
    database.close()
    forget()
  })
  return database
}

async function write(store: string, change: (objects: IDBObjectStore) => void): Promise<void> {
  const database = await openDatabase()
  // Strict: the promise of the screen is that a dead battery loses nothing.
  const transaction = database.transaction(store, 'readwrite', { durability: 'strict' })
  const done = committed(transaction)
  change(transaction.objectStore(store))
  await done
}

async function read<Value>(
  store: string,
  request: (objects: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await openDatabase()
  return resultOf(request(database.transaction(store).objectStore(store)))
}

/** The acts of this device. They hold ids and counts, and the name that a refusal needs. */
export const deviceActs: ActStore = {
  add: (act) => write(ACTS, (objects) => objects.add(act)),
  list: () => read<QueuedAct[]>(ACTS, (objects) => objects.getAll()),
  put: (acts) =>
    write(ACTS, (objects) => {
      for (const act of acts) objects.put(act)
    }),
  remove: (seqs) =>
    write(ACTS, (objects) => {
      for (const seq of seqs) objects.delete(seq)
    }),
}

/** Number of acts on this device that the server does not have yet. */
export const countUnsentActs = async (): Promise<number> =>
  (await deviceActs.list()).filter(({ state }) => state === 'unsent').length

const stored = <Value>(name: 'session' | 'snapshot'): Promise<Value | undefined> =>
  read<Value | undefined>(DEVICE, (objects) => objects.get(name))

/** Encrypts the list with the key of its session, and stores it. Another session gets a key of its own. */
export async function saveSnapshot({ snapshot, savedAt }: SavedSnapshot): Promise<void> {
  const former = await stored<StoredSession>('session')
  const session = former?.sessionId === snapshot.sessionId ? former : await newSession(snapshot.sessionId)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(snapshot))
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, session.key, plain)
  await write(DEVICE, (objects) => {
    objects.put(session, 'session')
    objects.put({ structure: STRUCTURE, iv, data, savedAt } satisfies StoredSnapshot, 'snapshot')
  })
}

const newSession = async (sessionId: string): Promise<StoredSession> => ({
  sessionId,
  key: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
})

/**
 * The stored list; null without one, or with one of another version, which is deleted. One that is too old to be kept is
 * deleted too, and returned once more, so that the screen can say so; not while the clock is known to be wrong.
 */
export async function loadSnapshot(
  now: number,
  isClockWrong: boolean,
): Promise<(SavedSnapshot & { isDeleted: boolean }) | null> {
  const [session, saved] = await Promise.all([
    stored<StoredSession>('session'),
    stored<StoredSnapshot>('snapshot'),
  ])
  if (!session || !saved) return null
  if (saved.structure !== STRUCTURE) {
    await deleteSnapshot()
    return null
  }
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: saved.iv }, session.key, saved.data)
  const snapshot: Snapshot = JSON.parse(new TextDecoder().decode(plain))
  const isDeleted = !isClockWrong && isTooOld(saved, now)
  if (isDeleted) await deleteSnapshot()
  return { snapshot, savedAt: saved.savedAt, isDeleted }
}

/** Deletes the list and its key. Unsent acts stay. */
export const deleteSnapshot = (): Promise<void> => write(DEVICE, (objects) => objects.clear())
