import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { findMessage } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens; readonly origin: string }

/**
 * Renders a message that staff wrote to a guest; null where it or its reservation was deleted, or there is no address.
 */
export async function renderStaffMessage(
  deps: Deps,
  about: { readonly subjectId: string; readonly dedupeKey: string },
): Promise<MailContent | null> {
  const message = await findMessage(deps.db, about)
  if (!message || message.guestEmail === '') return null
  const venue = await loadVenue(deps)
  const { staffMessageMail } = await import('./emails.tsx')
  return {
    ...(await staffMessageMail({
      venue,
      message,
      guestLink: guestLink(deps, about.subjectId),
      now: deps.now,
    })),
    to: message.guestEmail,
    replyTo: venue.email,
  }
}
