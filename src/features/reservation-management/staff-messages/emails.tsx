import { senderOf } from '#features/venue/rules.ts'
import { countText } from '#lib/text/count.ts'
import { formatMoment } from '#lib/venue-time.ts'
import {
  Action,
  type Email,
  Facts,
  Paragraph,
  Quote,
  renderEmail,
  Subtitle,
} from '#platform/mail/email-template.tsx'

type StaffMessageMail = {
  readonly venue: Parameters<typeof senderOf>[0]
  readonly message: {
    readonly subject: string
    readonly body: string
    readonly guestName: string
    readonly guestCount: number
    readonly startsAt: Date
    readonly eventTitle: string | null
  }
  readonly guestLink: string
  readonly now: Date
}

/** Email with a message that staff wrote to the guest of a reservation. */
export const staffMessageMail = ({ venue, message, guestLink, now }: StaffMessageMail): Promise<Email> =>
  renderEmail({
    sender: senderOf(venue),
    reason: 'You received this email because a table was reserved with this address.',
    subject: message.subject,
    preview: message.body.replaceAll(/\s+/g, ' ').slice(0, 140),
    title: message.subject,
    body: (
      <>
        <Paragraph>Dear {message.guestName},</Paragraph>
        <Quote text={message.body} />
        <Subtitle>Your reservation</Subtitle>
        <Facts
          facts={[
            ['Event', message.eventTitle ?? 'Dinner'],
            ['When', formatMoment(message.startsAt, now)],
            ['Party size', countText(message.guestCount, 'guest')],
          ]}
        />
        <Action href={guestLink} label="View your reservation" />
      </>
    ),
  })
