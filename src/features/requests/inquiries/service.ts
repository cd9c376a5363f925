import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { SubjectRows } from '#platform/db/subject-rows.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { InquiryRequest } from './schema.ts'
import { anonymiseInquiryRows, findStoredInquiry, insertInquiry, listInquiriesByEmail } from './store.ts'

type Deps = { readonly db: Db }

export const addInquiry = (db: Db, inquiry: InquiryRequest, formKey: string): Promise<string | null> =>
  insertInquiry(db, inquiry, formKey)

/** Renders an email about an inquiry: thanks to the guest, or a notice to the event team. */
export async function renderInquiryEmail(
  deps: Deps,
  id: string,
  kind: 'inquiry_received' | 'inquiry_notice',
): Promise<MailContent | null> {
  const inquiry = await findStoredInquiry(deps.db, id)
  if (!inquiry) return null
  const venue = await loadVenue(deps)
  // Lazy import: the email templates are large, and a server that sends no email should not load them.
  const { inquiryNoticeEmail, inquiryReceivedEmail } = await import('./emails.tsx')
  return kind === 'inquiry_received'
    ? { ...(await inquiryReceivedEmail({ inquiry, venue })), to: inquiry.email, replyTo: venue.eventsEmail }
    : { ...(await inquiryNoticeEmail({ inquiry, venue })), to: venue.eventsEmail, replyTo: inquiry.email }
}

export const listInquiriesOf = ({ db }: Deps, email: string) => listInquiriesByEmail(db, email)

export const anonymiseInquiries = (
  db: Db,
  subject: SubjectRows,
  {
    placeholder,
    now,
  }: { readonly placeholder: { name: string; email: string; phone: string }; readonly now: Date },
): Promise<string[]> => anonymiseInquiryRows(db, subject, { placeholder, now })
