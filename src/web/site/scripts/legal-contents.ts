/** Distance from the top of the screen at which a section counts as the one being read. */
const READING_LINE_PX = 140

/** Marks the section being read in the table of contents of a legal page. */
export function markCurrentSection(): void {
  const sections = [...document.querySelectorAll<HTMLElement>('.legal section[id]')]
  if (sections.length === 0) return
  let current = ''
  const update = (): void => {
    const passed = sections.filter((it) => it.getBoundingClientRect().top <= READING_LINE_PX)
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    const next =
      (isAtEnd ? (jumpedTo(sections) ?? sections.at(-1)) : (passed.at(-1) ?? sections[0]))?.id ?? ''
    if (next === current) return
    current = next
    for (const link of document.querySelectorAll<HTMLAnchorElement>('.legal-contents a'))
      if (link.hash === `#${next}`) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
  }
  addEventListener('scroll', () => requestAnimationFrame(update), { passive: true })
  // A jump from the end of the page to another section near the end does not scroll.
  addEventListener('hashchange', update)
  update()
}

/** Section of the address, if it is on the screen: one near the end of the page cannot reach the top. */
const jumpedTo = (sections: readonly HTMLElement[]): HTMLElement | undefined =>
  sections.find((it) => it.matches(':target') && it.getBoundingClientRect().top < innerHeight)
