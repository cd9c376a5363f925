import { leaveWithoutAsking, mayLeave } from '#ui/admin/unsaved.tsx'
import { dropAllDrafts } from '../data/drafts.ts'
import { apiFetch, abortRequests, toastFailure } from '../data/api-client.ts'

/** Signs out, removes every draft and reloads, so that no staff data stays in this browser. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return
  const resumeRequests = abortRequests()
  try {
    await apiFetch('/admin/api/session', { method: 'DELETE', isAnonymous: true })
    dropAllDrafts()
    leaveWithoutAsking()
    window.location.assign('/admin')
  } catch (error) {
    resumeRequests()
    toastFailure('Logout failed', error)
  }
}
