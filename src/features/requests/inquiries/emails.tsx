import { senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { countText } from '#lib/text/count.ts'
import { commaName } from '#lib/text/safe-name.ts'
import { formatDate } from '#lib/venue-time.ts'
import {
  Facts,
  type Email,
  Points,
  Quote,
  Rule,
  Subtitle,
  Paragraph,
  renderEmail,
} from '#platform/mail/email-template.tsx'
import { BUDGET_NAMES, CATERING_NAMES, DURATION_NAMES, EVENT_TYPE_NAMES } from './rules.ts'
import type { Inquiry } from './schema.ts'

type EmailProps = { readonly inquiry: Inquiry; readonly venue: Venue }

/**
 * Thanks a guest for an inquiry and explains the next steps. Free text from the form is left out, because the email
 * address is not verified.
 */
export const inquiryReceivedEmail = ({ inquiry, venue }: EmailProps): Promise<Email> =>
  renderEmail({
    // Replies go to the events address.
    sender: { ...senderOf(venue), email: venue.eventsEmail },
    subject: `We have your event inquiry: ${titleOf(inquiry)}`,
    preview: 'Our event team will contact you within 24 hours.',
    title: 'Thank you for your inquiry',
    body: (
      <>
        <Paragraph>
          Thank you{commaName(inquiry.name)}. We received your private event inquiry, and our event team will
          contact you within 24 hours.
        </Paragraph>
        <Subtitle>What happens next?</Subtitle>
        <Points
          points={[
            'Initial Consultation: a call to discuss your vision.',
            'Custom Proposal: menu options and pricing.',
            'Event Coordination: a dedicated coordinator.',
          ]}
        />
        <Subtitle>Your inquiry</Subtitle>
        <Facts facts={factsOf(inquiry)} />
        <Rule />
        <Paragraph>Anything to add? Reply to this email or call us.</Paragraph>
      </>
    ),
    reason: 'You received this email because someone sent a private event inquiry with this address.',
  })

/** Notifies the event team. Replying to the email addresses the guest. */
export const inquiryNoticeEmail = ({ inquiry, venue }: EmailProps): Promise<Email> =>
  renderEmail({
    sender: senderOf(venue),
    subject: `Event inquiry: ${titleOf(inquiry)}, ${inquiry.name}`,
    preview: `${inquiry.name} expects to hear from us within 24 hours.`,
    title: 'New private event inquiry',
    body: (
      <>
        <Paragraph>
          {inquiry.name} expects to hear from us within 24 hours. Reply to this email to reach them.
        </Paragraph>
        <Subtitle>Contact</Subtitle>
        <Facts
          facts={[
            ['Name', inquiry.name],
            ['Email', inquiry.email],
            ['Phone', inquiry.phone],
          ]}
        />
        <Subtitle>Inquiry</Subtitle>
        <Details inquiry={inquiry} />
      </>
    ),
    reason: 'You received this email because this address is set to receive private event inquiries.',
  })

const titleOf = ({ eventType, selectedDate }: Inquiry): string =>
  `${EVENT_TYPE_NAMES[eventType]}${selectedDate ? `, ${formatDate(selectedDate, 'dated')}` : ''}`

const Details = ({ inquiry }: { inquiry: Inquiry }) => (
  <>
    <Facts facts={factsOf(inquiry)} />
    {inquiry.specialRequirements ? (
      <>
        <Subtitle>Special requirements</Subtitle>
        <Quote text={inquiry.specialRequirements} />
      </>
    ) : null}
    <Subtitle>The event</Subtitle>
    <Quote text={inquiry.eventDetails} />
  </>
)

const factsOf = (it: Inquiry): (readonly [string, string])[] => [
  ['Event', EVENT_TYPE_NAMES[it.eventType]],
  ...(it.guestCount === null ? [] : [['Guests', countText(it.guestCount, 'guest')] as const]),
  ...(it.selectedDate === null ? [] : [['Date', formatDate(it.selectedDate)] as const]),
  ...(it.budget === null ? [] : [['Budget', BUDGET_NAMES[it.budget]] as const]),
  ...(it.duration === null ? [] : [['Duration', DURATION_NAMES[it.duration]] as const]),
  ...(it.catering === null ? [] : [['Catering', CATERING_NAMES[it.catering]] as const]),
]
