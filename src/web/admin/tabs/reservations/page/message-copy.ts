import type { Message, MessageHistory } from '#features/emails/history/schema.ts'
import { shownMoment } from '#ui/admin/shown-time.ts'

const NAMES: Readonly<Partial<Record<Message['kind'], string>>> = {
  change_refunded: 'Refund after a change',
  booking_links: 'Links to the reservations',
  booking_link: 'Link to the reservation',
  reply_link: 'Answer to a reply by text',
  confirmation: 'Confirmation',
  cancelled: 'Cancellation',
  table_gone: 'Table no longer free',
  paid_twice: 'Paid twice',
  wrong_amount: 'Payment of another amount',
  payment_refused: 'Payment refused by the bank',
  table_resold: 'Refund after the table was sold again',
  night_reminder: 'Reminder',
  staff_message: 'Message from staff',
  reservation_changed: 'Changed reservation',
  reservation_merged: 'Merged reservation',
  refunded: 'Refund',
  dinner_received: 'Dinner request received',
  dinner_requested: 'Dinner request received',
  dinner_confirmed: 'Confirmation',
  dinner_moved: 'Changed reservation',
  dinner_cancelled: 'Cancellation',
  dinner_reminder: 'Reminder',
  visit_thanks: 'Thanks after the visit',
  waiting_joined: 'Place on the waiting list',
  waiting_offer: 'Offer from the waiting list',
  waiting_lapsed: 'Offer ended',
  waiting_called_off: 'Night called off',
  waiting_moved: 'Moved night',
  reminder: 'Reminder',
  reservation_code: 'Entry code',
  list_code: 'Entry code',
  list_link: 'Link to the entry code',
  list_called_off: 'Night called off',
  list_moved: 'Moved night',
  list_on_again: 'Night takes place after all',
}

/** `Reminder by text` */
export const messageName = ({ kind, channel }: Message): string =>
  `${NAMES[kind] ?? kind.replaceAll('_', ' ')} by ${channel}`

const REASONS: Readonly<Record<string, string>> = {
  opted_out: 'the guest answered STOP',
  no_consent: 'the guest did not agree to texts',
  no_longer_applies: 'no longer applies',
  invalid_number: 'the number is not valid',
  limit: 'the number had its limit of texts for a day',
  unknown: 'the provider’s answer was lost, so it may have arrived',
  refused: 'the mail server refused the address',
}

const STATES = {
  waiting: 'Waits to be sent',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  not_sent: 'Not sent',
} as const satisfies Record<Message['state'], string>

/** `Failed: the provider reports 30007`, `Sent` */
export const messageState = ({ state, reason }: Message): string =>
  reason === null ? STATES[state] : `${STATES[state]}: ${REASONS[reason] ?? `the provider reports ${reason}`}`

/** Whether the guest gets texts, and since when. */
export function textsState({ consent, stoppedAt }: MessageHistory['texts']): string {
  if (stoppedAt !== null) return `The guest answered STOP on ${moment(stoppedAt)} and gets no texts.`
  if (consent === null) return 'The guest did not agree to texts.'
  const told = consent.source === 'staff' ? ' and told staff' : ''
  return `The guest agreed to texts${told} on ${moment(consent.consentedAt)}.`
}

const moment = (at: string): string => shownMoment(at)
