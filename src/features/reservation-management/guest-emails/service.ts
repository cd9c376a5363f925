import { coverText } from '#features/events/rules.ts'
import type { EmailKindOf } from '#features/emails/rules.ts'
import { readMoney, readRefundedFor } from '#features/payments/refunds/service.ts'
import { billOf } from '#features/reservations/bill/rules.ts'
import { neededLines } from '#features/reservations/package-contents/rules.ts'
import {
  type Cancellation,
  cancelTermsText,
  cancelUntil,
  feesIn,
  keptFees,
} from '#features/reservations/rules.ts'
import { creditText } from '#features/reservations/credit/rules.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import type { EveningNote } from '#features/reservations/evening/schema.ts'
import { minimumSpendText } from '#features/reservations/minimum-spend/rules.ts'
import { findEveningNote } from '#features/reservations/evening/service.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import { entryLink, findReservation, makeReservationCalendar } from '#features/reservations/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { nightText, timeText, formatStartDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { calendarAttachment } from '#platform/mail/calendar.ts'
import type { Email } from '#platform/mail/email-template.tsx'
import type { MailAttachment, MailContent } from '#platform/mail/mail.ts'
import { qrPng } from '#platform/mail/qr-code.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { passLinkOf, type Wallet } from '#platform/wallet/types.ts'
import type { ReservationMail } from './schema.ts'

type Deps = {
  readonly db: Db
  readonly now: Date
  readonly tokens: SignedTokens
  readonly origin: string
  readonly wallet?: Wallet | undefined
}

const QR_CID = 'entry-code'
/** Emails that tell a guest that the table is released. */
const ENDING = new Set<ReservationKind>(['cancelled', 'payment_refused'])

type ReservationKind = EmailKindOf<'reservation'>

/**
 * Renders an email about a night reservation from its state at the time of sending; null where the email no longer
 * applies or there is no address.
 */
export async function renderReservationEmail(
  deps: Deps,
  id: string,
  kind: ReservationKind,
): Promise<MailContent | null> {
  const reservation = await findReservation(deps, id)
  if (!reservation || reservation.guestEmail === '') return null
  // The reservation was cancelled or deleted after this email was queued.
  if (kind === 'confirmation' && reservation.status === 'cancelled') return null
  // Staff confirmed it after all. A later cancellation has an email of its own.
  if (ENDING.has(kind) && reservation.status !== 'cancelled') return null
  const venue = await loadVenue(deps)
  const link = guestLink(deps, reservation.id)
  const evening = await findEveningNote(deps, id)
  const content = contentOf(reservation, {
    venue,
    guestLink: link,
    passLink: passLinkOf(deps, link),
    evening,
    eventsUrl: `${deps.origin}/events`,
    now: deps.now,
  })
  const { refundedLaterCents, ...money } = await readMoney(deps, reservation.id)
  const isOneRefund = kind === 'table_gone' || kind === 'paid_twice' || kind === 'wrong_amount'
  return {
    ...(await renderEmailOf(
      { kind, content, isStillReserved: reservation.status === 'confirmed' },
      {
        by: reservation.cancelReason,
        paidCents: money.paidCents - refundedLaterCents,
        refundCents: isOneRefund
          ? await readRefundedFor(deps.db, id, kind)
          : money.refundedCents - money.refundedAtVenueCents - money.refundedBeforeCents - refundedLaterCents,
        refundedLaterCents,
        refundedBeforeCents: money.refundedBeforeCents,
        venueRefundCents: money.venueRefundDueCents,
        givenBackCents: money.refundedAtVenueCents,
        keptCents: reservation.keptCents,
        keptFeeCents: keptFees(reservation),
        isPriceKept: reservation.keptCents > feesIn(reservation.lines),
        isRefundedIfResold: reservation.isRefundedIfResold,
        creditText: creditText(reservation, false),
        reason: reservation.closedBecause,
      },
    )),
    to: reservation.guestEmail,
    replyTo: venue.email,
    attachments: await attach(
      kind,
      { reservation, venue, link, evening, now: deps.now },
      entryLink(deps, { id, date: reservation.event.date }),
    ),
  }
}

type EmailToRender = {
  readonly kind: ReservationKind
  readonly content: ReservationMail
  readonly isStillReserved: boolean
}

async function renderEmailOf(
  { kind, content, isStillReserved }: EmailToRender,
  cancellation: Cancellation,
): Promise<Email> {
  // The email renderer is a large module: a process that sends no email never loads it.
  const { cancelledMail, confirmationMail, paymentRefusedMail, refundedMail, resoldMail } =
    await import('./emails.tsx')
  switch (kind) {
    case 'confirmation':
      return confirmationMail(content)
    case 'cancelled':
      return cancelledMail(content, cancellation)
    case 'table_resold':
      return resoldMail(content, cancellation)
    case 'payment_refused':
      return paymentRefusedMail(content)
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
  entry: string,
): Promise<MailAttachment[]> {
  if (kind !== 'confirmation' && kind !== 'cancelled') return []
  const calendar = calendarAttachment('reservation.ics', makeReservationCalendar(facts))
  if (kind === 'cancelled') return [calendar]
  const code: MailAttachment = {
    filename: 'entry-code.png',
    contentType: 'image/png',
    content: await qrPng(entry),
    cid: QR_CID,
  }
  return [code, calendar]
}

type Links = {
  readonly venue: Venue
  readonly guestLink: string
  readonly passLink: string | null
  readonly evening: EveningNote | null
  readonly eventsUrl: string
  readonly now: Date
}

function contentOf(
  it: NightReservation,
  { venue, guestLink: link, passLink, evening, eventsUrl, now }: Links,
): ReservationMail {
  return {
    venue,
    reservation: {
      ...it,
      bill: billOf(it),
      tables: { numbers: [it.table.number, ...it.table.others], zone: it.table.zone },
      eventTitle: it.event.title,
      nightText: nightText(it.event),
      longDate: formatStartDate(it.event.date, it.event.startTime),
      timeText: timeText(it.event),
      needed: neededLines(it, now),
      cover: coverText(it.event.price, it.guestCount, it.holderCount),
      minimumSpend: minimumSpendText(it.table.minimumSpendCents),
      hasBirthdayPackage: it.lines.some((line) => line.packageKey === 'birthday_shoutout'),
    },
    guestLink: link,
    passLink,
    evening,
    eventsUrl,
    isPaid: it.paymentStatus === 'paid' || it.paymentStatus === 'partly_refunded',
    notes: {
      ...venue,
      terms: cancelTermsText({ ...it, noticeHours: venue.changeNoticeHours }, now),
      isChangeable: now <= cancelUntil({ ...it, noticeHours: venue.changeNoticeHours }),
    },
    qrCid: QR_CID,
  }
}
