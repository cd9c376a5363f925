import { formatDate } from '#lib/venue-time.ts'
import type { SpecialDay } from './schema.ts'

export const SERVICE_NAMES = { restaurant: 'Restaurant', social: 'Social lounge' } as const

/** `Restaurant, Friday, December 25, 2026`. */
export const nameOfDay = ({ date, service }: Pick<SpecialDay, 'date' | 'service'>): string =>
  `${SERVICE_NAMES[service]}, ${formatDate(date)}`
