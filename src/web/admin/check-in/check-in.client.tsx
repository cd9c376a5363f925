import './check-in.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createCheckIn } from './device/check-in.ts'
import { guardLeaving } from './device/leave-guard.ts'
import { CheckInApp } from './check-in-app.tsx'
import { PlainMessage } from './plain-message.tsx'

const NOT_ABLE =
  'This browser lacks what check-in needs: open this page over https, in a current Chrome, Safari, Edge or Firefox.'

const isAble =
  window.isSecureContext && 'indexedDB' in window && 'locks' in navigator && 'BroadcastChannel' in window

const root = createRoot(document.querySelector('#check-in') ?? document.body)
if (isAble) {
  const checkIn = createCheckIn()
  root.render(
    <StrictMode>
      <CheckInApp checkIn={checkIn} />
    </StrictMode>,
  )
  guardLeaving(checkIn)
  void checkIn.start()
  // Without it a browser that runs out of space may delete the acts. It may refuse: they are stored all the same.
  void navigator.storage?.persist?.().catch(() => undefined)
  if (!import.meta.env.DEV && 'serviceWorker' in navigator)
    void navigator.serviceWorker
      .register('/admin/door/worker.js', { scope: '/admin/door' })
      // Without it the screen works as long as it is open; the next visit tries again.
      .catch(() => undefined)
} else root.render(<PlainMessage title="Not here" text={NOT_ABLE} />)
