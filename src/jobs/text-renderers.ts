import { renderListCodeText, renderListLinkText } from '#features/guest-lists/links/service.ts'
import { renderNightChangeText } from '#features/guest-lists/night-changes/service.ts'
import { renderLinkText } from '#features/reservation-management/lookup/service.ts'
import { writeReminderText, writeReplyText, writeReservationText } from '#features/reminders/texts/service.ts'
import type { TextRenderers } from '#features/emails/text-messages/service.ts'
import {
  renderCalledOffText,
  renderMovedText,
  renderOfferText,
} from '#features/waiting-list/texts/service.ts'

/** Renderer of each kind of text message. */
export const TEXT_RENDERERS: TextRenderers = {
  reminder: writeReminderText,
  reservation_code: writeReservationText,
  booking_link: renderLinkText,
  reply_link: writeReplyText,
  waiting_offer: renderOfferText,
  waiting_called_off: renderCalledOffText,
  waiting_moved: renderMovedText,
  list_code: renderListCodeText,
  list_link: renderListLinkText,
  list_called_off: (deps, id) => renderNightChangeText(deps, { id, change: 'list_called_off' }),
  list_moved: (deps, id) => renderNightChangeText(deps, { id, change: 'list_moved' }),
  list_on_again: (deps, id) => renderNightChangeText(deps, { id, change: 'list_on_again' }),
}
