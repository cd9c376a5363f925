import { Toast } from '@base-ui/react/toast'
import { type FocusEvent, type KeyboardEvent, useEffect, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { topmostDialog } from '../topmost-dialog.ts'
import { Icon } from '../icon.tsx'
// oxlint-disable-next-line import/no-unassigned-import -- a sheet has nothing to be called by
import './toaster.css'

export type ToastText = {
  readonly title: string
  readonly text?: string
  readonly tone: 'good' | 'bad'
  /** Button in the toast, such as Undo. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  readonly staysMs?: number
}

const GOOD_STAYS_MS = 6000
const UNTIL_DISMISSED = 0
// Screen readers announce content that is added to a live region they already know.
const LIVE_REGION_DELAY_MS = 60

const manager = Toast.createToastManager()
/** Ids by a signature that begins with the tone. */
const shown = new Map<string, string>()
let toastRoot: Promise<HTMLElement> | null = null
let focusBefore: EventTarget | null = null

/** Shows one toast, above the page and above a dialog that is open. */
export async function addToast({ title, text, tone, action, staysMs }: ToastText): Promise<void> {
  toastRoot ??= createToastRoot()
  const host = await toastRoot
  raise(host)
  await new Promise((resolve) => setTimeout(resolve, LIVE_REGION_DELAY_MS))
  // A toast with the same text replaces the earlier one, so that equal toasts do not pile up.
  const signature = JSON.stringify([tone, title, text])
  const earlier = shown.get(signature)
  if (earlier) manager.close(earlier)
  const id: string = manager.add({
    title,
    description: text,
    type: tone,
    priority: tone === 'bad' ? 'high' : 'low',
    timeout: staysMs ?? (tone === 'bad' ? UNTIL_DISMISSED : GOOD_STAYS_MS),
    ...(action ? { actionProps: pressOnce(action, () => manager.close(id)) } : {}),
    onClose: () => returnFocus(host),
    onRemove: () => void (shown.get(signature) === id && shown.delete(signature)),
  })
  shown.set(signature, id)
}

const pressOnce = ({ label, onPress }: NonNullable<ToastText['action']>, close: () => void) => ({
  children: label,
  onClick: () => {
    close()
    onPress()
  },
})

export function dismissBadToasts(): void {
  for (const [signature, id] of shown) if (signature.startsWith('["bad"')) manager.close(id)
}

/**
 * Adds a React root for toasts to the page, so that they outlive the screen that showed them. It is hydrated, not
 * rendered: `hydrateRoot` is in the bundle of every page, `createRoot` would make the shared chunk larger.
 */
function createToastRoot(): Promise<HTMLElement> {
  const host = document.createElement('div')
  document.body.append(host)
  return new Promise((resolve) => {
    hydrateRoot(host, <Toaster host={host} onReady={() => resolve(host)} />)
  })
}

/** Parent element for toasts: everything outside an open modal dialog is inert. */
const toastParent = (): Element => topmostDialog() ?? document.body

const placeIn = (host: HTMLElement): HTMLElement | null =>
  'showPopover' in host ? host.querySelector<HTMLElement>('[popover]') : null

/** Moves the toasts into the topmost dialog, and to the front of the top layer. */
function raise(host: HTMLElement): void {
  const home = toastParent()
  if (host.parentElement !== home) home.append(host)
  host.toggleAttribute('data-in-dialog', home !== document.body)
  const place = placeIn(host)
  if (place?.matches(':popover-open')) place.hidePopover()
  place?.showPopover()
}

/** Publishes the height of the toast as a CSS variable, so that the page can keep buttons out from under it. */
function reserveRoom(place: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--toast-room', `${Math.ceil(place.getBoundingClientRect().height)}px`),
  )
  observer.observe(place)
  return () => {
    observer.disconnect()
    style.removeProperty('--toast-room')
  }
}

/** Keeps a visible toast in the top layer while dialogs open and close. */
function stayOnTop(host: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    if (toastParent() !== host.parentElement) raise(host)
  })
  raise(host)
  observer.observe(document.documentElement, { subtree: true, childList: true, attributeFilter: ['open'] })
  const place = placeIn(host)
  const giveRoomBack = place ? reserveRoom(place) : undefined
  return () => {
    observer.disconnect()
    giveRoomBack?.()
    if (place?.matches(':popover-open')) place.hidePopover()
  }
}

function returnFocus(host: HTMLElement): void {
  if (!host.contains(document.activeElement)) return
  if (focusBefore instanceof HTMLElement) focusBefore.focus({ preventScroll: true })
}

type StageProps = { readonly host: HTMLElement; readonly onReady: () => void }

const neverChanges = () => () => undefined
const isHere = () => true
const isNotHere = () => false

function Toaster(props: StageProps) {
  // The root hydrates an empty element first, and renders the toasts after that.
  const isHydrated = useSyncExternalStore(neverChanges, isHere, isNotHere)
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      {isHydrated ? <Toasts {...props} /> : null}
    </Toast.Provider>
  )
}

function Toasts({ host, onReady }: StageProps) {
  const { toasts, close } = Toast.useToastManager()
  const isEmpty = toasts.length === 0
  const newest = toasts.find((toast) => toast.transitionStatus !== 'ending')
  useEffect(onReady, [onReady])
  useEffect(() => (isEmpty ? undefined : stayOnTop(host)), [host, isEmpty])

  const rememberFocus = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node && host.contains(relatedTarget))) focusBefore = relatedTarget
  }
  const dismiss = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    // Escape closes the toast only, not the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    if (newest) dismissWith(newest.id)
  }
  /** Dismisses older errors too: they were on the screen before, and must not come back. */
  const dismissWith = (id: string): void => {
    for (const toast of toasts) if (toast.id === id || toast.type === 'bad') close(toast.id)
  }
  return (
    <Toast.Viewport
      popover="manual"
      // Base UI announces errors in an assertive region of its own. This one must not announce them again.
      aria-live={newest?.priority === 'high' ? 'off' : 'polite'}
      onFocus={rememberFocus}
      onKeyDown={dismiss}
      className="toasts fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] mx-auto max-w-lg bg-transparent text-cream"
    >
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          // A focusable element must not be hidden from assistive technology.
          aria-hidden={false}
          className="toast flex items-start gap-3 rounded-card border-2 bg-cocoa p-4 shadow-2xl shadow-black/60"
        >
          {toast.type === 'bad' ? (
            <BadMark />
          ) : (
            <Icon name="check" className="mt-0.5 size-6 text-teal-light" />
          )}
          <Toast.Content className="min-w-0 flex-1">
            <Toast.Title render={<p />} className="font-semibold" />
            <Toast.Description className="mt-1 text-sm text-sand" />
          </Toast.Content>
          <Toast.Action
            aria-hidden={false}
            className="min-h-11 shrink-0 rounded-lg border border-brass px-4 font-semibold text-brass hover:bg-brass/15"
          />
          <Toast.Close
            onClick={() => dismissWith(toast.id)}
            aria-label="Close"
            aria-hidden={false}
            className="toast-close inline-flex size-11 shrink-0 items-center justify-center rounded-full text-cream hover:bg-night"
          >
            <Icon name="close" />
          </Toast.Close>
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}

const BadMark = () => (
  <span
    aria-hidden="true"
    className="toast-mark inline-flex size-6 shrink-0 items-center justify-center rounded-full font-semibold text-night"
  >
    !
  </span>
)
