import { whenLoaded } from './when-idle.ts'

const STORED = 'toast'

type Toast = { readonly title: string; readonly text?: string; readonly tone: 'good' | 'bad' }

/**
 * A toast that is shown on the next page: a page that only redirects names it in `data-leave-to`, a link in
 * `data-toast-title`. It is stored for the length of the navigation.
 */
export function showToastOnArrival(): void {
  const stored = takeToast()
  if (stored)
    whenLoaded(() => {
      import('#ui/toasts.ts').then(({ showToast }) => showToast(stored)).catch(() => undefined)
    })
  const leaving = document.querySelector<HTMLElement>('[data-leave-to]')
  if (leaving) {
    const { leaveTo = '/', toastTitle = '', toastText = '' } = leaving.dataset
    storeToast({ title: toastTitle, text: toastText, tone: 'bad' })
    location.replace(leaveTo)
  }
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('a[data-toast-title]') : null
    if (link) storeToast({ title: link.dataset['toastTitle'] ?? '', tone: 'good' })
  })
}

function storeToast(toast: Toast): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(toast))
  } catch {
    // Without browser storage the next page shows no toast.
  }
}

function takeToast(): Toast | null {
  try {
    const stored = sessionStorage.getItem(STORED)
    sessionStorage.removeItem(STORED)
    const toast: unknown = JSON.parse(stored ?? 'null')
    return isToast(toast) ? toast : null
  } catch {
    return null
  }
}

const isToast = (it: unknown): it is Toast =>
  typeof it === 'object' && it !== null && 'title' in it && 'tone' in it && typeof it.title === 'string'
