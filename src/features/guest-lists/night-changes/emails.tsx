import { formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { commaName } from '#lib/text/safe-name.ts'
import { Action, type Email, Facts, Note, Paragraph, renderEmail } from '#platform/mail/email-template.tsx'
import type { NightChange } from './schema.ts'

type NightChangeMail = {
  readonly venue: Venue
  readonly change: NightChange
  readonly guestName: string
  readonly eventTitle: string
  readonly night: string
  /** `2 guests` */
  readonly party: string
  readonly link: string
}

const COPY = {
  list_called_off: {
    subject: 'Called off',
    title: 'The night is called off',
    text: 'does not take place. Its guest list has ended, and so has your entry code.',
    label: 'See other events',
  },
  list_moved: {
    subject: 'Moved',
    title: 'The night has moved',
    text: 'takes place at another time. You keep your place on the guest list, and your entry code stays the same.',
    label: 'View your place on the list',
  },
  list_on_again: {
    subject: 'Takes place after all',
    title: 'The night takes place after all',
    text: 'takes place after all. You are still on the guest list, and your entry code holds again.',
    label: 'View your place on the list',
  },
} as const

/** Email to a guest on a list whose night was moved or called off, or takes place after all. */
export function nightChangeMail({ venue, change, link, ...entry }: NightChangeMail): Promise<Email> {
  const { subject, title, text, label } = COPY[change]
  const questions = `Questions? Call ${formatPhone(venue.phone)}.`
  return renderEmail({
    sender: senderOf(venue),
    subject: `${subject}: ${entry.eventTitle}, ${entry.night}`,
    preview: `${title}: ${entry.night}.`,
    title,
    body: (
      <>
        <Paragraph>{`Hello${commaName(entry.guestName)}. ${entry.eventTitle} ${text}`}</Paragraph>
        <Facts
          facts={[
            ['Event', entry.eventTitle],
            [change === 'list_called_off' ? 'Was to be' : 'When', entry.night],
            ['Party', entry.party],
          ]}
        />
        <Action href={link} label={label}>
          <Note>
            {change === 'list_called_off'
              ? questions
              : `If you cannot come then, please take your name off there, so that others can come. ${questions}`}
          </Note>
        </Action>
      </>
    ),
    reason: 'You received this email because this address is on a guest list of the night.',
  })
}
