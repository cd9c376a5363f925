import { chooseModal, MODAL_DELAY_MS } from '#features/home-modals/rules.ts'
import { openDialog } from './dialogs.ts'

const SEEN_KEY = 'seenModals'
const BUSY_RETRY_MS = 1000

/** Opens a dialog of the home page a few seconds after the page, one that the guest has not seen by then. */
export function startHomeModal(): void {
  const modals = [...document.querySelectorAll<HTMLDialogElement>('dialog[data-home-modal]')].map(
    (dialog) => ({ id: dialog.dataset['homeModal'] ?? '', dialog }),
  )
  const show = (): void => {
    if (isGuestBusy()) return void setTimeout(show, BUSY_RETRY_MS)
    const chosen = chooseModal(modals, readSeen(), Math.random())
    if (!chosen) return
    storeSeen(chosen.seen)
    openDialog(chosen.modal.dialog)
  }
  // Without modals local storage is not read: a slow phone takes some milliseconds for it.
  if (modals.length > 0) setTimeout(show, MODAL_DELAY_MS)
}

const TEXT_INPUTS = 'input:not([type=button], [type=submit], [type=checkbox], [type=radio]), textarea, select'

/** Tells whether the guest is typing, or has the drawer, a dialog or the cookie banner open. A modal must wait then. */
function isGuestBusy(): boolean {
  const at = document.activeElement
  const isTyping = at instanceof HTMLElement && (at.isContentEditable || at.matches(TEXT_INPUTS))
  return isTyping || document.querySelector(':is(dialog[open], :popover-open, #cookie-settings)') !== null
}

/** Stores the seen modals. */
function storeSeen(seen: readonly string[]): void {
  try {
    localStorage.setItem(SEEN_KEY, JSON.stringify(seen))
  } catch {
    // Without browser storage the same modal may be shown again.
  }
}

function readSeen(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(SEEN_KEY) ?? '[]')
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
