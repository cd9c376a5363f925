import type { EventWhen } from './dates/rules.ts'
import type { Picture } from '#features/media/schema.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

export const EVENT_CATEGORIES = [
  'Nightlife',
  'Dining',
  'Live Music',
  'Comedy Show',
  'Spoken Word',
  'Special Event',
] as const
export type EventCategory = (typeof EVENT_CATEGORIES)[number]
export type PriceRange = 'free' | 'moderate' | 'expensive'

export type Event = {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly category: EventCategory
  /** Business date: a night belongs to the day on which it began. */
  readonly date: CalendarDate
  readonly startTime: WallTime
  readonly endTime: WallTime | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly price: string
  readonly priceRange: PriceRange
  readonly picture: Picture | null
  readonly dj: string | null
  readonly host: string | null
  readonly ticketsUrl: string | null
  readonly featured: boolean
  readonly soldOut: boolean
  /** False if tables are not sold online: guests then see a ticket link or a request form instead of the chart. */
  readonly tablesForSale: boolean
  /** Set while the event's service is closed that day and the event is not exempt from the closure. */
  readonly closure: 'not_sold' | 'cancelled' | null
  readonly bookingPercentage: number
}

/**
 * Columns of an event that staff edit and guests read. Stores select them, the staff form is filled from them, and the audit
 * log records them, so a new field is added here, in `Event`, in the form's schema and in a migration.
 */
export const EVENT_FIELDS = [
  'title',
  'description',
  'category',
  'date',
  'startTime',
  'endTime',
  'price',
  'priceRange',
  'dj',
  'host',
  'ticketsUrl',
  'featured',
  'soldOut',
  'tablesForSale',
  'bookingPercentage',
] as const satisfies readonly (keyof Event)[]

export type EventFilter = {
  readonly category: EventCategory | 'All'
  readonly price: PriceFilter
  readonly search: string
  readonly past: boolean
  readonly when: EventWhen
}

export const PRICE_FILTERS = ['All', 'Free', 'Under $50', '$50-$100', 'Over $100'] as const
export type PriceFilter = (typeof PRICE_FILTERS)[number]
