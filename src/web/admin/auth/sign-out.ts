import { leaveWithoutAsking, mayLeave } from '#ui/admin/unsaved.tsx'
import { dropAllDrafts } from '../data/drafts.ts'
import { apiFetch, stopAsking, toastFailure } from '../data/api-client.ts'

/** Signs out and starts anew: nothing the server told, and no draft, stays in this browser. */
export async function leaveAdmin(): Promise<void> {
  if (!(await mayLeave())) return
  const goOn = stopAsking()
  try {
    await apiFetch('/admin/api/session', { method: 'DELETE', asNobody: true })
    dropAllDrafts()
    leaveWithoutAsking()
    window.location.assign('/admin')
  } catch (error) {
    goOn()
    toastFailure('Logout failed', error)
  }
}
