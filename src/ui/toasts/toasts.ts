import { removePlainToast, showPlainToast } from './plain-toast.ts'
import type { ToastText } from './toaster.tsx'

/** By itself: chained to the import, what follows would not hear of styles that cannot be loaded. */
const loadToaster = () => import('./toaster.tsx')

/** Known once a toast was shown: before, there is none to dismiss. */
let dismissLoaded: (() => void) | null = null
/** Times that errors were dismissed: one from before the last is not shown once its code is loaded. */
let dismissals = 0

/**
 * Shows a toast above everything else on the screen. A success disappears after a timeout; an error stays until it is
 * dismissed. The code that renders toasts is loaded with the first one.
 */
export function showToast(toast: ToastText): void {
  const before = dismissals
  loadToaster().then(
    (toaster) => {
      dismissLoaded = toaster.dismissBadToasts
      if (toast.tone === 'bad' && before !== dismissals) return
      removePlainToast()
      return toaster.addToast(toast)
    },
    // Offline, that code cannot be loaded, and the lost connection may be the message itself.
    () => showPlainToast(toast),
  )
}

/** Dismisses errors: a new attempt begins, and its outcome replaces theirs. */
export function dismissErrors(): void {
  dismissals += 1
  removePlainToast()
  dismissLoaded?.()
}

/** Preloads the code of toasts, so that one can be shown while offline. */
export function prepareToasts(): void {
  loadToaster().catch(() => undefined)
}
