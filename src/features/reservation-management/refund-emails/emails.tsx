import { REFUND_ROUTE } from '#features/reservations/rules.ts'
import { formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
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

export type RefundMail = {
  readonly venue: Venue
  readonly guestName: string
  /** `Afro Night, Fri, Nov 27, 9:00 PM` */
  readonly about: string
  readonly facts: readonly (readonly [label: string, text: string])[]
  readonly refundCents: Cents
  /** Whether the reservation stands, was cancelled, or is over. */
  readonly standing: 'reserved' | 'cancelled' | 'over'
  /** Signed link to the guest's page; null where there is none any more. */
  readonly guestLink: string | null
}

const STANDING = {
  reserved: 'Your reservation has not changed.',
  cancelled: 'Your reservation stays cancelled.',
  over: '',
} as const satisfies Record<RefundMail['standing'], string>

/** Email about a refund that staff decided. Their reason is a note for the books and is not in it. */
export function refundMail(mail: RefundMail): Promise<Email> {
  const amount = formatUsd(mail.refundCents)
  const standing = STANDING[mail.standing]
  return renderEmail({
    sender: senderOf(mail.venue),
    reason: 'You received this email because a reservation was made with this address.',
    subject: `Your refund is on its way: ${mail.about}`,
    preview: `${amount} is on its way back to you. ${standing}`.trim(),
    title: 'Your refund is on its way',
    body: (
      <>
        <Paragraph>
          {`Hello${commaName(mail.guestName)}. We refund ${amount} of what you paid. `}
          {standing === '' ? null : <strong>{standing}</strong>}
        </Paragraph>
        <Ticket label="Refund" amount={amount}>
          <Note>It goes back {REFUND_ROUTE} You do not need to do anything.</Note>
        </Ticket>
        <Subtitle>{mail.standing === 'cancelled' ? 'What was cancelled' : 'Your reservation'}</Subtitle>
        <Facts facts={mail.facts} />
        {mail.guestLink === null ? null : <Action href={mail.guestLink} label="View your reservation" />}
        <Paragraph>{`Is something not right? Reply to this email or call ${formatPhone(mail.venue.phone)}.`}</Paragraph>
      </>
    ),
  })
}
