import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

const STEP = 1.5
const MAX_ZOOM = 3

const PAN = 0.6

/** The browser has opened the frame at its `scroll-initial-target`, and the guest may have scrolled it since. */
const OPENS_BY_ITSELF = typeof CSS !== 'undefined' && CSS.supports('scroll-initial-target', 'nearest')

type Direction = -1 | 0 | 1

export type Zoom = {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly zoom: number
  readonly canGrow: boolean
  readonly canShrink: boolean
  readonly grow: () => void
  readonly shrink: () => void
  readonly reset: () => void
  /** Scrolls by most of the frame: -1 is left or up, 1 is right or down. */
  readonly pan: (across: Direction, down: Direction) => void
}

/**
 * Zooms the content of a scrolling frame about the middle of the visible part. 1 is its width in CSS; it can shrink
 * until all of it fits. The browser's own zoom is not affected. `centreOf` returns the initial scroll position for the
 * share of the width that the frame shows.
 */
export function useZoom(
  centreOf: (frameShare: number) => number = () => 1 / 2,
  party: number | null = null,
): Zoom {
  const frame = useRef<HTMLDivElement>(null)
  const centre = useEffectEvent(centreOf)
  const [zoom, setZoom] = useState(1)
  const [minZoom, setMinZoom] = useState(1)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    let isPlaced = false
    const measure = (): void => {
      const natural = element.scrollWidth / Number(element.style.getPropertyValue('--zoom') || 1)
      if (element.clientWidth === 0) return
      setMinZoom(Math.min(1, element.clientWidth / natural))
      if (!isPlaced && !OPENS_BY_ITSELF) scrollTo(element, centre)
      isPlaced = true
    }
    // A frame in a hidden tab has no width yet, so measure on resize.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // Another party size fits other tables, so scroll to those.
  const lastParty = useRef(party)
  useEffect(() => {
    if (lastParty.current === party) return
    lastParty.current = party
    if (frame.current && frame.current.clientWidth > 0) scrollTo(frame.current, centre)
  }, [party])

  const zoomTo = (requested: number): void => {
    const element = frame.current
    if (!element) return
    const next = Math.min(MAX_ZOOM, Math.max(minZoom, requested))
    const across = (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth
    const down = (element.scrollTop + element.clientHeight / 2) / element.scrollHeight
    element.style.setProperty('--zoom', String(next))
    element.scrollLeft = across * element.scrollWidth - element.clientWidth / 2
    element.scrollTop = down * element.scrollHeight - element.clientHeight / 2
    setZoom(next)
  }

  return {
    frame,
    zoom,
    canGrow: zoom < MAX_ZOOM,
    canShrink: zoom > minZoom,
    grow: () => zoomTo(zoom < 1 ? 1 : zoom * STEP),
    shrink: () => zoomTo(zoom > 1 ? Math.max(1, zoom / STEP) : zoom / STEP),
    reset: () => zoomTo(1),
    pan: (across, down) => {
      const element = frame.current
      element?.scrollBy({
        left: across * PAN * element.clientWidth,
        top: down * PAN * element.clientHeight,
        behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
      })
    },
  }
}

function scrollTo(element: HTMLElement, centreOf: (frameShare: number) => number): void {
  const share = element.clientWidth / element.scrollWidth
  element.scrollLeft = centreOf(share) * element.scrollWidth - element.clientWidth / 2
}
