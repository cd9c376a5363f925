import type { TestDatabase } from '../support/database.ts'
import { checkTime, type ServiceDayFacts } from '#features/dining/rules.ts'
import type { Hours } from '#features/venue/schema.ts'
import { momentOf } from '#lib/venue-time.ts'

const hours: Hours[] = ([3, 4, 5, 6, 0] as const).map((weekday) => ({
  service: 'restaurant',
  weekday,
  opens: '15:00',
  closes: '21:00',
}))
export const dining = {
  turnTimes: [
    { fromGuests: 1, minutes: 90 },
    { fromGuests: 3, minutes: 105 },
    { fromGuests: 5, minutes: 120 },
    { fromGuests: 7, minutes: 150 },
  ],
  coversPerSlot: 12,
  noticeMinutes: 30,
  daysAhead: 60,
  largePartyNoticeHours: 24,
  withoutTable: false,
}
export const venue = { hours, specialDays: [], dining, largePartySize: 8 }
type Special = { opens: string; closes: string } | null
export const withSpecialDay = (date: string, special: Special) => ({
  ...venue,
  specialDays: [{ date, service: 'restaurant' as const, hours: special, reason: 'Thanksgiving' }],
})

/** Friday, 6 PM in the venue's time zone. */
export const NOW = new Date('2026-11-21T00:00:00Z')
export const empty: ServiceDayFacts = {
  tables: [
    { id: 'two', seats: 2 },
    { id: 'four-a', seats: 4 },
    { id: 'four-b', seats: 4 },
    { id: 'six', seats: 6 },
  ],
  pairs: [['four-a', 'four-b']],
  occupancies: [],
  events: [],
  covers: new Map(),
}
export const SATURDAY = '2026-11-28'
export const occupied = (tableId: string, from: string, until: string) => ({
  tableId,
  from: momentOf(SATURDAY, from).getTime(),
  until: momentOf(SATURDAY, until).getTime(),
})
export const timeWith = (
  change: Partial<{ date: string; time: string; guests: number }>,
  facts = empty,
  now = NOW,
) => checkTime(venue, facts, { date: SATURDAY, time: '18:00', guests: 2, now, ...change })

/** Stores a dinner for two at 6 PM at table 11; its id. */
export async function storeDinner(
  { pool }: Pick<TestDatabase, 'pool'>,
  { date, name }: { readonly date: string; readonly name: string },
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       table_id)
     select 'dining', $1, moment_of_business($1, '18:00'), moment_of_business($1, '19:30'), $2, $3, 2, id
     from venue_tables where table_number = 11 returning id`,
    [date, name, `${name.toLowerCase()}@example.com`],
  )
  return rows[0]?.id ?? ''
}
