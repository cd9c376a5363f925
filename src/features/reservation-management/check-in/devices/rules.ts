import { businessDate, type CalendarDate } from '#lib/venue-time.ts'

export function deviceKind(userAgent: string): 'tablet' | 'phone' | 'computer' {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet'
  return /Mobi|iPhone|Android/i.test(userAgent) ? 'phone' : 'computer'
}

/** Name of a device as staff know it: `Ama Boateng's phone`. */
export const deviceName = (staffName: string, userAgent: string): string =>
  `${staffName}'s ${deviceKind(userAgent)}`

/** A device reads the list at every change; without any it says nothing. */
const SILENT_MINUTES = 15

export const minutesSince = (heardAt: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - heardAt.getTime()) / 60_000))

/**
 * Whether the acts of a device are unknown, because its last request is too old. A request on a later day counts for
 * the night as well, because the device has no more acts to record for it then.
 */
export const isSilent = (heardAt: Date, night: CalendarDate, now: Date): boolean =>
  businessDate(heardAt) <= night && minutesSince(heardAt, now) >= SILENT_MINUTES
