import { refusal } from '#features/reservation-management/guest-changes/rules.ts'
import { contentUntil, isContentOpen } from '#features/reservations/package-contents/rules.ts'
import type { PackageContent } from '#features/reservations/package-contents/schema.ts'
import {
  cancelUntil,
  canCancel,
  dueVenueRefundText,
  earlierRefundText,
  laterRefundText,
  exceptFeeText,
  keptFees,
  keptFeeText,
  REFUND_ROUTE,
  venueRefundTexts,
} from '#features/reservations/rules.ts'
import { seenNight } from '#features/reservations/seen/rules.ts'
import { creditText } from '#features/reservations/credit/rules.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import type { Confirmation } from '#features/reservations/ui/confirmation-slip.tsx'
import type { PassPaths } from '#features/reservations/ui/pass-link.tsx'
import type { PublicVenue } from '#features/venue/schema.ts'
import type { OnlineRefund } from '#features/payments/refunds/service.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { addHours, formatClock, formatDate, formatMoment, momentOf, wallClock } from '#lib/venue-time.ts'
import { writeConfirmation } from '../payment/confirmation-copy.ts'

export type CancelTerms = {
  readonly isPossible: boolean
  /** `Fri, Nov 20, 9:00 PM` */
  readonly until: string
  /** `24 hours before the doors open` */
  readonly why: string
  /** `a full refund` */
  readonly back: string
  /** Refund, to the cent. */
  readonly money: string
  readonly button: string
  /** Money of a table that is given up after the deadline; null before it, and once the night has begun. */
  readonly afterDeadline: string | null
  /** Refund where the table is sold again after the deadline; null where nothing was paid, and where the venue gives none. */
  readonly ifResold: string | null
  /** Says that it cannot be cancelled because guests of the party have come; null before. */
  readonly arrived: string | null
}

/** A night table as `/my-reservation/…` shows it. */
export type ReservationShown = {
  /** `waiting`: for its payment. `in_review`: staff set it back to pending, with money that was received. */
  readonly state: 'coming' | 'over' | 'completed' | 'waiting' | 'in_review' | 'cancelled'
  readonly title: string
  readonly status: string
  readonly messages: readonly string[]
  readonly confirmation: Confirmation
  /** The facts that a form which cancels it says that it showed. */
  readonly seen: string
  /** Null where the reservation cannot be cancelled. */
  readonly cancel: CancelTerms | null
  /** Null where the email can no longer be corrected. */
  readonly email: string | null
  /** The phone number and the special requests can still be changed. */
  readonly hasOpenDetails: boolean
  /** Packages that need content; null where there are none, or the reservation is over. */
  readonly packages: {
    readonly contents: readonly ShownPackage[]
    readonly deadline: string
  } | null
}

/** A booked package whose content the guest may still send where it is open. */
export type ShownPackage = PackageContent & { readonly isOpen: boolean }

type Facts = {
  readonly reservation: NightReservation
  readonly venue: PublicVenue
  readonly money: {
    readonly paidCents: Cents
    /** Total of refunds, done or under way, and the part that was refunded at the venue. */
    readonly refundedCents: Cents
    readonly refundedAtVenueCents: Cents
    /** The part that was refunded online before the reservation was cancelled. */
    readonly refundedBeforeCents: Cents
    /** The payment of a change that came through after the cancellation, and went back. */
    readonly refundedLaterCents: Cents
    /** Each refund online, the oldest first. */
    readonly onlineRefunds: readonly OnlineRefund[]
    /** Refunds that the venue still owes in person. */
    readonly venueRefundDueCents: Cents
    /** Refund of a cancellation now, by method. */
    readonly ifCancelled: {
      readonly onlineCents: Cents
      readonly atVenueCents: Cents
      /** Fees that would not be refunded. */
      readonly feeCents: Cents
    }
  }
  /** Guests of the party have come. */
  readonly hasArrived: boolean
  readonly link: string
  readonly entryLink: string
  readonly passPaths: PassPaths
  readonly now: Date
}

/** Describes a reservation's status for its guest. */
export function describeReservation(facts: Facts): ReservationShown {
  const { reservation } = facts
  const state = stateOf(facts)
  const confirmation = writeConfirmation(facts)
  return {
    state,
    ...COPY[state],
    messages: [...messagesOf(state, facts), ...creditMessage(state, reservation)],
    confirmation,
    seen: seenNight(reservation),
    cancel: termsOf(state, reservation, facts),
    email: state === 'coming' ? reservation.guestEmail : null,
    hasOpenDetails: state === 'coming' && reservation.startsAt > facts.now,
    packages: state === 'coming' ? packagesOf(reservation, facts.now) : null,
  }
}

