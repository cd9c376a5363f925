import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { formatUsd } from '#lib/money.ts'
import { formatDate } from '#lib/venue-time.ts'
import { expectNoEmails, expectPrivate, useGuestPages } from '../booking/guest-pages.ts'
import { readQrOf } from '../support/read-qr.ts'

const { app, read, post, rowOf, emailsTo, refundsOf, moveStart } = useGuestPages()

describe('a reservation by its link', () => {
  test('is shown with all that is needed at the door, and what cancelling gives back', async () => {
    const paying = await app().confirm({ birthdayPackage: true })
    const shown = await read(paying.link)
    const total = formatUsd(paying.totalCents)
    expect(shown.words).toContain('Your reservation')
    expect(shown.words).toContain('Reservation Confirmed')
    expect(shown.words).toContain((await rowOf(paying)).entryCode)
    expect(shown.words).toContain(`Total Paid ${total}`)
    expect(shown.words).toContain('Directions')
    expect(shown.words).toContain('for a full refund')
    const shared = /<a href="(mailto:[^"]*)" data-share="([^"]*)" data-share-text="([^"]*)"/.exec(shown.html)
    expect(shared?.[2]).toMatch(/^http:\/\/[^/]+\/events\/[a-z0-9-]+$/)
    expect(decodeURIComponent(shared?.join(' ') ?? '')).not.toContain(paying.link.split('/').at(-1))
    expectPrivate(shown.response)
    const asked = await read(`${paying.link}?cancel=1`)
    expect(asked.words).toContain(`Exactly ${total} goes back`)
    expect(asked.words).toContain(`Cancel and get ${total} back`)
    expect(asked.html).toMatch(new RegExp(`<form [^>]*action="${paying.link}" method="post"`))
    expect((await rowOf(paying)).status).toBe('confirmed')
  })

  test('has a QR code that leads to the same page, for any camera and for staff', async () => {
    const paying = await app().confirm()
    const { html } = await read(paying.link)
    const link = (await readQrOf(html)) ?? ''
    expect(link).toMatch(/^http:\/\/[^/]+\/my-reservation\/[\w-]{111}$/)
    const { words, response } = await read(new URL(link).pathname)
    expect(words).toContain((await rowOf(paying)).entryCode)
    expectPrivate(response)
  })

  test('stands with its code where one of its parts cannot be read', async () => {
    const paying = await app().confirm()
    await app().database.pool.query('update reservations set guest_count = 2 where id = $1', [paying.id])
    const FRIENDS = 'Your friends come on their own?'
    const { entryCode } = await rowOf(paying)
    expect((await read(paying.link)).words).toContain(FRIENDS)
    const rename = (from: string, to: string) =>
      app().database.pool.query(`alter table ${from} rename to ${to}`)
    await rename('entry_shares', 'entry_shares_away')
    try {
      const { status, words } = await read(paying.link)
      expect([status, words]).toEqual([200, expect.stringContaining(entryCode ?? 'none')])
      expect(words).not.toContain(FRIENDS)
    } finally {
      await rename('entry_shares_away', 'entry_shares')
    }
  })

  test('has its email corrected by its guest, and the confirmation goes there; nothing else changes', async () => {
    const paying = await app().confirm()
    await expect.poll(async () => (await rowOf(paying)).status).toBe('confirmed')
    const correct = (email: string) =>
      read(paying.link, { method: 'POST', body: new URLSearchParams({ intent: 'email', email }) })
    const wrong = await correct('no-address')
    expect([wrong.status, wrong.words]).toEqual([422, expect.stringContaining('name@example.com')])
    const right = await correct(' right@example.com ')
    expect([right.status, right.response.headers.get('location')]).toEqual([
      303,
      `${paying.link}?email=1#status`,
    ])
    const { words } = await read(`${paying.link}?email=1`)
    expect(words).toContain('The confirmation is on its way to right@example.com.')
    expect(await emailsTo(paying)).toEqual([{ kind: 'confirmation' }, { kind: 'confirmation' }])
    expect((await rowOf(paying)).status).toBe('confirmed')
    await correct('b@example.com')
    expect((await correct('c@example.com')).status).toBe(303)
    expect((await correct('d@example.com')).status).toBe(429)
  })

  test('is cancelled once, however often that is sent, and all of the money goes back', async () => {
    const paying = await app().confirm()
    const posts = await Promise.all([post(paying.link), post(paying.link), post(paying.link)])
    for (const { status, response } of posts) {
      expect(status).toBe(303)
      expect(response.headers.get('location')).toBe(`${paying.link}#status`)
    }
    expect(await rowOf(paying)).toMatchObject({ status: 'cancelled', cancelReason: 'guest' })
    expect(await refundsOf(paying)).toEqual([{ amountCents: paying.totalCents }])
    expect(await emailsTo(paying)).toEqual([{ kind: 'cancelled' }, { kind: 'confirmation' }])
    const { words, html } = await read(paying.link)
    expect(words).toContain('Reservation Cancelled')
    expect(words).toContain('You cancelled this reservation.')
    expect(words).toContain(`Your full refund of ${formatUsd(paying.totalCents)} goes back`)
    expect(words).not.toContain('Entry code')
    expect(html).not.toContain('role="img"')
    expect(words).not.toContain('Change of plans?')
  })

  test('cannot be cancelled shortly before the doors open: the page shows the phone number instead', async () => {
    const paying = await app().confirm()
    await moveStart(paying, 23)
    const shown = await read(`${paying.link}?cancel=1`)
    expect(shown.words).toContain('24 hours before the doors open')
    expect(shown.words).toMatch(/Please call us.*\(\d{3}\) \d{3}-\d{4}/)
    // The remaining forms correct the email address, tell that the guest comes, and give the table up without a refund.
    expect(shown.html.match(/<form [^>]*action="\/my-reservation/g)).toHaveLength(3)
    expect(shown.words).not.toMatch(/Cancel and get|Cancel the reservation/)
    const posted = await post(paying.link)
    expect(posted.status).toBe(409)
    expect(posted.html).toMatch(/<p role="alert"[^>]*>Online cancellation closed/)
    expect((await rowOf(paying)).status).toBe('confirmed')
  })

  test('of a night that begins after midnight is cancelled until a day before that hour', async () => {
    const paying = await app().confirm()
    await moveStart(paying, 24 * 5)
    const { rows } = await app().database.pool.query<{ date: string }>(
      `with event as (
         update events set start_time = '00:30', end_time = '05:00'
         where id = (select event_id from reservations where id = $1) returning date, starts_at, ends_at
       )
       update reservations r set business_date = e.date, starts_at = e.starts_at, ends_at = e.ends_at
       from event e where r.id = $1 returning e.date::text`,
      [paying.id],
    )
    // The night of that date begins on the day after it, so that its deadline is on the date itself.
    const { words } = await read(paying.link)
    expect(words).toContain(`${formatDate(rows[0]?.date ?? '', 'medium')}, 12:30 AM`)
  })

  test('is given up after the deadline by a guest who was told that nothing is refunded, and kept money is no open issue', async () => {
    const paying = await app().confirm()
    await moveStart(paying, 23)
    const total = formatUsd(paying.totalCents)
    expect((await read(paying.link)).words).toContain(`The ${total} you paid is not refunded.`)
    const asked = await read(`${paying.link}?cancel=1`)
    expect(asked.words).toMatch(/Give up table \d+ for .*\? The .* you paid is not refunded/)
    const giveUp = ({ link } = paying) =>
      read(link, { method: 'POST', body: new URLSearchParams({ intent: 'give_up' }) })
    const posts = await Promise.all([giveUp(), giveUp()])
    expect(posts.map(({ status }) => status)).toEqual([303, 303])
    expect(await rowOf(paying)).toMatchObject({ status: 'cancelled', cancelReason: 'guest' })
    const { rows } = await app().database.pool.query(
      `select r.kept_cents, reservation_open_cents(r) as open,
         (select count(*)::int from table_occupancies o where o.reservation_id = r.id and o.is_active) as tables
       from reservations r where r.id = $1`,
      [paying.id],
    )
    expect(rows).toEqual([{ kept_cents: paying.totalCents, open: 0, tables: 0 }])
    expect(await refundsOf(paying)).toEqual([])
    expect(await emailsTo(paying)).toEqual([{ kind: 'cancelled' }, { kind: 'confirmation' }])
    expect((await read(paying.link)).words).toContain(`The ${total} you paid is not refunded.`)
    const inside = await app().confirm()
    await moveStart(inside, 2)
    await app().database.pool.query(
      `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
       values (new_id(), $1, 'arrived', 1, now(), new_id(), 'Ama')`,
      [inside.id],
    )
    const refused = await giveUp(inside)
    expect([refused.status, (await rowOf(inside)).status]).toEqual([409, 'confirmed'])
    expect(refused.words).toContain('Your party has begun to arrive. Please ask our team at the entrance.')
    expect(refused.words).not.toMatch(/can’t come|I’m coming|give up your table/)
    const over = await app().confirm()
    await moveStart(over, -1)
    await giveUp(over)
    expect((await rowOf(over)).status).toBe('confirmed')
  })

  test('asks whether the guest comes once it is near; only the button answers, and staff see it until the time changes', async () => {
    const paying = await app().confirm()
    await moveStart(paying, 24 * 10)
    expect((await read(`${paying.link}?coming=1`)).words).not.toContain('Are you coming?')
    await moveStart(paying, 20)
    const answers = async () =>
      (await app().database.db.selectFrom('guestConfirmations').select('reservationId').execute()).length
    expect((await read(`${paying.link}?coming=1`)).words).toContain('Are you coming?')
    expect(await answers()).toBe(0)
    const come = () => read(paying.link, { method: 'POST', body: new URLSearchParams({ intent: 'coming' }) })
    const { status, response } = await come()
    expect([status, response.headers.get('location')]).toEqual([303, `${paying.link}#coming`])
    await come()
    const { words } = await read(paying.link)
    expect(words).toMatch(/You are coming You told us on .*\. We look forward/)
    const shownToStaff = async () => {
      const { db } = app().database
      const { date } = await db
        .selectFrom('reservations')
        .where('id', '=', paying.id)
        .select('businessDate as date')
        .executeTakeFirstOrThrow()
      const { parties } = await loadTonight({ db, now: new Date() }, new URLSearchParams({ date }))
      return parties.find(({ id }) => id === paying.id)?.confirmedAt
    }
    expect(await shownToStaff()).toEqual(expect.any(String))
    await moveStart(paying, 21)
    expect(await shownToStaff()).toBeNull()
    expect((await read(paying.link)).words).toContain('Are you coming?')
    await sql`update reservations set status = 'cancelled', cancel_reason = 'staff' where id = ${paying.id}`.execute(
      app().database.db,
    )
    const cancelled = await read(`${paying.link}?coming=1`)
    expect(cancelled.words).toContain('Reservation Cancelled')
    expect(cancelled.words).not.toContain('Are you coming?')
    expect((await come()).response.headers.get('location')).toBe(`${paying.link}#status`)
    expect(await answers()).toBe(1)
  })

  test('says who cancelled, and what of the money goes back', async () => {
    const paying = await app().confirm()
    const cancelBy = (reason: string) =>
      sql`update reservations set status = 'cancelled', cancel_reason = ${reason} where id = ${paying.id}`.execute(
        app().database.db,
      )
    await cancelBy('staff')
    const byStaff = await read(paying.link)
    expect(byStaff.words).toContain('had to cancel this reservation')
    expect(byStaff.words).toContain(`Please call us about the ${formatUsd(paying.totalCents)} you paid.`)
    await sql`
      insert into refunds (checkout_id, reservation_id, amount_cents, reason)
      select id, reservation_id, 1234, 'staff' from checkouts where reservation_id = ${paying.id}
    `.execute(app().database.db)
    expect((await read(paying.link)).words).toContain(
      `$12.34 of the ${formatUsd(paying.totalCents)} you paid goes back`,
    )
    const unpaid = await app().begin()
    await post(unpaid.cancelledPath)
    expect((await read(unpaid.link)).words).toContain('Nothing was charged online')
  })

  test('has its own text while it waits for its payment, when it is over and when it is completed', async () => {
    const waiting = await app().begin()
    const shown = await read(waiting.link)
    expect(shown.words).toContain('Not paid yet')
    expect(shown.words).not.toContain('Total Paid')
    expect(shown.words).not.toContain('Entry code')

    // Staff set a paid one back to pending: it is not asked to be paid once more.
    const paid = await app().confirm()
    await sql`update reservations set status = 'pending' where id = ${paid.id}`.execute(app().database.db)
    const looked = await read(paid.link)
    expect(looked.words).toContain('Our team is looking at your reservation and will be in touch.')
    expect(looked.words).not.toMatch(/Not paid yet|has not come through|pay a second time|Entry code/)
    expect(looked.words).not.toContain('Change of plans?')

    const over = await app().confirm()
    await moveStart(over, -7)
    const past = await read(over.link)
    expect(past.words).toContain('This night is over')
    expect(past.words).not.toContain('Entry code')
    expect(past.words).not.toContain('Change of plans?')

    const inside = await app().confirm()
    await sql`update reservations set status = 'completed' where id = ${inside.id}`.execute(app().database.db)
    const completed = (await read(inside.link)).words
    expect(completed).toContain('Completed')
    expect(completed).not.toMatch(/Change your phone number|minutes early/)
    expect((await post(inside.link)).status).toBe(303)
    expect((await rowOf(inside)).status).toBe('completed')
  })

  test('is not opened by a forged link, nor by the link of a hold', async () => {
    const paying = await app().confirm()
    const token = paying.link.split('/').at(-1) ?? ''
    for (const wrong of [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      paying.token,
      paying.id,
      'x',
      '%00',
      app().tokens.sign('guest', '00000000-0000-7000-8000-000000000000'),
    ]) {
      const path = `/my-reservation/${wrong}`
      // oxlint-disable no-await-in-loop -- one stranger after the other
      expectNoEmails(await read(path))
      expectNoEmails(await post(path))
      expect((await app().app.get(`${path}/calendar.ics`)).status).toBe(404)
      // oxlint-enable no-await-in-loop
    }
    expect((await rowOf(paying)).status).toBe('confirmed')
  })
})

describe('the calendar file', () => {
  test('carries the night, the table and the way back', async () => {
    const paying = await app().confirm()
    const response = await app().app.get(`${paying.link}/calendar.ics`)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.ics"$/)
    expectPrivate(response)
    const lines = (await response.text()).replaceAll('\r\n ', '')
    expect(lines).toContain('BEGIN:VCALENDAR')
    expect(lines).toMatch(/DTSTART:\d{8}T\d{6}Z/)
    expect(lines).toContain(`URL;VALUE=URI:${app().app.origin}${paying.link}`)
    expect(lines).toContain((await rowOf(paying)).entryCode)
  })

  test('of a cancelled reservation takes it out again; of an unpaid one there is none', async () => {
    const paying = await app().confirm()
    await post(paying.link)
    expect(await (await app().app.get(`${paying.link}/calendar.ics`)).text()).toContain('METHOD:CANCEL')
    expect((await app().app.get(`${(await app().begin()).link}/calendar.ics`)).status).toBe(404)
  })
})

test('the terms say until when a night table can be cancelled', async () => {
  const { words } = await read('/terms-of-service')
  expect(words).toContain(
    'Night tables paid online can be cancelled for a full refund until 24 hours before the doors open.',
  )
})
