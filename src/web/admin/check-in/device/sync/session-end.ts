import { Refusal } from '../api.ts'
import { deleteSnapshot } from '../device-store.ts'
import type { CheckInState } from '../check-in-state.ts'
import type { Parts } from './parts.ts'
import { showRefusal } from './refusals.ts'
import { tryToStore } from './stored-acts.ts'

/** Whether there was no answer that settles anything: no network, or a server that is down or busy. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429

/** Whether another attempt may be answered otherwise: always, unless the account has to sign in or be allowed first. */
export const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof Refusal) || (error.status !== 401 && error.status !== 403)

/** Deletes the list and its key. Unsent acts stay on the device until their account signs in again. */
export async function endOnDevice(parts: Parts, phase: 'signed_out' | 'not_allowed'): Promise<void> {
  await tryToStore(parts, deleteSnapshot)
  parts.store.set({ phase, snapshot: null, savedAt: null, former: null, isLive: false })
  parts.stream().close()
  parts.announce('ended')
}

export async function handleRefusal(
  parts: Parts,
  error: unknown,
  of: keyof CheckInState['refusals'],
): Promise<void> {
  if (isUnanswered(error) || !(error instanceof Refusal)) return
  // Another account signed in in this browser: the screen begins again, with its list.
  if (error.code === 'other_account' && parts.store.get().unstored === 0) return window.location.reload()
  if (error.status === 401) return endOnDevice(parts, 'signed_out')
  if (error.status === 403) return endOnDevice(parts, 'not_allowed')
  showRefusal(parts, of, error.message)
}
