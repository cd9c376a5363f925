import type { CSSProperties, ReactNode } from 'react'
import { Body, Button, Container, Head, Heading, Hr, Html, Img, Link, render, Section, Text, toPlainText } from 'react-email'
import { addressLine, formatPhone } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { type Cents, formatUsd } from '#lib/money.ts'

/** What every letter about a reservation may need to say. */
export type ReservationMail = {
  readonly venue: Pick<
    Venue,
    'name' | 'tagline' | 'phone' | 'email' | 'streetAddress' | 'city' | 'region' | 'postalCode'
  >
  readonly reservation: {
    readonly guestName: string
    readonly guestCount: number
    readonly tableNumber: number
    readonly zone: string
    readonly eventTitle: string
    /** Both days: `Fri Nov 27, 9 PM – Sat 5 AM`. */
    readonly nightText: string
    readonly longDate: string
    readonly timeText: string
    readonly entryCode: string
    readonly lines: readonly { readonly label: string; readonly amountCents: Cents }[]
    readonly totalCents: Cents
    readonly hasBirthdayPackage: boolean
    readonly specialRequests: string | null
  }
  /** The guest's own page. Whoever has it can cancel. */
  readonly guestLink: string
  readonly eventsUrl: string
  readonly notes: {
    readonly arriveEarlyMinutes: number
    readonly changeNoticeHours: number
    readonly graceMinutes: number
  }
  /** Under which name the QR code of the entry code is attached. */
  readonly qrCid: string
}

export type Letter = { readonly subject: string; readonly html: string; readonly text: string }

/** Tells a guest that the table is paid for and theirs, and all they need at the door. */
export function confirmationMail(mail: ReservationMail): Promise<Letter> {
  const { reservation, notes, venue } = mail
  return write(mail, {
    subject: `Reservation Confirmed: ${reservation.eventTitle}, ${reservation.nightText}`,
    preview: `Table ${reservation.tableNumber} is yours. Entry code ${reservation.entryCode}.`,
    title: 'Reservation Confirmed',
    body: (
      <>
        <Text style={TEXT}>
          Thank you, {reservation.guestName}. Your payment has arrived and table {reservation.tableNumber} is yours. We
          look forward to having you with us.
        </Text>
        <EntryCode {...mail} />
        <Night {...mail} />
        <Paid {...mail} />
        {reservation.hasBirthdayPackage && <Birthday />}
        {reservation.specialRequests && <Requests text={reservation.specialRequests} />}
        <Section style={{ padding: '12px 0 4px', textAlign: 'center' }}>
          <Button href={mail.guestLink} style={BUTTON}>
            View your reservation
          </Button>
          <Text style={SMALL}>
            There you can see it at any time, or cancel it. Whoever has this link can do so too: keep it to yourself.
          </Text>
        </Section>
        <Rule />
        <Heading as="h2" style={SUBHEADING}>
          Important Information
        </Heading>
        <ul style={LIST}>
          <li style={ITEM}>Please arrive {notes.arriveEarlyMinutes} minutes early.</li>
          <li style={ITEM}>
            Present this confirmation at the door. The entry code alone will do, on your screen or on paper.
          </li>
          <li style={ITEM}>Dress code: smart casual to formal.</li>
          <li style={ITEM}>
            We keep your table for {notes.graceMinutes} minutes after the booked time. Call us at{' '}
            {formatPhone(venue.phone)} if you are running late.
          </li>
          <li style={ITEM}>For changes, contact us at least {notes.changeNoticeHours} hours ahead.</li>
          <li style={ITEM}>Extra guests pay the standard cover charge.</li>
        </ul>
      </>
    ),
  })
}

