/**
 * Keeps the place in a list whose row is about to go. Where the focus is lost with the row, it goes to the next row or the one before,
 * back to the row where that returns, and to the heading of the tab where there is none. The next key or press ends it.
 */
export function keepPlace(id?: string): void {
  const rows = rowsById()
  const ids = [...rows.keys()]
  const at = id === undefined ? -1 : ids.indexOf(id)
  const places = at === -1 ? [] : [ids[at], ids[at + 1], ids[at - 1]]
  let given: Element | null = null
  const place = (): void => {
    const now = document.activeElement
    if (now !== document.body && now !== given) return
    const goal = goalAmong(places)
    if (goal === now) return
    goal?.focus()
    given = document.activeElement
  }
  const observer = new MutationObserver(place)
  // A row whose buttons are disabled takes no focus until they are enabled again.
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const end = (): void => {
    observer.disconnect()
    window.removeEventListener('keydown', end, true)
    window.removeEventListener('pointerdown', end, true)
  }
  window.addEventListener('keydown', end, true)
  window.addEventListener('pointerdown', end, true)
}

const rowsById = (): ReadonlyMap<string | null, Element> =>
  new Map([...document.querySelectorAll('[data-row]')].map((row) => [row.getAttribute('data-row'), row]))

function goalAmong(ids: readonly (string | null | undefined)[]): HTMLElement | null | undefined {
  const rows = rowsById()
  const row = ids.flatMap((id) => (id ? (rows.get(id) ?? []) : [])).at(0)
  return (
    row?.querySelector<HTMLElement>('a, button') ?? document.querySelector<HTMLElement>('main h2[tabindex]')
  )
}
