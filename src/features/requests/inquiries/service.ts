import { findSubmission } from '#features/requests/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'

/** Renders an email about an inquiry; null if the inquiry was purged or anonymised. */
export async function renderInquiryEmail(
  deps: { readonly db: Db },
  id: string,
  kind: 'inquiry_received' | 'inquiry_notice',
): Promise<MailContent | null> {
  const inquiry = await findSubmission(deps.db, 'inquiry', id)
  if (!inquiry) return null
  const venue = await loadVenue(deps)
  // Lazy import: the email templates are large, and a server that sends no email should not load them.
  const { inquiryNoticeEmail, inquiryReceivedEmail } = await import('./emails.tsx')
  return kind === 'inquiry_received'
    ? { ...(await inquiryReceivedEmail({ inquiry, venue })), to: inquiry.email, replyTo: venue.eventsEmail }
    : { ...(await inquiryNoticeEmail({ inquiry, venue })), to: venue.eventsEmail, replyTo: inquiry.email }
}
