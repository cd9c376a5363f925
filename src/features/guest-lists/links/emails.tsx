import { formatPhone, senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { commaName } from '#lib/text/safe-name.ts'
import { Action, type Email, Facts, Note, Paragraph, renderEmail } from '#platform/mail/email-template.tsx'

type ListMail = {
  readonly venue: Venue
  readonly guestName: string
  readonly eventTitle: string
  readonly night: string
  /** `2 people` */
  readonly party: string
  /** Signed link to the guest's page. */
  readonly link: string
}

/** Email with the link to an entry of a guest list. It repeats nothing that was typed by a stranger. */
export const listLinkMail = ({
  venue,
  guestName,
  eventTitle,
  night,
  party,
  link,
}: ListMail): Promise<Email> =>
  renderEmail({
    sender: senderOf(venue),
    subject: `You are on the guest list: ${eventTitle}, ${night}`,
    preview: `Here is the link to your entry code. ${night}.`,
    title: 'You are on the guest list',
    body: (
      <>
        <Paragraph>
          {`Hello${commaName(guestName)}. Here is the link to your place on the guest list, with your entry code.`}
        </Paragraph>
        <Facts
          facts={[
            ['Event', eventTitle],
            ['When', night],
            ['Party', party],
          ]}
        />
        <Action href={link} label="View your place on the list">
          <Note>
            {`You can change how many you will be there, or take your name off. Anyone who has this link can do the same, so keep it to yourself. If you did not ask for this email, you need not do anything. Questions? Call ${formatPhone(venue.phone)}.`}
          </Note>
        </Action>
      </>
    ),
    reason: 'You received this email because this address was entered again for a guest list that it is on.',
  })
