import { enqueueEmail } from '#features/emails/service.ts'
import { enqueueText, type TextDeps, textsLeft } from '#features/emails/text-messages/service.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { textFrom } from '#features/venue/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { businessDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob, deleteFailedJobs } from '#platform/jobs/jobs.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import { countInEach, LINKS_ON_REQUEST } from '#platform/security/rate-limit.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { TextContent } from '#platform/text-messages/types.ts'
import { contactKey, factsText, messagesOf, titleOf } from './rules.ts'
import type { Contact } from './schema.ts'
import { findContacts, listUpcoming } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: SignedTokens
  readonly origin: string
}

export const FIND_BOOKINGS = 'find_bookings'

/**
 * Has the links of a guest looked up and sent. A job does both, so that the answer says nothing about a reservation, neither in
 * words nor in time. Repeats for one address within the window send nothing.
 */
export async function requestLinks(
  { db, now, tokens }: Pick<Deps, 'db' | 'now' | 'tokens'>,
  contact: Contact,
): Promise<void> {
  const hash = tokens.fingerprint(`lookup ${contactKey(contact)}`)
  if (!(await countInEach(db, `lookup ${hash}`, LINKS_ON_REQUEST))) return
  await addJob(db, { name: FIND_BOOKINGS, payload: { ...contact, askedAt: now.toISOString() } })
}

/** Deletes the lookups that failed for good, because each holds the address that a guest typed. */
export const purgeLookups = ({ db }: Pick<Deps, 'db'>): Promise<void> => deleteFailedJobs(db, FIND_BOOKINGS)

/** Looks the reservations up and queues the messages with their links. A repeat of the job queues none twice. */
export async function sendLinks(
  deps: Pick<Deps, 'db' | 'now' | 'tokens'>,
  { askedAt, ...contact }: Contact & { readonly askedAt: string },
): Promise<void> {
  const { db, now } = deps
  const upcoming = await listUpcoming(db, contact, now)
  const left = new Map<string, number>()
  if (contact.by === 'phone')
    for (const { id, guestPhone } of upcoming)
      // oxlint-disable-next-line no-await-in-loop -- few reservations, and a job takes one connection
      left.set(id, await textsLeft(deps, { kind: 'booking_link', id, phone: guestPhone }))
  const { texts, emails } = messagesOf(upcoming, left)
  const dedupeKey = `asked ${askedAt}`
  await inTransaction(db, async (tx) => {
    // oxlint-disable no-await-in-loop -- one after the other, because a transaction uses one connection
    for (const id of texts) await enqueueText(tx, id, { kind: 'booking_link', dedupeKey })
    for (const id of emails) await enqueueEmail(tx, id, { kind: 'booking_links', dedupeKey })
    // oxlint-enable no-await-in-loop
  })
}

/** Renders the email with the links of all reservations that have the same email address; null where none is left. */
export async function renderLinksEmail(deps: Deps, id: string): Promise<MailContent | null> {
  const to = (await findContacts(deps.db, id))?.guestEmail ?? ''
  if (to === '') return null
  const upcoming = await listUpcoming(deps.db, { by: 'email', address: to }, deps.now)
  if (upcoming.length === 0) return null
  const venue = await loadVenue(deps)
  const { linksMail } = await import('./emails.tsx')
  const bookings = upcoming.map((it) => ({
    id: it.id,
    title: titleOf(it),
    facts: factsText(it),
    link: guestLink(deps, it.id),
  }))
  return { ...(await linksMail({ venue, bookings })), to, replyTo: venue.email }
}

/** Renders the text with the link of one reservation. The guest waits for it, so that it is sent at night as well. */
export async function renderLinkText(deps: TextDeps, id: string): Promise<TextContent | null> {
  const phone = (await findContacts(deps.db, id))?.guestPhone ?? null
  if (phone === null) return null
  const upcoming = await listUpcoming(deps.db, { by: 'phone', address: phone }, deps.now)
  const found = upcoming.find((it) => it.id === id)
  if (!found) return null
  return {
    to: phone,
    body: textFrom(
      await loadVenue(deps),
      titleOf(found),
      (title) => `${title}, ${factsText(found)}: ${guestLink(deps, id)}`,
    ),
    date: businessDate(found.startsAt),
    isTimed: true,
  }
}
