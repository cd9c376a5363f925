import { formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { countText } from '#lib/text/count.ts'
import {
  Action,
  type Email,
  Note,
  Paragraph,
  renderEmail,
  Rule,
  Subtitle,
} from '#platform/mail/email-template.tsx'

type LinksMail = {
  readonly venue: Venue
  readonly bookings: readonly {
    readonly id: string
    readonly title: string
    readonly facts: string
    readonly link: string
  }[]
}

/** Email with the link of each reservation that is still to come. It repeats nothing that was typed by a stranger. */
export const linksMail = ({ venue, bookings }: LinksMail): Promise<Email> => {
  const count = countText(bookings.length, 'reservation')
  return renderEmail({
    sender: senderOf(venue),
    subject: `Your ${bookings.length === 1 ? 'reservation' : count} at ${venue.name}`,
    preview: bookings.map(({ title, facts }) => `${title}: ${facts}`).join('. '),
    title: bookings.length === 1 ? 'Your reservation' : 'Your reservations',
    body: (
      <>
        <Paragraph>
          {bookings.length === 1
            ? 'Here is the link to your reservation.'
            : `Here are the links to your ${count}.`}
        </Paragraph>
        {bookings.map(({ id, title, facts, link }) => (
          <div key={id}>
            <Subtitle>{title}</Subtitle>
            <Paragraph>{facts}</Paragraph>
            <Action href={link} label={`View ${title === 'Dinner' ? 'your dinner' : 'your table'}`} />
          </div>
        ))}
        <Rule />
        <Note>
          {`Anyone who has ${bookings.length === 1 ? 'this link' : 'these links'} can change what you reserved, so keep ${bookings.length === 1 ? 'it' : 'them'} to yourself. If you did not ask for this email, you need not do anything. Questions? Call ${formatPhone(venue.phone)}.`}
        </Note>
      </>
    ),
    reason:
      'You received this email because somebody asked for the links to the reservations of this address.',
  })
}
