import { nightText, timeText } from '#features/events/rules.ts'
import { readMoney } from '#features/refunds/service.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import { findReservation, makeReservationCalendar } from '#features/reservations/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { formatDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db.ts'
import { addJob } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { type Mail, type MailAttachment, MailError, type Mailer } from '#platform/mail.ts'
import { qrPng } from '#platform/qr-code.ts'
import type { SignedTokens } from '#platform/signed-tokens.ts'
import type { Letter, ReservationMail } from './emails.tsx'
import { findMail, insertMail, type MailKind, markSent } from './store.ts'

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

/** Promises a guest a letter, in the transaction of what it tells. The same letter is promised only once. */
export async function queueMail(db: Db, reservationId: string, kind: MailKind): Promise<void> {
  const mailId = await insertMail(db, reservationId, kind)
  if (mailId) await addJob(db, { name: SEND_MAIL, payload: { mailId }, key: `${SEND_MAIL}:${mailId}` })
}

/**
 * Sends a promised letter. It is sent at least once; one that was sent just before the server died goes out again under
 * the same Message-ID.
 */
export async function sendMail(deps: Deps, mailId: string): Promise<void> {
  const promised = await findMail(deps.db, mailId)
  if (!promised || promised.sentAt) return
  const reservation = await findReservation(deps, promised.reservationId)
  if (!reservation) return
  try {
    await deps.mailer.send(await writeMail(deps, { ...promised, reservation }))
  } catch (error) {
    // A letter nobody can ever be reached with is not tried for ever.
    if (!(error instanceof MailError) || !error.undeliverable) throw error
    deps.log.warn({ err: error, mail: mailId }, 'a letter cannot be delivered')
  }
  await markSent(deps.db, mailId, deps.now)
}

type Promised = { readonly id: string; readonly kind: MailKind; readonly reservation: NightReservation }

async function writeMail(deps: Deps, { id, kind, reservation }: Promised): Promise<Mail> {
  const venue = await loadVenue(deps)
  const guestLink = `${deps.origin}/my-reservation/${deps.tokens.sign('guest', reservation.id)}`
  const content = contentOf(reservation, { venue, guestLink, eventsUrl: `${deps.origin}/events` })
  const { backCents } = await readMoney(deps, reservation.id)
  return {
    ...(await renderLetter(
      { kind, content, isStillReserved: reservation.status === 'confirmed' },
      backCents,
    )),
    to: reservation.guestEmail,
    replyTo: venue.email,
    messageId: `${id}@${new URL(deps.origin).hostname}`,
    attachments: await attach(kind, { reservation, venue, link: guestLink, now: deps.now }),
  }
}

type Told = { readonly kind: MailKind; readonly content: ReservationMail; readonly isStillReserved: boolean }

async function renderLetter({ kind, content, isStillReserved }: Told, backCents: number): Promise<Letter> {
  // What sets letters is heavy, and a server that sends none should not carry it.
  const { cancelledMail, confirmationMail, refundedMail } = await import('./emails.tsx')
  switch (kind) {
    case 'confirmation':
      return confirmationMail(content)
    case 'cancelled':
      return cancelledMail(content, { refundCents: backCents })
    case 'table_gone':
    case 'paid_twice':
    case 'wrong_amount':
      return refundedMail(content, { why: kind, refundCents: backCents, stillReserved: isStillReserved })
  }
}

async function attach(
  kind: MailKind,
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
      hasBirthdayPackage: it.lines.some((line) => line.packageKey === 'birthday_shoutout'),
    },
    guestLink,
    eventsUrl,
    notes: venue,
    qrCid: QR_CID,
  }
}
