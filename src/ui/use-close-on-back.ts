import { useEffect, useEffectEvent } from 'react'

/** Marks the history entry that belongs to an open dialog. */
const MARK = 'openDialog'

let lastMark = 0
/** The browser's Back that our own closing asked for; nobody else is to hear of it. */
let ownSteps = 0

const isMarked = (state: unknown, mark: number): boolean =>
  typeof state === 'object' && state !== null && MARK in state && state[MARK] === mark

/**
 * Back closes what is open before it leaves the page. An open dialog adds a history entry of the same address: Back removes
 * it and calls `onClose`; closing in any other way removes the entry. The router never hears of these steps.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    lastMark += 1
    const mark = lastMark
    const push = (): void => {
      const state: unknown = history.state
      history.pushState({ ...(typeof state === 'object' ? state : null), [MARK]: mark }, '')
    }
    const hear = (event: PopStateEvent): void => {
      if (ownSteps > 0 || isMarked(event.state, mark)) return
      // The router listens too, and would read the page anew.
      event.stopImmediatePropagation()
      close()
      // A dialog that asks before it closes is still there: it needs its entry for the next Back.
      requestAnimationFrame(() => {
        if (isListening) push()
      })
    }
    let isListening = true
    push()
    addEventListener('popstate', hear, { capture: true })
    return () => {
      isListening = false
      removeEventListener('popstate', hear, { capture: true })
      // A link inside the dialog has left the page by then, and its entry is not ours to remove.
      setTimeout(() => isMarked(history.state, mark) && stepBack())
    }
  }, [isOpen])
}

function stepBack(): void {
  ownSteps += 1
  const arrived = (event: PopStateEvent): void => {
    event.stopImmediatePropagation()
    ownSteps -= 1
    removeEventListener('popstate', arrived, { capture: true })
  }
  addEventListener('popstate', arrived, { capture: true })
  history.back()
}
