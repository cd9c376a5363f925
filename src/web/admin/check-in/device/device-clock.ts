import type { Snapshot } from '#features/reservation-management/check-in/schema.ts'
import { spanText } from '#lib/text/span-text.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'

/** A list with the time of its answer by the device's clock. */
export type SavedList = { readonly snapshot: Pick<Snapshot, 'at' | 'date'>; readonly savedAt: number }
type Known = { readonly snapshot: Pick<Snapshot, 'at' | 'date'> | null; readonly savedAt: number | null }

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Age at which a list is deleted. A sent act that no list showed is forgotten. */
export const MAX_AGE_MS = 24 * HOUR_MS
const TOLERATED_MS = 5 * MINUTE_MS

/**
 * The time by the server's clock: that of the last answer, and what has passed on the device's clock since. It is never before
 * the answer, even if the device's clock was put back.
 */
export function correctedTime({ snapshot, savedAt }: Known, deviceMs = Date.now()): Date {
  if (snapshot === null || savedAt === null) return new Date(deviceMs)
  return new Date(Date.parse(snapshot.at) + Math.max(0, deviceMs - savedAt))
}

/** Whether a list is too old to be shown, by the device's clock. */
export const isTooOld = ({ savedAt }: Pick<SavedList, 'savedAt'>, deviceMs: number): boolean =>
  deviceMs - savedAt > MAX_AGE_MS

/** The device's clock beside one that no one can set, which may stand still while a device sleeps. */
export type ClockReading = {
  readonly deviceMs: number
  readonly tickMs: number
  readonly isVisible: boolean
}

/** Whether the device's clock was put forward between two looks at a screen that stayed visible, so did not sleep. */
export const wasPutForward = (before: ClockReading, now: ClockReading): boolean =>
  before.isVisible &&
  now.isVisible &&
  now.deviceMs - before.deviceMs - (now.tickMs - before.tickMs) > TOLERATED_MS

/** The business date of now where the list is of an earlier one; null for the list of tonight. */
export function laterNight(known: Known, deviceMs = Date.now()): CalendarDate | null {
  if (known.snapshot === null) return null
  const tonight = businessDate(correctedTime(known, deviceMs))
  return tonight === known.snapshot.date ? null : tonight
}

/** Warning about a clock that is wrong by more than five minutes; null for one that is right. */
export function clockWarning({ snapshot, savedAt }: Known, deviceMs = Date.now()): string | null {
  if (snapshot === null || savedAt === null) return null
  if (savedAt - deviceMs > TOLERATED_MS)
    return 'The clock of this phone was put back. Please set it right, or find a connection.'
  const fastMs = savedAt - Date.parse(snapshot.at)
  if (Math.abs(fastMs) <= TOLERATED_MS) return null
  const span = spanText(Math.round(Math.abs(fastMs) / MINUTE_MS))
  return `The clock of this phone is ${span} ${fastMs > 0 ? 'fast' : 'slow'}. Check-in goes by the venue's clock.`
}

export const readClock = (): ClockReading => ({
  deviceMs: Date.now(),
  tickMs: performance.now(),
  isVisible: document.visibilityState === 'visible',
})
