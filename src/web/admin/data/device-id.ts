const KEY = 'check-in device'

/** Id of this device in this browser; empty without storage, since each page would be another device. */
export function deviceId(): string {
  try {
    const known = localStorage.getItem(KEY)
    if (known !== null) return known
    const id = crypto.randomUUID()
    localStorage.setItem(KEY, id)
    return id
  } catch {
    return ''
  }
}

/** The device as a part of a request; nothing without storage. */
export function ownDevice(): { readonly deviceId?: string } {
  const id = deviceId()
  return id === '' ? {} : { deviceId: id }
}
