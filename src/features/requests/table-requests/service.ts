import { findEvent } from '#features/events/service.ts'
import { findSubmission } from '#features/requests/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Event that a request names, found by its id; null if it was deleted. */
export async function findRequestedNight(deps: Deps, eventId: string) {
  const moved = await findEvent(deps, eventId)
  const found = moved?.kind === 'moved' ? await findEvent(deps, moved.slug) : moved
  return found?.kind === 'event' ? found : null
}

/** Renders an email about a table request; null if the request was purged or anonymised. */
export async function renderTableRequestEmail(
  deps: Deps,
  id: string,
  kind: 'table_request_received' | 'table_request_notice',
): Promise<MailContent | null> {
  const request = await findSubmission(deps.db, 'table_request', id)
  if (!request) return null
  const [venue, found] = await Promise.all([
    loadVenue(deps),
    request.eventId ? findRequestedNight(deps, request.eventId) : null,
  ])
  const props = { request, night: found?.event ?? null, venue }
  // Lazy import: the email templates are large, and a server that sends no email should not load them.
  const { tableRequestNoticeEmail, tableRequestReceivedEmail } = await import('./emails.tsx')
  return kind === 'table_request_received'
    ? { ...(await tableRequestReceivedEmail(props)), to: request.email, replyTo: venue.email }
    : { ...(await tableRequestNoticeEmail(props)), to: venue.email, replyTo: request.email }
}
