import { may } from '#features/permissions/rules.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { addDays, businessDate, type CalendarDate, isCalendarDate } from '#lib/venue-time.ts'
import { type NightList, type Party, type Tag, TAGS, type Tonight } from './schema.ts'

/** The date of a request; tonight without a valid one. */
export const dateOf = (text: string | null, now: Date): CalendarDate =>
  text !== null && isCalendarDate(text) ? text : businessDate(now)

/**
 * How far an answer reaches back before `since`: a row that a long transaction changed becomes visible only when the
 * transaction commits, with the time at which it began.
 */
const OVERLAP_MS = 60_000
const MAX_AGE_MS = 60 * 60_000

/** Start of the changes to read; null for the whole list: without a time, or with one that is too old. */
export function sinceOf(text: string | null, now: Date): Date | null {
  const since = Date.parse(text ?? '')
  if (Number.isNaN(since) || now.getTime() - since > MAX_AGE_MS || since > now.getTime()) return null
  return new Date(since - OVERLAP_MS)
}

/** The days of a calendar page: a month with the days of other months in its first and last week. */
export function monthSpan(
  text: string | null,
  now: Date,
): { readonly from: CalendarDate; readonly until: CalendarDate } {
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(text ?? '') ? `${text}` : businessDate(now).slice(0, 7)
  const first = `${month}-01`
  return { from: addDays(first, -6), until: addDays(first, 41) }
}

/** Marks in their fixed order, each once. */
export const orderedTags = (tags: readonly Tag[]): Tag[] => TAGS.filter((tag) => tags.includes(tag))

// One collator for all comparisons: `localeCompare` builds one for each.
const names = new Intl.Collator('en-US', { numeric: true })

type Listed = { readonly id: string; readonly startsAt: string; readonly guestName: string }

/** Parties by time and name. */
export const byTime = (a: Listed, b: Listed): number =>
  a.startsAt.localeCompare(b.startsAt) || names.compare(a.guestName, b.guestName) || a.id.localeCompare(b.id)

/**
 * Parties of the cached response with a newer one merged in, in order; null where the whole list has to be fetched
 * again.
 */
export function mergeParties<P extends Listed>(
  before: NightList<P> | undefined,
  answer: NightList<P>,
): readonly P[] | null {
  if (answer.isWhole) return answer.parties.toSorted(byTime)
  if (before?.date !== answer.date) return null
  const changed = new Map(answer.parties.map((party) => [party.id, party]))
  const removed = new Set(answer.removed)
  const known = new Set(before.parties.map(({ id }) => id))
  const parties = [
    ...before.parties.filter(({ id }) => !removed.has(id)).map((party) => changed.get(party.id) ?? party),
    ...answer.parties.filter(({ id }) => !known.has(id)),
  ]
  // Another number: a party was moved to another date, or removed in a way not named by the answer.
  return parties.length === answer.total ? parties.toSorted(byTime) : null
}

/**
 * The marks that are shown with a reservation: its own, those of the guest, and what its packages and the guest's allergies
 * say. Each has one source: a mark of the guest is changed in the book of guests, never on the reservation.
 */
export const marksOf = ({ tags, guest, packages }: Pick<Party, 'tags' | 'guest' | 'packages'>): Tag[] =>
  orderedTags([
    ...tags,
    ...(guest?.tags ?? []),
    ...(guest?.allergies ? (['allergy'] as const) : []),
    ...(packages.some((label) => label.startsWith('Birthday')) ? (['birthday'] as const) : []),
  ])

/**
 * The list of a night for a role: without `tonight.details` it has no phone numbers, notes, requests and facts about the
 * guests. Their marks stay.
 */
export const tonightFor = (role: StaffRole, tonight: Tonight): Tonight =>
  may(role, 'tonight.details') ? tonight : { ...tonight, parties: tonight.parties.map(withoutDetails) }

const withoutDetails = (party: Party): Party => ({
  ...party,
  tags: marksOf(party),
  guestPhone: null,
  staffNote: '',
  specialRequests: null,
  guest: null,
  packages: [],
})

export const TAG_LABELS: Readonly<Record<Tag, string>> = {
  vip: 'VIP',
  regular: 'Regular',
  birthday: 'Birthday',
  anniversary: 'Anniversary',
  allergy: 'Allergy',
  access: 'Step-free access',
}
