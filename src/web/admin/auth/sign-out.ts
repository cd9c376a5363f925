import { leaveWithoutAsking, mayLeave } from '#ui/admin/unsaved.tsx'
import { dropAllDrafts } from '../data/drafts.ts'
import { apiFetch, abortRequests, toastFailure } from '../data/api-client.ts'

/** Signs out and starts anew: nothing the server told, and no draft, stays in this browser. */
export async function signOut(): Promise<void> {
  if (!(await mayLeave())) return
  const goOn = abortRequests()
  try {
    await apiFetch('/admin/api/session', { method: 'DELETE', isAnonymous: true })
    dropAllDrafts()
    leaveWithoutAsking()
    window.location.assign('/admin')
  } catch (error) {
    goOn()
    toastFailure('Logout failed', error)
  }
}
