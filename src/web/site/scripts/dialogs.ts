import { closeOnBack, listenForBack } from '#ui/close-on-back.ts'
import { isForNewTab } from '#ui/is-for-new-tab.ts'

/** Opens the page's own dialogs: `data-opens` names the dialog of a link or button, `data-open-at-load` opens one at once. */
export function openDialogs(): void {
  listenForBack()
  document.addEventListener('click', (event) => {
    const opener = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-opens]') : null
    const dialog = document.getElementById(opener?.dataset['opens'] ?? '')
    if (!(dialog instanceof HTMLDialogElement) || isForNewTab(event)) return
    event.preventDefault()
    opener?.closest('dialog')?.close()
    openDialog(dialog)
  })
  helpDrawers()
  const first = document.querySelector<HTMLDialogElement>('dialog[data-open-at-load]')
  if (!first) return
  // The URL is changed to that of the page alone, so that Back, a reload or a shared link does not open the dialog again.
  const url = new URL(location.href)
  url.searchParams.delete('showModal')
  history.replaceState(history.state, '', url)
  openDialog(first)
}

const isDrawer = (it: EventTarget | null): it is HTMLElement =>
  it instanceof HTMLElement && it.popover === 'auto'

/** Keeps the focus in an open drawer, a native popover, and lets Back close it before it leaves the page. */
function helpDrawers(): void {
  // Beside a child of the body, everything can be inert.
  document.body.append(...document.querySelectorAll('main .drawer'))
  let stop: (() => void) | null = null
  let next = ''
  document.addEventListener(
    'beforetoggle',
    ({ target: drawer, newState }) => {
      if (!isDrawer(drawer)) return
      stop?.()
      // The browser returns the focus to the button, which must not be inert by then.
      setBeside(drawer, false)
      stop = newState === 'open' ? closeOnBack(() => leave(drawer, next)) : null
      next = ''
    },
    true,
  )
  document.addEventListener(
    'toggle',
    ({ target: drawer, newState }) => {
      if (!isDrawer(drawer) || newState !== 'open') return
      setBeside(drawer, true)
      drawer.querySelector('button')?.focus({ preventScroll: true })
    },
    true,
  )
  document.addEventListener('click', (event) => {
    const { target } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(DRAWER_LINKS) : null
    if (!link || event.defaultPrevented || isForNewTab(event)) return
    if (!stop) return link.closest<HTMLElement>('[popover]')?.hidePopover()
    event.preventDefault()
    // The drawer's history entry goes first: left behind, it would cost the guest a Back without effect.
    next = link.href
    history.back()
  })
}

/** Makes everything beside a drawer inert or not: neither the keyboard nor a screen reader leaves an open one. */
function setBeside(drawer: HTMLElement, inert: boolean): void {
  for (const it of document.body.children) if (it instanceof HTMLElement) it.inert = inert && it !== drawer
}

const DRAWER_LINKS = ':popover-open :is([href^="/"], [href^="#"])'

function leave(drawer: HTMLElement, next: string): void {
  drawer.hidePopover()
  // The browser restores the scroll position first.
  if (next) setTimeout(() => location.assign(next))
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
      // A dialog that no button has opened gives the focus back to nothing, and for a moment keeps it.
      if (document.activeElement?.matches('body, dialog *'))
        document.querySelector('main')?.focus({ preventScroll: true })
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
