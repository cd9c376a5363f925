/** State key of a dialog's history entry: the number of the dialog while it is open, 0 after it was closed. */
const MARK = 'openDialog'
const CLOSED = 0

type State = Readonly<Record<string, unknown>>
/** A dialog's history entry: the state of the entry below, with the router's index and key, and the length of the history. */
type Entry = State & { readonly length: number }

/** Marks are not repeated after a reload, which keeps the history and its marks. */
let lastMark = Date.now()
/** History entry that a closed dialog left behind, while it is the current one. */
let leftover: Entry | null = null
/** The open dialogs by their marks, and how each hears of Back. */
const open = new Map<unknown, (event: PopStateEvent, state: State) => void>()

/**
 * Lets Back close a dialog before it leaves the page. An open dialog pushes a history entry with the same URL, and Back
 * from it calls `close`; the router does not receive that `popstate` event. A dialog that is closed in another way
 * leaves its entry behind, because `history.back()` would abort a running navigation. The next Back skips it. Returns
 * the function to call once the dialog is closed.
 */
export function closeOnBack(close: () => void): () => void {
  listenForBack()
  lastMark += 1
  const mark = lastMark
  /** Null once Back has removed the entry. */
  let entry: Entry | null = enter(mark)
  open.set(mark, (event, state) => {
    // A jump over several entries leads to another page, which the router has to show.
    if (state['idx'] === entry?.['idx']) event.stopImmediatePropagation()
    entry = null
    close()
    // A dialog that asks before it closes is still open, and needs its history entry for the next Back.
    requestAnimationFrame(() => {
      if (open.has(mark)) entry = enter(mark)
    })
  })
  return () => {
    open.delete(mark)
    const state: State = history.state ?? {}
    // A navigation that replaced the entry has removed the mark. A link inside the dialog has opened another page, too.
    if (!entry || (state[MARK] ?? mark) !== mark || state['idx'] !== entry['idx']) return
    history.replaceState({ ...state, [MARK]: CLOSED }, '')
    leftover = entry
  }
}

/** Pushes the history entry of a dialog, or reuses one that belongs to no open dialog: left by a closed one, or by a reload. */
function enter(mark: number): Entry {
  const state: State = history.state ?? {}
  leftover = null
  history[MARK in state && !open.has(state[MARK]) ? 'replaceState' : 'pushState'](
    { ...state, [MARK]: mark },
    '',
  )
  return { ...state, length: history.length }
}

/**
 * Hears of Back before a router that is started later. The listeners of the window are called in the order in which they
 * were added: a router that comes first would load the page again for the entry of each dialog. A repeat adds nothing.
 */
export const listenForBack = (): void => addEventListener('popstate', hear)

function hear(event: PopStateEvent): void {
  const state: State = event.state ?? {}
  const isPassed = leftover?.length === history.length && state['key'] === leftover['key']
  // Nested dialogs leave one entry each, and Back from a page that was opened after a dialog arrives at that of the dialog.
  leftover = MARK in state && !open.has(state[MARK]) ? { ...state, length: history.length } : null
  if (isPassed) {
    event.stopImmediatePropagation()
    history.back()
  } else for (const [mark, hearBack] of open) if (mark !== state[MARK]) return hearBack(event, state)
}
