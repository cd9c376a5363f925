import type { EmailKind } from '#features/emails/rules.ts'
import { enqueueEmails } from '#features/emails/service.ts'
import { findEvent } from '#features/events/service.ts'
import type { InquiryRequest } from '#features/requests/inquiries/schema.ts'
import type { ApplicationRequest } from '#features/requests/performer-applications/schema.ts'
import type { RequestKind } from '#features/requests/schema.ts'
import { findSubmission, insertSubmission } from '#features/requests/service.ts'
import type { TableRequest } from '#features/requests/table-requests/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import type { Email } from '#platform/mail/email-template.tsx'
import type { MailContent } from '#platform/mail/mail.ts'

type Deps = { readonly db: Db; readonly now: Date }

export const submitInquiry = (deps: Deps, inquiry: InquiryRequest, formKey: string): Promise<void> =>
  submit(deps, 'inquiry', (trx) => insertSubmission(trx, 'inquiry', inquiry, formKey))

export const submitApplication = (
  deps: Deps,
  application: ApplicationRequest,
  formKey: string,
): Promise<void> =>
  submit(deps, 'application', (trx) => insertSubmission(trx, 'application', application, formKey))

/** Submits a night table request. Its event must exist and be upcoming. */
export async function submitTableRequest(
  deps: Deps,
  request: TableRequest,
  formKey: string,
): Promise<Result<null, 'no_such_night'>> {
  if (request.eventId !== null) {
    const found = await findNight(deps, request.eventId)
    if (!found || found.hasEnded) return no('no_such_night')
  }
  await submit(deps, 'table_request', (trx) => insertSubmission(trx, 'table_request', request, formKey))
  return ok(null)
}

const EMAIL_KINDS = {
  inquiry: ['inquiry_received', 'inquiry_notice'],
  table_request: ['table_request_received', 'table_request_notice'],
  application: ['application_received', 'application_notice'],
} as const satisfies Record<RequestKind, readonly [received: EmailKind, notice: EmailKind]>

/** Inserts the request and enqueues its emails in one transaction. A repeated submission changes nothing. */
const submit = (
  { db }: Deps,
  kind: RequestKind,
  insert: (trx: Db) => Promise<string | null>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const id = await insert(trx)
    if (id !== null) await enqueueEmails(trx, id, { kinds: EMAIL_KINDS[kind] })
  })

async function findNight(deps: Deps, eventId: string) {
  const moved = await findEvent(deps, eventId)
  const found = moved?.kind === 'moved' ? await findEvent(deps, moved.slug) : moved
  return found?.kind === 'event' ? found : null
}

type KindOf<Kind extends RequestKind> = (typeof EMAIL_KINDS)[Kind][number]

/** Renders an email about an inquiry; null if there is nothing to send any more. */
export async function renderInquiryEmail(
  deps: Deps,
  id: string,
  kind: KindOf<'inquiry'>,
): Promise<MailContent | null> {
  const inquiry = await findSubmission(deps.db, 'inquiry', id)
  if (!inquiry) return null
  const venue = await loadVenue(deps)
  // Lazy import: the email templates are large, and a server that sends no email should not load them.
  const { inquiryNoticeEmail, inquiryReceivedEmail } = await import('../inquiries/emails.tsx')
  return kind === 'inquiry_received'
    ? toGuest(await inquiryReceivedEmail({ inquiry, venue }), inquiry.email, venue.eventsEmail)
    : toStaff(await inquiryNoticeEmail({ inquiry, venue }), inquiry.email, venue.eventsEmail)
}

/** Renders an email about an application; null if there is nothing to send any more. */
export async function renderApplicationEmail(
  deps: Deps,
  id: string,
  kind: KindOf<'application'>,
): Promise<MailContent | null> {
  const application = await findSubmission(deps.db, 'application', id)
  if (!application) return null
  const venue = await loadVenue(deps)
  const { applicationNoticeEmail, applicationReceivedEmail } =
    await import('../performer-applications/emails.tsx')
  return kind === 'application_received'
    ? toGuest(await applicationReceivedEmail({ application, venue }), application.email, venue.email)
    : toStaff(await applicationNoticeEmail({ application, venue }), application.email, venue.email)
}

/** Renders an email about a table request; null if there is nothing to send any more. */
export async function renderTableRequestEmail(
  deps: Deps,
  id: string,
  kind: KindOf<'table_request'>,
): Promise<MailContent | null> {
  const request = await findSubmission(deps.db, 'table_request', id)
  if (!request) return null
  const [venue, found] = await Promise.all([
    loadVenue(deps),
    request.eventId ? findNight(deps, request.eventId) : null,
  ])
  const { tableRequestNoticeEmail, tableRequestReceivedEmail } = await import('../table-requests/emails.tsx')
  const props = { request, night: found?.event ?? null, venue }
  return kind === 'table_request_received'
    ? toGuest(await tableRequestReceivedEmail(props), request.email, venue.email)
    : toStaff(await tableRequestNoticeEmail(props), request.email, venue.email)
}

const toGuest = (email: Email, guest: string, staff: string): MailContent => ({
  ...email,
  to: guest,
  replyTo: staff,
})

const toStaff = (email: Email, guest: string, staff: string): MailContent => ({
  ...email,
  to: staff,
  replyTo: guest,
})
