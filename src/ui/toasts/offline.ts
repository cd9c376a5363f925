import type { ToastText } from './toaster.tsx'

/** Toast for a form that is submitted without a connection. The input stays in the form. */
export const OFFLINE = {
  title: 'You are offline',
  text: 'Nothing is lost. Please try again once you are connected.',
  tone: 'bad',
} as const satisfies ToastText

/** False where the browser knows of no connection. A failed request alone does not say so. */
export const isOffline = (): boolean => !navigator.onLine
