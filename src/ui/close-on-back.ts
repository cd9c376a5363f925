/** State key of a dialog's history entry: the number of the dialog while it is open, 0 after it was closed. */
const MARK = 'openDialog'
const CLOSED = 0

let lastMark = CLOSED
/** History entry that a closed dialog left behind, while it is the current one. */
let leftover: { readonly length: number; readonly key: unknown } | null = null
let isListening = false
const open = new Set<unknown>()

type State = Readonly<Record<string, unknown>>

const readState = (state: unknown): State =>
  typeof state === 'object' && state !== null ? Object.fromEntries(Object.entries(state)) : {}

/**
 * Lets Back close a dialog before it leaves the page. An open dialog pushes a history entry with the same URL, and Back
 * from it calls `close`; the router does not receive that `popstate` event. A dialog that is closed in another way
 * leaves its entry behind, because `history.back()` would abort a running navigation. The next Back skips it. Returns
 * the function to call once the dialog is closed.
 */
export function closeOnBack(close: () => void): () => void {
  stepOverLeftovers()
  lastMark += 1
  const mark = lastMark
  open.add(mark)
  enter(mark)
  let isHere = true
  const hear = (event: PopStateEvent): void => {
    if (readState(event.state)[MARK] === mark) return
    // The router listens for the same event, and would run the loaders again.
    event.stopImmediatePropagation()
    close()
    // A dialog that asks before it closes is still open, and needs its history entry for the next Back.
    requestAnimationFrame(() => {
      if (isHere) enter(mark)
    })
  }
  addEventListener('popstate', hear, { capture: true })
  return () => {
    isHere = false
    open.delete(mark)
    removeEventListener('popstate', hear, { capture: true })
    leave(mark)
  }
}

/** Pushes the history entry of a dialog, or reuses the one that a closed dialog has left behind. */
function enter(mark: number): void {
  const state = readState(history.state)
  leftover = null
  if (state[MARK] === CLOSED) history.replaceState({ ...state, [MARK]: mark }, '')
  else history.pushState({ ...state, [MARK]: mark }, '')
}

function leave(mark: number): void {
  const state = readState(history.state)
  // A link inside the dialog has opened another page, or Back has removed the entry.
  if (state[MARK] !== mark) return
  history.replaceState({ ...state, [MARK]: CLOSED }, '')
  leftover = { length: history.length, key: state['key'] }
}

function stepOverLeftovers(): void {
  if (isListening) return
  isListening = true
  addEventListener(
    'popstate',
    (event) => {
      const passed = leftover
      leftover = null
      const state = readState(event.state)
      if (!passed || passed.length !== history.length || state['key'] !== passed.key) return
      // Nested dialogs leave one entry each.
      if (MARK in state && !open.has(state[MARK])) leftover = passed
      event.stopImmediatePropagation()
      history.back()
    },
    { capture: true },
  )
}
