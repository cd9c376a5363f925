import { type JsonRecord, showValue } from '#lib/changes.ts'
import { formatDay, isCalendarDate } from '#lib/venue-time.ts'

/** What a reservation is told apart by, as it is now. Each is null where the reservation is gone for good. */
export type ReservationNames = {
  readonly guestName: string | null
  readonly eventTitle: string | null
  readonly date: string | null
  readonly tableNumber: number | null
}

const dateText = (date: unknown): string | null =>
  typeof date === 'string' && isCalendarDate(date) ? formatDay(date) : null

/** `Ada Obi for Afro Night, Fri, Nov 27, table 13`: as it was when it was written down, else as it is now. */
export function describeReservation(record: JsonRecord, now: ReservationNames): string {
  const guest = record['guestName'] ?? now.guestName
  if (typeof guest !== 'string') return ''
  const event = now.eventTitle ?? (record['service'] === 'dining' ? 'dinner' : null)
  const table = 'tableNumber' in record ? record['tableNumber'] : now.tableNumber
  return [
    event ? `${guest} for ${event}` : guest,
    dateText(record['date'] ?? now.date),
    typeof table === 'number' ? `table ${table}` : null,
  ]
    .filter((it) => it !== null)
    .join(', ')
}

const NAMES = ['name', 'title', 'email', 'alt', 'tableNumber', 'guestName']

/** The name of a thing from what was written down of it; empty where it has none. */
export function nameIn(record: JsonRecord): string {
  const key = NAMES.find((it) => record[it] !== undefined && record[it] !== null)
  return key ? showValue(record[key]) : ''
}
