import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { formatUsd } from '#lib/money.ts'
import { type Paying, type PayingHouse, startPayingHouse } from '../booking/paying-house.ts'

let at: PayingHouse
beforeAll(async () => {
  at = await startPayingHouse()
})

/** A page as a reader sees it: its words, without the marks that React leaves between them. */
async function read(path: string, init?: RequestInit) {
  const response = await at.house.get(path, init)
  const html = await response.text()
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const words = main
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
  return { response, status: response.status, html, words }
}
const post = (path: string, headers: Record<string, string> = {}) => read(path, { method: 'POST', headers })

const rowOf = ({ id }: Paying) =>
  at.database.db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['status', 'cancelReason', 'paymentStatus', 'heldUntil', 'entryCode'])
    .executeTakeFirstOrThrow()
const lettersTo = ({ id }: Paying) =>
  at.database.db.selectFrom('mails').where('reservationId', '=', id).select('kind').orderBy('kind').execute()
const refundsOf = ({ id }: Paying) =>
  at.database.db.selectFrom('refunds').where('reservationId', '=', id).select('amountCents').execute()
const pay = ({ sessionId }: Paying, outcome: 'approve' | 'late' | 'late-fail' = 'approve') =>
  at.provider.control.pay({ session: sessionId, outcome })
const faults = (asked: Parameters<PayingHouse['provider']['control']['setFaults']>[0] = {}) =>
  at.provider.control.setFaults({ webhooks: { deliver: 'lost' }, ...asked })

// A provider told to fail goes well again, whatever became of the test.
afterEach(() => faults())

/** Moves a night of one reservation, so that it is so many hours until its doors. */
const moveDoors = ({ id }: Paying, hours: number) =>
  sql`
    update reservations set starts_at = now() + make_interval(mins => ${Math.round(hours * 60)}),
      ends_at = now() + make_interval(mins => ${Math.round((hours + 6) * 60)}) where id = ${id}
  `.execute(at.database.db)

const GUEST = 'Amara Okafor'

function expectNothingTold({ status, words, html }: Awaited<ReturnType<typeof read>>): void {
  expect(status).toBe(404)
  expect(words).toContain('Reservation not found')
  expect(words).toContain('Back to Events')
  expect(html).not.toContain(GUEST)
  expect(html).not.toContain('@example.com')
}

function expectPrivate({ headers }: Response): void {
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('x-robots-tag')).toContain('noindex')
}

