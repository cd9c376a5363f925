import { EVENT_CATEGORIES, type EventCategory, type PriceRange } from '#features/events/schema.ts'
import { BOOKING_PERCENTAGES, PRICE_RANGES, type StaffEvent } from '#features/events/management/schema.ts'
import { addDays } from '#lib/venue-time.ts'

export const EVENTS_KEY = ['events', 'list']
export const EVENTS_PATH = '/admin/api/events'

/** Form values of an event: text as typed. */
export type EventFields = {
  readonly title: string
  readonly description: string
  readonly category: EventCategory
  readonly date: string
  readonly startTime: string
  readonly endTime: string
  readonly price: string
  readonly priceRange: PriceRange
  readonly host: string
  readonly dj: string
  readonly ticketsUrl: string
  readonly imageId: string | null
  readonly featured: boolean
  readonly soldOut: boolean
  readonly tablesForSale: boolean
  readonly bookingPercentage: number
}

export const CATEGORY_OPTIONS = EVENT_CATEGORIES.map((it) => ({ value: it, label: it }))
export const RANGE_OPTIONS = PRICE_RANGES.map((it) => ({ value: it, label: it }))
export const PERCENTAGE_OPTIONS = BOOKING_PERCENTAGES.map((it) => ({ value: String(it), label: `${it}%` }))

export const categoryOf = (text: string): EventCategory =>
  EVENT_CATEGORIES.find((it) => it === text) ?? 'Nightlife'
export const rangeOf = (text: string): PriceRange => PRICE_RANGES.find((it) => it === text) ?? 'free'

export const NEW_EVENT: EventFields = {
  title: '',
  description: '',
  category: 'Nightlife',
  date: '',
  startTime: '21:00',
  endTime: '',
  price: '',
  priceRange: 'moderate',
  host: '',
  dj: '',
  ticketsUrl: '',
  imageId: null,
  featured: false,
  soldOut: false,
  tablesForSale: true,
  bookingPercentage: 0,
}

export const eventFieldsOf = (event: StaffEvent): EventFields => ({
  title: event.title,
  description: event.description,
  category: event.category,
  date: event.date,
  startTime: event.startTime,
  endTime: event.endTime ?? '',
  price: event.price,
  priceRange: event.priceRange,
  host: event.host ?? '',
  dj: event.dj ?? '',
  ticketsUrl: event.ticketsUrl ?? '',
  imageId: event.picture?.id ?? null,
  featured: event.featured,
  soldOut: event.soldOut,
  tablesForSale: event.tablesForSale,
  bookingPercentage: event.bookingPercentage,
})

/** Form values of a copy: a week later, not sold out. */
export const copyOf = (event: StaffEvent): EventFields => ({
  ...eventFieldsOf(event),
  date: addDays(event.date, 7),
  soldOut: false,
})
