import { calendarText } from '#features/reservations/evening/rules.ts'
import type { EveningLink } from '#features/reservations/evening/schema.ts'
import { findEveningNote, findNightStaysText } from '#features/reservations/evening/service.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { entryLink } from '#features/reservations/service.ts'
import { addressLine } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { safeName } from '#lib/text/safe-name.ts'
import { wallClock } from '#lib/venue-time.ts'
import { calendarAttachment, makeCalendarFile } from '#platform/mail/calendar.ts'
import type { Db } from '#platform/db/db.ts'
import type { MailAttachment, MailContent } from '#platform/mail/mail.ts'
import { qrPng } from '#platform/mail/qr-code.ts'
import { passLinkOf, type Wallet } from '#platform/wallet/types.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { DinnerMail } from './emails.tsx'
import { NO_STAY, partyText, promiseOf, wasUnanswered } from './rules.ts'
import type { Dinner, Stay } from './schema.ts'
import { findDinnerRow } from './store.ts'

type Deps = { readonly db: Db }

/** Dinner by id; null where there is none. A soft-deleted dinner reads as cancelled by staff. */
export async function findDinner({ db }: Deps, id: string): Promise<Dinner | null> {
  const row = await findDinnerRow(db, id)
  if (!row) return null
  const { businessDate: date, tableNumber, secondTableNumber, extraTableNumbers, deletedAt, ...rest } = row
  const isOff = deletedAt !== null && rest.status !== 'cancelled'
  const dinner = isOff ? { ...rest, status: 'cancelled' as const, cancelReason: 'staff' as const } : rest
  const tableNumbers = [...[tableNumber, secondTableNumber].flatMap((it) => it ?? []), ...extraTableNumbers]
  return {
    ...dinner,
    date,
    time: wallClock(row.startsAt).time,
    hasTable: tableNumbers.length > 0,
    tableNumbers,
  }
}

type CalendarFacts = {
  readonly dinner: Dinner
  readonly venue: Venue
  /** Signed link to the guest's page. */
  readonly link: string
  /** The night of the same guest; null without one. */
  readonly evening: EveningLink | null
  readonly now: Date
}

function underName({ guestName }: Pick<Dinner, 'guestName'>): string {
  const name = safeName(guestName)
  return name === null ? '' : `, under the name of ${name}`
}

/** Calendar file (ICS) of a dinner; for a cancelled one, a cancellation that removes the entry. */
export function makeDinnerCalendar({ dinner, venue, link, evening, now }: CalendarFacts): string {
  const isOff = dinner.status === 'cancelled'
  return makeCalendarFile({
    uid: `${dinner.id}@${new URL(link).hostname}`,
    title: `Dinner at ${venue.name}`,
    description: `${partyText(dinner.guestCount)}${underName(dinner)}. We keep your table for ${venue.graceMinutes} minutes after the booked time.\n${link}${isOff ? '' : calendarText(evening)}`,
    location: `${venue.name}, ${addressLine(venue)}`,
    startsAt: dinner.startsAt,
    endsAt: dinner.endsAt,
    url: link,
    now,
    // A calendar applies an update only if its sequence is higher than that of the stored entry.
    sequence: dinner.version,
    cancelled: isOff,
  })
}

type EmailDeps = Deps & {
  readonly now: Date
  readonly wallet?: Wallet | undefined
  readonly tokens: SignedTokens
  readonly origin: string
  /** The night at the table of the dinner. It is handed in, because it is about a hold. */
  readonly findStay: (deps: Deps & { readonly now: Date }, id: string) => Promise<Stay>
}

export type DinnerEmailContent =
  | 'dinner_received'
  | 'dinner_requested'
  | 'dinner_confirmed'
  | 'dinner_moved'
  | 'dinner_cancelled'
  | 'dinner_notice'
  | 'dinner_moved_notice'
  | 'dinner_cancelled_notice'

/**
 * Renders the email about a dinner to its guest or to staff. Null where it must not be sent any more: the dinner is
 * gone, it has no email address, or its cancellation or a new confirmation outdated the email.
 */
