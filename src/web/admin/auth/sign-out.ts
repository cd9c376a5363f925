import { leaveWithoutAsking, mayLeave } from '#ui/admin/forms/unsaved.tsx'
import { dropAllDrafts } from '../data/drafts.ts'
import { apiFetch, abortRequests, toastFailure } from '../data/api-client.ts'
import { countUnsentActs, deleteSnapshot } from '../check-in/device/device-store.ts'
import { unsentText } from '../check-in/device/check-in-copy.ts'

/**
 * Signs out, removes every draft and the list of the check-in screen, and reloads, so that no staff data stays in this browser.
 * Refused while acts of that screen are not sent.
 */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return
  // A browser without storage has stored no acts.
  const unsent = await countUnsentActs().catch(() => 0)
  if (unsent > 0)
    return toastFailure('Logout failed', new Error(`${unsentText(unsent)} Open Check-in to send them.`))
  const resumeRequests = abortRequests()
  try {
    await apiFetch('/admin/api/session', { method: 'DELETE', isAnonymous: true })
    dropAllDrafts()
    await deleteSnapshot().catch(() => undefined)
    leaveWithoutAsking()
    window.location.assign('/admin')
  } catch (error) {
    resumeRequests()
    toastFailure('Logout failed', error)
  }
}
