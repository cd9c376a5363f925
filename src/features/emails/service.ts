import type { Cancellation } from '#features/reservations/rules.ts'
import { writeDinnerMail } from '#features/dining/dinners/service.ts'
import { coverText, nightText, timeText } from '#features/events/rules.ts'
import { writeInquiryMail } from '#features/requests/inquiries/service.ts'
import { neededLines } from '#features/reservations/package-contents/rules.ts'
import { writeApplicationMail } from '#features/requests/performer-applications/service.ts'
import { readMoney } from '#features/payments/refunds/service.ts'
import { writeReminderMail } from '#features/reminders/service.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import { findReservation, makeReservationCalendar } from '#features/reservations/service.ts'
import { writeTableRequestMail } from '#features/requests/table-requests/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { formatDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { addJobs } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observability/log.ts'
import { type MailAttachment, type MailContent, MailError, type Mailer } from '#platform/mail/mail.ts'
import { retryWhileUnavailable } from '#platform/db/outage.ts'
import { qrPng } from '#platform/mail/qr-code.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import type { Email, ReservationMail } from './emails.tsx'
import { isMailKind, type KindAbout, type MailKind } from './rules.ts'
import { findMail, findMessage, insertMails, markSent } from './store.ts'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly mailer: Mailer
  readonly tokens: SignedTokens
  readonly origin: string
  readonly log: Log
}

export const SEND_MAIL = 'send_mail'
const QR_CID = 'entry-code'

/**
 * Promises a letter about what `aboutId` names, in the transaction of what it tells. The same letter is promised only
 * once; one that may well be sent again, such as another move of the same dinner, names its occasion.
 */
export const enqueueEmail = (
  db: Db,
  aboutId: string,
  email: MailKind | (Occasion & { readonly kind: MailKind }),
): Promise<void> => {
  const { kind, ...occasion } = typeof email === 'string' ? { kind: email } : email
  return enqueueEmails(db, aboutId, { kinds: [kind], ...occasion })
}

/** The same for several letters on one occasion, as quickly as for one: a crowd may be waiting. */
export async function enqueueEmails(
  db: Db,
  aboutId: string,
  { kinds, occasion = '', notBefore }: Occasion & { readonly kinds: readonly MailKind[] },
): Promise<void> {
  const mailIds = await insertMails(
    db,
    kinds.map((kind) => ({ aboutId, kind, occasion })),
  )
  const jobs = mailIds.map((mailId) => {
    const job = { name: SEND_MAIL, payload: { mailId }, key: `${SEND_MAIL}:${mailId}`, canWait: true }
    return notBefore ? { ...job, runAt: notBefore } : job
  })
  await addJobs(db, jobs)
}

type Occasion = {
  readonly occasion?: string
  /** To write a letter is work: where a crowd asks at once, all are answered before any of them is written. */
  readonly notBefore?: Date
}

/**
 * Sends a promised letter. It is sent at least once; one that was sent just before the server died goes out again under
 * the same Message-ID.
 */
export async function sendMail(deps: Deps, mailId: string): Promise<void> {
  const promised = await findMail(deps.db, mailId)
  if (!promised || promised.sentAt) return
  if (promised.reservationId) affectsReservation(promised.reservationId)
  const { kind, aboutId, occasion } = promised
  if (!isMailKind(kind)) throw new Error(`no letter is called ${kind}`)
  const mail = await writeMail(deps, { kind, aboutId, occasion })
  // What it was about is gone, or the person is, or gave no address.
  if (!mail || mail.to === '' || mail.to.endsWith('.invalid')) return
  try {
    await deps.mailer.send({ ...mail, messageId: `${mailId}@${new URL(deps.origin).hostname}` })
  } catch (error) {
    // A letter nobody can ever be reached with is not tried for ever.
    if (!(error instanceof MailError) || !error.undeliverable) throw error
    deps.log.warn({ err: error, mail: mailId }, 'a letter cannot be delivered')
  }
  // Done again from its beginning, the job would send the email a second time.
  await retryWhileUnavailable(() => markSent(deps.db, mailId, deps.now))
  deps.log.info({ event: 'mail.sent', mail: mailId, kind }, 'email sent')
}

type Promised = { readonly kind: MailKind; readonly aboutId: string; readonly occasion: string }

async function writeMail(deps: Deps, { kind, aboutId, occasion }: Promised): Promise<MailContent | null> {
  switch (kind) {
    case 'inquiry_received':
    case 'inquiry_notice':
      return writeInquiryMail(deps, aboutId, kind)
    case 'application_received':
    case 'application_notice':
      return writeApplicationMail(deps, aboutId, kind)
    case 'table_request_received':
    case 'table_request_notice':
      return writeTableRequestMail(deps, aboutId, kind)
    case 'dinner_received':
    case 'dinner_requested':
    case 'dinner_confirmed':
    case 'dinner_moved':
    case 'dinner_cancelled':
    case 'dinner_notice':
    case 'dinner_moved_notice':
    case 'dinner_cancelled_notice':
      return writeDinnerMail(deps, aboutId, kind)
    case 'staff_message':
      return writeStaffMessage(deps, { aboutId, occasion })
    case 'dinner_reminder':
    case 'night_reminder':
      return writeReminderMail(deps, aboutId, kind)
    case 'confirmation':
    case 'cancelled':
    case 'table_gone':
    case 'paid_twice':
    case 'wrong_amount':
      return writeReservationMail(deps, aboutId, kind)
  }
}

