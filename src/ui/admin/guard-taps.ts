/** Time and distance within which a second tap belongs to the first. */
const SAME_TAP_MS = 400
const SAME_PLACE_PX = 30

type Tap = { readonly at: number; readonly x: number; readonly y: number; readonly button: Element | null }

/** Whether a tap only repeats another: a double tap, or one that falls on a button below a screen that has just closed. */
export function isRepeatedTap(tap: Tap, last: Tap | null): boolean {
  if (last === null || tap.at - last.at >= SAME_TAP_MS) return false
  if (Math.hypot(tap.x - last.x, tap.y - last.y) >= SAME_PLACE_PX) return false
  return tap.button !== last.button || tap.button?.hasAttribute('data-repeats') !== true
}

/**
 * Drops repeated taps within an element before they are handled, so that a trembling thumb does not count guests or money twice. A
 * button with `data-repeats`, such as the plus of a count, may be tapped as fast as a thumb can. A keyboard is never dropped. A ref
 * of React; returns the cleanup.
 */
export function guardTaps(root: HTMLElement | null): (() => void) | undefined {
  if (root === null) return undefined
  let last: Tap | null = null
  const onClick = (event: MouseEvent): void => {
    // A click without a count of taps comes from a keyboard or from assistive technology.
    if (event.detail === 0 || !(event.target instanceof Element)) return
    const tap = {
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      button: event.target.closest('button'),
    }
    if (!isRepeatedTap(tap, last)) last = tap
    else {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  root.addEventListener('click', onClick, { capture: true })
  return () => root.removeEventListener('click', onClick, { capture: true })
}
