import type { Month } from '#lib/calendar-month.ts'

export const DINING_SCREEN = '/reservations'
export const DINING_TIMES = '/reservations/times'

/** Id of the calendar, to which its own links lead. */
export const DINING_CALENDAR = 'dining-calendar'

type Shown = {
  readonly date: string
  readonly guests: number
  /** Month of the calendar, where it is not that of the date. */
  readonly month?: Month
  /** Start time that is chosen on arrival. */
  readonly time?: string
}

/** Address of the dinner form for a date and a party size. */
export const diningPath = ({ date, guests, ...rest }: Shown): string =>
  `${DINING_SCREEN}?${new URLSearchParams({ service: 'dining', guests: String(guests), date, ...rest })}`
