import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Cancellation } from '#features/reservations/rules.ts'
import {
  cancelledMail,
  confirmationMail,
  refundedMail,
} from '#features/reservation-management/guest-emails/emails.tsx'
import type { ReservationMail } from '#features/reservation-management/guest-emails/schema.ts'
import type { Email } from '#platform/mail/email-template.tsx'
import { createOutboxMailer, readOutbox } from '#platform/mail/mail-outbox.ts'

const TERMS = { terms: 'Cancel by Thu.', isChangeable: true }
const row = (label: string, amount: string) => ({ label, amount })
const bill = (lines: ReturnType<typeof row>[]) => ({ lines, total: PAID, refunds: [] })
const PAID = row('Total Paid', '$1,250.50')
const MONEY = { totalCents: 125_050, paidCents: 125_050, dueCents: 0 }
const mail: ReservationMail = {
  venue: {
    name: 'Baobab & Olive',
    tagline: 'RESTAURANT & LOUNGE',
    phone: '+19725550142',
    email: 'hello@baobabandolive.example',
    streetAddress: '15201 Lantern Row',
    city: 'Addison',
    region: 'TX',
    postalCode: '75001',
  },
  reservation: {
    guestName: 'Amara Okafor',
    guestCount: 4,
    tables: { numbers: [12], zone: 'Right Red Vip' },
    eventTitle: 'Afrobeats Friday',
    nightText: 'Fri Nov 27, 9 PM – Sat 5 AM',
    longDate: 'Friday, November 27, 2026',
    timeText: '9:00 PM – 5:00 AM',
    entryCode: 'K7MXQ2RT',
    bill: bill([row('Table 12', '$1,200.50'), row('Birthday Shoutout Package', '$50.00')]),
    ...MONEY,
    cover: '$25 a person, 3 of your 4 pay: $75 at the door',
    minimumSpend: 'Minimum spend at the table: $400.',
    hasBirthdayPackage: true,
    needed: ['We still need the name for your Birthday Shoutout Package.'],
    specialRequests: 'Two of us do not drink.\nNear the stage, please.',
  },
  guestLink: 'https://lounge.example/my-reservation/AbC_-123',
  eventsUrl: 'https://lounge.example/events',
  isPaid: true,
  notes: { arriveEarlyMinutes: 15, changeNoticeHours: 24, graceMinutes: 20, ...TERMS },
  qrCid: 'entry-code',
}

const withReservation = (changes: Partial<ReservationMail['reservation']>): ReservationMail => ({
  ...mail,
  reservation: { ...mail.reservation, ...changes },
})

const byGuest = (money: Partial<Cancellation> = {}): Cancellation => ({
  by: 'guest',
  paidCents: 125_050,
  refundCents: 0,
  venueRefundCents: 0,
  givenBackCents: 0,
  keptCents: 125_050,
  keptFeeCents: 0,
  reason: null,
  ...money,
})

const emails: [string, (of: ReservationMail) => Promise<Email>][] = [
  ['confirmation', confirmationMail],
  ['cancellation with a refund', (of) => cancelledMail(of, byGuest({ refundCents: 125_050 }))],
  ['cancellation without one', (of) => cancelledMail(of, byGuest())],
  ['cancellation by staff', (of) => cancelledMail(of, byGuest({ by: 'staff', reason: 'Private party' }))],
  ['refund of a table that was gone', (of) => refundedMail(of)],
  ['refund of a second payment', (of) => refundedMail(of, { why: 'paid_twice' })],
  ['refund of a wrong amount', (of) => refundedMail(of, { why: 'wrong_amount', refundCents: 100 })],
]

/** The visible text of an HTML email, in one line. */
const seenIn = (html: string): string =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<!--.*?-->|<[^>]*>/gs, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

