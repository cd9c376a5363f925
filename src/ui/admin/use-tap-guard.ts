import { useLayoutEffect, useRef } from 'react'

/** A tap within this time after its place changed was meant for what stood there before. */
const FALL_THROUGH_MS = 400

/**
 * Guards what takes the place of another button or screen under the thumb. `shown` names what stands there: right after it changed,
 * the second half of a double tap does nothing.
 */
export function useTapGuard(shown: string): (act: () => void) => void {
  const changed = useRef({ shown, at: -Infinity })
  useLayoutEffect(() => {
    if (changed.current.shown !== shown) changed.current = { shown, at: performance.now() }
  }, [shown])
  return (act) => {
    if (performance.now() - changed.current.at >= FALL_THROUGH_MS) act()
  }
}
