import { senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { type CalendarDate, formatDate } from '#lib/venue-time.ts'
import { commaName } from '#lib/text/safe-name.ts'
import { Action, type Email, Note, Paragraph, renderEmail, TextLink } from '#platform/mail/email-template.tsx'

export type ThanksMail = {
  readonly venue: Venue
  readonly guestName: string
  /** Null for a dinner. */
  readonly eventTitle: string | null
  /** Business date: a night after midnight is the evening before. */
  readonly date: CalendarDate
  readonly feedbackLink: string
  readonly bookLink: string
  readonly stopLink: string
}

/** Email on the morning after a visit: thanks, the link to leave feedback, and the link to book again. */
export const thanksMail = ({ venue, eventTitle, ...mail }: ThanksMail): Promise<Email> => {
  const day = `${eventTitle === null ? 'on' : 'on the night of'} ${formatDate(mail.date, 'medium')}`
  return renderEmail({
    sender: senderOf(venue),
    subject: eventTitle === null ? `Thank you for dining at ${venue.name}` : `Thank you for ${eventTitle}`,
    preview: 'How was your visit? Your word goes to our team only.',
    title: 'Thank you for coming',
    body: (
      <>
        <Paragraph>
          {`It was good to have you with us ${day}${commaName(mail.guestName)}. How was it? A rating and, if you like, a few words help our team. Only they read it; nothing is published.`}
        </Paragraph>
        <Action href={mail.feedbackLink} label="Leave a word" />
        <Paragraph>
          {'Until next time: '}
          <TextLink href={mail.bookLink}>
            {eventTitle === null ? 'Reserve another dinner' : 'See the coming nights'}
          </TextLink>
          .
        </Paragraph>
        <Note>
          <TextLink href={mail.stopLink}>Stop reminders and thanks</TextLink> – you will still get emails
          about what you book, move or cancel.
        </Note>
      </>
    ),
    reason: 'You received this email because you visited us with a reservation under this address.',
  })
}
