import { addressLine, formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import {
  Action,
  Facts,
  type Email,
  Note,
  Points,
  Paragraph,
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
    preview: `We look forward to you. ${mail.when}.`,
    title: 'See you tomorrow',
    body: (
      <>
        <Paragraph>
          {mail.guestName}, this is to remind you of tomorrow. Has something come up? A table you let go makes
          somebody else happy.
        </Paragraph>
        <Facts facts={mail.facts} />
        <Action
          href={mail.guestLink}
          label={mail.kind === 'dinner' ? 'View, move or cancel' : 'View your reservation'}
        />
        <Points points={pointsOf(mail)} />
        <Action href={mail.stopLink} label="STOP reminders">
          <Note>You will still be written about what you book, move or cancel.</Note>
        </Action>
      </>
    ),
    reason: 'You receive this e-mail because a table was reserved with this address.',
  })
}

function pointsOf({ venue, kind }: ReminderMail): string[] {
  const grace = `We keep your table for ${venue.graceMinutes} minutes after the booked time. Running late? Call ${formatPhone(venue.phone)}.`
  const way = `You find us at ${addressLine(venue)}.`
  return kind === 'dinner'
    ? [
        grace,
        `You can move or cancel by the link until ${venue.diningCancelHours} hours before. After that, please call us.`,
        way,
      ]
    : [
        `Please arrive ${venue.arriveEarlyMinutes} minutes early and present your confirmation.`,
        'Dress code: smart casual to formal.',
        grace,
        way,
      ]
}
