import { businessDate, type CalendarDate } from '#lib/venue-time.ts'

export function deviceKind(userAgent: string): 'tablet' | 'phone' | 'computer' {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet'
  return /Mobi|iPhone|Android/i.test(userAgent) ? 'phone' : 'computer'
}

/** Each names itself like those after it, too. */
const BROWSERS = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const
const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS X/],
  ['Linux', /Linux/],
] as const

type Known = readonly (readonly [name: string, pattern: RegExp])[]

const namedIn = (userAgent: string, known: Known): string[] =>
  known
    .filter(([, pattern]) => pattern.test(userAgent))
    .slice(0, 1)
    .map(([name]) => name)

/** Name of a device by which staff tell it from the others: `Ama Boateng's phone (Chrome, Android)`. */
export function deviceName(staffName: string, userAgent: string): string {
  const details = [...namedIn(userAgent, BROWSERS), ...namedIn(userAgent, SYSTEMS)].join(', ')
  return `${staffName}'s ${deviceKind(userAgent)}${details === '' ? '' : ` (${details})`}`
}

/** A device reads the list each minute and at every change. Without a request it may be offline with new acts. */
const SILENT_MINUTES = 2

export const minutesSince = (heardAt: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - heardAt.getTime()) / 60_000))

/**
 * Whether the acts of a device are unknown, because its last request is too old. A request on a later day counts for
 * the night as well, because the device has no more acts to record for it then.
 */
export const isSilent = (heardAt: Date, night: CalendarDate, now: Date): boolean =>
  businessDate(heardAt) <= night && minutesSince(heardAt, now) >= SILENT_MINUTES
