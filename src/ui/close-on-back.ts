/** State key of a dialog's history entry: the number of the dialog. */
const MARK = 'openDialog'
/** State key of the entry below it: the same number. */
const BELOW = 'belowDialog'

type State = Readonly<Record<string, unknown>>

/** Numbers are not repeated after a reload, which keeps the history and its states. */
let lastMark = Date.now()
/** Number in the current history entry if it belongs to no open dialog: left by a closed one, or by a page that is gone. */
let leftover: unknown
/** The open dialogs by their numbers, and how each hears of Back. */
const open = new Map<unknown, (event: PopStateEvent, state: State) => void>()

const readState = (): State => history.state ?? {}

/**
 * Lets Back close a dialog before it leaves the page. An open dialog pushes a history entry with the same URL, and Back
 * from it calls `close`; the router does not receive that `popstate` event. A dialog that is closed in another way
 * leaves its entry behind, because `history.back()` would abort a running navigation. The next dialog reuses it, and the
 * next Back skips it. Returns the function to call once the dialog is closed.
 */
export function closeOnBack(close: () => void): () => void {
  const { idx } = readState()
  findLeftover()
  const mark = leftover ?? (lastMark += 1)
  if (leftover === undefined) push(mark)
  leftover = undefined
  /** Until Back has removed the entry. */
  let isEntered = true
  open.set(mark, (event, state) => {
    // A jump over several entries leads to another page, which the router has to show.
    if (state['idx'] === idx) event.stopImmediatePropagation()
    isEntered = false
    close()
    // A dialog that asks before it closes is still open, and needs its history entry for the next Back.
    requestAnimationFrame(() => {
      if (!open.has(mark)) return
      push(mark)
      isEntered = true
    })
  })
  return () => {
    open.delete(mark)
    const state = readState()
    // A link inside the dialog has opened another page, or a dialog inside it is still open.
    if (!isEntered || (state[MARK] ?? mark) !== mark || state['idx'] !== idx) return
    // A navigation that replaced the entry has removed the number.
    history.replaceState({ ...state, [MARK]: mark }, '')
    leftover = mark
  }
}

function push(mark: unknown): void {
  const state = readState()
  history.replaceState({ ...state, [BELOW]: mark }, '')
  history.pushState({ ...state, [MARK]: mark }, '')
}

function findLeftover(): void {
  const mark = readState()[MARK]
  leftover = open.has(mark) ? undefined : mark
}

/**
 * Hears of Back before a router that is started later. The listeners of the window are called in the order in which they
 * were added: a router that comes first would load the page again for the entry of each dialog.
 */
export function listenForBack(): void {
  addEventListener('popstate', hear)
  // A page that was reloaded, or to which the guest returns, may be at the entry of a dialog.
  addEventListener('pageshow', findLeftover)
  findLeftover()
}

function hear(event: PopStateEvent): void {
  const state = readState()
  const isPassed = leftover !== undefined && state[BELOW] === leftover
  // Nested dialogs leave one entry each, and Back from a page that was opened after a dialog arrives at that of the dialog.
  findLeftover()
  if (isPassed) {
    event.stopImmediatePropagation()
    history.back()
  } else for (const [mark, hearBack] of open) if (mark !== state[MARK]) return hearBack(event, state)
}
