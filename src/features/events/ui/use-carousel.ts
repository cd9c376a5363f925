import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'

const INTERVAL_MS = 5000

const prefersReducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export type Carousel = {
  readonly track: RefObject<HTMLDivElement | null>
  /** Index of the visible slide, from 0. */
  readonly position: number
  /** True after the guest pressed Pause. */
  readonly isPaused: boolean
  readonly isMoving: boolean
  readonly show: (slide: number) => void
  readonly togglePause: () => void
  readonly readPosition: () => void
  /** Event handlers for the element around slides and buttons: hovering or focus pauses the slides. */
  readonly pauseHandlers: {
    readonly onPointerEnter: (event: PointerEvent) => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: () => void
  }
}

/** Auto-advancing carousel that wraps around. The browser's scroll position is the only state of the current slide. */
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
    element.scrollTo({ left, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  }
  const isMoving = count > 1 && !isPaused && !isHovered && !isFocused
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => {
      if (!document.hidden && !prefersReducedMotion()) show(position + 1)
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
    pauseHandlers: {
      // Touch never sends pointerleave reliably, so only a mouse counts as hovering.
      onPointerEnter: (event) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}
