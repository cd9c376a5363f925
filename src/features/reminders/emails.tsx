import type { EveningNote } from '#features/reservations/evening/schema.ts'
import { addressLine, formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { commaName } from '#lib/text/safe-name.ts'
import type { NearDay } from './rules.ts'
import {
  Action,
  Facts,
  type Email,
  LinkedParagraph,
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
  /** Null where it is too late to change it online. */
  readonly changeLink: string | null
  /** The guest's ways to change or cancel, in words; null without one. */
  readonly changeText: string | null
  /** The dinner and the night of one evening; null without another reservation. */
  readonly evening: EveningNote | null
  readonly stopLink: string
  /** Null for a day after tomorrow. */
  readonly day: NearDay | null
  /** The guest said that they come. */
  readonly isConfirmed: boolean
}

/** Reminder email that asks whether the guest comes, with the link that stops reminders. */
export const reminderMail = (mail: ReminderMail): Promise<Email> => {
  const { venue, day } = mail
  return renderEmail({
    sender: senderOf(venue),
    subject: `${day === null ? 'Coming up' : SUBJECTS[day]}: ${mail.title}, ${mail.when}`,
    preview: `We look forward to seeing you. ${mail.when}.`,
    title: day === null ? 'See you soon' : `See you ${day}`,
    body: (
      <>
        <Paragraph>
          {`A reminder${day === null ? '' : ` about ${day}`}${commaName(mail.guestName)}. ${mail.isConfirmed ? CONFIRMED : ASKED}`}
        </Paragraph>
        <Facts facts={mail.facts} />
        <LinkedParagraph of={mail.evening} />
        <Answers mail={mail} />
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

const SUBJECTS: Record<NearDay, string> = {
  today: 'Today',
  tonight: 'Tonight',
  tomorrow: 'Tomorrow',
  'tomorrow night': 'Tomorrow night',
}
const CONFIRMED = 'You told us that you are coming. Thank you.'
const ASKED =
  'Please tell us if you are coming. If your plans changed, please cancel so another guest can have the table.'

/** The answers lead to a page with a button each: email programs open links by themselves. */
const Answers = ({ mail: { kind, guestLink, changeLink, isConfirmed } }: { readonly mail: ReminderMail }) => (
  <Action
    href={isConfirmed ? guestLink : `${guestLink}?coming=1#coming`}
    label={isConfirmed ? 'View your reservation' : 'I’m coming'}
  >
    <Note>
      {changeLink === null ? null : (
        <>
          <TextLink href={changeLink}>
            {kind === 'dinner' ? 'Change the time' : 'Change the reservation'}
          </TextLink>
          {' · '}
        </>
      )}
      <TextLink href={`${guestLink}?cancel=1#${kind === 'dinner' ? 'change' : 'cancel'}`}>
        I can’t come
      </TextLink>
      {isConfirmed ? null : (
        <>
          {' · '}
          <TextLink href={guestLink}>All about your reservation</TextLink>
        </>
      )}
    </Note>
  </Action>
)

function pointsOf({ venue, kind, changeText }: ReminderMail): string[] {
  const grace = `We hold your table for ${venue.graceMinutes} minutes after the booked time. Running late? Call ${formatPhone(venue.phone)}.`
  const arrival = [
    `Please arrive ${venue.arriveEarlyMinutes} minutes early and present your confirmation.`,
    'Dress code: smart casual to formal.',
  ]
  return [
    ...(kind === 'dinner' ? [] : arrival),
    grace,
    ...(changeText === null ? [] : [changeText]),
    `Find us at ${addressLine(venue)}.`,
  ]
}
