import { listText } from '#lib/text/list-text.ts'
import { addressLine, directionsTo, formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { commaName, safeName } from '#lib/text/safe-name.ts'
import { reasonText } from '#features/reservations/rules.ts'
import { formatClock, formatStartDate } from '#lib/venue-time.ts'
import {
  Action,
  Facts,
  type Email,
  type EmailContent,
  Note,
  Picture,
  Points,
  LinkedParagraph,
  Quote,
  Rule,
  Subtitle,
  Paragraph,
  TextLink,
  Ticket,
  renderEmail,
} from '#platform/mail/email-template.tsx'
import { PassParagraph } from '#platform/mail/pass-paragraph.tsx'
import type { EveningNote } from '#features/reservations/evening/schema.ts'
import {
  canChange,
  changeText,
  type DinnerPromise,
  partyText,
  promiseOf,
  promiseText,
  UNANSWERED_TEXT,
  UNANSWERED_TITLE,
  wasUnanswered,
  whenText,
} from './rules.ts'
import type { Dinner, Stay } from './schema.ts'

export type DinnerMail = {
  readonly dinner: Dinner
  readonly venue: Venue
  /** Signed link to the guest's page. Its bearer can move or cancel the dinner. */
  readonly guestLink: string
  /** Booking page for dinners. */
  readonly bookUrl: string
  /** The night at the table of the dinner. */
  readonly stay: Stay
  /** The night of the same guest; null without one. */
  readonly evening: EveningNote | null
  /** `Your table for Afro Night on Fri, Nov 27, stays as it is.`, after a move to another date; null without one. */
  readonly nightStays?: string | null
  /** Content id of the attached image with the QR code; null while staff have to answer. */
  readonly qrCid: string | null
  /** The passes on the guest's page; null where none are offered. */
  readonly passLink?: string | null
  /** Time of rendering. */
  readonly now: Date
}

/**
 * Email about the state of a dinner: confirmed, with a table, expected, or waiting for staff. Rendered from the
 * reservation at the time of sending, so that it never differs from the guest's page.
 */
export const dinnerStandingMail = (mail: DinnerMail): Promise<Email> => {
  const { dinner, venue } = mail
  const { title, text } = promiseText(mail, mail.now)
  const about = `${partyText(dinner.guestCount)}, ${whenText(dinner)}`
  return write(mail, {
    subject: `${SUBJECTS[promiseOf(dinner)](venue.name)}: ${about}`,
    preview: `${title}. ${about}.`,
    title,
    body: (
      <>
        <Paragraph>{`Thank you${commaName(dinner.guestName)}. ${text}`}</Paragraph>
        <About dinner={dinner} />
        <Code {...mail} />
        <PassParagraph link={mail.passLink} />
        {mail.stay.line === null ? null : <Paragraph>{mail.stay.line}</Paragraph>}
        <LinkedParagraph of={mail.evening} />
        <YourPage {...mail} />
        <GoodToKnow {...mail} />
      </>
    ),
  })
}

const SUBJECTS: Record<DinnerPromise, (venue: string) => string> = {
  confirmed: () => 'Dinner confirmed',
  kept: (venue) => `Your dinner at ${venue}`,
  expected: (venue) => `Your dinner at ${venue}`,
  waiting: () => 'We have your request',
}

export const dinnerMovedMail = (mail: DinnerMail): Promise<Email> =>
  write(mail, {
    subject: `Your dinner was changed: ${whenText(mail.dinner)}`,
    preview: `Now ${whenText(mail.dinner)}, ${partyText(mail.dinner.guestCount)}.`,
    title: 'Your dinner was changed',
    body: (
      <>
        <Paragraph>{`All set${commaName(mail.dinner.guestName)}. Your dinner is now on ${whenText(mail.dinner)}, for ${partyText(mail.dinner.guestCount)}.`}</Paragraph>
        <Paragraph>{promiseText(mail, mail.now).text}</Paragraph>
        {mail.nightStays ? <Paragraph>{mail.nightStays}</Paragraph> : null}
        <About dinner={mail.dinner} />
        <Code {...mail} />
        <PassParagraph link={mail.passLink} />
        <LinkedParagraph of={mail.evening} />
        <YourPage {...mail} />
        <GoodToKnow {...mail} />
      </>
    ),
  })

/** Words of the email about a dinner that does not take place: by the guest, by the venue, or because staff never answered. */
function cancelledWords({ dinner }: DinnerMail) {
  if (wasUnanswered(dinner))
    return {
      subject: `Your request was not answered: ${whenText(dinner)}`,
      preview: UNANSWERED_TEXT,
      title: UNANSWERED_TITLE,
      text: `We are sorry${commaName(dinner.guestName)}. ${UNANSWERED_TEXT} ${CALL_US}`,
      about: 'What you asked for',
    }
  return {
    subject: `Dinner cancelled: ${whenText(dinner)}`,
    preview: 'Your dinner is cancelled. You owe nothing.',
    title: 'Your dinner is cancelled',
    text:
      dinner.cancelReason === 'guest'
        ? `As you asked${commaName(dinner.guestName)}, we cancelled your dinner.`
        : `We are sorry${commaName(dinner.guestName)}. We had to cancel your dinner.${reasonText(dinner.closedBecause)} ${CALL_US}`,
    about: 'What was cancelled',
  }
}

const CALL_US = 'Please call us, and we will find you another evening.'

/** Email about a dinner that does not take place. */
export function dinnerCancelledMail(mail: DinnerMail): Promise<Email> {
  const { text, about, ...head } = cancelledWords(mail)
  return write(mail, {
    ...head,
    body: (
      <>
        <Paragraph>{text} You owe nothing.</Paragraph>
        <Subtitle>{about}</Subtitle>
        <About dinner={mail.dinner} />
        <Action href={mail.bookUrl} label="Find another evening" />
      </>
    ),
  })
}

export type NoticeKind = 'dinner_notice' | 'dinner_moved_notice' | 'dinner_cancelled_notice'

/** Email to staff about a dinner. Its reply address is the guest's. */
export const dinnerNoticeMail = (mail: DinnerMail, kind: NoticeKind): Promise<Email> => {
  const { dinner, venue } = mail
  const title = NOTICES[kind]
  const about = `${partyText(dinner.guestCount)}, ${whenText(dinner)}`
  return renderEmail({
    sender: senderOf(venue),
    subject: `${title}: ${about}, ${dinner.guestName}`,
    preview: tableText(dinner),
    title,
    body: (
      <>
        <Paragraph>{tableText(dinner)} Reply to this email to reach the guest.</Paragraph>
        <About dinner={dinner} />
        <Wishes dinner={dinner} />
        <Subtitle>Guest</Subtitle>
        <Facts
          facts={[
            ['Name', dinner.guestName],
            ['Email', dinner.guestEmail],
            ...(dinner.guestPhone ? [['Phone', formatPhone(dinner.guestPhone)] as const] : []),
          ]}
        />
      </>
    ),
    reason: 'You received this email because this address is set to receive dinner reservations.',
  })
}

const NOTICES: Record<NoticeKind, string> = {
  dinner_notice: 'New dinner',
  dinner_moved_notice: 'Dinner changed',
  dinner_cancelled_notice: 'Dinner cancelled',
}

function tableText(dinner: Dinner): string {
  const { status, tableNumbers } = dinner
  if (status === 'cancelled') return 'The guest cancelled. The table is available again.'
  if (tableNumbers.length === 0)
    return promiseOf(dinner) === 'waiting'
      ? 'No table is assigned yet. The guest is waiting for your answer.'
      : 'No table is assigned yet. Please assign one before they arrive.'
  return tableNumbers.length === 1
    ? `Table ${tableNumbers.join()} is reserved for them.`
    : `Tables ${listText(tableNumbers)} are reserved for them.`
}

/**
 * Facts of the dinner for its guest. Special requests are left out and the name is checked: the email address is not
 * verified, so free text could turn the email into spam for a stranger.
 */
function About({ dinner }: Pick<DinnerMail, 'dinner'>) {
  const name = safeName(dinner.guestName)
  return (
    <Facts
      facts={[
        ['Date', formatStartDate(dinner.date, dinner.time)],
        ['Time', formatClock(dinner.time)],
        ['Party size', partyText(dinner.guestCount)],
        ...(name === null ? [] : [['Name', name] as const]),
      ]}
    />
  )
}

const Wishes = ({ dinner }: Pick<DinnerMail, 'dinner'>) =>
  dinner.specialRequests ? (
    <>
      <Subtitle>Special Requests</Subtitle>
      <Quote text={dinner.specialRequests} />
    </>
  ) : null

/** Entry code, by which check-in finds the dinner without a name. */
const Code = ({ dinner, qrCid }: DinnerMail) =>
  qrCid === null ? null : (
    <Ticket label="Entry code" code={dinner.entryCode}>
      <Picture cid={qrCid} alt={`QR code of entry code ${dinner.entryCode}`} />
    </Ticket>
  )

const YourPage = ({ dinner, venue, guestLink, now }: DinnerMail) => {
  const isOpen = canChange({ ...dinner, cancelHours: venue.diningCancelHours }, now) === 'yes'
  return (
    <Action href={guestLink} label={isOpen ? 'View, move or cancel' : 'View your dinner'}>
      <Note>Anyone who has this link can change your dinner, so keep it to yourself.</Note>
    </Action>
  )
}

const GoodToKnow = ({ dinner, venue, now }: DinnerMail) => {
  const change = changeText(dinner, venue, now)
  return (
    <>
      <Rule />
      <Subtitle>Good to know</Subtitle>
      <Points
        points={[
          ...(promiseOf(dinner) === 'waiting' ? [] : [`Running late? Call ${formatPhone(venue.phone)}.`]),
          ...(change === null ? [] : [change]),
          `Find us at ${addressLine(venue)}.`,
        ]}
      />
      <Paragraph>
        <TextLink href={directionsTo(venue)}>Directions</TextLink>
      </Paragraph>
    </>
  )
}

const write = ({ venue }: DinnerMail, content: Omit<EmailContent, 'sender' | 'reason'>): Promise<Email> =>
  renderEmail({
    ...content,
    sender: senderOf(venue),
    reason: 'You received this email because a dinner was reserved with this address.',
  })
