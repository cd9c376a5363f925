import { askHouse, stopAsking, toastFailure } from './house-client.ts'

/** Signs out and starts anew: nothing the house told stays in this browser. */
export async function leaveDesk(): Promise<void> {
  const goOn = stopAsking()
  try {
    await askHouse('/admin/api/session', { method: 'DELETE', asNobody: true })
    window.location.assign('/admin')
  } catch (error) {
    goOn()
    toastFailure('Logout failed', error)
  }
}