/** Tells a guest who cancelled that it is done, and what comes back to them: 0 cents where nothing does. */
export function cancelledMail(
  mail: ReservationMail,
  { refundCents }: { readonly refundCents: Cents },
): Promise<Letter> {
  const { reservation } = mail
  const back = formatUsd(refundCents)
  return write(mail, {
    subject: `Reservation cancelled: ${reservation.eventTitle}, ${reservation.nightText}`,
    preview:
      refundCents > 0 ? `${back} is on its way back to you.` : 'You asked us to cancel your table. It is done.',
    title: 'Reservation Cancelled',
    body: (
      <>
        <Text style={TEXT}>
          As you asked, {reservation.guestName}, we have cancelled your reservation. Your table has been released and
          entry code {reservation.entryCode} no longer opens the door.
        </Text>
        {refundCents > 0 ? (
          <Money amountCents={refundCents} label="Refund">
            It goes back to the card or account you paid with
            {refundCents < reservation.totalCents ? `, out of ${formatUsd(reservation.totalCents)} paid` : ''}.{' '}
            {BANKS_TAKE}
          </Money>
        ) : (
          <Text style={TEXT}>
            No refund is due for this cancellation. If you expected one, write or call us: we will look into it
            together.
          </Text>
        )}
        <Night {...mail} />
        <Text style={TEXT}>We are sorry to miss you this time. There is always another night.</Text>
        <SeeEvents href={mail.eventsUrl} />
      </>
    ),
  })
}

/** Tells a guest whose money came after the table had gone that all of it goes back, and says sorry. */
export function refundedMail(mail: ReservationMail): Promise<Letter> {
  const { reservation } = mail
  return write(mail, {
    subject: `Your table was gone, your payment is coming back: ${reservation.eventTitle}`,
    preview: `${formatUsd(reservation.totalCents)} goes back to you in full. You have no reservation for this night.`,
    title: 'Your payment is coming back in full',
    body: (
      <>
        <Text style={TEXT}>
          We are sorry, {reservation.guestName}. Your payment reached us after the time for which we could hold table{' '}
          {reservation.tableNumber}, and by then it was no longer free.{' '}
          <strong>You have no reservation for this night.</strong>
        </Text>
        <Money amountCents={reservation.totalCents} label="Full refund">
          It goes back to the card or account you paid with. {BANKS_TAKE} There is nothing you need to do.
        </Money>
        <Night {...mail} />
        <Text style={TEXT}>
          Other tables or other nights may still be free, and we would love to make it up to you. If you would rather
          talk to someone, just reply to this e-mail.
        </Text>
        <SeeEvents href={mail.eventsUrl} />
      </>
    ),
  })
}

const BANKS_TAKE = 'Banks take up to 10 business days to show it.'

type Content = {
  readonly subject: string
  /** What a list of mails shows beside the subject. */
  readonly preview: string
  readonly title: string
  readonly body: ReactNode
}

async function write({ venue }: ReservationMail, content: Content): Promise<Letter> {
  const html = await render(<Paper venue={venue} {...content} />)
  return { subject: content.subject, html, text: `${toPlainText(html, AS_TEXT)}\n` }
}

/** Tables of facts stay tables in plain text, and nobody's name is put in capitals. */
const AS_TEXT: Parameters<typeof toPlainText>[1] = {
  selectors: [
    {
      selector: '[data-text-format="dataTable"]',
      format: 'dataTable',
      options: { uppercaseHeaderCells: false, maxColumnWidth: 56, colSpacing: 3 },
    },
    ...['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a[href^="mailto:"]', options: { ignoreHref: true } },
    { selector: 'a[href^="tel:"]', options: { ignoreHref: true } },
  ],
}

function Paper({ venue, subject, preview, title, body }: Content & Pick<ReservationMail, 'venue'>) {
  return (
    <Html lang="en">
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Paper stays paper: programs that turn colours around by guessing make brass on cream unreadable. */}
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
      </Head>
      <Body style={GROUND}>
        <div style={HIDDEN} data-skip-in-text="true">
          {preview}
        </div>
        <Container style={PAPER}>
          <Tiles />
          <Section style={{ padding: '28px 28px 32px' }}>
            <Text style={VENUE_NAME}>{venue.name}</Text>
            <Text style={TAGLINE}>{venue.tagline}</Text>
            <Rule />
            <Heading as="h1" style={TITLE}>
              {title}
            </Heading>
            {body}
            <Rule />
            <Text style={FOOT}>
              {venue.name}
              <br />
              {addressLine(venue)}
              <br />
              <Link href={`tel:${venue.phone}`} style={FOOT_LINK}>
                {formatPhone(venue.phone)}
              </Link>
              {' · '}
              <Link href={`mailto:${venue.email}`} style={FOOT_LINK}>
                {venue.email}
              </Link>
            </Text>
            <Text style={FOOT}>
              You receive this e-mail because a table was reserved with this address. Questions? Just reply.
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  )
}
