import { Fragment } from 'react'
import type { EveningNote } from '#features/reservations/evening/schema.ts'
import { addressLine, formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { commaName } from '#lib/text/safe-name.ts'
import type { ReminderPart } from '#features/reminders/parts/schema.ts'
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
  readonly guestName: string
  /** One reservation, or the dinner and the night of one evening, in the order of time. */
  readonly parts: readonly ReminderPart[]
  /** The dinner and the night of one evening; null without another reservation. */
  readonly evening: EveningNote | null
  readonly stopLink: string
  /** Day of the first part; null for a day after tomorrow. */
  readonly day: NearDay | null
}

/** Reminder email that asks whether the guest comes, with the link that stops reminders. */
export const reminderMail = (mail: ReminderMail): Promise<Email> => {
  const { venue, day, parts, evening } = mail
  const isBoth = parts.length > 1
  const what = `${parts.map(({ title }) => title).join(' and ')}, ${parts[0]?.when ?? ''}`
  return renderEmail({
    sender: senderOf(venue),
    subject: `${day === null ? 'Coming up' : SUBJECTS[day]}: ${what}`,
    preview: `We look forward to seeing you. ${parts[0]?.when ?? ''}.`,
    title: day === null ? 'See you soon' : `See you ${day}`,
    body: (
      <>
        <Paragraph>
          {`A reminder${day === null ? '' : ` about ${day}`}${commaName(mail.guestName)}. ${introOf(parts)}`}
        </Paragraph>
        {isBoth ? (
          <>
            {evening ? <Paragraph>{evening.text}</Paragraph> : null}
            {parts.map((part) => (
              <Fragment key={part.kind}>
                <Rule />
                <Subtitle>{part.kind === 'dinner' ? 'Your dinner' : part.title}</Subtitle>
                <Facts facts={part.facts} />
                <Answers part={part} coming={COMING[part.kind]} />
                {part.changeText === null ? null : <Note>{part.changeText}</Note>}
              </Fragment>
            ))}
          </>
        ) : (
          parts.map((part) => (
            <Fragment key={part.kind}>
              <Facts facts={part.facts} />
              <LinkedParagraph of={evening} />
              <Answers part={part} coming="I’m coming" />
            </Fragment>
          ))
        )}
        <Rule />
        <Subtitle>Good to know</Subtitle>
        <Points points={pointsOf(mail)} />
        <Note>
          <TextLink href={mail.stopLink}>Stop reminders</TextLink> – you will still get emails about what you
          book, move or cancel.
        </Note>
      </>
    ),
    reason: `You received this email because ${isBoth ? 'tables were' : 'a table was'} reserved with this address.`,
  })
}

const SUBJECTS: Record<NearDay, string> = {
  today: 'Today',
  tonight: 'Tonight',
  tomorrow: 'Tomorrow',
  'tomorrow night': 'Tomorrow night',
}
const CONFIRMED = 'You told us that you are coming. Thank you.'
const ASKED_BOTH =
  'Please tell us if you are coming to each. If your plans changed, please cancel so other guests can have the tables.'
const ASKED =
  'Please tell us if you are coming. If your plans changed, please cancel so another guest can have the table.'

function introOf(parts: readonly ReminderPart[]): string {
  if (parts.every(({ isConfirmed }) => isConfirmed)) return CONFIRMED
  return parts.length > 1 ? ASKED_BOTH : ASKED
}

/** Labels of the answers where an email asks about dinner and night. */
const COMING = { dinner: 'I’m coming to dinner', night: 'I’m coming for the night' } as const

type AnswersProps = { readonly part: ReminderPart; readonly coming: string }

/** The answers lead to a page with a button each: email programs open links by themselves. */
const Answers = ({ part: { kind, guestLink, changeLink, isConfirmed }, coming }: AnswersProps) => (
  <Action
    href={isConfirmed ? guestLink : `${guestLink}?coming=1#coming`}
    label={isConfirmed ? 'View your reservation' : coming}
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

function pointsOf({ venue, parts }: ReminderMail): string[] {
  const isBoth = parts.length > 1
  const hasNight = parts.some(({ kind }) => kind === 'night')
  const grace = `We hold your table for ${venue.graceMinutes} minutes after the booked time. Running late? Call ${formatPhone(venue.phone)}.`
  const early = `arrive ${venue.arriveEarlyMinutes} minutes early and present your confirmation.`
  return [
    ...(hasNight
      ? [
          isBoth ? `If you come for the night only, please ${early}` : `Please ${early}`,
          'Dress code: smart casual to formal.',
        ]
      : []),
    grace,
    // Beside the links of each, where there are two.
    ...(isBoth ? [] : parts.flatMap(({ changeText }) => changeText ?? [])),
    `Find us at ${addressLine(venue)}.`,
  ]
}
