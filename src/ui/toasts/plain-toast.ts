import type { ToastText } from './toaster.tsx'
import { topmostDialog } from '../topmost-dialog.ts'

const GOOD_STAYS_MS = 6000

let current: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Shows a toast without React: for pages whose connection is lost before the code of toasts was loaded. It looks like the
 * toast of toaster.tsx, and there is one at a time.
 */
export function showPlainToast({ title, text, tone, action, staysMs }: ToastText): void {
  removePlainToast()
  const isBad = tone === 'bad'
  const toast = element(
    'div',
    `fixed inset-x-3 top-auto bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-50 mx-auto flex w-auto max-w-lg items-start gap-3 rounded-card border-2 bg-cocoa p-4 text-cream shadow-2xl shadow-black/60 md:inset-[6rem_1.25rem_auto_auto] md:w-96 ${isBad ? 'border-rose' : 'border-teal-light'}`,
  )
  const texts = element('div', 'min-w-0 flex-1')
  texts.append(element('p', 'font-semibold', title))
  if (text) texts.append(element('p', 'mt-1 text-sm text-sand', text))
  toast.append(texts)
  if (action)
    toast.append(
      button(action.label, 'rounded-lg border border-brass px-4 font-semibold text-brass', () => {
        removePlainToast()
        action.onPress()
      }),
    )
  const close = button('×', '-m-2 w-11 rounded-full text-2xl hover:bg-night', removePlainToast)
  close.ariaLabel = 'Close'
  toast.append(close)
  current = toast
  show(toast, texts, isBad)
  const shownMs = staysMs ?? (isBad ? 0 : GOOD_STAYS_MS)
  if (shownMs > 0) timer = setTimeout(removePlainToast, shownMs)
}

export function removePlainToast(): void {
  clearTimeout(timer)
  current?.remove()
  current = null
}

/** Everything outside an open modal dialog is inert, and a popover is above the dialog. */
function show(toast: HTMLElement, texts: HTMLElement, isBad: boolean): void {
  toast.popover = 'manual'
  ;(topmostDialog() ?? document.body).append(toast)
  toast.showPopover?.()
  // Screen readers announce a change of a live region that they already know.
  const content = [...texts.childNodes]
  texts.replaceChildren()
  texts.role = isBad ? 'alert' : 'status'
  requestAnimationFrame(() => texts.append(...content))
}

function button(label: string, look: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = `min-h-11 shrink-0 ${look}`
  made.textContent = label
  made.addEventListener('click', press)
  return made
}

function element(name: 'div' | 'p', look: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.className = look
  made.textContent = text
  return made
}
