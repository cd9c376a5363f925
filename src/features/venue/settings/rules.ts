import type { Hours } from '#features/venue/schema.ts'
import type { WallTime } from '#lib/venue-time.ts'

export const WEEKDAYS = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const

/** Opening hours, or `closed`. */
export type Span = 'closed' | { readonly opens: WallTime; readonly closes: WallTime }

const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const SPAN = new RegExp(`^(${CLOCK})-(${CLOCK})$`)

/** Parses `15:00-21:00`. Empty text means closed; null means invalid. */
export function readSpan(text: string): Span | null {
  if (text.trim() === '' || text.trim() === '-') return 'closed'
  const [, opens, closes] = SPAN.exec(text.trim()) ?? []
  return opens && closes && opens !== closes ? { opens, closes } : null
}

const WEEKDAY_NUMBERS = [0, 1, 2, 3, 4, 5, 6] as const

/** The days of a week on which a service is open. */
export const openDays = (week: Readonly<Record<(typeof WEEKDAYS)[number], Span>>): Omit<Hours, 'service'>[] =>
  WEEKDAY_NUMBERS.flatMap((weekday) => {
    const span = week[WEEKDAYS[weekday]]
    return span === 'closed' ? [] : [{ weekday, ...span }]
  })

export type TurnTime = { readonly fromGuests: number; readonly minutes: number }

/** Parses one line such as `3: 105` for each party size. Null if a line is invalid or party size 1 is missing. */
export function readTurnTimes(text: string): readonly TurnTime[] | null {
  const rows = text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const [, from, minutes] = /^\s*(\d{1,2})\s*:\s*(\d{2,3})\s*$/.exec(row) ?? []
      return { fromGuests: Number(from), minutes: Number(minutes) }
    })
  const isGood = rows.every(
    ({ fromGuests, minutes }) => fromGuests >= 1 && fromGuests <= 50 && minutes >= 30 && minutes <= 480,
  )
  const isEachOnce = new Set(rows.map(({ fromGuests }) => fromGuests)).size === rows.length
  return isGood && isEachOnce && rows.some(({ fromGuests }) => fromGuests === 1) ? rows : null
}

export const writeTurnTimes = (rows: readonly TurnTime[]): string =>
  rows.map(({ fromGuests, minutes }) => `${fromGuests}: ${minutes}`).join('\n')

/** Settings that the legal pages state. A change of one of them updates the pages' date. */
export const LEGAL_PAGE_SETTINGS = [
  'name',
  'email',
  'phone',
  'streetAddress',
  'city',
  'region',
  'postalCode',
  'graceMinutes',
  'arriveEarlyMinutes',
  'changeNoticeHours',
  'moveFeeCents',
  'creditOnMove',
  'creditMonths',
  'refundResoldTables',
  'diningCancelHours',
  'largePartySize',
  'minimumAge',
  'retentionYears',
] as const

const ADDRESS = /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/

/** Addresses of a setting, separated by commas or line breaks; null where one is none. */
export function parseAddresses(text: string): string[] | null {
  const all = text
    .split(/[,;\n]/)
    .map((it) => it.trim().toLowerCase())
    .filter((it) => it !== '')
  return all.every((it) => ADDRESS.test(it)) ? [...new Set(all)] : null
}
