/** Calls back once the page has loaded: its first picture comes before code that is not needed yet. */
export function whenLoaded(act: () => void): void {
  if (document.readyState === 'complete') act()
  else addEventListener('load', act, { once: true })
}

/** Calls back once the page has loaded and the browser is idle. */
export function whenIdle(act: () => void): void {
  whenLoaded(() => {
    // Safari has no requestIdleCallback; a second after the load event the page is usually idle.
    if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 4000 })
    else setTimeout(act, 1000)
  })
}
