import type { Snapshot } from '#features/reservation-management/check-in/schema.ts'
import { isTooOld, readClock, wasPutForward } from '../device-clock.ts'
import { deleteSnapshot, loadSnapshot } from '../device-store.ts'
import type { Parts } from './parts.ts'
import { readActs, tryToStore } from './stored-acts.ts'

const MINUTE_MS = 60_000

/** Takes a list that is too old off the screen. If the clock is set right, it opens again. */
function lockList({ store }: Parts, { date, at }: Snapshot, isDeleted = false): void {
  const { phase } = store.get()
  const former = { date, at, isDeleted }
  store.set({ snapshot: null, savedAt: null, former, phase: phase === 'starting' ? phase : 'no_list' })
}

export async function readStored(parts: Parts): Promise<void> {
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

/** Looks at the age of the list each minute, and when the screen is opened again. */
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
  // The server hears each minute that the device has nothing unsent, and a new night brings a new list.
  if (isOver || isLive) void refresh()
  // The screen shows what the time changes.
  else if (document.visibilityState === 'visible') parts.store.set({})
}

export function watchAge(parts: Parts, refresh: () => Promise<void>): void {
  const check = (): void => checkAge(parts, refresh)
  window.setInterval(check, MINUTE_MS)
  document.addEventListener('visibilitychange', check)
}
