import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { bookedText, guestFacts } from '#features/reservation-management/amendments/rules.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { findReservation } from '#features/reservations/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { isId } from '#lib/address.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { readChangeRefund } from './store.ts'

type Deps = { readonly db: Db; readonly tokens: SignedTokens; readonly origin: string }
type Queued = { readonly subjectId: string; readonly dedupeKey: string }

/** Renders the email about a paid change that was refunded; null where the guest has no address. */
export async function renderChangeRefundEmail(
  deps: Deps,
  { subjectId: id, dedupeKey: changeId }: Queued,
): Promise<MailContent | null> {
  const facts = await findFacts(deps.db, id)
  if (!facts || facts.guestEmail === '' || !isId(changeId)) return null
  const [venue, reservation, refundCents] = await Promise.all([
    loadVenue(deps),
    findReservation(deps, id),
    readChangeRefund(deps.db, changeId),
  ])
  // The email renderer is a large module: a process that sends no email never loads it.
  const { changeRefundMail } = await import('./emails.tsx')
  const email = await changeRefundMail({
    venue,
    guestName: facts.guestName,
    about: bookedText(facts),
    facts: guestFacts(facts),
    refundCents,
    isStillReserved: reservation?.status === 'confirmed',
    guestLink: guestLink(deps, id),
  })
  return { ...email, to: facts.guestEmail, replyTo: venue.email }
}
