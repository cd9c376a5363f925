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

/** The reservation as every email about a refund shows it. */
type RefundedReservation = {
  readonly venue: Venue
  readonly guestName: string
  /** `Afro Night, Fri, Nov 27, 9:00 PM` */
  readonly about: string
  readonly facts: readonly (readonly [label: string, text: string])[]
  readonly refundCents: Cents
  /** Signed link to the guest's page; null where there is none any more. */
  readonly guestLink: string | null
}

type Wording = {
  readonly subject: string
  readonly title: string
  /** Why the money goes back. */
  readonly reason: string
  /** The state of the reservation; empty where that is not worth a word. */
  readonly standing: string
  /** Heading above the facts; null leaves them out. */
  readonly factsTitle: string | null
}

/** An email about a refund: why, how much and by which way, the reservation, and where to ask. */
function writeRefund(it: RefundedReservation, wording: Wording): Promise<Email> {
  const amount = formatUsd(it.refundCents)
  const { standing, factsTitle } = wording
  return renderEmail({
    sender: senderOf(it.venue),
    reason: 'You received this email because a reservation was made with this address.',
    subject: `${wording.subject}: ${it.about}`,
    preview: `${amount} is on its way back to you. ${standing}`.trim(),
    title: wording.title,
    body: (
      <>
        <Paragraph>
          {`${wording.reason} `}
          {standing === '' ? null : <strong>{standing}</strong>}
        </Paragraph>
        <Ticket label="Refund" amount={amount}>
          <Note>It goes back {REFUND_ROUTE} You do not need to do anything.</Note>
        </Ticket>
        {factsTitle === null ? null : (
          <>
            <Subtitle>{factsTitle}</Subtitle>
            <Facts facts={it.facts} />
          </>
        )}
        {it.guestLink === null ? null : <Action href={it.guestLink} label="View your reservation" />}
        <Paragraph>{`Is something not right? Reply to this email or call ${formatPhone(it.venue.phone)}.`}</Paragraph>
      </>
    ),
  })
}

export type RefundMail = RefundedReservation & {
  /** Whether the reservation stands, was cancelled, or is over. */
  readonly standing: 'reserved' | 'cancelled' | 'over'
}

const STANDING = {
  reserved: 'Your reservation has not changed.',
  cancelled: 'Your reservation stays cancelled.',
  over: '',
} as const satisfies Record<RefundMail['standing'], string>

/** Email about a refund that staff decided. Their reason is a note for the books and is not in it. */
export const refundMail = (mail: RefundMail): Promise<Email> =>
  writeRefund(mail, {
    subject: 'Your refund is on its way',
    title: 'Your refund is on its way',
    reason: `Hello${commaName(mail.guestName)}. We refund ${formatUsd(mail.refundCents)} of what you paid.`,
    standing: STANDING[mail.standing],
    factsTitle: mail.standing === 'cancelled' ? 'What was cancelled' : 'Your reservation',
  })

export type ChangeRefundMail = RefundedReservation & { readonly isStillReserved: boolean }

/** Email about a change that was paid and was not possible any more: the payment goes back, the reservation stays. */
export const changeRefundMail = (mail: ChangeRefundMail): Promise<Email> =>
  writeRefund(mail, {
    subject: 'We refund your change',
    title: 'We could not make your change',
    reason: `We are sorry${commaName(mail.guestName)}. Your payment for a change reached us, but the change was not possible any more.`,
    standing: mail.isStillReserved
      ? 'Your reservation has not changed.'
      : 'Your reservation was cancelled meanwhile.',
    factsTitle: mail.isStillReserved ? 'Your reservation' : null,
  })
