import { listText } from '#lib/text/list-text.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { addHours, formatClock, formatDate, wallClock } from '#lib/venue-time.ts'
import type {
  CancelReason,
  NightReservation,
  PartyTable,
  ReservationLine,
  ReservationStatus,
} from './schema.ts'

/** Whether a table is only held: for a guest who has not paid, or for a party of the waiting list that it is offered to. */
export const isHeld = ({
  status,
  heldUntil,
}: {
  readonly status: ReservationStatus
  readonly heldUntil: Date | null
}): boolean => status === 'pending' && heldUntil !== null

export type CancelFacts = {
  readonly status: ReservationStatus
  readonly startsAt: Date
  /** Hours before the start of the event until which a guest may cancel. */
  readonly noticeHours: number
  /** The deadline that had passed when staff moved the reservation to another night; null where it was not. */
  readonly refundableUntil: Date | null
}

/** Deadline for a guest's cancellation with a full refund. */
export function cancelUntil({ startsAt, noticeHours, refundableUntil }: Omit<CancelFacts, 'status'>): Date {
  const until = addHours(startsAt, -noticeHours)
  return refundableUntil !== null && refundableUntil < until ? refundableUntil : until
}

/** Label of a fee's price line. */
export const MOVE_FEE = 'Fee for moving to another night'

/** Fees in a price: a cancellation by the guest refunds everything but them, one by the venue refunds them, too. */
export const feesIn = (lines: readonly Pick<ReservationLine, 'kind' | 'amountCents'>[]): Cents =>
  lines.reduce((sum, { kind, amountCents }) => (kind === 'fee' ? sum + amountCents : sum), 0)

/** The fees that a guest's cancellation in time left with the venue; 0 where more was kept. */
export const keptFees = ({
  cancelReason,
  keptCents,
  lines,
}: Pick<NightReservation, 'cancelReason' | 'keptCents' | 'lines'>): Cents =>
  cancelReason === 'guest' && keptCents <= feesIn(lines) ? keptCents : 0

/** ` except the fee of $25.00 for moving to another night`; empty without one. */
export const exceptFeeText = (cents: Cents): string =>
  cents > 0 ? ` except the fee of ${formatUsd(cents)} for moving to another night` : ''

/** Sentence about fees that a cancellation leaves with the venue; empty without any. */
export const keptFeeText = (cents: Cents): string =>
  cents > 0 ? `The fee of ${formatUsd(cents)} for moving to another night is not refunded.` : ''

const GIVE_UP = 'If your plans change, please give up your table with the link above.'

/** Terms of a night table in words, with the very hour until which the money comes back. */
export function cancelTermsText(
  facts: Omit<CancelFacts, 'status'> & Pick<NightReservation, 'paidCents' | 'lines'>,
  now: Date,
): string {
  const until = cancelUntil(facts)
  const { date, time } = wallClock(until)
  if (now >= facts.startsAt) return 'If your plans change, please call us.'
  if (now > until) return facts.paidCents > 0 ? `It is too late to cancel for a refund. ${GIVE_UP}` : GIVE_UP
  const back = facts.paidCents > 0 ? `, and all you paid comes back${exceptFeeText(feesIn(facts.lines))}` : ''
  return `You can cancel with the link above until ${formatDate(date, 'medium')}, ${formatClock(time)}${back}.`
}

/** Terms of a night table that is offered, for the guest who is about to pay for it. */
export function offeredTermsText(facts: Pick<CancelFacts, 'startsAt' | 'noticeHours'>, now: Date): string {
  const until = cancelUntil({ ...facts, refundableUntil: null })
  if (now > until) return 'It is too late to cancel this night for a refund.'
  const { date, time } = wallClock(until)
  return `You can cancel for a full refund until ${formatDate(date, 'medium')}, ${formatClock(time)}.`
}

/** Terms of a night table after a move to another night, for the guest who is about to confirm it. */
export function movedTermsText(
  facts: Omit<CancelFacts, 'status'> & Pick<NightReservation, 'paidCents'>,
  now: Date,
): string {
  const until = cancelUntil(facts)
  const isPaid = facts.paidCents > 0
  if (now > until)
    return `After this change it can no longer be ${isPaid ? 'cancelled for a refund, nor changed online' : 'changed online'}.`
  const { date, time } = wallClock(until)
  return `After this change you can change it or cancel ${isPaid ? 'for a refund ' : ''}until ${formatDate(date, 'medium')}, ${formatClock(time)}.`
}

/** Whether a guest may cancel with a refund on the reservation page. After the deadline the guest can give the table up without a refund. */
export function canCancel(facts: CancelFacts, now: Date): 'yes' | 'not_confirmed' | 'too_late' {
  if (facts.status !== 'confirmed') return 'not_confirmed'
  return now <= cancelUntil(facts) ? 'yes' : 'too_late'
}

export type PriceFacts = {
  readonly status: ReservationStatus
  readonly totalCents: Cents
  /** Total of comps and discounts. */
  readonly allowanceCents: Cents
  readonly receivedCents: Cents
  /** Refunded because the price fell: this part of the received amount pays for nothing any more. */
  readonly priceRefundedCents: Cents
}

/**
 * Amount that a guest still has to pay at the venue: total less allowances and received payments, zero once cancelled.
 * Other refunds are not subtracted from the received amount: a refund is deliberate and must not make the price due again.
 */
