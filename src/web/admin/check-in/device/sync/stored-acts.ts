import { unsentOf } from '../check-in-state.ts'
import type { Parts } from './parts.ts'
import { showRefusal } from './refusals.ts'

export const STORAGE_PROBLEM =
  'This phone does not let us store anything: it is full, or the browser is private. Keep this page open until everything is sent.'

export async function readActs({ store, queue }: Parts): Promise<void> {
  const acts = await queue.list()
  store.set({ acts, unstored: await queue.countUnstored() })
  // Another tab of this device may have sent them.
  if (unsentOf(acts).length === 0) showRefusal({ store }, 'send', null)
}

/** Runs a write that the screen can do without: the device may be full. */
export async function tryToStore({ store }: Parts, run: () => Promise<void>): Promise<void> {
  try {
    await run()
    const { problem, unstored } = store.get()
    if (problem === STORAGE_PROBLEM && unstored === 0) store.set({ problem: null })
  } catch {
    store.set({ problem: STORAGE_PROBLEM })
  }
}
