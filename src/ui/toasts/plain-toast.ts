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
  const toast = element('div')
  toast.className = `plain-toast ${isBad ? 'border-rose' : 'border-teal-light'}`
  const texts = element('div')
  texts.append(element('p', title))
  if (text) texts.append(element('p', text))
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
  made.className = look
  made.textContent = label
  made.addEventListener('click', press)
  return made
}

function element(name: 'div' | 'p', text = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
