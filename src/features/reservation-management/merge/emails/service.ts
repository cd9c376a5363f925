import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { bookedText, guestFacts } from '#features/reservation-management/amendments/rules.ts'
import { findMerged, findMergedInto } from '#features/reservation-management/merge/service.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Deps = { readonly db: Db; readonly tokens: SignedTokens; readonly origin: string }

/** Renders the email to the guest of a merged reservation. Null where there is no address, or nothing that remains. */
export async function renderMergeEmail(deps: Deps, id: string): Promise<MailContent | null> {
  const merged = await findMerged(deps.db, id)
  const into = await findMergedInto(deps.db, id)
  const facts = into && (await findFacts(deps.db, into.id))
  if (!merged || merged.guestEmail === '' || !facts) return null
  const venue = await loadVenue(deps)
  const { mergeMail } = await import('./emails.tsx')
  const email = await mergeMail({
    venue,
    guestName: merged.guestName,
    withName: facts.guestName,
    about: bookedText(facts),
    facts: guestFacts(facts).filter(([label]) => label !== 'Price' && label !== 'Packages'),
    entryCode: facts.eventId === null ? null : merged.entryCode,
    guestLink: guestLink(deps, id),
  })
  return { ...email, to: merged.guestEmail, replyTo: venue.email }
}
