import { enqueueEmail } from '#features/emails/service.ts'
import { enqueueText } from '#features/emails/text-messages/service.ts'
import { findExpectedEntry } from '#features/guest-lists/entries/service.ts'
import type { ExpectedEntry } from '#features/guest-lists/entries/schema.ts'
import { textFrom } from '#features/venue/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { countText } from '#lib/text/count.ts'
import { nightText } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import { countInEach, LINKS_ON_REQUEST } from '#platform/security/rate-limit.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { TextContent } from '#platform/text-messages/types.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly tokens: SignedTokens }
type LinkDeps = Deps & { readonly origin: string }

type Addressed = Pick<ExpectedEntry, 'id' | 'guestEmail' | 'guestPhone'>

/**
 * Sends the link of an entry to the address that the entry has, and never to what was typed: by email, or by text where its guest
 * agreed to texts and gave no email address.
 */
export async function sendLinkAgain(
  { db, now, tokens }: Deps,
  { id, guestEmail, guestPhone }: Addressed,
): Promise<void> {
  const address = guestEmail?.toLowerCase() ?? guestPhone
  if (address === null) return
  const hash = tokens.fingerprint(`list link ${address}`)
  if (!(await countInEach(db, `list link ${hash}`, LINKS_ON_REQUEST))) return
  const dedupeKey = `again ${now.toISOString()}`
  if (guestEmail === null) await enqueueText(db, id, { kind: 'list_link', dedupeKey })
  else await enqueueEmail(db, id, { kind: 'list_code', dedupeKey })
}

/** The entry of a link; null for a name that was taken off, and for a night that is over or called off. */
async function findLinked({ db, now }: Pick<Deps, 'db' | 'now'>, id: string): Promise<ExpectedEntry | null> {
  const entry = await findExpectedEntry(db, id)
  return !entry || entry.removedAt !== null || entry.endsAt <= now || entry.isCalledOff ? null : entry
}

const linkOf = ({ tokens, origin }: Pick<LinkDeps, 'tokens' | 'origin'>, id: string): string =>
  `${origin}/list-entry/${tokens.sign('list_entry', id)}`

/** Renders the email that brings the link to a guest on a list. */
export async function renderListEmail(deps: LinkDeps, id: string): Promise<MailContent | null> {
  const entry = await findLinked(deps, id)
  if (!entry || entry.guestEmail === null) return null
  const venue = await loadVenue(deps)
  const { listLinkMail } = await import('./emails.tsx')
  const mail = await listLinkMail({
    venue,
    guestName: entry.guestName,
    eventTitle: entry.eventTitle,
    night: nightText(entry),
    party: countText(entry.guestCount, 'guest'),
    link: linkOf(deps, id),
  })
  return { ...mail, to: entry.guestEmail, replyTo: venue.email }
}

/** Renders the text that brings the code to a guest on a list. */
export async function renderListCodeText(deps: LinkDeps, id: string): Promise<TextContent | null> {
  const entry = await findLinked(deps, id)
  if (!entry || entry.guestPhone === null) return null
  const link = linkOf(deps, id)
  return {
    to: entry.guestPhone,
    body: textFrom(
      await loadVenue(deps),
      entry.eventTitle,
      (title) =>
        `You are on the list for ${title}, ${nightText(entry)}. Your code ${entry.entryCode}: ${link}`,
    ),
    date: entry.date,
    isTimed: false,
  }
}

/** Renders the same text for a guest who asked for the link again and waits for it, so that it is sent at night as well. */
export async function renderListLinkText(deps: LinkDeps, id: string): Promise<TextContent | null> {
  const text = await renderListCodeText(deps, id)
  return text && { ...text, isTimed: true }
}
