import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is on the screen, for an answer that comes later. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
