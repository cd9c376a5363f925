import { findEvent } from '#features/events/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { SubjectRows } from '#platform/db/subject-rows.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { TableRequest } from './schema.ts'
import { anonymiseRequestRows, findStoredRequest, insertRequest, listRequestsByEmail } from './store.ts'

type Deps = { readonly db: Db }

export const addTableRequest = (db: Db, request: TableRequest, formKey: string): Promise<string | null> =>
  insertRequest(db, request, formKey)

/** Renders an email about a table request: thanks to the guest, or a notice to staff. */
export async function renderTableRequestEmail(
  deps: Deps & { readonly now: Date },
  id: string,
  kind: 'table_request_received' | 'table_request_notice',
): Promise<MailContent | null> {
  const request = await findStoredRequest(deps.db, id)
  if (!request) return null
  const [venue, night] = await Promise.all([
    loadVenue(deps),
    request.eventId ? findNight(deps, request.eventId) : null,
  ])
  // Lazy import: the email templates are large, and a server that sends no email should not load them.
  const { tableRequestNoticeEmail, tableRequestReceivedEmail } = await import('./emails.tsx')
  const props = { request, night, venue }
  return kind === 'table_request_received'
    ? { ...(await tableRequestReceivedEmail(props)), to: request.email, replyTo: venue.email }
    : { ...(await tableRequestNoticeEmail(props)), to: venue.email, replyTo: request.email }
}

async function findNight(deps: Deps & { readonly now: Date }, eventId: string) {
  const moved = await findEvent(deps, eventId)
  const found = moved?.kind === 'moved' ? await findEvent(deps, moved.slug) : moved
  return found?.kind === 'event' ? found.event : null
}

export const listTableRequestsOf = ({ db }: Deps, email: string) => listRequestsByEmail(db, email)

export const anonymiseTableRequests = (
  db: Db,
  subject: SubjectRows,
  {
    placeholder,
    now,
  }: { readonly placeholder: { name: string; email: string; phone: string }; readonly now: Date },
): Promise<string[]> => anonymiseRequestRows(db, subject, { placeholder, now })
