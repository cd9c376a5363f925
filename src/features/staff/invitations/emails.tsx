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

export const invitationMail = ({ venue, inviter, role, link, validHours }: InvitationMail): Promise<Email> =>
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
          {inviter ?? 'The house'} has invited you to the staff area of {venue.name} as {role}. Follow the
          link, tell us your name and choose a password.
        </Paragraph>
        <Action href={link} label="Join the team">
          <Note>
            The link works once and for {validHours} hours. Whoever has it can use it: keep it to yourself.
          </Note>
        </Action>
      </>
    ),
    reason: `You receive this letter because somebody at ${venue.name} invited this address.`,
  })
