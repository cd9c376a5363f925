/**
 * Scrolls a row of tabs or filters to its current entry, which may lie outside a phone's screen; the page stays. What has the focus is
 * scrolled into view as a whole: browsers leave an entry of a row alone that is partly visible.
 */
export function revealCurrent(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLAnchorElement && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  for (const row of document.querySelectorAll<HTMLElement>('[data-reveal-current]')) {
    const current = row.querySelector<HTMLElement>('[aria-current]')
    if (current)
      row.scrollLeft += centreOf(current.getBoundingClientRect()) - centreOf(row.getBoundingClientRect())
  }
}

const centreOf = ({ left, width }: DOMRect): number => left + width / 2
