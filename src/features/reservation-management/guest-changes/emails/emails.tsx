import {
  type RefundedReservation,
  renderRefundEmail,
} from '#features/reservation-management/refund-emails/emails.tsx'
import { commaName } from '#lib/text/safe-name.ts'
import type { Email } from '#platform/mail/email-template.tsx'

export type ChangeRefundMail = RefundedReservation & { readonly isStillReserved: boolean }

/** Email about a change that was paid and was not possible any more: the payment goes back, the reservation stays. */
export const changeRefundMail = (mail: ChangeRefundMail): Promise<Email> =>
  renderRefundEmail(mail, {
    subject: 'We refund your change',
    title: 'We could not make your change',
    reason: `We are sorry${commaName(mail.guestName)}. Your payment for a change reached us, but the change was not possible any more.`,
    standing: mail.isStillReserved
      ? 'Your reservation has not changed.'
      : 'Your reservation was cancelled meanwhile.',
    factsTitle: mail.isStillReserved ? 'Your reservation' : null,
  })
