import { findDinner, hasCalendarEntry, makeDinnerCalendar } from '#features/dining/dinners/service.ts'
import { changeText } from '#features/dining/dinners/rules.ts'
import { coverText } from '#features/events/rules.ts'
import { neededLines } from '#features/reservations/package-contents/rules.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import {
  bookedText,
  changedGuestFacts,
  guestFacts,
} from '#features/reservation-management/amendments/rules.ts'
import type { AmendedFacts, Amendment } from '#features/reservation-management/changes/schema.ts'
import { listSettledWith } from '#features/reservation-management/changes/service.ts'
import { listTakenBackWith } from '#features/reservation-management/entry-shares/service.ts'
import { minimumSpendText } from '#features/reservations/minimum-spend/rules.ts'
import { tableChangeText } from '#features/reservations/evening/rules.ts'
import { findEvening, findEveningNote } from '#features/reservations/evening/service.ts'
import { creditText } from '#features/reservations/credit/rules.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { cancelTermsText } from '#features/reservations/rules.ts'
import { findReservation, makeReservationCalendar } from '#features/reservations/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { isId } from '#lib/address.ts'
import type { Db } from '#platform/db/db.ts'
import { calendarAttachment } from '#platform/mail/calendar.ts'
import type { MailAttachment, MailContent } from '#platform/mail/mail.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { passLinkOf, type Wallet } from '#platform/wallet/types.ts'
import type { AmendmentMail } from './emails.tsx'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: SignedTokens
  readonly origin: string
  readonly wallet?: Wallet | undefined
}
type Queued = { readonly subjectId: string; readonly dedupeKey: string }

/**
 * Renders the email about the changes that were settled together: from the facts before the first of them to the
 * reservation at the time of sending. Null where it must not be sent any more: the reservation was cancelled or deleted,
 * or has no address.
 */
export async function renderAmendmentEmail(
  deps: Deps,
  { subjectId: id, dedupeKey }: Queued,
): Promise<MailContent | null> {
  const amendments = isId(dedupeKey) ? await listSettledWith(deps.db, dedupeKey) : []
  const [first] = amendments
  const facts = await findFacts(deps.db, id)
  if (!first || !facts || facts.guestEmail === '') return null
  const venue = await loadVenue(deps)
  const link = guestLink(deps, id)
  const booked = await readBooked(deps, { id, venue, link })
  if (!booked) return null
  // The email renderer is a large module: a process that sends no email never loads it.
  const { amendmentMail } = await import('./emails.tsx')
  const email = await amendmentMail({
    venue,
    guestName: facts.guestName,
    isByGuest: amendments.every(({ actor }) => actor.id === null),
    about: bookedText(facts),
    changed: changedGuestFacts(first.before, facts),
    facts: guestFacts(facts),
    ...booked.money,
    isDearer: facts.totalCents > first.before.totalCents,
    cover: isForOthers(first.before, facts) ? booked.cover : null,
    needed: booked.needed,
    minimumSpend: facts.tableId === first.before.tableId ? null : booked.minimumSpend,
    tableChange: await findTableChange(deps, id, { before: first.before, after: facts }),
    evening: booked.evening,
    terms: facts.startsAt === first.before.startsAt ? null : booked.terms,
    friendsLeftOut: await listTakenBackWith(deps.db, dedupeKey),
    ...sums(amendments),
    credit: booked.credit,
    entryCode: booked.entryCode,
    guestLink: link,
    passLink: booked.entryCode === null ? null : passLinkOf(deps, link),
  })
  return { ...email, to: facts.guestEmail, replyTo: venue.email, attachments: booked.attachments }
}

/** Whether the cover is for other people or another night than before. */
const isForOthers = (before: AmendedFacts, { guestCount, eventId }: AmendedFacts): boolean =>
  before.guestCount !== guestCount || before.eventId !== eventId

type Moved = { readonly before: AmendedFacts; readonly after: AmendedFacts }

/** Says that the guests leave the table of their dinner for the night that moved to another one; null where they do not. */
async function findTableChange(deps: Deps, id: string, { before, after }: Moved): Promise<string | null> {
  const other = (await findEvening(deps, id, 'address'))?.other
  if (other?.type !== 'dining' || before.date !== after.date || new Date(after.startsAt) <= deps.now)
    return null
  const dinner = await findFacts(deps.db, other.id)
  const kept = before.tableNumbers.filter((number) => dinner?.tableNumbers.includes(number))
  return tableChangeText({ kept, after: after.tableNumbers }, 'guest')
}

type Booked = Pick<
  AmendmentMail,
  'entryCode' | 'terms' | 'credit' | 'cover' | 'needed' | 'minimumSpend' | 'evening'
> & {
  readonly money: Pick<AmendmentMail, 'paidCents' | 'dueCents' | 'allowanceCents'>
  readonly attachments: MailAttachment[]
}
type Asked = { readonly id: string; readonly venue: Venue; readonly link: string }

/** Entry code, terms, amounts and calendar file of a night or a dinner; null where it is cancelled. */
async function readBooked(deps: Deps, { id, venue, link }: Asked): Promise<Booked | null> {
  const evening = await findEveningNote(deps, id)
  const reservation = await findReservation(deps, id)
  if (reservation) {
    const { entryCode, paidCents, dueCents, allowanceCents, status } = reservation
    if (status === 'cancelled') return null
    const calendar = makeReservationCalendar({ reservation, venue, link, evening, now: deps.now })
    const attachments = [calendarAttachment('reservation.ics', calendar)]
    const { changeNoticeHours: noticeHours } = venue
    const terms = status === 'confirmed' ? cancelTermsText({ ...reservation, noticeHours }, deps.now) : null
    const credit = creditText(reservation, true)
    const needed = neededLines(reservation, deps.now)
    const cover = coverText(reservation.event.price, reservation.guestCount, reservation.holderCount)
    return {
      entryCode,
      terms,
      credit,
      cover,
      needed,
      minimumSpend: minimumSpendText(reservation.table.minimumSpendCents),
      evening,
      money: { paidCents, dueCents, allowanceCents },
      attachments,
    }
  }
  const dinner = await findDinner(deps, id)
  if (!dinner || dinner.status === 'cancelled') return null
  const calendar = makeDinnerCalendar({ dinner, venue, link, evening, now: deps.now })
  const attachments = hasCalendarEntry(dinner) ? [calendarAttachment('dinner.ics', calendar)] : []
  const terms = changeText(dinner, venue, deps.now)
  const money = { paidCents: 0, dueCents: 0, allowanceCents: 0 }
  const none = { entryCode: null, credit: null, cover: null, needed: [], minimumSpend: null }
  return { ...none, terms, evening, money, attachments }
}

/** The refunds and waivers of changes that were settled together. */
const sums = (
  amendments: readonly Amendment[],
): Pick<AmendmentMail, 'refundOnlineCents' | 'refundVenueCents' | 'waivedCents'> => ({
  refundOnlineCents: amendments.reduce((sum, it) => sum + it.refundCents - it.refundVenueCents, 0),
  refundVenueCents: amendments.reduce((sum, it) => sum + it.refundVenueCents, 0),
  waivedCents: amendments.reduce((sum, it) => sum + it.discountCents, 0),
})
