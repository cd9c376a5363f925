import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

const INTERVAL_MS = 5000

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export type Carousel = {
  readonly track: RefObject<HTMLDivElement | null>
  /** Which slide is seen, from 0. */
  readonly position: number
  /** Whether the guest has stopped it. */
  readonly isPaused: boolean
  readonly isMoving: boolean
  readonly show: (slide: number) => void
  readonly togglePause: () => void
  readonly readPosition: () => void
  /** For the element around the slides and their buttons: it holds still while a guest looks closer. */
  readonly holding: {
    readonly onPointerEnter: (event: PointerEvent) => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: () => void
  }
}

/** Slides that follow one another by themselves and wrap around. Where they are is where the browser scrolled to. */
export function useCarousel(count: number): Carousel {
  const track = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)

  const show = (slide: number): void => {
    const element = track.current
    if (!element) return
    const left = ((slide + count) % count) * element.clientWidth
    element.scrollTo({ left, behavior: isStill() ? 'instant' : 'smooth' })
  }
  const isMoving = count > 1 && !isPaused && !isHovered && !isFocused
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (!document.hidden && !isStill()) show(position + 1)
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  })

  return {
    track,
    position,
    isPaused,
    isMoving,
    show,
    togglePause: () => setPaused(!isPaused),
    readPosition: () => {
      const element = track.current
      if (element && element.clientWidth > 0)
        setPosition(Math.round(element.scrollLeft / element.clientWidth))
    },
    holding: {
      // A finger that has left the screen does not hover.
      onPointerEnter: (event) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}
