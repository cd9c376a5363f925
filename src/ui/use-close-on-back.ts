import { useEffect, useEffectEvent } from 'react'

/** Marks the history entry that belongs to a dialog: the number of the dialog while it is open, 0 once it is closed. */
const MARK = 'openDialog'
const CLOSED = 0

let lastMark = CLOSED
/** The entry of a closed dialog while the reader is still on it; null where there is none. */
let leftover: { readonly length: number; readonly key: unknown } | null = null
let isListening = false
const open = new Set<unknown>()

type State = Readonly<Record<string, unknown>>

const readState = (state: unknown): State =>
  typeof state === 'object' && state !== null ? Object.fromEntries(Object.entries(state)) : {}

/**
 * Back closes what is open before it leaves the page. An open dialog adds a history entry of the same address, and Back
 * from it calls `onClose`; the router never hears of that step. A dialog that is closed in any other way leaves its entry
 * behind, as `history.back()` would abort a navigation that began meanwhile; the next Back steps over it.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    stepOverLeftovers()
    lastMark += 1
    const mark = lastMark
    open.add(mark)
    enter(mark)
    let isHere = true
    const hear = (event: PopStateEvent): void => {
      if (readState(event.state)[MARK] === mark) return
      // The router listens too, and would read the page anew.
      event.stopImmediatePropagation()
      close()
      // A dialog that asks before it closes is still there: it needs its entry for the next Back.
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
  }, [isOpen])
}

/** Adds the entry of a dialog, or takes up one that a closed dialog has left behind. */
function enter(mark: number): void {
  const state = readState(history.state)
  leftover = null
  if (state[MARK] === CLOSED) history.replaceState({ ...state, [MARK]: mark }, '')
  else history.pushState({ ...state, [MARK]: mark }, '')
}

function leave(mark: number): void {
  const state = readState(history.state)
  // A link inside the dialog has opened another page by then, or Back has removed the entry.
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
      // One closed dialog above another: each has left an entry.
      if (MARK in state && !open.has(state[MARK])) leftover = passed
      event.stopImmediatePropagation()
      history.back()
    },
    { capture: true },
  )
}
