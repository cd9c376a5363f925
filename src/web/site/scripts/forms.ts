import { isOffline, OFFLINE } from '#ui/toasts/offline.ts'
import { showToast } from '#ui/toasts/toasts.ts'

/** After this time a form can be sent again, if the page is still there. */
const SENT_MS = 8000

/** Helps the plain forms and buttons of documents. Without this script the server sees to the same. */
export function helpForms(): void {
  // A page that refused a form is kept in the history under its address alone. Back to it, or a reload, would else end at the
  // browser's own page that asks to send the form again.
  if (document.querySelector('form[data-once]')) history.replaceState(history.state, '')
  // A second press while the first is on its way sends nothing.
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
    // The browser would replace the page, and what was typed, by its own error page.
    if (form.method === 'post' && isOffline()) {
      event.preventDefault()
      return showToast(OFFLINE)
    }
    if (!form.hasAttribute('data-once')) return
    if (form.ariaBusy === 'true') return event.preventDefault()
    form.ariaBusy = 'true'
    // No browser says that its Stop button was pressed. The server tells a form that was sent twice.
    setTimeout(() => form.removeAttribute('aria-busy'), SENT_MS)
  })
  // A page that comes back from the back/forward cache can be sent again.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-once]')) form.removeAttribute('aria-busy')
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]')) print()
  })
}
