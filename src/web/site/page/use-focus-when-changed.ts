import { type RefObject, useEffect, useRef } from 'react'

export type Heading = RefObject<HTMLHeadingElement | null>

/** Focuses the page's heading when the page changes its state without a navigation. */
export function useFocusWhenChanged(state: string): Heading {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(state)
  useEffect(() => {
    if (last.current !== state) heading.current?.focus()
    last.current = state
  }, [state])
  return heading
}
