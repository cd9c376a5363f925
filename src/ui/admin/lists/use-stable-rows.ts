import { type RefObject, useLayoutEffect, useRef } from 'react'

type Seen = { readonly width: number; readonly tops: ReadonlyMap<string, number> }

const topOf = (row: Element): number => row.getBoundingClientRect().top + window.scrollY
const nameOf = (row: Element): string => row.getAttribute('data-row') ?? ''

/** The row that must not move: the focused one, or else the first visible one of a scrolled list. */
function anchorOf(table: HTMLElement, rows: readonly Element[]): Element | undefined {
  const focused = table.contains(document.activeElement)
    ? document.activeElement?.closest('[data-row]')
    : null
  if (focused) return focused
  if (table.getBoundingClientRect().top >= 0) return undefined
  return rows.find((row) => row.getBoundingClientRect().bottom > 0)
}

/** Compensates the scroll position when rows appear above the current one. */
export function useStableRows(ref: RefObject<HTMLTableElement | null>): void {
  const seen = useRef<Seen>({ width: 0, tops: new Map() })
  useLayoutEffect(() => {
    const table = ref.current
    if (!table) return
    const rows = [...table.querySelectorAll('[data-row]')]
    const before = seen.current
    const anchor = anchorOf(table, rows)
    const top = anchor && before.width === window.innerWidth ? before.tops.get(nameOf(anchor)) : undefined
    if (anchor && top !== undefined) {
      const shift = topOf(anchor) - top
      if (Math.abs(shift) >= 1) window.scrollBy({ top: shift, behavior: 'instant' })
    }
    seen.current = { width: window.innerWidth, tops: new Map(rows.map((row) => [nameOf(row), topOf(row)])) }
  })
}
