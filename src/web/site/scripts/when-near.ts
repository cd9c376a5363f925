/** Calls `act` once, as soon as one of the elements is on the screen or within `margin` of it. */
export function whenNear(elements: readonly Element[], margin: string, act: () => void): void {
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      watcher.disconnect()
      act()
    },
    { rootMargin: margin },
  )
  for (const element of elements) watcher.observe(element)
}