export const dueAtVenue = ({
  status,
  totalCents,
  allowanceCents,
  receivedCents,
  priceRefundedCents,
}: PriceFacts): Cents =>
  status === 'cancelled' ? 0 : Math.max(0, totalCents - allowanceCents - receivedCents + priceRefundedCents)

/** A cancellation with its payments and refunds. */
export type Cancellation = {
  readonly by: CancelReason | null
  readonly paidCents: Cents
  /** Refunded online by the payment provider, because it was cancelled. */
  readonly refundCents: Cents
  /** Refunded online before that, after a change. */
  readonly refundedBeforeCents?: Cents
  /** The payment of a change that came through after the cancellation, and goes back. It is part of neither sum. */
  readonly refundedLaterCents?: Cents
  /** Paid at the venue and still to be refunded there. */
  readonly venueRefundCents: Cents
  /** Refunded at the venue already. */
  readonly givenBackCents: Cents
  /** Retained by decision of staff. */
  readonly keptCents: Cents
  /** The part of it that is fees for moving to another night, where nothing else is retained. */
  readonly keptFeeCents: Cents
  /** More than fees is retained. */
  readonly isPriceKept?: boolean
  /** The kept amount is refunded once the table is sold again. */
  readonly isRefundedIfResold?: boolean
  /** Sentence about a credit that stays the guest's; null without one. */
  readonly creditText?: string | null
  /** Published reason of the closed day that caused the cancellation; null for any other cause. */
  readonly reason: string | null
}

/** ` The reason: Private party.`, with exactly one period at the end; empty without a reason. */
export const reasonText = (reason: string | null): string =>
  reason ? ` The reason: ${reason.replace(/[\s.]+$/, '')}.` : ''

/** Destination and duration of an online refund: `It goes back ${REFUND_ROUTE}`. */
export const REFUND_ROUTE = 'to the card you paid with. Banks take 5 to 10 business days to show it.'

/** Sentence about a refund in person that is still due. */
export const dueVenueRefundText = (cents: Cents): string =>
  `The ${formatUsd(cents)} you paid at the venue will be refunded there. Please call us to arrange it.`

/** Sentences about refunds in person: done and still due. */
export const venueRefundTexts = (money: {
  readonly doneCents: Cents
  readonly dueCents: Cents
}): string[] => [
  ...(money.doneCents > 0 ? [`${formatUsd(money.doneCents)} was refunded to you at the venue.`] : []),
  ...(money.dueCents > 0 ? [dueVenueRefundText(money.dueCents)] : []),
]

/** Sentence about refunds of earlier changes: `$160.00 was refunded to you before.`; empty without one. */
export const earlierRefundText = (cents: Cents): string =>
  cents > 0 ? `${formatUsd(cents)} was refunded to you before.` : ''

/** Sentence about the payment of a change that came through after the cancellation; empty without one. */
export const laterRefundText = (cents: Cents): string =>
  cents > 0
    ? `${formatUsd(cents)} for a change came through after the cancellation. It goes back to the card you paid with, as a refund of its own.`
    : ''

const RESALE_TEXT =
  'No refund is due for this late cancellation. If we sell your table again for that night, we refund what you paid, up to the new price, and email you.'

/** Sentences about the money of a cancelled reservation, except for the online refund, which has a text of its own. */
export const cancelledMoneyTexts = (money: Cancellation): string[] =>
  [
    earlierRefundText(money.refundedBeforeCents ?? 0),
    ...settledMoneyTexts({ ...money, paidCents: money.paidCents - (money.refundedBeforeCents ?? 0) }),
    money.creditText ?? '',
    laterRefundText(money.refundedLaterCents ?? 0),
  ].filter(Boolean)

function settledMoneyTexts(money: Cancellation): string[] {
  const { paidCents, refundCents, venueRefundCents, givenBackCents, keptCents, keptFeeCents } = money
  const texts = venueRefundTexts({ dueCents: venueRefundCents, doneCents: givenBackCents })
  if (keptFeeCents > 0) return [...texts, keptFeeText(keptFeeCents)]
  if (paidCents === 0 || refundCents > 0 || texts.length > 0) return texts
  if (keptCents > 0 && money.isRefundedIfResold) return [RESALE_TEXT]
  return keptCents > 0
    ? [
        'No refund is due for this cancellation. If you expected one, reply to this email or call us, and we will look into it together.',
      ]
    : [`Please call us about the ${formatUsd(paidCents)} you paid.`]
}

/** Text for a guest whose online bookings staff refuse. It never says why. */
export const callUsText = (phone: string | null): string =>
  `We can't take this booking online. Please call us${phone === null ? '' : ` at ${phone}`}.`

export const tableNumbersOf = ({ number, others }: PartyTable): readonly number[] => [number, ...others]

/** Tables as emails list them among other facts: `Table: 12, Right Red Vip`, `Tables: 12 and 13, Right Red Vip`. */
export const tableFact = (
  numbers: readonly number[],
  zone: string,
): readonly [label: string, text: string] => [
  numbers.length === 1 ? 'Table' : 'Tables',
  `${listText(numbers)}, ${zone}`,
]

type PartyTables = {
  readonly tableId: string | null
  readonly secondTableId: string | null
  readonly extraTableIds?: readonly string[]
}

/** The tables of a party, the first one first. */
export const tablesOf = ({ tableId, secondTableId, extraTableIds = [] }: PartyTables): string[] => [
  ...[tableId, secondTableId].flatMap((it) => it ?? []),
  ...extraTableIds,
]
