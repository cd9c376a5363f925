import { renderListCodeText } from '#features/guest-lists/sign-ups/service.ts'
import { renderLinkText } from '#features/reservation-management/lookup/service.ts'
import { writeReminderText, writeReservationText } from '#features/reminders/texts/service.ts'
import type { TextRenderers } from '#features/emails/text-messages/service.ts'
import { renderOfferText } from '#features/waiting-list/texts/service.ts'

/** Renderer of each kind of text message. */
export const TEXT_RENDERERS: TextRenderers = {
  reminder: writeReminderText,
  reservation_code: writeReservationText,
  booking_link: renderLinkText,
  waiting_offer: renderOfferText,
  list_code: renderListCodeText,
}
