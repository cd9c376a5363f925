import { closeOnBack } from '#ui/close-on-back.ts'

/** Opens the page's own dialogs: `data-opens` names the dialog of a link or button, `data-open-at-load` opens one at once. */
export function openDialogs(): void {
  document.addEventListener('click', (event) => {
    const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-opens]') : null
    const dialog = document.getElementById(opener?.dataset['opens'] ?? '')
    if (!(dialog instanceof HTMLDialogElement) || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    opener?.closest('dialog')?.close()
    openDialog(dialog)
  })
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href^="#"]') : null
    link?.closest<HTMLElement>('[popover]')?.hidePopover()
  })
  const first = document.querySelector<HTMLDialogElement>('dialog[data-open-at-load]')
  if (!first) return
  openDialog(first)
  // The URL is changed to that of the page alone, so that a reload or a shared link does not open the dialog again.
  const url = new URL(location.href)
  if (!url.searchParams.has('showModal')) return
  url.searchParams.delete('showModal')
  history.replaceState(history.state, '', url)
}

/** Opens a modal dialog that closes by Back, by Escape, by its own button or by a click outside. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return
  dialog.showModal()
  dialog.querySelector<HTMLElement>('[data-panel]')?.focus()
  const stop = closeOnBack(() => dialog.close())
  const closing = new AbortController()
  dialog.addEventListener(
    'close',
    () => {
      closing.abort()
      stop()
    },
    { once: true },
  )
  closeByClickOutside(dialog, closing.signal)
}

/** Selecting text out of the dialog ends with a click on its backdrop, too. Only a press that also began there counts. */
function closeByClickOutside(dialog: HTMLDialogElement, signal: AbortSignal): void {
  let isPressedOutside = false
  dialog.addEventListener('pointerdown', (event) => (isPressedOutside = event.target === dialog), { signal })
  dialog.addEventListener(
    'click',
    (event) => {
      const { target } = event
      const isLink = target instanceof Element && target.closest('a[href]') !== null
      if (isLink || (isPressedOutside && target === dialog)) dialog.close()
    },
    { signal },
  )
}