/** An email that staff wrote to a guest, with the way to the guest's own page. */
async function writeStaffMessage(
  deps: Deps,
  about: { readonly aboutId: string; readonly occasion: string },
): Promise<MailContent | null> {
  const message = await findMessage(deps.db, about)
  if (!message || message.guestEmail === '') return null
  const venue = await loadVenue(deps)
  const guestLink = `${deps.origin}/my-reservation/${deps.tokens.sign('guest', about.aboutId)}`
  const { staffMessageMail } = await import('./emails.tsx')
  return {
    ...(await staffMessageMail({ venue, message, guestLink })),
    to: message.guestEmail,
    replyTo: venue.email,
  }
}

type ReservationKind = KindAbout<'reservation'>

async function writeReservationMail(
  deps: Deps,
  id: string,
  kind: ReservationKind,
): Promise<MailContent | null> {
  const reservation = await findReservation(deps, id)
  if (!reservation || reservation.guestEmail === '') return null
  // It was cancelled or deleted since this email was queued.
  if (kind === 'confirmation' && reservation.status === 'cancelled') return null
  const venue = await loadVenue(deps)
  const guestLink = `${deps.origin}/my-reservation/${deps.tokens.sign('guest', reservation.id)}`
  const content = contentOf(reservation, { venue, guestLink, eventsUrl: `${deps.origin}/events` })
  const money = await readMoney(deps, reservation.id)
  return {
    ...(await renderEmailOf(
      { kind, content, isStillReserved: reservation.status === 'confirmed' },
      {
        by: reservation.cancelReason,
        paidCents: money.paidCents,
        refundCents: money.backCents - money.backAtVenueCents,
        venueRefundCents: money.promisedAtVenueCents,
        givenBackCents: money.backAtVenueCents,
        keptCents: reservation.keptCents,
        reason: reservation.closedBecause,
      },
    )),
    to: reservation.guestEmail,
    replyTo: venue.email,
    attachments: await attach(kind, { reservation, venue, link: guestLink, now: deps.now }),
  }
}

type SuccessMessage = {
  readonly kind: ReservationKind
  readonly content: ReservationMail
  readonly isStillReserved: boolean
}

async function renderEmailOf(
  { kind, content, isStillReserved }: SuccessMessage,
  cancellation: Cancellation,
): Promise<Email> {
  // What sets letters is heavy, and a server that sends none should not carry it.
  const { cancelledMail, confirmationMail, refundedMail } = await import('./emails.tsx')
  switch (kind) {
    case 'confirmation':
      return confirmationMail(content)
    case 'cancelled':
      return cancelledMail(content, cancellation)
    case 'table_gone':
    case 'paid_twice':
    case 'wrong_amount':
      return refundedMail(content, {
        why: kind,
        refundCents: cancellation.refundCents,
        stillReserved: isStillReserved,
      })
  }
}

async function attach(
  kind: ReservationKind,
  facts: Parameters<typeof makeReservationCalendar>[0],
): Promise<MailAttachment[]> {
  if (kind !== 'confirmation' && kind !== 'cancelled') return []
  const calendar: MailAttachment = {
    filename: 'reservation.ics',
    contentType: 'text/calendar; charset=utf-8',
    content: makeReservationCalendar(facts),
  }
  if (kind === 'cancelled') return [calendar]
  const code: MailAttachment = {
    filename: 'entry-code.png',
    contentType: 'image/png',
    content: await qrPng(facts.reservation.entryCode),
    cid: QR_CID,
  }
  return [code, calendar]
}

type Links = { readonly venue: Venue; readonly guestLink: string; readonly eventsUrl: string }

function contentOf(it: NightReservation, { venue, guestLink, eventsUrl }: Links): ReservationMail {
  return {
    venue,
    reservation: {
      ...it,
      tableNumber: it.table.number,
      zone: it.table.zone,
      eventTitle: it.event.title,
      nightText: nightText(it.event),
      longDate: formatDate(it.event.date),
      timeText: timeText(it.event),
      needed: neededLines(it.packages),
      cover: coverText(it.event.price, it.guestCount),
      hasBirthdayPackage: it.lines.some((line) => line.packageKey === 'birthday_shoutout'),
    },
    guestLink,
    eventsUrl,
    isPaid: it.paymentStatus === 'paid' || it.paymentStatus === 'partly_refunded',
    notes: venue,
    qrCid: QR_CID,
  }
}
