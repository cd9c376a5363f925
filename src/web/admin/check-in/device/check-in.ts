import { createActQueue, type NewQueuedAct } from './act-queue.ts'
import { endSession, refusalOf, sendActs } from './api.ts'
import { unsentText } from './check-in-copy.ts'
import { unsentOf } from './check-in-state.ts'
import { correctedTime, readClock } from './device-clock.ts'
import { deleteSnapshot, deviceActs } from './device-store.ts'
import { openLiveStream } from './live-stream.ts'
import { createSender } from './sync/act-sender.ts'
import { readStored, watchAge } from './sync/list-age.ts'
import { createReader } from './sync/list-reader.ts'
import type { Announce, Parts } from './sync/parts.ts'
import { endOnDevice, isUnanswered } from './sync/session-end.ts'
import { createStateStore } from './sync/state-store.ts'
import { readActs, STORAGE_PROBLEM, tryToStore } from './sync/stored-acts.ts'

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
  const store = createStateStore()
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