describe('after paying', () => {
  test('a guest sees the whole confirmation, at once and after a reload', async () => {
    const paying = await at.begin({
      guestCount: 2,
      birthdayPackage: true,
      screenDisplay: true,
      specialRequests: 'A quiet corner <script>alert(1)</script>',
    })
    await pay(paying)
    const first = await read(paying.successPath)
    expect(first.status).toBe(200)
    for (const text of [
      'Payment Successful!',
      'Reservation Confirmed',
      GUEST,
      '2 guests',
      '@example.com',
      '(972) 555-0142',
      'Birthday Shoutout Package',
      'A custom name sign',
      'Screen Display Package',
      'A quiet corner',
      `Total Paid ${formatUsd(paying.totalCents)}`,
      'Important Information',
      'arrive 15 minutes early',
      'smart casual to formal',
      'contact us 24 hours ahead',
      'Extra guests pay the standard cover charge',
      'Browse More Events',
      'Print Confirmation',
      'Add to Calendar',
      (await rowOf(paying)).entryCode,
    ])
      expect(first.words).toContain(text)
    expect(first.words).toMatch(/(Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+, 20\d\d/)
    expect(first.words).toMatch(/Table \d+/)
    expect(first.html).toMatch(/<svg viewBox="0 0 29 29"[^>]*role="img"/)
    expect(first.html).not.toContain('<script>alert(1)')
    expect(first.html).toContain(`href="${paying.link}/calendar.ics"`)
    expect(first.html).toContain('<meta name="robots" content="noindex, nofollow"/>')
    expectPrivate(first.response)
    const again = await read(paying.successPath)
    expect(again.words).toBe(first.words)
    expect(await rowOf(paying)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })

  test('a plain table shows no packages and no requests', async () => {
    const { words } = await read((await at.confirm()).successPath)
    expect(words).toContain('Payment Successful!')
    expect(words).not.toContain('Package')
    expect(words).not.toContain('Special Requests')
    expect(words).toContain('1 guest ')
  })

  test('the data a script reads is as private as the page', async () => {
    const paying = await at.confirm()
    const [path, query] = paying.successPath.split('?')
    expectPrivate(await at.house.get(`${path}.data?${query}`))
  })

  test('five returns at once make one confirmation and one letter', async () => {
    const paying = await at.begin()
    await pay(paying)
    const pages = await Promise.all(Array.from({ length: 5 }, () => read(`${paying.successPath}&wait=1`)))
    for (const { words } of pages) expect(words).toContain('Payment Successful!')
    expect(await lettersTo(paying)).toEqual([{ kind: 'confirmation' }])
  })

  test.each(['', '?session_id=cs_1', '?reservation_id=0', '?session_id=&reservation_id='])(
    'a link that lacks something (%s) is an invalid one, with a way on',
    async (query) => {
      const { words, html } = await read(`/payment-success${query}`)
      expect(words).toContain('Invalid Payment Link')
      expect(words).toContain('Missing payment session information')
      expect(html).toContain('href="/events"')
    },
  )

  test('somebody who merely knows ids is told nothing, and changes nothing', async () => {
    const mine = await at.begin()
    const other = await at.begin()
    await pay(mine)
    const link = (session: string, id: string, token: string) =>
      `/payment-success?session_id=${session}&reservation_id=${id}&token=${token}`
    const forged = `${mine.token.slice(0, -1)}${mine.token.endsWith('A') ? 'B' : 'A'}`
    for (const path of [
      link(mine.sessionId, mine.id, ''),
      link(mine.sessionId, mine.id, other.token),
      link(mine.sessionId, mine.id, forged),
      link(mine.sessionId, mine.id, at.tokens.sign('guest', mine.id)),
      link(other.sessionId, mine.id, mine.token),
      link('cs_test_nothing', mine.id, mine.token),
      link('%00', mine.id, mine.token),
      link("'%3B%20drop", mine.id, mine.token),
      link(mine.sessionId, 'not-an-id', mine.token),
    ])
      // oxlint-disable-next-line no-await-in-loop -- one stranger after the other
      expectNothingTold(await read(path))
    expect((await rowOf(mine)).status).toBe('pending')
  })

  test('one who has not paid is told so and keeps the table to try again', async () => {
    const paying = await at.begin()
    const { words, html } = await read(paying.successPath)
    expect(words).toContain('Payment Not Confirmed')
    expect(words).toContain('Your payment was not successful. Please try again.')
    expect(html).toContain('href="/events"')
    expect((await rowOf(paying)).status).toBe('pending')
  })

  test('money under way is waited for, and arrives', async () => {
    const paying = await at.begin()
    await faults({ settleAfterMs: 1500 })
    await pay(paying, 'late')
    const { words, html } = await read(paying.successPath)
    expect(words).toContain('Your payment is on its way')
    expect(html).toMatch(/<meta http-equiv="refresh" content="10;url=\/payment-success\?[^"]*wait=1"/)
    expect(words).not.toContain('Payment Successful')
    await new Promise((resolve) => setTimeout(resolve, 1600))
    expect((await read(paying.successPath)).words).toContain('Payment Successful!')
    await faults()
  })

  test('money that never arrives is not confirmed', async () => {
    const paying = await at.begin()
    await faults({ settleAfterMs: 0 })
    await pay(paying, 'late-fail')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect((await read(paying.successPath)).words).toContain('Payment Not Confirmed')
    expect(await rowOf(paying)).toMatchObject({ status: 'cancelled', cancelReason: 'payment_failed' })
    await faults()
  })

  test('a provider that does not answer keeps the guest here, with a way to try again', async () => {
    const paying = await at.begin()
    await pay(paying)
    await faults({ api: '500' })
    const failed = await read(`${paying.successPath}&wait=1`)
    expect(failed.status).toBe(503)
    expect(failed.words).toContain('Payment Verification Failed')
    expect(failed.words).toContain('Could not verify your payment. Please contact support.')
    expect(failed.words).toContain('Try again')
    expect(failed.html).toContain('href="tel:')
    for (const value of [paying.sessionId, paying.id, paying.token])
      expect(failed.html).toContain(`value="${value}"`)
    await faults()
    expect((await read(paying.successPath)).words).toContain('Payment Successful!')
  })

  test('a slow provider is waited for in sight', async () => {
    const paying = await at.begin()
    await pay(paying)
    await faults({ api: 'hang', count: 1 })
    const first = await read(paying.successPath)
    expect(first.status).toBe(200)
    expect(first.words).toContain('Verifying your payment...')
    const address = /<meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(first.html)?.[1] ?? ''
    const second = await read(address.replaceAll('&amp;', '&'))
    expect(second.words).toContain('Payment Successful!')
    expect(await lettersTo(paying)).toEqual([{ kind: 'confirmation' }])
  })

  test('a payment that comes too late is given back, kindly', async () => {
    const late = await at.begin()
    await sql`update reservations set status = 'cancelled', cancel_reason = 'hold_expired' where id = ${late.id}`.execute(
      at.database.db,
    )
    const { tableId } = await at.database.db
      .selectFrom('reservations')
      .where('id', '=', late.id)
      .select('tableId')
      .executeTakeFirstOrThrow()
    const quick = await at.confirm()
    await sql`update reservations set table_id = ${tableId} where id = ${quick.id}`.execute(at.database.db)
    await pay(late)
    const { words, html } = await read(late.successPath)
    expect(words).toContain('Your money is on its way back')
    expect(words).toContain(formatUsd(late.totalCents))
    expect(words).toContain('The next nights')
    expect(html).toMatch(/href="\/events\/[a-z0-9-]+"/)
    expect(await refundsOf(late)).toEqual([{ amountCents: late.totalCents }])
    expect((await read(late.successPath)).words).toBe(words)
  })

  test('a reservation that was cancelled since leads to where that is told', async () => {
    const paying = await at.confirm()
    await post(paying.link)
    const { response } = await read(paying.successPath)
    expect(response.headers.get('location')).toBe(paying.link)
  })

  test('one that staff deleted is not there any more', async () => {
    const paying = await at.confirm()
    await sql`update reservations set deleted_at = now() where id = ${paying.id}`.execute(at.database.db)
    expectNothingTold(await read(paying.successPath))
    expectNothingTold(await read(paying.link))
  })
})

describe('after leaving the payment', () => {
  test('looking releases nothing; the post does, and the page says so', async () => {
    const paying = await at.begin()
    const before = await read(paying.cancelledPath)
    expect(before.status).toBe(200)
    for (const text of ['Payment Cancelled', 'no charge was made', 'Need Help?', 'Back to Events', 'Try Again'])
      expect(before.words).toContain(text)
    expect(before.words).toContain('Release the table')
    expect(before.html).toMatch(/href="mailto:[^"]+@/)
    expectPrivate(before.response)
    expect((await rowOf(paying)).status).toBe('pending')

    const posted = await post(paying.cancelledPath)
    expect(posted.status).toBe(303)
    expect(posted.response.headers.get('location')).toBe(paying.cancelledPath)
    expect(await rowOf(paying)).toMatchObject({ status: 'cancelled', cancelReason: 'guest' })
    const after = await read(paying.cancelledPath)
    expect(after.words).toContain('The table is released for other guests.')
    expect(after.words).not.toContain('Release the table')
    expect((await post(paying.cancelledPath)).status).toBe(303)
  })

  test('an id without its token reads and releases nothing', async () => {
    const mine = await at.begin()
    const other = await at.begin()
    for (const query of [
      `reservation_id=${mine.id}`,
      `reservation_id=${mine.id}&token=`,
      `reservation_id=${mine.id}&token=${other.token}`,
      `reservation_id=${mine.id}&token=${at.tokens.sign('guest', mine.id)}`,
      `token=${mine.token}`,
      '',
    ]) {
      const path = `/payment-cancelled?${query}`
      // oxlint-disable-next-line no-await-in-loop -- one stranger after the other
      expectNothingTold(await read(path))
      // oxlint-disable-next-line no-await-in-loop
      expectNothingTold(await post(path))
    }
    expect((await rowOf(mine)).status).toBe('pending')
    expect((await rowOf(other)).status).toBe('pending')
  })

  test('a page of somebody else releases nothing', async () => {
    const paying = await at.begin()
    expect((await post(paying.cancelledPath, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await post(paying.link, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await rowOf(paying)).status).toBe('pending')
  })

  test('who has paid after all goes on to the reservation, and keeps it', async () => {
    const paying = await at.begin()
    await pay(paying)
    const posted = await post(paying.cancelledPath)
    expect(posted.response.headers.get('location')).toBe(paying.link)
    expect((await rowOf(paying)).status).toBe('confirmed')
    expect((await read(paying.cancelledPath)).response.headers.get('location')).toBe(paying.link)
    await post(paying.cancelledPath)
    expect((await rowOf(paying)).status).toBe('confirmed')
  })

  test('where the provider does not answer the hold ends by itself, and the page says when', async () => {
    const paying = await at.begin()
    await faults({ api: '500' })
    const { status, words } = await post(paying.cancelledPath)
    await faults()
    expect(status).toBe(200)
    expect(words).toContain('no charge was made')
    expect(words).toMatch(/ends by itself at \d+:\d\d [AP]M/)
    expect((await rowOf(paying)).status).toBe('pending')
  })
})

describe('a reservation by its link', () => {
  test('is shown with all that is needed at the door, and what cancelling gives back', async () => {
    const paying = await at.confirm({ birthdayPackage: true })
    const shown = await read(paying.link)
    const total = formatUsd(paying.totalCents)
    expect(shown.words).toContain('Your reservation')
    expect(shown.words).toContain('Reservation Confirmed')
    expect(shown.words).toContain((await rowOf(paying)).entryCode)
    expect(shown.words).toContain(`Total Paid ${total}`)
    expect(shown.words).toContain('Directions')
    expect(shown.words).toContain('all of your money goes back')
    expectPrivate(shown.response)
    const asked = await read(`${paying.link}?cancel=1`)
    expect(asked.words).toContain(`Exactly ${total} goes back`)
    expect(asked.words).toContain(`Cancel and get ${total} back`)
    expect(asked.html).toMatch(new RegExp(`<form [^>]*action="${paying.link}" method="post"`))
    expect((await rowOf(paying)).status).toBe('confirmed')
  })

  test('is cancelled once, however often that is sent, and all of the money goes back', async () => {
    const paying = await at.confirm()
    const posts = await Promise.all([post(paying.link), post(paying.link), post(paying.link)])
    for (const { status, response } of posts) {
      expect(status).toBe(303)
      expect(response.headers.get('location')).toBe(paying.link)
    }
    expect(await rowOf(paying)).toMatchObject({ status: 'cancelled', cancelReason: 'guest' })
    expect(await refundsOf(paying)).toEqual([{ amountCents: paying.totalCents }])
    expect(await lettersTo(paying)).toEqual([{ kind: 'cancelled' }, { kind: 'confirmation' }])
    const { words, html } = await read(paying.link)
    expect(words).toContain('Reservation Cancelled')
    expect(words).toContain('You cancelled this reservation.')
    expect(words).toContain(`All of your money, ${formatUsd(paying.totalCents)}, goes back`)
    expect(words).not.toContain('Entry code')
    expect(html).not.toContain('role="img"')
    expect(words).not.toContain('Change of plans?')
  })

  test('cannot be cancelled any more when the doors are near: the telephone is there', async () => {
    const paying = await at.confirm()
    await moveDoors(paying, 23)
    const shown = await read(`${paying.link}?cancel=1`)
    expect(shown.words).toContain('24 hours before the doors')
    expect(shown.words).toMatch(/Please call us.*\(\d{3}\) \d{3}-\d{4}/)
    expect(shown.html).not.toMatch(/<form [^>]*action="\/my-reservation/)
    const posted = await post(paying.link)
    expect(posted.status).toBe(409)
    expect(posted.html).toMatch(/<p role="alert"[^>]*>The time to cancel here ended/)
    expect((await rowOf(paying)).status).toBe('confirmed')
  })

  test('says who cancelled, and what of the money goes back', async () => {
    const paying = await at.confirm()
    const cancelBy = (reason: string) =>
      sql`update reservations set status = 'cancelled', cancel_reason = ${reason} where id = ${paying.id}`.execute(
        at.database.db,
      )
    await cancelBy('staff')
    const byStaff = await read(paying.link)
    expect(byStaff.words).toContain('had to cancel this reservation')
    expect(byStaff.words).toContain(`Please call us about the ${formatUsd(paying.totalCents)} you paid.`)
    await sql`
      insert into refunds (checkout_id, reservation_id, amount_cents, reason)
      select id, reservation_id, 1234, 'staff' from checkouts where reservation_id = ${paying.id}
    `.execute(at.database.db)
    expect((await read(paying.link)).words).toContain(`$12.34 of the ${formatUsd(paying.totalCents)} you paid goes back`)
    const unpaid = await at.begin()
    await post(unpaid.cancelledPath)
    expect((await read(unpaid.link)).words).toContain('Nothing was charged online')
  })

  test('is told apart while it waits for its payment, when it is over and when it is completed', async () => {
    const waiting = await at.begin()
    const shown = await read(waiting.link)
    expect(shown.words).toContain('Not paid yet')
    expect(shown.words).not.toContain('Total Paid')
    expect(shown.words).not.toContain('Entry code')

    const over = await at.confirm()
    await moveDoors(over, -7)
    const past = await read(over.link)
    expect(past.words).toContain('This night is over')
    expect(past.words).not.toContain('Entry code')
    expect(past.words).not.toContain('Change of plans?')

    const inside = await at.confirm()
    await sql`update reservations set status = 'completed' where id = ${inside.id}`.execute(at.database.db)
    expect((await read(inside.link)).words).toContain('Completed')
    expect((await post(inside.link)).status).toBe(303)
    expect((await rowOf(inside)).status).toBe('completed')
  })

  test('is nobody’s by a forged link, nor by the link of a hold', async () => {
    const paying = await at.confirm()
    const token = paying.link.split('/').at(-1) ?? ''
    for (const wrong of [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      paying.token,
      paying.id,
      'x',
      '%00',
      at.tokens.sign('guest', '00000000-0000-7000-8000-000000000000'),
    ]) {
      const path = `/my-reservation/${wrong}`
      // oxlint-disable no-await-in-loop -- one stranger after the other
      expectNothingTold(await read(path))
      expectNothingTold(await post(path))
      expect((await at.house.get(`${path}/calendar.ics`)).status).toBe(404)
      // oxlint-enable no-await-in-loop
    }
    expect((await rowOf(paying)).status).toBe('confirmed')
  })
})

describe('the calendar file', () => {
  test('carries the night, the table and the way back', async () => {
    const paying = await at.confirm()
    const response = await at.house.get(`${paying.link}/calendar.ics`)
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z0-9-]+\.ics"$/)
    expectPrivate(response)
    const lines = (await response.text()).replaceAll('\r\n ', '')
    expect(lines).toContain('BEGIN:VCALENDAR')
    expect(lines).toMatch(/DTSTART:\d{8}T\d{6}Z/)
    expect(lines).toContain(`URL;VALUE=URI:${at.house.origin}${paying.link}`)
    expect(lines).toContain((await rowOf(paying)).entryCode)
  })

  test('of a cancelled reservation takes it out again; of an unpaid one there is none', async () => {
    const paying = await at.confirm()
    await post(paying.link)
    expect(await (await at.house.get(`${paying.link}/calendar.ics`)).text()).toContain('METHOD:CANCEL')
    expect((await at.house.get(`${(await at.begin()).link}/calendar.ics`)).status).toBe(404)
  })
})

test('the terms say until when a night table can be cancelled', async () => {
  const { words } = await read('/terms-of-service')
  expect(words).toContain(
    'Night tables paid online can be cancelled, with all money back, until 24 hours before the doors.',
  )
})
