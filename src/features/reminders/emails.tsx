import { addressLine, formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { countText } from '#lib/text/count.ts'
import { commaName } from '#lib/text/safe-name.ts'
import {
  Action,
  Facts,
  type Email,
  Note,
  Points,
  Paragraph,
  Rule,
  Subtitle,
  TextLink,
  renderEmail,
} from '#platform/mail/email-template.tsx'

export type ReminderMail = {
  readonly venue: Venue
  readonly kind: 'dinner' | 'night'
  readonly guestName: string
  /** `your dinner`, or the title of the event. */
  readonly title: string
  /** `Fri, Nov 27, 6:30 PM` */
  readonly when: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly guestLink: string
  readonly stopLink: string
}

/** Reminder email for the next day, with the link that stops reminders. */
export const reminderMail = (mail: ReminderMail): Promise<Email> => {
  const { venue } = mail
  return renderEmail({
    sender: senderOf(venue),
    subject: `Tomorrow: ${mail.title}, ${mail.when}`,
    preview: `We look forward to seeing you. ${mail.when}.`,
    title: 'See you tomorrow',
    body: (
      <>
        <Paragraph>
          A reminder about tomorrow{commaName(mail.guestName)}. If your plans changed, please cancel so
          another guest can have the table.
        </Paragraph>
        <Facts facts={mail.facts} />
        <Action
          href={mail.guestLink}
          label={mail.kind === 'dinner' ? 'View, move or cancel' : 'View your reservation'}
        />
        <Rule />
        <Subtitle>Good to know</Subtitle>
        <Points points={pointsOf(mail)} />
        <Note>
          <TextLink href={mail.stopLink}>Stop reminders</TextLink>. You will still get emails about what you
          book, move or cancel.
        </Note>
      </>
    ),
    reason: 'You received this email because a table was reserved with this address.',
  })
}

function pointsOf({ venue, kind }: ReminderMail): string[] {
  const grace = `We hold your table for ${venue.graceMinutes} minutes after the booked time. Running late? Call ${formatPhone(venue.phone)}.`
  const way = `Find us at ${addressLine(venue)}.`
  return kind === 'dinner'
    ? [
        grace,
        `You can move or cancel with the link above until ${countText(venue.diningCancelHours, 'hour')} before your dinner. After that, please call us.`,
        way,
      ]
    : [
        `Please arrive ${venue.arriveEarlyMinutes} minutes early and present your confirmation.`,
        'Dress code: smart casual to formal.',
        grace,
        way,
      ]
}
