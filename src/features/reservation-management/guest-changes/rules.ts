import { type PriceDifference } from '#features/reservation-management/amendments/rules.ts'
import { isSamePlace } from '#features/reservation-management/amendments/places/rules.ts'
import type { AmendmentRequest } from '#features/reservation-management/amendments/schema.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { cancelUntil } from '#features/reservations/rules.ts'
import type { PackageKey } from '#features/reservations/package-contents/schema.ts'
import { type Cents, isPrice } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { listText } from '#lib/text/list-text.ts'
import { formatDate } from '#lib/venue-time.ts'
import type {
  ConfirmedChange,
  DifferencePayment,
  GuestChange,
  GuestChangeRefusal,
  GuestStanding,
  PlannedChange,
  WantedChange,
  WantedNames,
} from './schema.ts'

/** The guest in the audit log and in changes. */
export const GUEST = { id: null, name: 'Guest' } as const

type Why = GuestChangeRefusal['why']

const TEXTS: Readonly<Record<Exclude<Why, 'too_many' | 'refused' | 'must_wait'>, string>> = {
  not_found: 'This reservation does not exist any more.',
  not_live: 'Only a confirmed reservation can be changed here.',
  arrived: 'Your party has begun to arrive. Please ask our team at the entrance.',
  too_late: 'Online changes are closed for this reservation. Please call us, and we will do our best.',
  unchanged: 'This is what you have already. Nothing was changed.',
  changed_meanwhile: 'Your reservation was changed since you opened this page. Please look once more.',
  price_changed:
    'The price or the date has changed since you opened this page. Nothing was changed. Please look once more.',
  taken: 'Somebody else has that table now. You keep yours, and nothing was charged.',
  not_for_sale: 'That table is not for sale. You keep yours, and nothing was charged.',
  by_phone: 'We cannot make this change online. Please call us, and we will do it with you.',
  paid_earlier:
    'You paid for an earlier change, and we made it. Please look once more before you change more.',
  refunded_earlier:
    'You paid for an earlier change that was not possible any more. Your payment for it goes back. Please look once more.',
  processing: 'Your bank is still working on the payment of an earlier change. Please wait until it is done.',
  payment_unavailable:
    'We cannot take payments right now. Nothing was changed. Please try again in a few minutes.',
  too_often: 'You changed this reservation many times within the hour. Please try again later.',
}

export const refusal = (why: keyof typeof TEXTS): GuestChangeRefusal => ({ why, text: TEXTS[why] })

/** Says in the window of a change that its guest chose another one instead, and what they have. */
export const replacedText = (isOtherWaiting: boolean): string =>
  `The change in this window was replaced by one that you chose in another window. Nothing was charged for it. ${
    isOtherWaiting
      ? 'Your reservation stays as it is until the other change is paid.'
      : 'You see your reservation here as it is now.'
  }`

/** Until when a guest may change a reservation for a night: as long as they may cancel it. */
export const changeUntil = cancelUntil

/** Why a guest may not change a reservation now; null where they may. */
export function standingRefusal(it: GuestStanding, now: Date): GuestChangeRefusal | null {
  if (it.deletedAt || it.status !== 'confirmed') return refusal('not_live')
  if (it.hasArrived) return refusal('arrived')
  if (now > changeUntil(it)) return refusal('too_late')
  // Staff combined the tables of a large party by hand, and priced them together.
  if (it.secondTableId !== null || it.extraTableIds.length > 0) return refusal('by_phone')
  return null
}

type Kept = {
  readonly booking: Pick<Booking, 'version' | 'guestCount' | 'tableId' | 'eventId'>
  readonly packages: readonly PackageKey[]
}

/** The change without what is so already. The fee is only for another night. */
export function changedForm(
  { booking, packages }: Kept,
  wanted: WantedChange,
  moveFeeCents: Cents,
): AmendmentRequest {
  const { guests, tableId, eventId } = wanted
  const isOther = wanted.packages && wanted.packages.toSorted().join() !== packages.toSorted().join()
  const isMoved = eventId !== undefined && eventId !== booking.eventId
  return {
    version: booking.version,
    isEmailed: true,
    ...(guests !== undefined && guests !== booking.guestCount ? { guests } : {}),
    ...(isOther ? { packages: wanted.packages } : {}),
    ...(isMoved ? { eventId, moveFeeCents } : {}),
    ...(tableId !== undefined && (isMoved || tableId !== booking.tableId) ? { tableId } : {}),
  }
}

