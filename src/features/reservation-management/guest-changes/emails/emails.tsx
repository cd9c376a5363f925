import { formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { REFUND_ROUTE } from '#features/reservations/rules.ts'
import { type Cents, formatUsd } from '#lib/money.ts'
import { commaName } from '#lib/text/safe-name.ts'
import {
  Action,
  type Email,
  Facts,
  Note,
  Paragraph,
  renderEmail,
  Subtitle,
  Ticket,
} from '#platform/mail/email-template.tsx'

export type ChangeRefundMail = {
  readonly venue: Venue
  readonly guestName: string
  /** `Afro Night, Fri, Nov 27, 9:00 PM` */
  readonly about: string
  readonly facts: readonly (readonly [label: string, text: string])[]
  readonly refundCents: Cents
  readonly isStillReserved: boolean
  readonly guestLink: string
}

/** Email about a change that was paid and was not possible any more: the payment goes back, the reservation stays. */
export function changeRefundMail(mail: ChangeRefundMail): Promise<Email> {
  const standing = mail.isStillReserved
    ? 'Your reservation has not changed.'
    : 'Your reservation was cancelled meanwhile.'
  return renderEmail({
    sender: senderOf(mail.venue),
    reason: 'You received this email because a reservation was made with this address.',
    subject: `We refund your change: ${mail.about}`,
    preview: `${formatUsd(mail.refundCents)} is on its way back to you. ${standing}`,
    title: 'We could not make your change',
    body: (
      <>
        <Paragraph>
          {`We are sorry${commaName(mail.guestName)}. Your payment for a change reached us, but the change was not possible any more. `}
          <strong>{standing}</strong>
        </Paragraph>
        <Ticket label="Refund" amount={formatUsd(mail.refundCents)}>
          <Note>It goes back {REFUND_ROUTE} You do not need to do anything.</Note>
        </Ticket>
        {mail.isStillReserved ? (
          <>
            <Subtitle>Your reservation</Subtitle>
            <Facts facts={mail.facts} />
          </>
        ) : null}
        <Action href={mail.guestLink} label="View your reservation" />
        <Paragraph>{`Is something not right? Reply to this email or call ${formatPhone(mail.venue.phone)}.`}</Paragraph>
      </>
    ),
  })
}
