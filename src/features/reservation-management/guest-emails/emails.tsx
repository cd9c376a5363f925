import { directionsTo, formatPhone, senderOf } from '#features/venue/rules.ts'
import {
  type Cancellation,
  cancelledMoneyTexts,
  REFUND_ROUTE,
  reasonText,
  tableFact,
} from '#features/reservations/rules.ts'
import { BIRTHDAY_POINTS } from '#features/reservations/package-contents/rules.ts'
import { formatUsd } from '#lib/money.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { countText } from '#lib/text/count.ts'
import { safeName } from '#lib/text/safe-name.ts'
import {
  Action,
  Aside,
  Bill,
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
  Ticket,
  Paragraph,
  renderEmail,
} from '#platform/mail/email-template.tsx'
import { PassParagraph } from '#platform/mail/pass-paragraph.tsx'
import { addressed, areYours, importantInformation, payText, shareText, whatHappened } from './rules.ts'
import type { RefundFacts, ReservationMail } from './schema.ts'

/** Confirmation of a table: entry code with QR code, price lines and all the guest needs at the door. */
export function confirmationMail(mail: ReservationMail): Promise<Email> {
  const { reservation } = mail
  return write(mail, {
    subject: `Reservation Confirmed: ${reservation.eventTitle}, ${reservation.nightText}`,
    preview: `${capitalized(areYours(reservation))}. Entry code ${reservation.entryCode}.`,
    title: 'Reservation Confirmed',
    body: (
      <>
        <Paragraph>
          Thank you{addressed(mail)}.{' '}
          {mail.isPaid
            ? `We received your payment, and ${areYours(reservation)}.`
            : `${capitalized(areYours(reservation))}.`}
          {payText(mail)} We look forward to seeing you.
        </Paragraph>
        <Ticket label="Entry code" code={reservation.entryCode}>
          <Picture cid={mail.qrCid} alt={`QR code of entry code ${reservation.entryCode}`} />
        </Ticket>
        <PassParagraph link={mail.passLink} />
        <Subtitle>Your night</Subtitle>
        <Night {...mail} />
        <Bill
          lines={reservation.bill.lines.map(({ label, amount }) => [label, amount])}
          total={[reservation.bill.total.label, reservation.bill.total.amount]}
        />
        {reservation.cover && (
          <Paragraph>{`Cover, separate from the table: ${reservation.cover}.`}</Paragraph>
        )}
        {reservation.minimumSpend && <Paragraph>{reservation.minimumSpend}</Paragraph>}
        {reservation.hasBirthdayPackage && (
          <Aside title="Birthday Shoutout Package">
            <Points points={BIRTHDAY_POINTS} />
          </Aside>
        )}
        {reservation.needed.length > 0 && (
          <Aside title="One more thing">
            <Points points={[...reservation.needed]} />
            <Action href={`${mail.guestLink}#packages`} label="Add it now" />
          </Aside>
        )}
        {mail.isPaid && reservation.specialRequests && (
          <>
            <Subtitle>Special Requests</Subtitle>
            <Quote text={reservation.specialRequests} />
          </>
        )}
        <LinkedParagraph of={mail.evening ?? null} />
        <Action href={mail.guestLink} label="View your reservation">
          <Note>
            {mail.notes.isChangeable ? 'You can see, change or cancel it there.' : 'You can see it there.'}{' '}
            Anyone who has this link can do the same, so keep it to yourself.
          </Note>
        </Action>
        <Rule />
        <Subtitle>Important Information</Subtitle>
        <Points points={importantInformation(mail)} />
        <LinkedParagraph of={{ label: 'Directions', link: directionsTo(mail.venue) }} />
      </>
    ),
  })
}

/** Cancellation email, which also says how much is refunded and how. */
export function cancelledMail(mail: ReservationMail, cancellation: Cancellation): Promise<Email> {
  const { reservation } = mail
  const { by, refundCents } = cancellation
  const isAsked = by === 'guest'
  const back = formatUsd(refundCents)
  const done = isAsked ? 'We cancelled your table, as you asked.' : 'Your reservation was cancelled.'
  return write(mail, {
    subject: `Reservation Cancelled: ${reservation.eventTitle}, ${reservation.nightText}`,
    preview: refundCents > 0 ? `${back} is on its way back to you.` : done,
    title: 'Reservation Cancelled',
    body: (
      <>
        <Paragraph>
          {isAsked
            ? `As you asked${addressed(mail)}, we cancelled your reservation.`
            : `We are sorry${addressed(mail)}. Your reservation was cancelled.${reasonText(by === 'staff' ? cancellation.reason : null)}`}{' '}
          The table has been released, and entry code {reservation.entryCode} is no longer valid.
        </Paragraph>
        <MoneyBack cancellation={cancellation} />
        <Subtitle>What was cancelled</Subtitle>
        <Night {...mail} />
        <Paragraph>
          {isAsked
            ? 'We are sorry to miss you this time. We hope to see you another night.'
            : `Please call us at ${formatPhone(mail.venue.phone)}, and we will find you another night.`}
        </Paragraph>
        <Action href={mail.eventsUrl} label="Browse events" />
      </>
    ),
  })
}

