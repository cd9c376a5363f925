import { findSubmission } from '#features/requests/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'

/** Renders an email about an application; null if the application was purged or anonymised. */
export async function renderApplicationEmail(
  deps: { readonly db: Db },
  id: string,
  kind: 'application_received' | 'application_notice',
): Promise<MailContent | null> {
  const application = await findSubmission(deps.db, 'application', id)
  if (!application) return null
  const venue = await loadVenue(deps)
  const props = { application, venue }
  // Lazy import: the email templates are large, and a server that sends no email should not load them.
  const { applicationNoticeEmail, applicationReceivedEmail } = await import('./emails.tsx')
  return kind === 'application_received'
    ? { ...(await applicationReceivedEmail(props)), to: application.email, replyTo: venue.email }
    : { ...(await applicationNoticeEmail(props)), to: venue.email, replyTo: application.email }
}
