import type { GuestTag } from '#features/reservations/guest-facts/schema.ts'
import type { GuestEntry, GuestFilter, GuestSort, Outcome } from '#features/guests/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { shownDay } from '#ui/admin/shown-time.ts'

export const GUEST_TAG_LABELS: Readonly<Record<GuestTag, string>> = {
  vip: 'VIP',
  regular: 'Regular',
  access: 'Step-free access',
}

export const FILTER_LABELS: Readonly<Record<GuestFilter, string>> = {
  ...GUEST_TAG_LABELS,
  allergy: 'Allergy',
  blocked: 'Blocked',
}

export const SORT_LABELS: Readonly<Record<GuestSort, string>> = {
  recent: 'Last visit, latest first',
  next: 'Next booking, soonest first',
  name: 'Name',
  visits: 'Most visits',
  no_shows: 'Most no-shows',
  spend: 'Highest spend',
}

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  visit: 'Visit',
  no_show: 'No-show',
  cancelled: 'Cancelled',
  upcoming: 'To come',
  none: 'Not answered',
}

/** Labels of the marks beside a name, where little room is. */
export const MARK_LABELS: Readonly<Record<GuestFilter, string>> = { ...FILTER_LABELS, access: 'Step-free' }

/** Marks of a guest in the order of importance. */
export const marksOfGuest = ({
  tags,
  allergies,
  blockReason,
}: Pick<GuestEntry, 'tags' | 'allergies' | 'blockReason'>): readonly GuestFilter[] => [
  ...(blockReason === null ? [] : (['blocked'] as const)),
  ...(allergies === '' ? [] : (['allergy'] as const)),
  ...tags,
]

/** `3 visits, 1 no-show, last Fri, Nov 27` */
export const historyText = ({ visits, noShows, lastVisit }: GuestEntry): string =>
  [
    visits === 0 ? 'No visit yet' : countText(visits, 'visit'),
    noShows > 0 ? countText(noShows, 'no-show') : '',
    lastVisit ? `last ${shownDay(lastVisit)}` : '',
  ]
    .filter((it) => it !== '')
    .join(', ')

/** The second line of a guest on a phone. */
export const summaryText = (guest: GuestEntry): string =>
  [
    historyText(guest),
    guest.nextBooking ? `next ${shownDay(guest.nextBooking)}` : '',
    guest.spendCents ? formatUsdShort(guest.spendCents) : '',
    guest.phone ?? guest.email ?? '',
  ]
    .filter((it) => it !== '')
    .join(' · ')