describe('the confirmation', () => {
  it.each([
    ['Reservation Confirmed'],
    ['Afrobeats Friday'],
    ['Fri Nov 27, 9 PM – Sat 5 AM'],
    ['Friday, November 27, 2026'],
    ['9:00 PM – 5:00 AM'],
    ['Table 12, Right Red Vip'],
    ['Amara Okafor'],
    ['4 guests'],
    ['K7MXQ2RT'],
    ['Table 12 $1,200.50'],
    ['Birthday Shoutout Package $50.00'],
    ['Total Paid $1,250.50'],
    ['An MC shoutout'],
    ['Your picture and name on the big screen'],
    ['Sparklers and lights'],
    ['A custom name sign'],
    ['We still need the name for your Birthday Shoutout Package.'],
    ['Two of us do not drink. Near the stage, please.'],
    ['Important Information'],
    ['Please arrive 15 minutes early.'],
    ['Present this confirmation'],
    ['smart casual to formal'],
    ['for 20 minutes after the booked time'],
    ['at least 24 hours ahead. Cancel by Thu.'],
    ['Extra guests pay the standard cover charge.'],
    ['Cover, separate from the table: $25 a person, 3 of your 4 pay: $75 at the door.'],
    ['Minimum spend at the table: $400.'],
    ['15201 Lantern Row, Addison, TX 75001'],
    ['(972) 555-0142'],
    ['hello@baobabandolive.example'],
  ])('says “%s”, as HTML and as plain text', async (words) => {
    const { html, text } = await confirmationMail(mail)
    expect(seenIn(html)).toContain(words)
    expect(oneLine(text)).toContain(words)
  })

  it('mentions no cover on a free night', async () => {
    const { html, text } = await confirmationMail(withReservation({ cover: null }))
    expect(seenIn(html)).not.toMatch(/cover/i)
    expect(text).not.toMatch(/cover/i)
  })

  it('names the night in its subject', async () => {
    const { subject } = await confirmationMail(mail)
    expect(subject).toBe('Reservation Confirmed: Afrobeats Friday, Fri Nov 27, 9 PM – Sat 5 AM')
  })

  it('links to the guest’s own page and shows the QR code inline', async () => {
    const { html, text } = await confirmationMail(mail)
    expect(html).toContain('href="https://lounge.example/my-reservation/AbC_-123"')
    expect(text).toContain('View your reservation https://lounge.example/my-reservation/AbC_-123')
    expect(html.match(/<img[^>]*>/g)).toEqual([expect.stringContaining('src="cid:entry-code"')])
    expect(html).toContain('alt="QR code of entry code K7MXQ2RT"')
  })

  it('leaves out what was not booked', async () => {
    const none = {
      hasBirthdayPackage: false,
      needed: [],
      specialRequests: null,
      bill: bill([]),
    }
    const { html, text } = await confirmationMail(withReservation({ ...none, guestCount: 1 }))
    for (const words of [seenIn(html), oneLine(text)]) {
      expect(words).not.toMatch(/Birthday|MC shoutout|Special Requests/)
      expect(words).toContain('Party size 1 guest ')
    }
  })

  it('repeats no free text of an unpaid reservation: the address may be a stranger’s', async () => {
    const evil = { guestName: 'Win at evil.example', specialRequests: 'Click https://evil.example/now' }
    const unpaid = { ...withReservation(evil), isPaid: false }
    for (const email of [await confirmationMail(unpaid), await cancelledMail(unpaid, byGuest())])
      expect(email.subject + email.html + email.text).not.toMatch(/evil\.example|Special Requests/)
    const due = { ...mail.reservation, paidCents: 0, dueCents: 125_050 }
    const { text } = await confirmationMail({ ...unpaid, reservation: due })
    expect(oneLine(text)).toMatch(
      /^(?!.*Near the stage).*Thank you, Amara Okafor\. Table 12 is yours\. You pay at/,
    )
  })

  it('keeps the lines of a request', async () => {
    const { html, text } = await confirmationMail(mail)
    expect(html).toMatch(/drink\.<br\/?>Near/)
    expect(text).toContain('drink.\nNear')
  })

  it('shows two lines of one name both', async () => {
    const lines = Array.from({ length: 2 }, () => row('Bottle', '$70.00'))
    const { text } = await confirmationMail(withReservation({ bill: bill(lines) }))
    expect(text.match(/Bottle/g)).toHaveLength(2)
  })
})

describe('the email about a cancellation', () => {
  it('says how much is refunded', async () => {
    const { html, text, subject } = await cancelledMail(mail, byGuest({ refundCents: 125_050 }))
    expect(subject).toBe('Reservation Cancelled: Afrobeats Friday, Fri Nov 27, 9 PM – Sat 5 AM')
    for (const words of [seenIn(html), oneLine(text)]) {
      expect(words).toContain('Refund $1,250.50')
      expect(words).toContain('K7MXQ2RT is no longer valid')
      expect(words).not.toMatch(/part of|No refund/i)
    }
    expect(text).toContain('https://lounge.example/events')
  })

  it('says of a part that it is one', async () => {
    const { text } = await cancelledMail(mail, byGuest({ refundCents: 60_000 }))
    expect(oneLine(text)).toContain('Refund $600.00')
    expect(oneLine(text)).toContain('This is part of the $1,250.50 you paid.')
  })

  it('says so where nothing is refunded', async () => {
    const { text, html } = await cancelledMail(mail, byGuest())
    expect(oneLine(text)).toContain('No refund is due')
    expect(`${text}${html}`).not.toMatch(/\$0|business days/)
  })

  it('says “as you asked” only to a guest who cancelled', async () => {
    const asked = await cancelledMail(mail, byGuest())
    expect(seenIn(asked.html)).toContain('As you asked, Amara Okafor, we cancelled your reservation.')
    for (const by of ['staff', 'hold_expired', 'payment_failed', null] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { html, text } = await cancelledMail(mail, { ...byGuest(), by })
      for (const words of [seenIn(html), oneLine(text)]) {
        expect(words).not.toMatch(/you asked|sorry to miss you/i)
        expect(words).toContain('Your reservation was cancelled')
      }
    }
  })

  it('gives the reason that staff published, without a second full stop', async () => {
    const { text } = await cancelledMail(mail, { ...byGuest(), by: 'staff', reason: 'Private party.' })
    expect(oneLine(text)).toContain('The reason: Private party. The table')
  })

  it('promises nothing about undecided money, and mentions no refund where nothing was paid', async () => {
    const open = await cancelledMail(mail, { ...byGuest({ keptCents: 0 }), by: 'staff' })
    expect(oneLine(open.text)).toContain('Please call us about the $1,250.50 you paid.')
    expect(open.text).not.toContain('No refund')
    const unpaid = await cancelledMail(mail, { ...byGuest({ paidCents: 0, keptCents: 0 }), by: 'staff' })
    expect(unpaid.text).not.toMatch(/No refund|you paid/)
    const back = { refundCents: 0, givenBackCents: 125_050, keptCents: 0 }
    const given = await cancelledMail(mail, { ...byGuest(back), by: 'staff' })
    expect(oneLine(given.text)).toContain('$1,250.50 was refunded to you at the venue.')
    expect(given.text).not.toMatch(/No refund|call us about/)
  })
})

