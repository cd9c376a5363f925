const STORED = 'toast'

/** A toast that is shown on the next page. */
export type StoredToast = { readonly title: string; readonly text?: string; readonly tone: 'good' | 'bad' }

/** Stores a toast for the length of a navigation. */
export function storeToast(toast: StoredToast): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(toast))
  } catch {
    // Without browser storage the next page shows no toast.
  }
}

/** Takes the stored toast; null if there is none. */
export function takeToast(): StoredToast | null {
  try {
    const stored = sessionStorage.getItem(STORED)
    sessionStorage.removeItem(STORED)
    const toast: unknown = JSON.parse(stored ?? 'null')
    return isToast(toast) ? toast : null
  } catch {
    return null
  }
}

const isToast = (it: unknown): it is StoredToast =>
  typeof it === 'object' && it !== null && 'title' in it && 'tone' in it && typeof it.title === 'string'
