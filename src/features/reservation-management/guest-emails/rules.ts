import type { Cancellation } from '#features/reservations/rules.ts'
import { formatPhone } from '#features/venue/rules.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { commaName } from '#lib/text/safe-name.ts'
import type { RefundFacts, ReservationMail } from './schema.ts'

/** How the table is paid, as a sentence behind the thanks; empty where nothing is to be said. */
export function payText({ reservation: { paidCents, dueCents } }: ReservationMail): string {
  if (dueCents === 0) return ''
  return paidCents > 0
    ? ` You paid ${formatUsd(paidCents)}, and ${formatUsd(dueCents)} is due at the door.`
    : ' You pay at the door.'
}

export const importantInformation = ({ venue, notes, reservation }: ReservationMail): string[] => [
  `Please arrive ${notes.arriveEarlyMinutes} minutes early.`,
  'Present this confirmation at the door: the entry code or its QR code, on your screen or on paper.',
  'Dress code: smart casual to formal.',
  `We hold your table for ${notes.graceMinutes} minutes after the booked time. Running late? Call ${formatPhone(venue.phone)}.`,
  `For changes, contact us at least ${countText(notes.changeNoticeHours, 'hour')} ahead. ${notes.terms}`,
  ...(reservation.cover ? ['Extra guests pay the standard cover charge.'] : []),
]

/** The refund of a cancellation beside the payment: `This is part of the $500.00 you paid. `; empty where it is all. */
export function shareText({ paidCents, refundCents, refundedBeforeCents = 0 }: Cancellation): string {
  if (refundCents >= paidCents) return ''
  const share = refundCents + refundedBeforeCents >= paidCents ? 'what was left' : 'part'
  return `This is ${share} of the ${formatUsd(paidCents)} you paid. `
}

/** `table 12 is yours`, `tables 12 and 13 are yours` */
export const areYours = ({ tables: { numbers } }: Pick<ReservationMail['reservation'], 'tables'>): string =>
  `${namedTables(numbers)} ${numbers.length === 1 ? 'is' : 'are'} yours`

/** Why a payment is refunded. */
export function whatHappened(
  why: RefundFacts['why'],
  { guestName, tables }: ReservationMail['reservation'],
): string {
  switch (why) {
    case 'table_gone':
      return `We are sorry, ${guestName}. Your payment reached us after your hold on ${namedTables(tables.numbers)} had ended, and the table is no longer available.`
    case 'paid_twice':
      return `${guestName}, this reservation was paid for twice. We keep the first payment and refund the second one.`
    case 'wrong_amount':
      return `We are sorry, ${guestName}. Your payment was not the price of this reservation, so we did not accept it.`
  }
}

/**
 * Greeting with the guest's name. The address of an unpaid reservation is not verified, so its email repeats no free
 * text: otherwise a stranger could make the venue send text of their own to any address.
 */
export const addressed = ({ isPaid, reservation: { guestName } }: ReservationMail): string =>
  isPaid ? `, ${guestName}` : commaName(guestName)