describe('the email about a payment that had to be refunded', () => {
  it('apologizes, promises a full refund, and says that there is no reservation', async () => {
    const { html, text } = await refundedMail(mail)
    for (const words of [seenIn(html), oneLine(text)]) {
      expect(words).toContain('We are sorry, Amara Okafor.')
      expect(words).toContain('Full refund $1,250.50')
      expect(words).toContain('You have no reservation for this night.')
    }
    expect(text).toContain('https://lounge.example/events')
    expect(`${text}${html}`).not.toContain('my-reservation')
  })

  it('says of a second payment that the reservation stands', async () => {
    const { text } = await refundedMail(mail, { why: 'paid_twice' })
    expect(text).toContain('paid for twice')
    expect(text).toContain('Your reservation is still confirmed: table 12 is yours.')
    expect(text).not.toContain('no reservation')
    expect(text).toContain('https://lounge.example/my-reservation/AbC_-123')
  })

  it('says of a wrong amount what came, and whether the table is the guest’s all the same', async () => {
    const without = await refundedMail(mail, { why: 'wrong_amount', refundCents: 100 })
    expect(oneLine(without.text)).toContain('Full refund $1.00')
    expect(without.text).toContain('not the price')
    expect(without.text).toContain('You have no reservation')
    const stands = await refundedMail(mail, { why: 'wrong_amount', refundCents: 100, stillReserved: true })
    expect(stands.text).toContain('Your reservation is still confirmed')
    expect(stands.text).not.toContain('no reservation')
  })
})

describe.each(emails)('the email: %s', (_, write) => {
  it('shows markup in names as text', async () => {
    const attack = '<img src=x onerror=alert(1)>"\'&amp;<script>'
    const { html, text } = await write(
      withReservation({
        guestName: attack,
        eventTitle: `Night ${attack}`,
        specialRequests: attack,
        tables: { numbers: [12], zone: attack },
      }),
    )
    expect(html).not.toMatch(/<script|<img src=x|<img[^>]*onerror/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).toContain(attack)
  })

  it('puts no name in capitals and leaves no markup in the plain text', async () => {
    const { text } = await write(
      withReservation({ guestName: 'Zoë O’Neill & Söhne', eventTitle: 'raï after dark' }),
    )
    expect(text).toContain('Zoë O’Neill & Söhne')
    expect(text).toContain('raï after dark')
    expect(text).not.toMatch(/<\/?[a-z]|&[a-z]+;|&#|\[object|undefined|null|cid:/)
    expect(text.endsWith('\n')).toBe(true)
  })

  it('needs nothing from elsewhere, and is small enough to be shown whole', async () => {
    const { html } = await write(mail)
    expect(html).not.toMatch(/<link|<script|@import|url\(|src="http/)
    expect(Buffer.byteLength(html)).toBeLessThan(60_000)
  })

  it('names this venue only', async () => {
    const venue = { ...mail.venue, name: 'The Cedar Room', phone: '+12145550100', email: 'hi@cedar.example' }
    const { html, text } = await write({ ...mail, venue })
    expect(`${html}${text}`).not.toMatch(/Baobab|972/)
    expect(text).toContain(
      'The Cedar Room\n15201 Lantern Row, Addison, TX 75001\n(214) 555-0100 · hi@cedar.example',
    )
  })

  it('goes through the outbox as it was written', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'emails-'))
    try {
      const email = await write(mail)
      const outbox = createOutboxMailer({ directory, from: 'Baobab & Olive <hello@baobabandolive.example>' })
      await outbox.send({ ...email, to: 'amara@example.com', messageId: 'a@lounge.example' })
      expect(await readOutbox(directory, 'a@lounge.example')).toMatchObject(email)
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })
})
