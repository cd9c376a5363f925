import type { EmailKindOf } from '#features/emails/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { isOfferOpen, otherDaysPath, titleOf, waitingPath, whenText } from '#features/waiting-list/rules.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailContent } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: SignedTokens
  readonly origin: string
}

type WaitingEmail = {
  readonly kind: EmailKindOf<'waiting'>
  /** Of an email about an offer: the reservation that was offered. */
  readonly offered?: string | undefined
}

/** Renders an email about an entry from its state at the time of sending; null where the email no longer applies. */
export async function renderWaitingEmail(
  deps: Deps,
  id: string,
  { kind, offered }: WaitingEmail,
): Promise<MailContent | null> {
  const found = await findPlace(deps, id)
  if (!found) return null
  const { entry, place } = found
  const venue = await loadVenue(deps)
  const { origin, tokens } = deps
  const mail = {
    venue,
    entry,
    title: titleOf(entry),
    when: whenText(entry),
    link: `${origin}${waitingPath(tokens.sign('waiting', id))}`,
  }
  // The email renderer is loaded on first use: a process that sends no email saves its memory.
  const emails = await import('./emails.tsx')
  const addressed = { to: entry.guestEmail, replyTo: venue.email }
  switch (kind) {
    case 'waiting_joined':
    case 'waiting_offer':
      // Staff took the offer back, and may have made another one, whose email is still to come.
      if (kind === 'waiting_offer' && offered && entry.offer?.reservationId !== offered) return null
      // A guest who asks for the link again may have an offer by now.
      if (entry.offer && isOfferOpen(entry, deps.now))
        return { ...(await emails.offerMail({ ...mail, offer: entry.offer, now: deps.now })), ...addressed }
      return kind === 'waiting_offer' || place === null
        ? null
        : { ...(await emails.joinedMail({ ...mail, place })), ...addressed }
    case 'waiting_lapsed':
      return entry.status === 'lapsed' ? { ...(await emails.lapsedMail(mail)), ...addressed } : null
    case 'waiting_called_off':
      return entry.status === 'called_off'
        ? {
            ...(await emails.calledOffMail({ ...mail, otherDays: `${origin}${otherDaysPath(entry)}` })),
            ...addressed,
          }
        : null
    case 'waiting_moved':
      return place === null ? null : { ...(await emails.movedMail({ ...mail, place })), ...addressed }
  }
}
