import { type RefObject, useEffect, useRef } from 'react'

export type Heading = RefObject<HTMLHeadingElement | null>

/** Takes a guest to the heading of what a page has become, where it became that without a new page. */
export function useFocusWhenChanged(state: string): Heading {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(state)
  useEffect(() => {
    if (last.current !== state) heading.current?.focus()
    last.current = state
  }, [state])
  return heading
}