export const isUnchanged = ({ guests, packages, eventId, tableId }: AmendmentRequest): boolean =>
  [guests, packages, eventId, tableId].every((it) => it === undefined)

/** `Table 5 seats up to 6 guests.` */
export const tooManyText = (tableNumber: number, seats: number): string =>
  `Table ${tableNumber} seats up to ${countText(seats, 'guest')}. Choose a larger table, or call us.`

/** Refusal of another night on which the guest's table has another party. */
export const notFreeText = (tableNumber: number): string =>
  `Table ${tableNumber} is not free on that night. Please choose another table.`

/** Refusal of a party that is smaller than the friends with codes of their own and their host; null where it is not. */
export function sharedText(guests: number | undefined, shares: number): string | null {
  if (guests === undefined || shares === 0 || guests - 1 >= shares) return null
  return `${countText(shares, 'friend')} of your party ${shares === 1 ? 'has a code' : 'have codes'} of their own. Take codes back first, or choose ${shares + 1} guests or more.`
}

/** Refusal to remove a package that the guest had already; null where none is concerned. */
export function doneText(labels: readonly string[]): string | null {
  return labels.length === 0 ? null : `${listText([...labels])} cannot be removed any more: it is done.`
}

type Settling = {
  readonly difference: Pick<PriceDifference, 'riseCents' | 'surplusCents' | 'dueBeforeCents'>
  readonly isDueAtVenueAllowed: boolean
  /** The change is a move to another night, and the venue keeps what it costs less as a credit. */
  readonly isCredited: boolean
}

/**
 * A reservation that is to be paid at the venue stays so. Otherwise a higher price is paid online before the change is made,
 * except where the venue takes it on the night, or it is less than the provider accepts.
 */
export function paymentOf({ difference, isDueAtVenueAllowed, isCredited }: Settling): DifferencePayment {
  const { riseCents, surplusCents, dueBeforeCents } = difference
  if (surplusCents > 0) return isCredited ? 'credit' : 'refund'
  if (riseCents === 0) return 'none'
  return isDueAtVenueAllowed || dueBeforeCents > 0 || !isPrice(riseCents) ? 'at_venue' : 'online'
}

/** Whether a change still is the one that its page showed. Its event may have another date, at the same price. */
export const isAsShown = (
  shown: ConfirmedChange['shown'],
  { difference, payment, plan }: PlannedChange,
): boolean =>
  shown.dueCents === difference.dueCents &&
  shown.surplusCents === difference.surplusCents &&
  shown.isCredit === (payment === 'credit') &&
  shown.night === plan.date

/** The facts that a difference was computed from, without name and contact. */
export const basisOf = (it: AmendedFacts) => ({
  guestCount: it.guestCount,
  eventId: it.eventId,
  date: it.date,
  startsAt: it.startsAt,
  endsAt: it.endsAt,
  tableNumbers: [...it.tableNumbers],
  totalCents: it.totalCents,
  lines: it.lines.map((line) => ({ ...line })),
})

/** A wanted change in words: `Lone Star Highlife on Sat, Nov 28, table 4, 6 guests, no packages` */
export const wantedText = (
  { guests }: Pick<WantedChange, 'guests'>,
  { tableNumber, night, packages }: WantedNames,
): string =>
  [
    night ? `${night.title} on ${formatDate(night.date, 'medium')}` : '',
    tableNumber === null ? '' : `table ${tableNumber}`,
    guests === undefined ? '' : countText(guests, 'guest'),
    packages === null ? '' : packages.join(', ') || 'no packages',
  ]
    .filter(Boolean)
    .join(', ')

/** The table that is kept for a change while its guest pays, and its night; null where the change keeps none. */
export const keptSeat = (
  change: Pick<GuestChange, 'wanted' | 'tableBlockId'> | null,
  { eventId, tableId }: Pick<Booking, 'eventId' | 'tableId'>,
): Pick<Booking, 'eventId' | 'tableId'> | null =>
  change === null || change.tableBlockId === null
    ? null
    : { eventId: change.wanted.eventId ?? eventId, tableId: change.wanted.tableId ?? tableId }

/** Whether a plan seats the party at another table or on another night. */
export const isReseated = (
  booking: Pick<Booking, 'eventId' | 'tableId' | 'secondTableId' | 'extraTableIds'>,
  plan: { readonly eventId: string | null; readonly places: readonly Parameters<typeof isSamePlace>[0][] },
): boolean => {
  const [place] = plan.places
  return plan.eventId !== booking.eventId || (place !== undefined && !isSamePlace(place, booking))
}
