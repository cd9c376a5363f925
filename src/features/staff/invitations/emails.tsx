import { addressLine, formatPhone } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { Action, type Email, Note, Paragraph, renderEmail } from '#platform/mail/email-template.tsx'

type InvitationMail = {
  readonly venue: Pick<
    Venue,
    'name' | 'tagline' | 'phone' | 'email' | 'streetAddress' | 'city' | 'region' | 'postalCode'
  >
  /** Null if the inviting account was deleted. */
  readonly inviter: string | null
  readonly role: string
  readonly link: string
  readonly validHours: number
}

export const invitationEmail = ({ venue, inviter, role, link, validHours }: InvitationMail): Promise<Email> =>
  renderEmail({
    sender: {
      name: venue.name,
      tagline: venue.tagline,
      address: addressLine(venue),
      phone: venue.phone,
      phoneText: formatPhone(venue.phone),
      email: venue.email,
    },
    subject: `You are invited to the staff area of ${venue.name}`,
    preview: `Choose a password within ${validHours} hours.`,
    title: 'Welcome to the team',
    body: (
      <>
        <Paragraph>
          {inviter ? `${inviter} invited you` : 'You are invited'} to the staff area of {venue.name} as {role}
          . Open the link, enter your name and choose a password.
        </Paragraph>
        <Action href={link} label="Join the team">
          <Note>
            The link works once, within {validHours} hours. Anyone who has it can use it, so keep it to
            yourself.
          </Note>
        </Action>
      </>
    ),
    reason: `You received this email because ${venue.name} invited this address.`,
  })
