import type { ActOutcome, ArrivalAct, WalkIns } from '#features/reservation-management/arrivals/schema.ts'
import type { CoverAct } from '#features/reservation-management/arrivals/cover/schema.ts'
import type { HeadCountAct } from '#features/reservation-management/tonight/head-counts/schema.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'

/** An act of a device: an arrival, cover, or a count of people without a booking. */
export type DeviceAct = ArrivalAct | CoverAct | HeadCountAct

/** The party of acts that belong to none. */
export const WALK_INS = 'walk-ins'

/** An act as the device keeps it, in the order of `seq`. */
export type QueuedAct = {
  readonly seq: number
  readonly act: DeviceAct
  /** The reservation, the entry of a guest list, the friend of a code that was not on the list, or `WALK_INS`. */
  readonly partyId: string
  /** People without a party on the list whom the act counts in and out; missing where it counts none. */
  readonly heads?: WalkIns
  /** The night of the list on which it was recorded; acts that an earlier version stored have none. */
  readonly night?: CalendarDate
  readonly staff: { readonly id: string; readonly name: string }
  readonly tableNumber: number | null
  /** Keeps a sent act until a list that contains it was loaded, so that no screen falls back meanwhile. */
  readonly state: 'unsent' | 'sent' | 'refused'
  /** The server's reason against a refused act, and the name of its guest. */
  readonly problem: string | null
  readonly guestName: string
}
export type NewQueuedAct = Omit<QueuedAct, 'seq' | 'state' | 'problem'>

/** The night for which an act counts. */
export const nightOfAct = ({ act, night }: Pick<QueuedAct, 'act' | 'night'>): CalendarDate =>
  night ?? businessDate(new Date(act.at))

/** Storage of acts. `add` resolves once the act is on the disk of the device. */
export type ActStore = {
  add(act: Omit<QueuedAct, 'seq'>): Promise<void>
  list(): Promise<QueuedAct[]>
  put(acts: readonly QueuedAct[]): Promise<void>
  remove(seqs: readonly number[]): Promise<void>
}

/** Acts in memory, for tests and for a device that refuses to store. */
export function memoryStore(): ActStore {
  const acts = new Map<number, QueuedAct>()
  let last = 0
  return {
    async add(act) {
      last += 1
      acts.set(last, { ...act, seq: last })
    },
    list: async () => [...acts.values()],
    async put(changed) {
      for (const act of changed) acts.set(act.seq, act)
    },
    async remove(seqs) {
      for (const seq of seqs) acts.delete(seq)
    },
  }
}

/** Kinds of request: each takes acts of one sort. */
export type ActRoute = 'arrivals' | 'cover' | 'head-counts'

export function routeOf(act: DeviceAct): ActRoute {
  if (!('kind' in act)) return 'head-counts'
  return act.kind === 'cover' || act.kind === 'cover_undone' ? 'cover' : 'arrivals'
}

export const isArrival = (act: DeviceAct): act is ArrivalAct => routeOf(act) === 'arrivals'
export const isCover = (act: DeviceAct): act is CoverAct => routeOf(act) === 'cover'

/** Sends acts that belong to one kind of request. */
export type SendActs = (sentAt: string, acts: readonly DeviceAct[]) => Promise<readonly ActOutcome[]>

type Options = {
  readonly store: ActStore
  readonly send: SendActs
  /** Text of a refusal that another attempt cannot change, because the request itself is not valid; null for all others. */
  readonly refusalOf: (error: unknown) => string | null
  /** Runs one at a time on this device, in whichever tab. */
  readonly exclusively: <Value>(run: () => Promise<Value>) => Promise<Value>
  readonly now: () => Date
}

/** Acts in one request: the limit of the server. */
const BATCH = 50

async function listOf(from: ActStore): Promise<QueuedAct[]> {
  try {
    return await from.list()
  } catch {
    // Storage that fails while it is read holds nothing that could be sent now.
    return []
  }
}

const unsentIn = async (from: ActStore, isMeant: (staffId: string) => boolean): Promise<QueuedAct[]> =>
  (await listOf(from)).filter(({ state, staff }) => state === 'unsent' && isMeant(staff.id))