/** Email about the refund of a late cancellation whose table was sold again. */
export function resoldMail(mail: ReservationMail, cancellation: Cancellation): Promise<Email> {
  const { reservation } = mail
  const refunded = cancellation.isPriceKept ? 'the new price' : 'what you paid'
  return write(mail, {
    subject: `Your refund is on its way: ${reservation.eventTitle}, ${reservation.nightText}`,
    preview: `We sold your table again, so we refund ${refunded}.`,
    title: 'Your refund is on its way',
    body: (
      <>
        <Paragraph>
          Good news{addressed(mail)}. You cancelled too late for a refund, but we sold your table again. So we
          refund {refunded}. You do not need to do anything.
        </Paragraph>
        <MoneyBack cancellation={cancellation} />
        <Subtitle>What was cancelled</Subtitle>
        <Night {...mail} />
        <Action href={mail.eventsUrl} label="Browse events" />
      </>
    ),
  })
}

/** Email about a payment that the bank refused after it had worked on it: nothing was charged, and the hold has ended. */
export function paymentRefusedMail(mail: ReservationMail): Promise<Email> {
  const { reservation } = mail
  return write(mail, {
    subject: `Your payment did not go through: ${reservation.eventTitle}, ${reservation.nightText}`,
    preview: 'Nothing was charged, and the table was released.',
    title: 'Your payment did not go through',
    body: (
      <>
        <Paragraph>
          We are sorry{addressed(mail)}. Your bank refused the payment, so nothing was charged, and the table
          was released. <strong>You have no reservation for this night.</strong>
        </Paragraph>
        <Subtitle>Your request</Subtitle>
        <Night {...mail} />
        <Paragraph>
          {`You can choose a table again and pay with another card, or call us at ${formatPhone(mail.venue.phone)}.`}
        </Paragraph>
        <Action href={mail.eventsUrl} label="Browse events" />
      </>
    ),
  })
}

function MoneyBack({ cancellation }: { readonly cancellation: Cancellation }) {
  const { refundCents } = cancellation
  return (
    <>
      {refundCents > 0 ? (
        <Ticket label="Refund" amount={formatUsd(refundCents)}>
          <Note>
            {shareText(cancellation)}It goes back {REFUND_ROUTE}
          </Note>
        </Ticket>
      ) : null}
      {cancelledMoneyTexts(cancellation).map((text) => (
        <Paragraph key={text}>{text}</Paragraph>
      ))}
    </>
  )
}

/** Tells a guest that a payment is refunded in full, and whether the reservation stands. */
export function refundedMail(mail: ReservationMail, given: Partial<RefundFacts> = {}): Promise<Email> {
  const { reservation } = mail
  const { why = 'table_gone', refundCents = reservation.totalCents } = given
  const stillReserved = given.stillReserved ?? why === 'paid_twice'
  const back = formatUsd(refundCents)
  const standing = stillReserved
    ? `Your reservation is still confirmed: ${areYours(reservation)}.`
    : 'You have no reservation for this night.'
  return write(mail, {
    subject: `Your refund is on its way: ${reservation.eventTitle}, ${reservation.nightText}`,
    preview: `${back} is on its way back to you in full. ${standing}`,
    title: why === 'paid_twice' ? 'Your second payment is on its way back' : 'Your full refund is on its way',
    body: (
      <>
        <Paragraph>
          {whatHappened(why, reservation)} <strong>{standing}</strong>
        </Paragraph>
        <Ticket label="Full refund" amount={back}>
          <Note>It goes back {REFUND_ROUTE} You do not need to do anything.</Note>
        </Ticket>
        <Subtitle>{stillReserved ? 'Your night' : 'Your request'}</Subtitle>
        <Night {...mail} />
        {stillReserved ? (
          <Action href={mail.guestLink} label="View your reservation" />
        ) : (
          <>
            <Paragraph>
              Another table or another night may still be available, and we would love to have you. Prefer to
              talk? Reply to this email or call us.
            </Paragraph>
            <Action href={mail.eventsUrl} label="Browse events" />
          </>
        )}
      </>
    ),
  })
}

function Night({ isPaid, reservation }: ReservationMail) {
  const { guestCount, tables } = reservation
  const name = isPaid ? reservation.guestName : safeName(reservation.guestName)
  return (
    <Facts
      facts={[
        ['Event', reservation.eventTitle],
        ['Night', reservation.nightText],
        ['Date', reservation.longDate],
        ['Time', reservation.timeText],
        tableFact(tables.numbers, tables.zone),
        ...(name === null ? [] : [['Guest', name] as const]),
        ['Party size', countText(guestCount, 'guest')],
      ]}
    />
  )
}

const write = (
  { venue }: ReservationMail,
  content: Omit<EmailContent, 'sender' | 'reason'>,
): Promise<Email> =>
  renderEmail({
    ...content,
    sender: senderOf(venue),
    reason: 'You received this email because a table was reserved with this address.',
  })
