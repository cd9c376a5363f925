const CACHED_AS = 'deskSingleKeys'

/** Whether `/` and `?` do something: they can be switched off by those who press them by accident. */
export const shortcutsEnabled = (): boolean => {
  try {
    return localStorage.getItem(CACHED_AS) !== 'off'
  } catch {
    return true
  }
}

export const toggleShortcuts = (on: boolean): void => {
  try {
    localStorage.setItem(CACHED_AS, on ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing keeps the keys on.
  }
}
