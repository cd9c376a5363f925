const KEPT_AS = 'deskSingleKeys'

/** Whether `/` and `?` do something: they can be switched off by those who press them by accident. */
export const singleKeysOn = (): boolean => {
  try {
    return localStorage.getItem(KEPT_AS) !== 'off'
  } catch {
    return true
  }
}

export const switchSingleKeys = (on: boolean): void => {
  try {
    localStorage.setItem(KEPT_AS, on ? 'on' : 'off')
  } catch {
    // A browser that keeps nothing keeps the keys on.
  }
}
