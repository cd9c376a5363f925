import { storeToast, takeToast } from '#ui/toasts/stored-toast.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { whenLoaded } from './when-idle.ts'

/**
 * A toast that is shown on the next page: a page that only redirects names it in `data-leave-to`, a link in
 * `data-toast-title`.
 */
export function showToastOnArrival(): void {
  const stored = takeToast()
  if (stored) whenLoaded(() => showToast(stored))
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
