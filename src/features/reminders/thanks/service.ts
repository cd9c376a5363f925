import { enqueueEmail } from '#features/emails/service.ts'
import { dateToThank } from '#features/reminders/feedback/rules.ts'
import { findVisit, listToThank } from '#features/reminders/feedback/service.ts'
import { hasStoppedReminders, stopHeaders, stopLinkOf } from '#features/reminders/service.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Deps = { readonly db: Db; readonly now: Date }

const AT_A_TIME = 500

/** Enqueues the thanks to the guests of the evening before and returns their number. Safe to repeat. */
export async function enqueueThanks(deps: Deps): Promise<number> {
  const date = dateToThank(deps.now)
  if (!date || !(await loadVenue(deps)).thanksEnabled) return 0
  const ids = await listToThank(deps.db, { date, now: deps.now, limit: AT_A_TIME })
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction each: a failure leaves the earlier ones queued
    await inTransaction(deps.db, (tx) => enqueueEmail(tx, id, 'visit_thanks'))
  }
  return ids.length
}

type MailDeps = Deps & { readonly tokens: SignedTokens; readonly origin: string }

/** Renders the thanks; null where staff took the arrival back or switched them off, or the guest stopped such emails. */
export async function writeThanksMail(deps: MailDeps, id: string): Promise<MailContent | null> {
  const [venue, visit] = await Promise.all([loadVenue(deps), findVisit(deps.db, id)])
  if (!venue.thanksEnabled || !visit?.hasCome || visit.guestEmail === '') return null
  if (await hasStoppedReminders(deps, visit.guestEmail)) return null
  const { guestName, guestEmail, eventTitle, businessDate } = visit
  const stopLink = stopLinkOf(deps, id, guestEmail)
  const { thanksMail } = await import('./emails.tsx')
  return {
    ...(await thanksMail({
      venue,
      guestName,
      eventTitle,
      date: businessDate,
      feedbackLink: `${guestLink(deps, id)}#feedback`,
      bookLink: `${deps.origin}${eventTitle === null ? '/reservations?service=dining' : '/events'}`,
      stopLink,
    })),
    to: guestEmail,
    replyTo: venue.email,
    headers: stopHeaders(stopLink),
  }
}
