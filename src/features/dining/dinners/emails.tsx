import { addressLine, formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { commaName, safeName } from '#lib/text/safe-name.ts'
import { reasonText } from '#features/reservations/rules.ts'
import { formatClock, formatDate } from '#lib/venue-time.ts'
import {
  Action,
  Facts,
  type Email,
  type EmailContent,
  Note,
  Points,
  Quote,
  Rule,
  Subtitle,
  Paragraph,
  renderEmail,
} from '#platform/mail/email-template.tsx'
import {
  changeUntil,
  type DinnerPromise,
  momentText,
  partyText,
  promiseOf,
  promiseText,
  whenText,
} from './rules.ts'
import type { Dinner } from './schema.ts'

export type DinnerMail = {
  readonly dinner: Dinner
  readonly venue: Venue
  /** The guest's own page. Whoever has it can move or cancel the dinner. */
  readonly guestLink: string
  /** Where dinners are booked. */
  readonly bookUrl: string
  /** When the email is written. */
  readonly now: Date
}

/**
 * Tells a guest how the dinner stands: confirmed, with a table kept, expected, or waiting for staff. Written from what the
 * reservation is when the email leaves, so that it never says less or more than the guest's own page.
 */
export const dinnerStandingMail = (mail: DinnerMail): Promise<Email> => {
  const { dinner, venue } = mail
  const { title, text } = promiseText(dinner, venue, mail.now)
  const about = `${partyText(dinner.guestCount)}, ${whenText(dinner)}`
  return write(mail, {
    subject: `${SUBJECTS[promiseOf(dinner, venue)](venue.name)}: ${about}`,
    preview: `${title}. ${about}.`,
    title,
    body: (
      <>
        <Paragraph>{`Thank you${commaName(dinner.guestName)}. ${text}`}</Paragraph>
        <About dinner={dinner} />
        <YourPage link={mail.guestLink} />
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

/** Tells a guest that the dinner has another time now. */
export const dinnerMovedMail = (mail: DinnerMail): Promise<Email> =>
  write(mail, {
    subject: `Your dinner has moved: ${whenText(mail.dinner)}`,
    preview: `Now ${whenText(mail.dinner)}, ${partyText(mail.dinner.guestCount)}.`,
    title: 'Your dinner has moved',
    body: (
      <>
        <Paragraph>{`As you asked${commaName(mail.dinner.guestName)}: your dinner is now on ${whenText(mail.dinner)}.`}</Paragraph>
        <Paragraph>{promiseText(mail.dinner, mail.venue, mail.now).text}</Paragraph>
        <About dinner={mail.dinner} />
        <YourPage link={mail.guestLink} />
        <GoodToKnow {...mail} />
      </>
    ),
  })

/** Tells a guest that the dinner is cancelled, by themselves or by the venue. */
export const dinnerCancelledMail = (mail: DinnerMail): Promise<Email> =>
  write(mail, {
    subject: `Dinner cancelled: ${whenText(mail.dinner)}`,
    preview: 'Your dinner is cancelled, and nothing is owed.',
    title: 'Your dinner is cancelled',
    body: (
      <>
        <Paragraph>
          {mail.dinner.cancelReason === 'guest'
            ? `As you asked${commaName(mail.dinner.guestName)}: we have cancelled your dinner.`
            : `We are sorry${commaName(mail.dinner.guestName)}: we had to cancel your dinner.${reasonText(mail.dinner.closedBecause)} Please call us, and we will find you another evening.`}{' '}
          Nothing is owed.
        </Paragraph>
        <Subtitle>What was cancelled</Subtitle>
        <About dinner={mail.dinner} />
        <Action href={mail.bookUrl} label="Find another evening" />
      </>
    ),
  })

export type NoticeKind = 'dinner_notice' | 'dinner_moved_notice' | 'dinner_cancelled_notice'

/** Tells staff of a dinner, so that a reply to the letter goes to the guest. */
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
        <Paragraph>{tableText(dinner)} A reply to this e-mail goes to the guest.</Paragraph>
        <About dinner={dinner} />
        <Wishes dinner={dinner} />
        <Subtitle>Guest</Subtitle>
        <Facts
          facts={[
            ['Name', dinner.guestName],
            ['E-mail', dinner.guestEmail],
            ...(dinner.guestPhone ? [['Phone', formatPhone(dinner.guestPhone)] as const] : []),
          ]}
        />
      </>
    ),
    reason: 'You receive this e-mail because this address receives the notices of dinners.',
  })
}

const NOTICES: Record<NoticeKind, string> = {
  dinner_notice: 'New dinner',
  dinner_moved_notice: 'Dinner moved',
  dinner_cancelled_notice: 'Dinner cancelled',
}

function tableText({ status, tableNumbers }: Dinner): string {
  if (status === 'cancelled') return 'The guest has cancelled, and the table is free again.'
  if (tableNumbers.length === 0) return 'No table is kept yet: the party waits for your answer.'
  return tableNumbers.length === 1
    ? `Table ${tableNumbers.join()} is kept for them.`
    : `Tables ${tableNumbers.join(' and ')} are kept for them.`
}

/** The dinner as its guest is told of it. What somebody typed is not in it: nobody has confirmed that the address is theirs. */
function About({ dinner }: Pick<DinnerMail, 'dinner'>) {
  const name = safeName(dinner.guestName)
  return (
    <Facts
      facts={[
        ['Date', formatDate(dinner.date)],
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

const YourPage = ({ link }: { readonly link: string }) => (
  <Action href={link} label="View, move or cancel">
    <Note>Whoever has this link can change your dinner: keep it to yourself.</Note>
  </Action>
)

const GoodToKnow = ({ dinner, venue }: DinnerMail) => {
  const until = momentText(changeUntil({ startsAt: dinner.startsAt, cancelHours: venue.diningCancelHours }))
  return (
    <>
      <Rule />
      <Subtitle>Good to know</Subtitle>
      <Points
        points={[
          ...(promiseOf(dinner, venue) === 'waiting'
            ? []
            : [`Running late? Call ${formatPhone(venue.phone)}.`]),
          `You can move or cancel by the link above until ${until}, ${venue.diningCancelHours} hours before. After that, please call us.`,
          `You find us at ${addressLine(venue)}.`,
        ]}
      />
    </>
  )
}

const write = ({ venue }: DinnerMail, content: Omit<EmailContent, 'sender' | 'reason'>): Promise<Email> =>
  renderEmail({
    ...content,
    sender: senderOf(venue),
    reason: 'You receive this e-mail because a dinner was reserved with this address.',
  })
