let isBypassed = false

/** Makes the next load of an event skip the loader cache, for example after prices on the screen turned out stale. */
export function bypassCache(): void {
  isBypassed = true
}

/** Tells whether the loader cache may serve the next load; a bypass counts once. */
export function mayUseCache(): boolean {
  const mayUse = !isBypassed
  isBypassed = false
  return mayUse
}
