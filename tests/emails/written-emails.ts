import { randomUUID } from 'node:crypto'
import { moveDinner, cancelDinner } from '#features/dining/changes/service.ts'
import { enqueueEmail, enqueueEmails, sendMail } from '#features/emails/service.ts'
import { sendMessages } from '#features/reservation-management/bulk/service.ts'
import { closeOutMail } from '#features/close-out/lock/emails.tsx'
import { readNightReport } from '#features/close-out/figures/service.ts'
import { invite, sendInvitation } from '#features/staff/invitations/service.ts'
import { readChangeOutcome } from '#features/reservation-management/guest-changes/payments/service.ts'
import { changeByGuest } from '#features/reservation-management/guest-changes/requests/service.ts'
import { previewGuestChange } from '#features/reservation-management/guest-changes/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { done } from '../booking/staff.ts'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import { refundReservation } from '#features/reservation-management/service.ts'
import { sendLinks } from '#features/reservation-management/lookup/service.ts'
import {
  submitApplication,
  submitInquiry,
  submitTableRequest,
} from '#features/requests/submissions/service.ts'
import { EMAIL_RENDERERS } from '#jobs/email-renderers.ts'
import { addHours } from '#lib/venue-time.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { createLog } from '#platform/observability/log.ts'
import { amend } from '../booking/amendments.ts'
import { FRIDAY } from '../booking/booking-fixtures.ts'
import type { useMerges } from '../booking/merges.ts'
import { askFor, at, booked, confirmedByStaff } from '../dining/dining-fixtures.ts'

export type Venue = ReturnType<typeof useMerges>
export type Written = Mail & { readonly kind: string; readonly date: string | null }

/** Sends what is in the queue and returns it with its kind and the business date of its reservation. */
export async function sendQueued({ app, asStaff }: Venue, now: Date): Promise<Written[]> {
  const queued = await app()
    .db.selectFrom('emailQueue as q')
    .leftJoin('reservations as r', 'r.id', 'q.reservationId')
    .where('q.sentAt', 'is', null)
    .where('q.isWithheld', '=', false)
    .select(['q.id', 'q.kind', 'r.businessDate'])
    .orderBy('q.createdAt')
    .execute()
  const written: Written[] = []
  for (const { id, kind, businessDate: date } of queued) {
    const mailer = {
      kind: 'local' as const,
      send: async (mail: Mail) => void written.push({ ...mail, kind, date }),
      close: async () => undefined,
    }
    // oxlint-disable-next-line no-await-in-loop -- in the order of the queue
    await sendMail(
      {
        ...asStaff(),
        now,
        mailer,
        origin: 'https://venue.example',
        log: createLog('silent'),
        renderers: EMAIL_RENDERERS,
      },
      id,
    )
  }
  return written
}

const person = { name: 'Amara Okafor', email: 'amara@example.com', phone: '972 555 0142' }

/** The emails about requests. */
export async function writeRequests(venue: Venue): Promise<Written[]> {
  const deps = { ...venue.asStaff(), now: FRIDAY }
  const inquiry = {
    ...person,
    eventType: 'wedding',
    guestCount: 120,
    selectedDate: '2027-06-05',
    budget: '50000+',
    duration: 'full-day',
    catering: null,
    specialRequirements: 'No stairs',
    eventDetails: 'Two hundred lanterns.\nAnd a goat.',
  } as const
  const application = {
    ...person,
    performanceType: 'DJ',
    experience: 'Ten years of Afrobeats.',
    availability: 'Fridays',
    socialMedia: 'https://example.com/dj',
    additionalInfo: null,
  }
  const eventId = venue.night().event.id
  const request = {
    ...person,
    eventId,
    partySize: 6,
    tablePreference: 'vip',
    note: 'Near the stage, please.',
  } as const
  await submitInquiry(deps, inquiry, randomUUID())
  await submitApplication(deps, application, randomUUID())
  await submitTableRequest(deps, request, randomUUID())
  return sendQueued(venue, FRIDAY)
}

