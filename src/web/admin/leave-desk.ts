import { askHouse, toastFailure } from './house-client.ts'

/** Signs out and starts anew: nothing the house told stays in this browser. */
export async function leaveDesk(): Promise<void> {
  try {
    await askHouse('/admin/api/session', { method: 'DELETE', asNobody: true })
    window.location.assign('/admin')
  } catch (error) {
    toastFailure('Logout failed', error)
  }
}
