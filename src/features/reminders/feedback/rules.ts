import { isId } from '#lib/address.ts'
import { addDays, addHours, businessDate, type CalendarDate, wallClock } from '#lib/venue-time.ts'
import { FEEDBACK_KINDS, type FeedbackQuery } from './schema.ts'

// Thanks are queued between 10 AM and 8 PM in the venue's time zone, after a night that ended at 5 AM.
const THANKS_FROM_HOUR = 10
const THANKS_UNTIL_HOUR = 20
/** A guest can leave or change feedback for this long. */
const OPEN_HOURS = 30 * 24
const MAX_SEARCH = 80

/** Business date whose guests are thanked now, the one before; null outside the hours for it. */
export function dateToThank(now: Date): CalendarDate | null {
  const hour = Number(wallClock(now).time.slice(0, 2))
  return hour >= THANKS_FROM_HOUR && hour < THANKS_UNTIL_HOUR ? addDays(businessDate(now), -1) : null
}

/** Whether a guest who came can leave feedback, or change it. */
export const isFeedbackOpen = (
  { hasCome, endsAt }: { readonly hasCome: boolean; readonly endsAt: Date },
  now: Date,
): boolean => hasCome && endsAt <= now && now <= addHours(endsAt, OPEN_HOURS)

/** From this rating down, staff look at what was wrong. */
export const LOW_RATING = 2

/** Ratings of the filter, by its value in the address. */
const RATING_SPANS: Readonly<Record<string, readonly [number, number]>> = {
  '5': [5, 5],
  '4': [4, 4],
  '3': [3, 3],
  '2': [2, 2],
  '1': [1, 1],
  low: [1, 3],
  unseen: [1, LOW_RATING],
}

/** Reads the filter from an address; an unknown value filters nothing. */
export function readFeedbackQuery(query: URLSearchParams): FeedbackQuery {
  const after = query.get('after')
  return {
    search: query.get('q')?.trim().slice(0, MAX_SEARCH) ?? '',
    ratings: RATING_SPANS[query.get('rating') ?? ''] ?? [1, 5],
    kind: FEEDBACK_KINDS.find((it) => it === query.get('type')) ?? null,
    isUnseen: query.get('rating') === 'unseen',
    hasComment: query.get('words') === '1',
    after: after && isId(after) ? after : null,
  }
}
