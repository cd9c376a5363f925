import { describe, expect, test } from 'vitest'
import { expectNoEmails, expectPrivate, useGuestPages } from '../booking/guest-pages.ts'

const { app, faults, read, post, pay, rowOf } = useGuestPages()

describe('after leaving the payment', () => {
  test('reading releases nothing; the post does, and the page says so', async () => {
    const paying = await app().begin()
    const before = await read(paying.cancelledPath)
    expect(before.status).toBe(200)
    for (const text of [
      'Payment Cancelled',
      'no charge was made',
      'Need Help?',
      'Back to Events',
      'Try Again',
    ])
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
    const mine = await app().begin()
    const other = await app().begin()
    for (const query of [
      `reservation_id=${mine.id}`,
      `reservation_id=${mine.id}&token=`,
      `reservation_id=${mine.id}&token=${other.token}`,
      `reservation_id=${mine.id}&token=${app().tokens.sign('guest', mine.id)}`,
      `token=${mine.token}`,
      '',
    ]) {
      const path = `/payment-cancelled?${query}`
      // oxlint-disable-next-line no-await-in-loop -- one stranger after the other
      expectNoEmails(await read(path))
      // oxlint-disable-next-line no-await-in-loop
      expectNoEmails(await post(path))
    }
    expect((await rowOf(mine)).status).toBe('pending')
    expect((await rowOf(other)).status).toBe('pending')
  })

  test('a page of another site releases nothing', async () => {
    const paying = await app().begin()
    expect((await post(paying.cancelledPath, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await post(paying.link, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await rowOf(paying)).status).toBe('pending')
  })

  test('a guest who has paid after all is led to the reservation, and keeps it', async () => {
    const paying = await app().begin()
    await pay(paying)
    const posted = await post(paying.cancelledPath)
    expect(posted.response.headers.get('location')).toBe(paying.link)
    expect((await rowOf(paying)).status).toBe('confirmed')
    expect((await read(paying.cancelledPath)).response.headers.get('location')).toBe(paying.link)
    await post(paying.cancelledPath)
    expect((await rowOf(paying)).status).toBe('confirmed')
  })

  test('where the provider does not respond the hold expires by itself, and the page says when', async () => {
    const paying = await app().begin()
    await faults({ api: '500' })
    const { status, words } = await post(paying.cancelledPath)
    await faults()
    expect([status, words]).toEqual([200, expect.stringContaining('no charge was made')])
    expect(words).toMatch(/your hold ends at \d+:\d\d [AP]M/)
    expect((await rowOf(paying)).status).toBe('pending')
  })
})
