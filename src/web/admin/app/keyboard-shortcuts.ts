const STORAGE_KEY = 'staffShortcuts'

/** Whether the single-key shortcuts `/` and `?` are on. They can be switched off (WCAG 2.1.4). */
export const shortcutsEnabled = (): boolean => {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

export const toggleShortcuts = (on: boolean): void => {
  try {
    localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off')
  } catch {
    // The shortcuts stay on if the browser denies storage.
  }
}
