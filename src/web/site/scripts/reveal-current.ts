/** Scrolls a row of tabs or filters to its current entry, which may lie outside a phone's screen. The page stays. */
export function revealCurrent(): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-reveal-current]')) {
    const current = row.querySelector<HTMLElement>('[aria-current]')
    if (current)
      row.scrollLeft += centreOf(current.getBoundingClientRect()) - centreOf(row.getBoundingClientRect())
  }
}

const centreOf = ({ left, width }: DOMRect): number => left + width / 2
