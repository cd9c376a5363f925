import { leaveWithoutAsking, mayLeave } from '#ui/admin/forms/unsaved.tsx'
import { dropAllDrafts } from '../data/drafts.ts'
import { apiFetch, abortRequests, toastFailure } from '../data/api-client.ts'
import { countUnsentActs, deleteSnapshot } from '../check-in/device/device-store.ts'
import { unsentText } from '../check-in/device/check-in-copy.ts'

/** Signs out in this browser. */
export const signOut = (): Promise<void> =>
  leave('Logout failed', () => apiFetch('/admin/api/session', { method: 'DELETE', isAnonymous: true }))

/** Signs out in every browser, this one included. */
export const signOutEverywhere = (): Promise<void> =>
  leave('Sign out everywhere', () =>
    apiFetch('/admin/api/sign-out-everywhere', { method: 'POST', json: {}, endsSession: true }),
  )

/**
 * Ends the session, removes every draft and the list of the check-in screen, and reloads, so that no staff data stays in this
 * browser. Refused while acts of that screen are not sent.
 */
async function leave(failure: string, endSession: () => Promise<unknown>): Promise<void> {
  if (!(await mayLeave())) return
  // A browser without storage has stored no acts.
  const unsent = await countUnsentActs().catch(() => 0)
  if (unsent > 0) return toastFailure(failure, new Error(`${unsentText(unsent)} Open Check-in to send them.`))
  const resumeRequests = abortRequests()
  try {
    await endSession()
    dropAllDrafts()
    await deleteSnapshot().catch(() => undefined)
    leaveWithoutAsking()
    window.location.assign('/admin')
  } catch (error) {
    resumeRequests()
    toastFailure(failure, error)
  }
}
