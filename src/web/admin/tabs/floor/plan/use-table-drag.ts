import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Point } from '#features/floor-plan/rules.ts'
import type { VenueTable } from '#features/floor-plan/chart/schema.ts'
import { pointOf, type Press } from '../../tables/plan/pointer.ts'

/** A party that is being dragged from a table, and the table below the pointer. */
export type Drag = { readonly from: string; readonly at: Point; readonly over: string | null }

const THRESHOLD_PX = 8
/** Tolerance around a table in units of the floor plan: a finger covers what it points at. */
const REACH = 10

const tableAt = (tables: readonly VenueTable[], { x, y }: Point): string | null =>
  tables.find(
    (it) =>
      x >= it.positionX - REACH &&
      x <= it.positionX + it.width + REACH &&
      y >= it.positionY - REACH &&
      y <= it.positionY + it.height + REACH,
  )?.id ?? null

type Options = {
  readonly svg: RefObject<SVGSVGElement | null>
  readonly tables: readonly VenueTable[]
  readonly canDrag: (tableId: string) => boolean
  readonly onDrop: (from: string, to: string) => void
}

/** Drags the party of a table to another one, by mouse, pen or finger. A press without a drag stays a click. */
export function useTableDrag({ svg, tables, canDrag, onDrop }: Options) {
  const press = useRef<{ readonly from: string; readonly x: number; readonly y: number } | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  useEffect(() => {
    const { current } = svg
    // Keeps the page from scrolling with the finger. Not at the start of the touch: a tap must stay a click.
    const keep = (event: TouchEvent): void => {
      if (press.current) event.preventDefault()
    }
    current?.addEventListener('touchmove', keep, { passive: false })
    return () => current?.removeEventListener('touchmove', keep)
  }, [svg])
  const end = (): void => {
    press.current = null
    setDrag(null)
  }
  return {
    drag,
    handlers: {
      onPointerDown(event: Press): void {
        const from =
          event.target instanceof Element
            ? event.target.closest('[data-table]')?.getAttribute('data-table')
            : null
        if (event.button !== 0 || !event.isPrimary || !from || !canDrag(from)) return
        press.current = { from, x: event.clientX, y: event.clientY }
      },
      onPointerMove(event: Press): void {
        const { current } = press
        if (!current) return
        const isFar = Math.hypot(event.clientX - current.x, event.clientY - current.y) >= THRESHOLD_PX
        if (!drag && !isFar) return
        // Captured from here on, so that a press without a drag is a click on the table.
        if (!drag) event.currentTarget.setPointerCapture(event.pointerId)
        const at = pointOf(event)
        const over = tableAt(tables, at)
        setDrag({ from: current.from, at, over: over === current.from ? null : over })
      },
      onPointerUp(): void {
        const done = drag
        end()
        if (done?.over) onDrop(done.from, done.over)
      },
      onPointerCancel: end,
    },
  }
}
