import { useState } from 'react'
import { showToast } from '#ui/toasts/toasts.ts'
import { clearHold } from './booking/attempts.ts'
import { releaseTable } from './hold-requests.ts'
import { refreshHold } from './hold-watch.ts'

type Held = { readonly eventId: string; readonly tableId: string; readonly token: string }

/** Releases a hold. If the guest paid a moment earlier, the payment counts and the guest keeps the table. */
export function useRelease({ eventId, tableId, token }: Held, onReleased: () => void) {
  const [isReleasing, setReleasing] = useState(false)
  const release = async (): Promise<void> => {
    if (isReleasing) return
    setReleasing(true)
    const answer = await releaseTable(token)
    setReleasing(false)
    if (!answer.ok) {
      showToast({ title: answer.reason.title, text: answer.reason.text, tone: 'bad' })
    } else if (answer.value === 'released') {
      clearHold({ eventId, tableId }, token)
      onReleased()
    } else if (answer.value === 'paying') {
      showToast({
        title: 'Your payment is in progress',
        text: 'The table stays yours until it is done.',
        tone: 'good',
      })
    }
    refreshHold(token)
  }
  return { isReleasing, release }
}
