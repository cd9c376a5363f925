import { isId } from '#lib/address.ts'
import {
  type BookQuery,
  type BookSummary,
  RESERVATION_STATUSES,
  RESERVATION_TYPES,
  SORTS,
  type Tally,
} from './schema.ts'

const MAX_SEARCH = 80

/** Reads what is looked for from an address. Nonsense in it asks for nothing. */
export function readBookQuery(query: URLSearchParams): BookQuery {
  const event = query.get('event') ?? ''
  return {
    search: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH).toLowerCase(),
    type: RESERVATION_TYPES.find((it) => it === query.get('type')) ?? null,
    status: RESERVATION_STATUSES.find((it) => it === query.get('status')) ?? null,
    eventId: isId(event) ? event : null,
    sort: SORTS.find((it) => it === query.get('sort')) ?? 'newest',
  }
}

/** The cards above the list, from what was counted. */
export const sumTallies = (tallies: readonly Tally[]): BookSummary => {
  const count = (is: (tally: Tally) => boolean): number =>
    tallies.filter(is).reduce((sum, tally) => sum + tally.count, 0)
  return {
    total: count(() => true),
    dining: count(({ type }) => type === 'dining'),
    nightlife: count(({ type }) => type === 'nightlife'),
    confirmed: count(({ status }) => status === 'confirmed'),
    pending: count(({ status }) => status === 'pending'),
    revenueCents: tallies.reduce((sum, { cents }) => sum + cents, 0),
  }
}
