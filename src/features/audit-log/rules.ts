import type { JsonRecord } from '#lib/changes.ts'
import { formatDay, isCalendarDate } from '#lib/venue-time.ts'

/** Current details that identify a reservation. Each is null once the reservation is purged. */
export type ReservationNames = {
  readonly guestName: string | null
  readonly eventTitle: string | null
  readonly date: string | null
  readonly tableNumber: number | null
}

const dateText = (date: unknown, now: Date): string | null =>
  typeof date === 'string' && isCalendarDate(date) ? formatDay(date, now) : null

/** `Ada Obi for Afro Night, Fri, Nov 27, table 13`. Values stored in the audit entry win over current ones. */
export function describeReservation(record: JsonRecord, current: ReservationNames, now: Date): string {
  const guest = record['guestName'] ?? current.guestName
  if (typeof guest !== 'string') return ''
  const event = current.eventTitle ?? (record['service'] === 'dining' ? 'dinner' : null)
  const table = 'tableNumber' in record ? record['tableNumber'] : current.tableNumber
  return [
    event ? `${guest} for ${event}` : guest,
    dateText(record['date'] ?? current.date, now),
    typeof table === 'number' ? `table ${table}` : null,
  ]
    .filter((it) => it !== null)
    .join(', ')
}

const NAMES = ['name', 'title', 'email', 'alt', 'tableNumber', 'guestName']

/** Name of the entity as stored in the audit entry; empty where it has none. */
export function nameIn(record: JsonRecord): string {
  const key = NAMES.find((it) => record[it] !== undefined && record[it] !== null)
  const name = key === undefined ? null : record[key]
  return typeof name === 'string' || typeof name === 'number' ? String(name) : ''
}
