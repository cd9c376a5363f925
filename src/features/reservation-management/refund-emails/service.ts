import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { bookedText, guestFacts } from '#features/reservation-management/amendments/rules.ts'
import { findBooking } from '#features/reservation-management/service.ts'
import { readRequested } from '#features/payments/refunds/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { findReservation } from '#features/reservations/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { isId } from '#lib/address.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { readChangeRefund } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: SignedTokens
  readonly origin: string
}
type Queued = { readonly subjectId: string; readonly dedupeKey: string }

/**
 * Renders the email about a refund that staff decided; null where the guest has no address, or the bank refused the
 * refund meanwhile.
 */
export async function renderRefundEmail(
  deps: Deps,
  { subjectId: id, dedupeKey: requestKey }: Queued,
): Promise<MailContent | null> {
  const [facts, booking] = await Promise.all([findFacts(deps.db, id), findBooking(deps.db, id)])
  if (!facts || !booking || facts.guestEmail === '' || !isId(requestKey)) return null
  const [venue, refundCents] = await Promise.all([loadVenue(deps), readRequested(deps.db, requestKey)])
  if (refundCents === 0) return null
  // The email renderer is a large module: a process that sends no email never loads it.
  const { refundMail } = await import('./emails.tsx')
  const email = await refundMail({
    venue,
    guestName: facts.guestName,
    about: bookedText(facts),
    facts: guestFacts(facts),
    refundCents,
    standing: standingOf(booking, deps.now),
    guestLink: booking.deletedAt ? null : guestLink(deps, id),
  })
  return { ...email, to: facts.guestEmail, replyTo: venue.email }
}

/** Renders the email about a paid change that was refunded; null where the guest has no address. */
export async function renderChangeRefundEmail(
  deps: Omit<Deps, 'now'>,
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

const standingOf = ({ status, endsAt }: Pick<Booking, 'status' | 'endsAt'>, now: Date) => {
  if (status === 'cancelled') return 'cancelled'
  return status === 'completed' || endsAt <= now ? 'over' : 'reserved'
}
