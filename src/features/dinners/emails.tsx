import { addressLine, formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { formatClock, formatDate } from '#lib/venue-time.ts'
import {
  Action,
  Facts,
  type Letter,
  type LetterContent,
  Note,
  Points,
  Quote,
  Rule,
  Subtitle,
  Words,
  writeLetter,
} from '#platform/letter.tsx'
import { changeUntil, momentText, partyText, whenText } from './rules.ts'
import type { Dinner } from './schema.ts'

export type DinnerMail = {
  readonly dinner: Dinner
  readonly venue: Venue
  /** The guest's own page. Whoever has it can move or cancel the dinner. */
  readonly guestLink: string
  /** Where dinners are booked. */
  readonly bookUrl: string
}

/** Tells a guest that a table is kept, and how to move or cancel the dinner. */
export const dinnerReceivedMail = (mail: DinnerMail): Promise<Letter> =>
  write(mail, {
    subject: `Your dinner at ${mail.venue.name}: ${whenText(mail.dinner)}`,
    preview: `${keptText(mail)} ${partyText(mail.dinner.guestCount)}, ${whenText(mail.dinner)}.`,
    title: 'We look forward to your dinner',
    body: (
      <>
        <Words>
          Thank you, {mail.dinner.guestName}. {keptText(mail)} We will contact you shortly to confirm your
          reservation.
        </Words>
        <About dinner={mail.dinner} />
        <YourPage link={mail.guestLink} />
        <GoodToKnow {...mail} />
      </>
    ),
  })

const keptText = ({ dinner, venue }: DinnerMail): string =>
  dinner.hasTable
    ? `A table at ${venue.name} is kept for you.`
    : `You are expected at ${venue.name}, and we will find your table when you arrive.`

/** Tells a guest whose party is large that staff answer first: nothing is promised yet. */
export const dinnerRequestedMail = (mail: DinnerMail): Promise<Letter> =>
  write(mail, {
    subject: `We have your request: ${partyText(mail.dinner.guestCount)}, ${whenText(mail.dinner)}`,
    preview: 'We are looking for room for all of you, and answer shortly.',
    title: 'We have your request',
    body: (
      <>
        <Words>
          Thank you, {mail.dinner.guestName}. A party of {mail.dinner.guestCount} needs more than a table, so
          one of us plans it with you. We will contact you shortly; until then, this is a request and not yet
          a reservation.
        </Words>
        <About dinner={mail.dinner} />
        <YourPage link={mail.guestLink} />
        <GoodToKnow {...mail} />
      </>
    ),
  })

/** Tells a guest that staff have said yes. */
export const dinnerConfirmedMail = (mail: DinnerMail): Promise<Letter> =>
  write(mail, {
    subject: `Dinner confirmed: ${whenText(mail.dinner)}`,
    preview: `${partyText(mail.dinner.guestCount)}, ${whenText(mail.dinner)}. We look forward to you.`,
    title: 'Your dinner is confirmed',
    body: (
      <>
        <Words>
          {mail.dinner.guestName}, your reservation is confirmed. We look forward to having you with us.
        </Words>
        <About dinner={mail.dinner} />
        <YourPage link={mail.guestLink} />
        <GoodToKnow {...mail} />
      </>
    ),
  })

/** Tells a guest that the dinner has another time now. */
export const dinnerMovedMail = (mail: DinnerMail, isRequest: boolean): Promise<Letter> =>
  write(mail, {
    subject: `Your dinner has moved: ${whenText(mail.dinner)}`,
    preview: `Now ${whenText(mail.dinner)}, ${partyText(mail.dinner.guestCount)}.`,
    title: 'Your dinner has moved',
    body: (
      <>
        <Words>
          As you asked, {mail.dinner.guestName}, your dinner is now on {whenText(mail.dinner)}.{' '}
          {isRequest
            ? 'We will contact you shortly to say whether there is room for all of you then.'
            : keptText(mail)}
        </Words>
        <About dinner={mail.dinner} />
        <YourPage link={mail.guestLink} />
        <GoodToKnow {...mail} />
      </>
    ),
  })

/** Tells a guest that the dinner is cancelled, whoever cancelled it. */
export const dinnerCancelledMail = (mail: DinnerMail): Promise<Letter> =>
  write(mail, {
    subject: `Dinner cancelled: ${whenText(mail.dinner)}`,
    preview: 'Your dinner is cancelled, and nothing is owed.',
    title: 'Your dinner is cancelled',
    body: (
      <>
        <Words>
          {mail.dinner.cancelReason === 'guest'
            ? `As you asked, ${mail.dinner.guestName}, we have cancelled your dinner.`
            : `We are sorry, ${mail.dinner.guestName}: we had to cancel your dinner. Please call us, and we will find you another evening.`}{' '}
          Nothing is owed.
        </Words>
        <Subtitle>What was cancelled</Subtitle>
        <About dinner={mail.dinner} />
        <Action href={mail.bookUrl} label="Find another evening" />
      </>
    ),
  })

export type NoticeKind = 'dinner_notice' | 'dinner_moved_notice' | 'dinner_cancelled_notice'

/** Tells staff of a dinner, so that a reply to the letter goes to the guest. */
export const dinnerNoticeMail = (mail: DinnerMail, kind: NoticeKind): Promise<Letter> => {
  const { dinner, venue } = mail
  const title = NOTICES[kind]
  const about = `${partyText(dinner.guestCount)}, ${whenText(dinner)}`
  return writeLetter({
    sender: senderOf(venue),
    subject: `${title}: ${about}, ${dinner.guestName}`,
    preview: tableText(dinner),
    title,
    body: (
      <>
        <Words>{tableText(dinner)} A reply to this e-mail goes to the guest.</Words>
        <About dinner={dinner} />
        <Subtitle>Who asks</Subtitle>
        <Facts
          facts={[
            ['Name', dinner.guestName],
            ['E-mail', dinner.guestEmail],
            ...(dinner.guestPhone ? [['Phone', dinner.guestPhone] as const] : []),
          ]}
        />
      </>
    ),
    reason: 'You receive this e-mail because this address is told of dinners.',
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

function About({ dinner }: Pick<DinnerMail, 'dinner'>) {
  return (
    <>
      <Facts
        facts={[
          ['Date', formatDate(dinner.date)],
          ['Time', formatClock(dinner.time)],
          ['Party size', partyText(dinner.guestCount)],
          ['Name', dinner.guestName],
        ]}
      />
      {dinner.specialRequests ? (
        <>
          <Subtitle>Special Requests</Subtitle>
          <Quote text={dinner.specialRequests} />
        </>
      ) : null}
    </>
  )
}

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
          `We keep your table for ${venue.graceMinutes} minutes after the booked time. Running late? Call ${formatPhone(venue.phone)}.`,
          `You can move or cancel by the link above until ${until}, ${venue.diningCancelHours} hours before. After that, please call us.`,
          `You find us at ${addressLine(venue)}.`,
        ]}
      />
    </>
  )
}

const write = ({ venue }: DinnerMail, content: Omit<LetterContent, 'sender' | 'reason'>): Promise<Letter> =>
  writeLetter({
    ...content,
    sender: senderOf(venue),
    reason: 'You receive this e-mail because a dinner was reserved with this address.',
  })
