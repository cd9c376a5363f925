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
import type { Application } from './schema.ts'

type EmailProps = { readonly application: Application; readonly venue: Venue }

/** Thanks a performer for applying. Text from the form is left out, because the email address is not verified. */
export const applicationReceivedEmail = ({ application, venue }: EmailProps): Promise<Email> =>
  renderEmail({
    sender: senderOf(venue),
    subject: `We have your application to perform at ${venue.name}`,
    preview: "Thank you for your interest. We'll be in touch soon.",
    title: 'Thank you for applying',
    body: (
      <>
        <Paragraph>
          Thank you for your interest{commaName(application.name)}. We read every application ourselves and
          will be in touch soon.
        </Paragraph>
        <Rule />
        <Paragraph>Anything to add? Reply to this email.</Paragraph>
      </>
    ),
    reason: 'You received this email because someone applied to perform with this address.',
  })

/** Notifies staff. Replying to the email addresses the performer. */
export const applicationNoticeEmail = ({ application, venue }: EmailProps): Promise<Email> =>
  renderEmail({
    sender: senderOf(venue),
    subject: `Performer application: ${application.performanceType}, ${application.name}`,
    preview: `${application.name} would like to perform.`,
    title: 'New performer application',
    body: (
      <>
        <Paragraph>
          Reply to this email to reach {application.name}. Links are shown as they were typed, so open them
          with care.
        </Paragraph>
        <Facts
          facts={[
            ['Name', application.name],
            ['Email', application.email],
            ['Phone', application.phone],
          ]}
        />
        <Details application={application} />
      </>
    ),
    reason: 'You received this email because this address is set to receive performer applications.',
  })

const Details = ({ application: it }: Pick<EmailProps, 'application'>) => (
  <>
    <Facts facts={[['Performance', it.performanceType]]} />
    <Part title="Experience" text={it.experience} />
    <Part title="Availability" text={it.availability} />
    <Part title="Links" text={it.socialMedia} />
    <Part title="Additional information" text={it.additionalInfo} />
  </>
)

const Part = ({ title, text }: { title: string; text: string | null }) =>
  text ? (
    <>
      <Subtitle>{title}</Subtitle>
      <Quote text={text} />
    </>
  ) : null
