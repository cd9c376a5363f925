import { mergeParties } from '#features/reservation-management/tonight/rules.ts'
import type { Snapshot } from '#features/reservation-management/check-in/schema.ts'
import { type ActQueue, createActQueue, type NewQueuedAct } from './act-queue.ts'
import { endSession, fetchSnapshot, Refusal, sendActs } from './api.ts'
import { unsentText } from './check-in-copy.ts'
import { type CheckInState, containedIn, FIRST_STATE, unsentOf } from './check-in-state.ts'
import {
  type ClockReading,
  correctedTime,
  isTooOld,
  laterNight,
  MAX_AGE_MS,
  wasPutForward,
} from './device-clock.ts'
import { deleteSnapshot, deviceActs, loadSnapshot, saveSnapshot } from './device-store.ts'
import { type LiveStream, openLiveStream } from './live-stream.ts'

const STORAGE_PROBLEM =
  'This phone does not let us store anything: it is full, or the browser is private. Keep this page open until everything is sent.'
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 30_000
const MINUTE_MS = 60_000
/** The clock may have been changed since an older answer. */
const SURE_CLOCK_MS = 5 * MINUTE_MS

const createStore = () => {
  let state = FIRST_STATE
  const listeners = new Set<() => void>()
  return {
    get: (): CheckInState => state,
    set: (change: Partial<CheckInState>): void => {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Tells the other tabs of this device what changed in its storage. */
type Announce = (what: 'acts' | 'list' | 'ended') => void

type Parts = {
  readonly store: ReturnType<typeof createStore>
  readonly queue: ActQueue
  readonly announce: Announce
  readonly stream: () => LiveStream
  /** Number of unsent acts that the server was last told. */
  readonly reported: { unsent: number }
  /** The last look at the clock, and whether it was put forward since the last answer. */
  readonly clock: { reading: ClockReading; isWrong: boolean }
}

/** Whether there was no answer that settles anything: no network, or a server that is down or busy. */
const isUnanswered = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429

/** Text of a refusal of a request that is not valid: it stays that, however often it is sent. */
const refusalOf = (error: unknown): string | null =>
  error instanceof Refusal && (error.status === 400 || error.status === 422) ? error.message : null

async function readActs({ store, queue }: Parts): Promise<void> {
  store.set({ acts: await queue.list(), unstored: await queue.countUnstored() })
}

/** Runs a write that the screen can do without: the device may be full. */
async function tryToStore({ store }: Parts, run: () => Promise<void>): Promise<void> {
  try {
    await run()
    const { problem, unstored } = store.get()
    if (problem === STORAGE_PROBLEM && unstored === 0) store.set({ problem: null })
  } catch {
    store.set({ problem: STORAGE_PROBLEM })
  }
}

/** Deletes the list and its key. Unsent acts stay on the device until their account signs in again. */
async function endOnDevice(parts: Parts, phase: 'signed_out' | 'not_allowed'): Promise<void> {
  await tryToStore(parts, deleteSnapshot)
  parts.store.set({ phase, snapshot: null, savedAt: null, former: null, isLive: false })
  parts.stream().close()
  parts.announce('ended')
}

async function handleRefusal(parts: Parts, error: unknown): Promise<void> {
  if (isUnanswered(error) || !(error instanceof Refusal)) return
  // Another account signed in in this browser: the screen begins again, with its list.
  if (error.code === 'other_account' && parts.store.get().unstored === 0) return window.location.reload()
  if (error.status === 401) return endOnDevice(parts, 'signed_out')
  if (error.status === 403) return endOnDevice(parts, 'not_allowed')
  parts.store.set({ problem: error.message })
}

/** The whole list of now: the last one with the changes, or read anew. */
async function readList({ store, reported }: Parts): Promise<Snapshot> {
  const { snapshot: before, acts } = store.get()
  const unsent = unsentOf(acts).length
  const answer = await fetchSnapshot(before?.at ?? null, unsent)
  reported.unsent = unsent
  const isSameSession = before === null || before.sessionId === answer.sessionId
  const parties = mergeParties(before ?? undefined, answer)
  const known = answer.isWhole || before?.date !== answer.date ? [] : before.ownCounts
  const ownCounts = [...new Set([...known, ...answer.ownCounts])]
  if (parties && (answer.isWhole || isSameSession)) return { ...answer, parties, ownCounts }
  const whole = await fetchSnapshot(null, unsent)
  return { ...whole, parties: mergeParties(undefined, whole) ?? whole.parties }
}

const readClock = (): ClockReading => ({
  deviceMs: Date.now(),
  tickMs: performance.now(),
  isVisible: document.visibilityState === 'visible',
})

async function readOnce(parts: Parts): Promise<void> {
  const { store, queue, announce } = parts
  try {
    const sent = (await queue.list()).filter(({ state }) => state === 'sent')
    const snapshot = await readList(parts)
    const savedAt = Date.now()
    Object.assign(parts.clock, { reading: readClock(), isWrong: false })
    const isContained = containedIn(snapshot, {
      sentBefore: new Set(sent.map(({ act }) => act.id)),
      savedAt: Date.parse(snapshot.at),
      maxAgeMs: MAX_AGE_MS,
    })
    // In one step: no count is shown twice, or falls back, while the device stores the list.
    const acts = store.get().acts.filter((act) => !isContained(act))
    store.set({ snapshot, savedAt, former: null, phase: 'ready', acts })
    // A night that is closed leaves no list on the device.
    await tryToStore(parts, () =>
      snapshot.isClosed ? deleteSnapshot() : saveSnapshot({ snapshot, savedAt }),
    )
    await queue.prune(isContained)
    await readActs(parts)
    announce('list')
  } catch (error) {
    if (store.get().phase === 'starting') store.set({ phase: 'no_list' })
    await handleRefusal(parts, error)
  }
}

/** Reads the changes, one request at a time, and once more if a change was announced meanwhile. */
function createReader(parts: Parts): () => Promise<void> {
  let reading: Promise<void> | null = null
  let isWanted = false
  return async function read(): Promise<void> {
    if (reading) {
      isWanted = true
      return reading
    }
    reading = readOnce(parts)
    await reading
    reading = null
    if (!isWanted) return
    isWanted = false
    await read()
  }
}

/** Sends the queue. While it is not empty and there is no answer, it retries with backoff. */
function createSender(parts: Parts, refresh: () => Promise<void>): () => Promise<void> {
  let pauseMs = FIRST_RETRY_MS
  let retry: number | undefined
  return async function flush(): Promise<void> {
    window.clearTimeout(retry)
    const { savedAt } = parts.store.get()
    // The age of an act is measured with the corrected clock, so changes of the clock come first.
    if (savedAt !== null && Math.abs(Date.now() - savedAt) > SURE_CLOCK_MS) await refresh()
    const staffId = parts.store.get().snapshot?.staff.id
    if (staffId === undefined) return
    try {
      await parts.queue.flush(staffId)
      pauseMs = FIRST_RETRY_MS
    } catch (error) {
      await handleRefusal(parts, error)
      if (isUnanswered(error)) {
        retry = window.setTimeout(() => void flush(), pauseMs)
        pauseMs = Math.min(LONGEST_RETRY_MS, pauseMs * 2)
      }
    }
    await readActs(parts)
    parts.announce('acts')
    if (unsentOf(parts.store.get().acts).length < parts.reported.unsent) void refresh()
  }
}

/** Takes a list that is too old off the screen. If the clock is set right, it opens again. */
function lockList({ store }: Parts, { date, at }: Snapshot, isDeleted = false): void {
  const { phase } = store.get()
  const former = { date, at, isDeleted }
  store.set({ snapshot: null, savedAt: null, former, phase: phase === 'starting' ? phase : 'no_list' })
}

async function readStored(parts: Parts): Promise<void> {
  const { store } = parts
  const stored = await loadSnapshot(Date.now(), parts.clock.isWrong).catch(() => null)
  const { savedAt: shown, former } = store.get()
  if (stored && stored.savedAt > (shown ?? 0)) {
    const { snapshot, savedAt, isDeleted } = stored
    if (isDeleted || isTooOld(stored, Date.now())) lockList(parts, snapshot, isDeleted)
    else store.set({ snapshot, savedAt, former: null, phase: 'ready' })
  } else if (former && !former.isDeleted) store.set({ former: null })
  await readActs(parts)
}

/** Looks at the age of the list, each minute and when the screen is opened again: time passes while a page stays open. */
function checkAge(parts: Parts, refresh: () => Promise<void>): void {
  const { clock } = parts
  const reading = readClock()
  clock.isWrong ||= wasPutForward(clock.reading, reading)
  clock.reading = reading
  const { snapshot, savedAt, former, isLive } = parts.store.get()
  if (former && !former.isDeleted) return void readStored(parts)
  if (!snapshot || savedAt === null) return
  const isOver = isTooOld({ savedAt }, reading.deviceMs)
  if (isOver) lockList(parts, snapshot, !clock.isWrong)
  if (isOver && !clock.isWrong) void tryToStore(parts, deleteSnapshot)
  if (isOver || (isLive && laterNight({ snapshot, savedAt }) !== null)) void refresh()
  // The screen shows what the time changes.
  else if (document.visibilityState === 'visible') parts.store.set({})
}

function watchAge(parts: Parts, refresh: () => Promise<void>): void {
  const check = (): void => checkAge(parts, refresh)
  window.setInterval(check, MINUTE_MS)
  document.addEventListener('visibilitychange', check)
}

/** Follows the other tabs of this device. Returns the way to tell them. */
function joinTabs(parts: () => Parts): Announce {
  const tabs = new BroadcastChannel('check-in')
  tabs.addEventListener('message', ({ data }) => {
    if (data === 'ended')
      parts().store.set({ phase: 'signed_out', snapshot: null, savedAt: null, former: null })
    else void (data === 'list' ? readStored(parts()) : readActs(parts()))
  })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and takes no other argument
  return (what) => tabs.postMessage(what)
}

function createParts(): Parts {
  const store = createStore()
  const queue = createActQueue({
    store: deviceActs,
    send: (sentAt, acts) => sendActs(store.get().snapshot?.staff.id ?? '')(sentAt, acts),
    refusalOf,
    exclusively: (run) => navigator.locks.request('check-in acts', run),
    now: () => correctedTime(store.get()),
  })
  const reported = { unsent: 0 }
  const clock = { reading: readClock(), isWrong: false }
  const announce = joinTabs(() => parts)
  const parts: Parts = { store, queue, announce, stream: () => stream, reported, clock }
  const stream = openLiveStream()
  return parts
}

/** Signs out and deletes the list; the text of a refusal, or null. */
async function signOut(parts: Parts): Promise<string | null> {
  const unsent = unsentOf(parts.store.get().acts).length
  if (unsent > 0)
    return `${unsentText(unsent)} Find a connection, wait until nothing is left to send, then sign out.`
  try {
    await endSession()
  } catch (error) {
    return isUnanswered(error) ? 'There is no connection. You are still signed in.' : String(error)
  }
  await endOnDevice(parts, 'signed_out')
  return null
}

/** One check-in screen: the list of the night, the acts of this device, and their way to the server. */
export function createCheckIn() {
  const parts = createParts()
  const { store, queue, announce } = parts
  const refresh = createReader(parts)
  const flush = createSender(parts, refresh)
  const stream = parts.stream()
  const onLive = (isLive: boolean): void => {
    store.set({ isLive })
    if (isLive && unsentOf(store.get().acts).length > 0) void flush()
  }
  return {
    getState: store.get,
    subscribe: store.subscribe,
    refresh,
    /** Shows what the device has, then reads the server. */
    start: async (): Promise<void> => {
      await readStored(parts)
      stream.listen({ onChange: () => void refresh(), onLive })
      watchAge(parts, refresh)
      await refresh()
      await flush()
    },
    /** Records an act on the device, then sends it. Resolves once it is stored. */
    record: async (act: NewQueuedAct): Promise<void> => {
      const isStored = await queue.record(act)
      if (!isStored) store.set({ problem: STORAGE_PROBLEM })
      await readActs(parts)
      announce('acts')
      void flush()
    },
    /** Forgets refused acts after staff have read why. */
    dismissRefused: async (): Promise<void> => {
      await queue.prune(({ state }) => state === 'refused')
      await readActs(parts)
      announce('acts')
    },
    /** Sends the acts of a colleague under the account that is signed in. */
    takeOver: async (): Promise<void> => {
      const staff = store.get().snapshot?.staff
      if (!staff) return
      await queue.takeOver(staff)
      await flush()
    },
    /** Deletes a list that is too old, at the request of staff. */
    deleteList: async (): Promise<void> => {
      await tryToStore(parts, deleteSnapshot)
      store.set({ former: null })
      announce('list')
    },
    signOut: async (): Promise<string | null> => {
      await flush()
      return signOut(parts)
    },
  }
}
export type CheckIn = ReturnType<typeof createCheckIn>
