import { nightText } from '#lib/venue-time.ts'
import type { Event } from '#features/events/schema.ts'
import { commaName } from '#lib/text/safe-name.ts'
import { senderOf } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import {
  Facts,
  type Email,
  Quote,
  Rule,
  Subtitle,
  Paragraph,
  renderEmail,
} from '#platform/mail/email-template.tsx'
import { peopleText, TABLE_PREFERENCE_NAMES } from './rules.ts'
import type { StoredTableRequest } from './schema.ts'

export type RequestedNight = Pick<Event, 'title' | 'date' | 'startTime' | 'endTime'>

type EmailProps = {
  readonly request: StoredTableRequest
  readonly night: RequestedNight | null
  readonly venue: Venue
}

/**
 * Thanks a guest for a table request and says that no table is held. The note is left out, because the email address is
 * not verified.
 */
export const tableRequestReceivedEmail = ({ request, night, venue }: EmailProps): Promise<Email> =>
  renderEmail({
    sender: senderOf(venue),
    subject: `We have your table request${night ? `: ${night.title}, ${nightText(night)}` : ''}`,
    preview: "We'll contact you shortly. No table is held yet.",
    title: 'Thank you for your request',
    body: (
      <>
        <Paragraph>
          Thank you{commaName(request.name)}. We are looking for a table for you and will contact you shortly.
          No table is held yet, and you have not been charged.
        </Paragraph>
        <Subtitle>Your request</Subtitle>
        <RequestFacts request={request} night={night} />
        <Rule />
        <Paragraph>Change of plans? Reply to this email or call us.</Paragraph>
      </>
    ),
    reason: 'You received this email because someone requested a table with this address.',
  })

/** Notifies staff. Replying to the email addresses the guest. */
export const tableRequestNoticeEmail = ({ request, night, venue }: EmailProps): Promise<Email> =>
  renderEmail({
    sender: senderOf(venue),
    subject: `Table request: ${peopleText(request.partySize)}, ${night ? nightText(night) : 'any night'}, ${request.name}`,
    preview: `${request.name} expects to hear from us shortly.`,
    title: 'New table request',
    body: (
      <>
        <Paragraph>
          {request.name} expects to hear from us shortly. Reply to this email to reach them.
        </Paragraph>
        <Facts
          facts={[
            ['Name', request.name],
            ['Email', request.email],
            ['Phone', request.phone],
          ]}
        />
        <Details request={request} night={night} />
      </>
    ),
    reason: 'You received this email because this address is set to receive table requests.',
  })

type RequestProps = Pick<EmailProps, 'request' | 'night'>

const RequestFacts = ({ request, night }: RequestProps) => (
  <Facts
    facts={[
      ['Event', night ? night.title : 'Any night'],
      ...(night ? [['Night', nightText(night)] as const] : []),
      ['Party size', peopleText(request.partySize)],
      ['Table', TABLE_PREFERENCE_NAMES[request.tablePreference]],
    ]}
  />
)

const Details = ({ request, night }: RequestProps) => (
  <>
    <RequestFacts request={request} night={night} />
    {request.note ? (
      <>
        <Subtitle>Note</Subtitle>
        <Quote text={request.note} />
      </>
    ) : null}
  </>
)