export async function writeDinnerMail(
  deps: EmailDeps,
  id: string,
  kind: DinnerEmailContent,
): Promise<MailContent | null> {
  const dinner = await findDinner(deps, id)
  if (!dinner || (dinner.guestEmail === '' && !isForStaff(kind))) return null
  // It was cancelled or deleted after this email was queued, and its cancellation has an email of its own.
  if (dinner.status === 'cancelled' && (LIVE.has(kind) || kind === 'dinner_moved_notice')) return null
  // Staff confirmed it again. A later cancellation has emails of its own.
  if (dinner.status !== 'cancelled' && ENDING.has(kind)) return null
  const venue = await loadVenue(deps)
  const link = guestLink(deps, id)
  const bookUrl = `${deps.origin}/reservations?service=dining`
  const stay = LIVE.has(kind) ? await deps.findStay(deps, id) : NO_STAY
  const hasCode = LIVE.has(kind) && hasCalendarEntry(dinner)
  const evening = isForStaff(kind) ? null : await findEveningNote(deps, id)
  const nightStays = kind === 'dinner_moved' ? await findNightStaysText(deps, id) : null
  const qrCid = hasCode ? QR_CID : null
  const passLink = hasCode ? passLinkOf(deps, link) : null
  const links = { guestLink: link, bookUrl, passLink }
  const mail = { dinner, venue, ...links, stay, evening, nightStays, qrCid, now: deps.now }
  const email = await renderDinnerEmail(mail, kind)
  if (isForStaff(kind))
    return { ...email, to: venue.email, ...(dinner.guestEmail ? { replyTo: dinner.guestEmail } : {}) }
  const content = makeDinnerCalendar({ dinner, venue, link, evening, now: deps.now })
  const isAgreed = hasCalendarEntry(dinner)
  const calendar = calendarAttachment('dinner.ics', content)
  return {
    ...email,
    to: dinner.guestEmail,
    replyTo: venue.email,
    attachments: [...(isAgreed ? [calendar] : []), ...(hasCode ? [await codeOf(deps, dinner)] : [])],
  }
}

const STANDING = new Set<DinnerEmailContent>(['dinner_received', 'dinner_requested', 'dinner_confirmed'])
/** Emails to the guest of a dinner that stands. They carry the entry code. */
const LIVE = new Set<DinnerEmailContent>([...STANDING, 'dinner_moved'])
/** Emails about a cancellation, to guest and staff. */
const ENDING = new Set<DinnerEmailContent>(['dinner_cancelled', 'dinner_cancelled_notice'])
const QR_CID = 'entry-code'

/** Image of the QR code, which check-in verifies without a network. */
const codeOf = async (deps: EmailDeps, dinner: Dinner): Promise<MailAttachment> => ({
  filename: 'entry-code.png',
  contentType: 'image/png',
  content: await qrPng(entryLink(deps, dinner)),
  cid: QR_CID,
})

/** Whether the email carries a calendar file: not while staff have to answer; a cancellation removes the entry. */
export const hasCalendarEntry = (dinner: Dinner): boolean =>
  !wasUnanswered(dinner) && (dinner.status === 'cancelled' || promiseOf(dinner) !== 'waiting')

const isForStaff = (kind: DinnerEmailContent): boolean => kind.endsWith('_notice')

async function renderDinnerEmail(mail: DinnerMail, kind: DinnerEmailContent) {
  // The email renderer is loaded on first use: a process that sends no email saves its memory.
  const emails = await import('./emails.tsx')
  switch (kind) {
    case 'dinner_received':
    case 'dinner_requested':
    case 'dinner_confirmed':
      return emails.dinnerStandingMail(mail)
    case 'dinner_moved':
      return emails.dinnerMovedMail(mail)
    case 'dinner_cancelled':
      return emails.dinnerCancelledMail(mail)
    case 'dinner_notice':
    case 'dinner_moved_notice':
    case 'dinner_cancelled_notice':
      return emails.dinnerNoticeMail(mail, kind)
  }
}
