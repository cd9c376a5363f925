let isStale = false

/** A guest has been told that the prices on the screen are not right: the next reading may not be from memory. */
export function bypassCache(): void {
  isStale = true
}

/** Whether what is remembered may be shown once more. */
export function usesCache(): boolean {
  const isTrue = !isStale
  isStale = false
  return isTrue
}