function packagesOf(reservation: NightReservation, now: Date): ReservationShown['packages'] {
  const contents = reservation.packages
    .filter(({ need }) => need !== 'none')
    .map((it) => ({ ...it, isOpen: isContentOpen(it, reservation, now) }))
  if (contents.length === 0) return null
  const until = contentUntil(reservation.startsAt)
  const { date, time } = wallClock(until)
  const moment = `${formatDate(date, 'medium')}, ${formatClock(time)}`
  return { contents, deadline: deadlineText(moment, { hasPassed: now > until, contents }) }
}

type Deadline = { readonly hasPassed: boolean; readonly contents: readonly ShownPackage[] }

function deadlineText(moment: string, { hasPassed, contents }: Deadline): string {
  if (!hasPassed) return `You can send and change this until ${moment}.`
  if (contents.some(({ isOpen }) => isOpen)) return 'Please send us the missing part as soon as you can.'
  return `Online changes closed on ${moment}. Please call us, and we will do our best.`
}

const COPY: Record<ReservationShown['state'], { title: string; status: string }> = {
  coming: { title: 'Your reservation', status: 'Reservation Confirmed' },
  over: { title: 'This night is over', status: 'Reservation Confirmed' },
  completed: { title: 'Your reservation', status: 'Completed' },
  waiting: { title: 'Your reservation', status: 'Not paid yet' },
  in_review: { title: 'Your reservation', status: 'Not confirmed yet' },
  cancelled: { title: 'Reservation Cancelled', status: 'Cancelled' },
}

function stateOf({ reservation: { status, endsAt }, money, now }: Facts): ReservationShown['state'] {
  switch (status) {
    case 'pending':
      return money.paidCents > money.refundedCents ? 'in_review' : 'waiting'
    case 'cancelled':
      return 'cancelled'
    case 'completed':
      return 'completed'
    case 'confirmed':
      return endsAt <= now ? 'over' : 'coming'
  }
}

function messagesOf(state: ReservationShown['state'], facts: Facts): string[] {
  const { reservation, venue, money } = facts
  switch (state) {
    case 'waiting':
      return [
        'Your payment has not come through yet.',
        `If your bank is still working on it, we hold the table for you until it is done and email ${reservation.guestEmail}. Please do not pay a second time.`,
      ]
    case 'in_review':
      return [
        'Our team is looking at your reservation and will be in touch. There is nothing for you to pay now.',
        ...partialRefundTexts(facts),
      ]
    case 'cancelled':
      return [cancellationText(reservation, venue), ...refundTexts(money, reservation)]
    case 'over':
      return [
        `Thank you for joining us. We hope to see you again at ${venue.name}.`,
        ...partialRefundTexts(facts),
      ]
    case 'completed':
    case 'coming':
      return partialRefundTexts(facts)
  }
}

const creditMessage = (state: ReservationShown['state'], reservation: NightReservation): string[] => {
  const text = creditText(reservation, state === 'coming')
  return text === null ? [] : [text]
}

function cancellationText({ cancelReason }: NightReservation, venue: PublicVenue): string {
  switch (cancelReason) {
    case 'guest':
      return 'You cancelled this reservation. The table has been released.'
    case 'staff':
      return `${venue.name} had to cancel this reservation. We are sorry. Please call us, and we will find you another night.`
    case 'hold_expired':
      return 'The time to pay ran out, and the table was released.'
    case 'payment_failed':
      return 'The payment did not go through, and the table was released.'
    case null:
      return 'This reservation was cancelled, and the table was released.'
  }
}

/** The payment of a change that came through after the cancellation is told of by itself: it is no part of the other sums. */
function refundTexts(
  { refundedLaterCents: later, paidCents, refundedCents, ...money }: Facts['money'],
  reservation: NightReservation,
): string[] {
  const rest = { ...money, paidCents: paidCents - later, refundedCents: refundedCents - later }
  return later > 0 && rest.paidCents === 0
    ? [laterRefundText(later)]
    : [...cancelledRefundTexts(rest, reservation), laterRefundText(later)].filter(Boolean)
}

