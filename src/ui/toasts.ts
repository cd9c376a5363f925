import type { ToastText } from './toaster.tsx'

/**
 * Tells whoever is here something in passing, above whatever else is on the screen. Good news goes by itself; bad news
 * stays until it is dismissed. What it is drawn with comes with the first one.
 */
export function showToast(words: ToastText): void {
  import('./toaster.tsx').then(
    ({ addToast }) => addToast(words),
    // Without a line it cannot be drawn, and that may be the very thing to tell.
    () => window.alert([words.title, words.text].filter(Boolean).join('\n\n')),
  )
}

/** Fetches what toasts are drawn with, so that one can be shown when the connection is gone. */
export function prepareToasts(): void {
  import('./toaster.tsx').catch(() => undefined)
}
