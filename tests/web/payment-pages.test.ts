import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { formatUsd } from '#lib/money.ts'
import { expectNoEmails, expectPrivate, GUEST, useGuestPages } from '../booking/guest-pages.ts'

const { app, faults, read, post, pay, rowOf, emailsTo, refundsOf, moveStart } = useGuestPages()

const priceOf = (id: string, price: string) =>
  sql`update events set price = ${price} where id = (select event_id from reservations where id = ${id})`.execute(
    app().database.db,
  )

describe('after paying', () => {
  test('a guest sees the whole confirmation, at once and after a reload', async () => {
    const paying = await app().begin({
      guestCount: 2,
      birthdayPackage: true,
      screenDisplay: true,
      specialRequests: 'A quiet corner <script>alert(1)</script>',
    })
    await priceOf(paying.id, '$25')
    await pay(paying)
    const first = await read(`${paying.successPath}&wait=1`)
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
      'Cover at the door $25 a person, 1 of your 2 pays: $25 at the door',
      'Browse More Events',
      'Print Confirmation',
      'Add to Calendar',
      (await rowOf(paying)).entryCode,
    ])
      expect(first.words).toContain(text)
    expect(first.words).toMatch(/(Wednes|Thurs|Fri|Satur|Sun)day, \w+ \d+, 20\d\d/)
    expect(first.words).toMatch(/Table \d+/)
    expect(first.html).toMatch(/<svg viewBox="0 0 \d+ \d+"[^>]*role="img"/)
    expect(first.html).not.toContain('<script>alert(1)')
    expect(first.html).toContain(`href="${paying.link}/calendar.ics"`)
    expect(first.html).toContain('<meta name="robots" content="noindex, nofollow"/>')
    expectPrivate(first.response)
    const again = await read(`${paying.successPath}&wait=1`)
    expect(again.words).toBe(first.words)
    expect(await rowOf(paying)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })

  test('a plain table shows no packages, and the hour until which it can be cancelled for a refund', async () => {
    const paying = await app().confirm()
    await moveStart(paying, 48)
    const words = async () => (await read(`${paying.successPath}&wait=1`)).words
    expect(await words()).toMatch(/1 guest (?!.*(Package|Special Requests))/)
    expect(await words()).toMatch(
      /You can cancel for a full refund until \w{3}, \w{3} \d+, [^.]*\d:\d\d [AP]M\./,
    )
    await moveStart(paying, 1)
    expect(await words()).toContain('It is too late to cancel for a refund.')
  })

  test('a free night mentions no cover', async () => {
    const paying = await app().begin({ guestCount: 2 })
    await priceOf(paying.id, 'Free')
    await pay(paying)
    const { words } = await read(`${paying.successPath}&wait=1`)
    expect(words).toMatch(/Payment Successful!/)
    expect(words).not.toMatch(/cover/i)
  })

  test('one that is cancelled mentions no cover, which is not due any more', async () => {
    const paying = await app().confirm({ guestCount: 2 })
    await priceOf(paying.id, '$25')
    expect((await read(paying.link)).words).toContain('Cover at the door')
    await sql`update reservations set status = 'cancelled', cancel_reason = 'guest' where id = ${paying.id}`.execute(
      app().database.db,
    )
    const { words } = await read(paying.link)
    expect(words).toContain('Reservation Cancelled')
    expect(words).not.toContain('Cover at the door')
  })

  test('its data is not served apart from the page', async () => {
    const paying = await app().confirm()
    const [path, query] = paying.successPath.split('?')
    const data = await app().app.get(`${path}.data?${query}`)
    expect(data.status).toBe(404)
  })

  test('five returns at once make one confirmation and one email', async () => {
    const paying = await app().begin()
    await pay(paying)
    const pages = await Promise.all(Array.from({ length: 5 }, () => read(`${paying.successPath}&wait=1`)))
    for (const { words } of pages) expect(words).toContain('Payment Successful!')
    expect(await emailsTo(paying)).toEqual([{ kind: 'confirmation' }])
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

  test('a client that knows only ids reads nothing and changes nothing', async () => {
    const mine = await app().begin()
    const other = await app().begin()
    await pay(mine)
    const link = (session: string, id: string, token: string) =>
      `/payment-success?session_id=${session}&reservation_id=${id}&token=${token}`
    const forged = `${mine.token.slice(0, -1)}${mine.token.endsWith('A') ? 'B' : 'A'}`
    for (const path of [
      link(mine.sessionId, mine.id, ''),
      link(mine.sessionId, mine.id, other.token),
      link(mine.sessionId, mine.id, forged),
      link(mine.sessionId, mine.id, app().tokens.sign('guest', mine.id)),
      link(other.sessionId, mine.id, mine.token),
      link('cs_test_nothing', mine.id, mine.token),
      link('%00', mine.id, mine.token),
      link("'%3B%20drop", mine.id, mine.token),
      link(mine.sessionId, 'not-an-id', mine.token),
    ])
      // oxlint-disable-next-line no-await-in-loop -- one stranger after the other
      expectNoEmails(await read(path))
    expect((await rowOf(mine)).status).toBe('pending')
  })

  test('one who has not paid is told so and keeps the table to try again', async () => {
    const paying = await app().begin()
    const { words, html } = await read(`${paying.successPath}&wait=1`)
    expect(words).toContain('Payment Not Confirmed Your payment was not successful. Please try again. Table')
    expect(words).toMatch(/try again\. Table \d+ is still held for you until \d+:\d\d [AP]M\./)
    expect(html).toContain('href="/events"')
    expect((await rowOf(paying)).status).toBe('pending')
  })

  test('a pending payment is waited for, and arrives', async () => {
    const paying = await app().begin()
    await faults({ settleAfterMs: 1500 })
    await pay(paying, 'late')
    const { words, html } = await read(paying.successPath)
    expect(words).toContain('Your payment is on its way')
    expect(html).toMatch(/<meta http-equiv="refresh" content="10;url=\/payment-success\?[^"]*wait=1"/)
    expect(words).not.toContain('Payment Successful')
    await new Promise((resolve) => setTimeout(resolve, 1600))
    expect((await read(`${paying.successPath}&wait=1`)).words).toContain('Payment Successful!')
    await faults()
  })

  test('a payment that never arrives is not confirmed', async () => {
    const paying = await app().begin()
    await faults({ settleAfterMs: 0 })
    await pay(paying, 'late-fail')
    await new Promise((resolve) => setTimeout(resolve, 200))
    const { words } = await read(`${paying.successPath}&wait=1`)
    expect(words).toMatch(/Payment Not Confirmed .* Please try again\. Table \d+ was released\./)
    expect(await rowOf(paying)).toMatchObject({ status: 'cancelled', cancelReason: 'payment_failed' })
  })

  test('a provider that does not answer keeps the guest here, with a way to try again', async () => {
    const paying = await app().begin()
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
    expect((await read(`${paying.successPath}&wait=1`)).words).toContain('Payment Successful!')
  })

  test('a slow provider is waited for with a visible state', async () => {
    const paying = await app().begin()
    await pay(paying)
    await faults({ api: 'hang', count: 1 })
    const first = await read(paying.successPath)
    expect(first.status).toBe(200)
    expect(first.words).toContain('Verifying your payment...')
    const address = /<meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(first.html)?.[1] ?? ''
    const second = await read(address.replaceAll('&amp;', '&'))
    expect(second.words).toContain('Payment Successful!')
    expect(await emailsTo(paying)).toEqual([{ kind: 'confirmation' }])
  })

  test('a payment that comes too late is refunded, with an apology', async () => {
    const late = await app().begin()
    await sql`update reservations set status = 'cancelled', cancel_reason = 'hold_expired' where id = ${late.id}`.execute(
      app().database.db,
    )
    const { tableId } = await app()
      .database.db.selectFrom('reservations')
      .where('id', '=', late.id)
      .select('tableId')
      .executeTakeFirstOrThrow()
    const quick = await app().confirm()
    await sql`update reservations set table_id = ${tableId} where id = ${quick.id}`.execute(app().database.db)
    await pay(late)
    const { words, html } = await read(`${late.successPath}&wait=1`)
    expect(words).toContain('Your money is on its way back')
    expect(words).toContain(formatUsd(late.totalCents))
    expect(words).toContain('The next nights')
    expect(html).toMatch(/href="\/events\/[a-z0-9-]+"/)
    expect(await refundsOf(late)).toEqual([{ amountCents: late.totalCents }])
    expect((await read(`${late.successPath}&wait=1`)).words).toBe(words)
  })

  test('a reservation that was cancelled since leads to its page', async () => {
    const paying = await app().confirm()
    await post(paying.link)
    const { response } = await read(`${paying.successPath}&wait=1`)
    expect(response.headers.get('location')).toBe(paying.link)
  })

  test('one that staff deleted reads as cancelled, with its refund', async () => {
    const paying = await app().confirm()
    await sql`update reservations set kept_cents = received_cents, deleted_at = now(), deleted_status = status,
      status = 'cancelled', cancel_reason = 'staff' where id = ${paying.id}`.execute(app().database.db)
    const { response } = await read(`${paying.successPath}&wait=1`)
    expect(response.headers.get('location')).toBe(paying.link)
    const { words } = await read(paying.link)
    expect(words).toContain('Reservation Cancelled')
    expect(words).toContain(`The ${formatUsd(paying.totalCents)} you paid is not refunded.`)
  })

  test('one that staff confirmed without a payment does not say that a payment was successful', async () => {
    const paying = await app().begin()
    await sql`update reservations set status = 'confirmed', held_until = null, payment_status = 'none'
      where id = ${paying.id}`.execute(app().database.db)
    const { response } = await read(`${paying.successPath}&wait=1`)
    expect(response.headers.get('location')).toBe(paying.link)
  })
})