function cancelledRefundTexts(
  money: Omit<Facts['money'], 'refundedLaterCents'>,
  reservation: NightReservation,
): string[] {
  const { keptCents, creditCents, isRefundedIfResold } = reservation
  const { paidCents, refundedCents, refundedAtVenueCents, refundedBeforeCents, venueRefundDueCents } = money
  if (paidCents === 0) return ['Nothing was charged online, so there is nothing to refund.']
  const leftCents = paidCents - refundedBeforeCents
  const before = earlierRefundText(refundedBeforeCents)
  if (refundedCents === refundedBeforeCents && venueRefundDueCents === 0)
    return [
      before,
      keptCents > 0
        ? `The ${formatUsd(leftCents - creditCents)} you paid is not refunded${isRefundedIfResold ? RESALE_PROMISE : '.'} Please call us if you have a question.`
        : leftCents > 0
          ? `Please call us about the ${formatUsd(leftCents)} you paid.`
          : '',
    ].filter(Boolean)
  const onlineCents = refundedCents - refundedAtVenueCents - refundedBeforeCents
  const back = formatUsd(onlineCents)
  const isAllToGoBack = keptCents + creditCents === 0
  const restCents = leftCents - onlineCents - refundedAtVenueCents - venueRefundDueCents
  return [
    onlineCents >= paidCents
      ? `Your full refund of ${back} goes back ${REFUND_ROUTE}`
      : onlineCents > 0
        ? `${back} of the ${formatUsd(paidCents)} you paid goes back ${REFUND_ROUTE}`
        : '',
    before,
    ...inPerson(money),
    // A refund has failed, or the bank has the money.
    isAllToGoBack && restCents > 0 ? `Please call us about the other ${formatUsd(restCents)} you paid.` : '',
    keptFeeText(keptFees(reservation)),
  ].filter(Boolean)
}

const inPerson = ({
  refundedAtVenueCents,
  venueRefundDueCents,
}: Pick<Facts['money'], 'refundedAtVenueCents' | 'venueRefundDueCents'>): string[] =>
  venueRefundTexts({ doneCents: refundedAtVenueCents, dueCents: venueRefundDueCents })

/** Refunds of a reservation that stands, the last first, each with its time: one change has nothing to do with another. */
function partialRefundTexts({ money, now }: Facts): string[] {
  const refunds = money.onlineRefunds.toReversed()
  const isUnderWay = refunds.some(({ at }) => addHours(at, BANK_HOURS) > now)
  return [
    ...refunds.map(({ cents, at }) => `${formatUsd(cents)} was refunded on ${formatMoment(at, now)}.`),
    ...(isUnderWay ? [`Refunds go back ${REFUND_ROUTE}`] : []),
    ...inPerson(money),
  ]
}

/** Banks take two weeks at most to show a refund. */
const BANK_HOURS = 14 * 24

function termsOf(
  state: ReservationShown['state'],
  { status, event, refundableUntil, creditCents, ...it }: NightReservation,
  { venue, money, hasArrived, now }: Facts,
): CancelTerms | null {
  if (state !== 'coming') return null
  // A table that is booked while the night runs begins at that moment, and the deadline was counted from the opening.
  const opening = momentOf(event.date, event.startTime)
  const startsAt = it.startsAt < opening ? it.startsAt : opening
  const facts = { status, startsAt, refundableUntil, noticeHours: venue.changeNoticeHours }
  const { date, time } = wallClock(cancelUntil(facts))
  const { onlineCents, atVenueCents, feeCents } = money.ifCancelled
  const notice = `${countText(venue.changeNoticeHours, 'hour')} before the doors open`
  const left = formatUsd(onlineCents)
  const isPossible = !hasArrived && canCancel(facts, now) === 'yes'
  const back = [
    onlineCents > 0 ? `Exactly ${left} goes back ${REFUND_ROUTE}` : '',
    atVenueCents > 0 ? dueVenueRefundText(atVenueCents) : '',
    keptFeeText(feeCents),
  ].filter(Boolean)
  const lateCents = onlineCents + atVenueCents + feeCents - creditCents
  return {
    isPossible,
    back: feeCents > 0 ? `a refund of all you paid${exceptFeeText(feeCents)}` : 'a full refund',
    until: `${formatDate(date, 'medium')}, ${formatClock(time)}`,
    why: refundableUntil === null ? notice : 'before it was moved to this night',
    money: back.length > 0 ? back.join(' ') : 'Nothing was charged online, so there is nothing to refund.',
    button: onlineCents > 0 ? `Cancel and get ${left} back` : 'Cancel the reservation',
    afterDeadline: isPossible || hasArrived || startsAt <= now ? null : lateText(lateCents, venue),
    ifResold:
      lateCents > 0 && venue.refundResoldTables
        ? 'If we sell your table again for this night, we refund what you paid, up to the new price.'
        : null,
    arrived: hasArrived ? refusal('arrived').text : null,
  }
}

function lateText(paidCents: Cents, { refundResoldTables }: Facts['venue']): string {
  if (paidCents === 0) return 'You paid nothing, and you owe nothing.'
  const paid = `The ${formatUsd(paidCents)} you paid is not refunded`
  return `${paid}${refundResoldTables ? RESALE_PROMISE : '.'}`
}

const RESALE_PROMISE = ', unless we sell your table again for this night.'