/**
 * Sends acts of one kind of request. The server validates a request as a whole: where it refuses one as not valid, its acts
 * are sent one by one, so that an act that can never be recorded does not hold up the others.
 */
async function sendTogether(acts: readonly DeviceAct[], options: Options): Promise<readonly ActOutcome[]> {
  try {
    return await options.send(options.now().toISOString(), acts)
  } catch (error) {
    const text = options.refusalOf(error)
    const [first, ...others] = acts
    if (text === null || !first) throw error
    if (others.length === 0) return [{ id: first.id, isRecorded: false, text }]
    const outcomes: ActOutcome[] = []
    for (const act of acts)
      // oxlint-disable-next-line no-await-in-loop -- an act may take back the one before it
      outcomes.push(...(await sendTogether([act], options)))
    return outcomes
  }
}

/** Sends one batch of an account's acts, of the kind of request of the first; whether there are more. */
async function sendBatch(from: ActStore, staffId: string, options: Options): Promise<boolean> {
  const unsent = await unsentIn(from, (id) => id === staffId)
  const [first] = unsent
  const batch = unsent.filter(({ act }) => first && routeOf(act) === routeOf(first.act)).slice(0, BATCH)
  if (batch.length === 0) return false
  const acts = batch.map(({ act }) => act)
  const outcomes = new Map((await sendTogether(acts, options)).map((it) => [it.id, it]))
  const settled = batch.flatMap((it): QueuedAct[] => {
    const outcome = outcomes.get(it.act.id)
    if (!outcome) return []
    return [
      outcome.isRecorded ? { ...it, state: 'sent' } : { ...it, state: 'refused', problem: outcome.text },
    ]
  })
  await from.put(settled)
  return settled.length > 0 && unsent.length > batch.length
}

async function sendAll(from: ActStore, staffId: string, options: Options): Promise<void> {
  if (await sendBatch(from, staffId, options)) await sendAll(from, staffId, options)
}

/** Removes settled acts that are no longer needed. */
async function forget(from: ActStore, isDone: (act: QueuedAct) => boolean): Promise<void> {
  const done = (await listOf(from)).filter((it) => it.state !== 'unsent' && isDone(it))
  if (done.length > 0) await from.remove(done.map(({ seq }) => seq))
}

async function handOver(from: ActStore, staff: QueuedAct['staff']): Promise<void> {
  const others = await unsentIn(from, (id) => id !== staff.id)
  await from.put(others.map((it) => ({ ...it, staff })))
}

/**
 * Queue of acts of one device. Each is stored before the screen confirms it, retried until there is an answer, and
 * removed only after the server recorded or refused it. Their ids make retries idempotent.
 */
export function createActQueue(options: Options) {
  const { store, exclusively } = options
  // Acts that the device could not store. They are sent like the others, unless the page is closed.
  const unstored = memoryStore()
  const stores = [store, unstored] as const
  return {
    list: async (): Promise<QueuedAct[]> => (await Promise.all(stores.map(listOf))).flat(),
    /** Records an act. False where it could only be kept in memory. */
    async record(act: NewQueuedAct): Promise<boolean> {
      const added = { ...act, state: 'unsent', problem: null } as const
      try {
        await store.add(added)
        return true
      } catch {
        await unstored.add(added)
        return false
      }
    },
    /** Number of acts that exist in memory only. */
    countUnstored: async (): Promise<number> => (await unsentIn(unstored, () => true)).length,
    /** Sends the acts of one account; those of another wait until it signs in. Throws where there is no answer. */
    flush: (staffId: string): Promise<void> =>
      exclusively(async () => {
        await sendAll(store, staffId, options)
        await sendAll(unstored, staffId, options)
      }),
    /** Forgets settled acts: sent ones that the list contains, refused ones that staff have read. */
    async prune(isDone: (act: QueuedAct) => boolean): Promise<void> {
      await Promise.all(stores.map((it) => forget(it, isDone)))
    },
    /** Hands the unsent acts of other accounts to this one, at its own request. */
    takeOver: (staff: QueuedAct['staff']): Promise<void> =>
      exclusively(async () => {
        await Promise.all(stores.map((it) => handOver(it, staff)))
      }),
  }
}
export type ActQueue = ReturnType<typeof createActQueue>