/** The emails about dinners, at a time of their evening. */
export async function writeDinners(venue: Venue, time = '18:00'): Promise<Written[]> {
  const { db } = venue.app()
  const deps = await at(db)
  const guestEmail = 'dinner@example.com'
  const written: Written[] = []
  const send = async (now = FRIDAY) => void written.push(...(await sendQueued(venue, now)))
  const id = await booked(db, { ...askFor({ time, guestEmail }) })
  await send()
  await booked(db, { ...askFor({ time, guestEmail: 'large@example.com', guests: 9 }) })
  await confirmedByStaff(db, id)
  await send()
  await moveDinner(deps, id, { date: '2027-01-15', time, guests: 4 })
  await send()
  await enqueueEmail(db, id, 'dinner_reminder')
  await send(addHours(await startOf(venue, id), -5))
  await cancelDinner(deps, id)
  await send()
  return written
}

const startOf = async ({ app }: Venue, id: string): Promise<Date> => {
  const row = await app()
    .db.selectFrom('reservations')
    .select('startsAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.startsAt
}

/** The emails about tables of a night. */
export async function writeNights(venue: Venue): Promise<Written[]> {
  const { db } = venue.app()
  const { paidOnline, bookNight, asStaff, settleWindow, merge } = venue
  const written: Written[] = []
  const send = async (now = FRIDAY) => void written.push(...(await sendQueued(venue, now)))
  const paid = await paidOnline({
    guestEmail: 'paid@example.com',
    guestCount: 2,
    specialRequests: 'Two of us do not drink.\nNear the stage, please.',
  })
  const atDoor = await bookNight('at_door')
  await send()
  await enqueueEmail(db, atDoor, 'night_reminder')
  await send(addHours(await startOf(venue, atDoor), -5))
  await amend(asStaff(), atDoor, { guests: '1' })
  await settleWindow(atDoor)
  const message = {
    key: randomUUID(),
    ids: [paid],
    subject: 'The band begins at ten',
    text: 'See you on Sunday.\nAmbra',
  }
  await sendMessages(asStaff(), message)
  await sendLinks(asStaff(), { by: 'email', address: 'paid@example.com', askedAt: FRIDAY.toISOString() })
  await send()
  await writeRefundedChange(venue, paid)
  await send()
  const joining = await bookNight('cash', { email: 'joins@example.com' })
  await merge(atDoor, joining)
  await send(addHours(FRIDAY, 1))
  await done(refundReservation(asStaff(), paid, { amount: 1000, reason: 'The wait' }))
  await send()
  await enqueueEmails(db, paid, { kinds: ['paid_twice', 'wrong_amount', 'table_gone'] })
  await send()
  await cancelByGuest(asStaff(), paid)
  await send()
  await enqueueEmails(db, paid, { kinds: ['table_resold', 'payment_refused'] })
  await send()
  return written
}

/** The guest pays for a change that staff made impossible meanwhile. */
async function writeRefundedChange({ asStaff, bookings, pay, settle }: Venue, id: string): Promise<void> {
  const deps = bookings().deps()
  const wanted = { packages: ['screen_display' as const] }
  const shown = await done(previewGuestChange({ ...deps, venue: await loadVenue(deps) }, id, wanted))
  const { form, plan, difference } = shown.planned
  const { dueCents, surplusCents } = difference
  const amounts = { dueCents, surplusCents, isCredit: false }
  const confirmed = { version: form.version, wanted, shown: { ...amounts, night: plan.date } }
  const step = await done(changeByGuest(deps, id, confirmed))
  if (step.step !== 'pay') throw new Error('nothing is to be paid')
  await amend(asStaff(), id, { guests: '1' })
  const session = step.url.split('/').at(-1) ?? ''
  await pay(session)
  await settle(session)
  const outcome = await readChangeOutcome(bookings().deps(), session)
  if (outcome !== 'refunded') throw new Error(`the change is ${outcome}`)
}

/** The emails of a night that begins after midnight, and of a dinner at half past midnight. */
export async function writeLate(venue: Venue): Promise<Written[]> {
  const { pool, db } = venue.app()
  const { rows } = await pool.query<{ id: string }>(
    `with event as (
       insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
       values ('after-hours', 'After Hours', '', 'Nightlife', '2027-01-15', '00:30', '05:00', 'Free', 'free') returning *
     )
     insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_phone, guest_count, status)
     select e.id, t.id, 'nightlife', e.date, e.starts_at, e.ends_at, 'Amara', 'late@example.com', '+19725550142', 2, 'confirmed'
     from event e, venue_tables t where t.table_number = 4
     union all
     select null, null, 'dining', '2027-01-15', '2027-01-16T06:30:00Z', '2027-01-16T08:00:00Z', 'Amara', 'late-dinner@example.com',
       '+19725550142', 2, 'confirmed'
     returning id`,
  )
  const [night = '', dinner = ''] = rows.map(({ id }) => id)
  await enqueueEmails(db, night, { kinds: ['confirmation', 'night_reminder'] })
  await enqueueEmails(db, dinner, {
    kinds: ['dinner_received', 'dinner_moved', 'dinner_notice', 'dinner_reminder'],
  })
  const message = {
    key: randomUUID(),
    ids: [night],
    subject: 'The band begins at one',
    text: 'See you at the bar.',
  }
  await sendMessages(venue.asStaff(), message)
  await sendLinks(venue.asStaff(), {
    by: 'email',
    address: 'late@example.com',
    askedAt: FRIDAY.toISOString(),
  })
  await sendLinks(venue.asStaff(), {
    by: 'email',
    address: 'late-dinner@example.com',
    askedAt: FRIDAY.toISOString(),
  })
  await amend(venue.asStaff(), night, { guests: '3' })
  await venue.settleWindow(night)
  // Two hours before, on the evening of the business date.
  return sendQueued(venue, new Date('2027-01-16T04:30:00Z'))
}

/** The thanks after a night whose guest came. */
export async function writeThanks(venue: Venue): Promise<Written[]> {
  const { db } = venue.app()
  const id = await venue.bookNight('cash', { email: 'came@example.com' })
  await db
    .updateTable('reservations')
    .set({ leftAt: addHours(await startOf(venue, id), 4), status: 'completed' })
    .where('id', '=', id)
    .execute()
  await enqueueEmail(db, id, 'visit_thanks')
  return (await sendQueued(venue, addHours(await startOf(venue, id), 14))).filter(
    ({ kind }) => kind === 'visit_thanks',
  )
}

/** The emails that are sent without the queue: an invitation to the staff area and the figures of a night. */
export async function writeToStaff({ app, asStaff }: Venue): Promise<Written[]> {
  const written: Written[] = []
  const deps = {
    ...asStaff(),
    origin: 'https://venue.example',
    log: createLog('silent'),
    mailer: {
      kind: 'local' as const,
      send: async (mail: Mail) => void written.push({ ...mail, kind: 'to_staff', date: null }),
      close: async () => undefined,
    },
  }
  const owner = { ...deps, actor: { ...deps.actor, role: 'owner' as const } }
  const { id } = await done(invite(owner, { email: 'new@venue.example', role: 'host' }))
  await sendInvitation(deps, id)
  const { rows } = await app().pool.query<{ date: string }>(
    `select business_date::text as date from reservations where ends_at < $1 group by 1 order by count(*) desc limit 1`,
    [FRIDAY],
  )
  const night = rows[0]?.date ?? ''
  const report = await readNightReport(deps, night)
  const mail = await closeOutMail({
    venue: await loadVenue(deps),
    report,
    lock: {
      at: FRIDAY.toISOString(),
      actorName: 'Ama Owusu',
      cashCountedCents: 12_500,
      cashExpectedCents: 12_000,
      note: 'Two bills more',
    },
    link: `https://venue.example/admin/close-out?date=${night}`,
    now: FRIDAY,
  })
  written.push({
    ...mail,
    to: 'owner@venue.example',
    messageId: 'close-out@venue.example',
    kind: 'to_staff',
    date: night,
  })
  return written
}
