import { describe, expect, test } from 'vitest'
import { useDiningForms } from '../dining/dining-forms.ts'

const { at, dinnersOn, formFor, from, nextServiceDay, send } = useDiningForms()

describe('a dinner', () => {
  test('beyond two of a date for one contact is refused beside the date, and keeps what was typed', async () => {
    const date = nextServiceDay()
    const form = (time: string) =>
      formFor(date, { time, email: 'often@example.com', requests: 'By the window' })
    for (const time of ['17:00', '18:00'])
      // oxlint-disable-next-line no-await-in-loop
      expect((await send(await form(time))).status).toBe(303)
    const { status, words, html } = await send(await form('19:00'))
    expect(status).toBe(409)
    expect(words).toMatch(
      /You have 2 dinners on this date already\. Please call us at \(\d{3}\) \d{3}-\d{4} for another\./,
    )
    expect(html).toContain('href="#dining-date"')
    expect(html).toContain('By the window')
    expect(html).toContain('often@example.com')
    expect(await dinnersOn(date)).toHaveLength(2)
  })

  test('of one date from one address are eight a day, with whichever contacts', async () => {
    const date = nextServiceDay()
    const headers = from()
    for (let i = 0; i < 8; i += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const body = await formFor(date, {
        time: '17:00',
        guests: '1',
        email: `${i}@example.com`,
        phone: `972 555 010${i}`,
      })
      // oxlint-disable-next-line no-await-in-loop
      expect((await send(body, headers)).status).toBe(303)
      // oxlint-disable-next-line no-await-in-loop -- the limit of five an hour is another one
      await at().database.pool.query('delete from rate_limits')
    }
    const { status, words } = await send(
      await formFor(date, { email: 'ninth@example.com', phone: '972 555 0109' }),
      headers,
    )
    expect(status).toBe(409)
    expect(words).toContain('Many dinners of this date were booked from your network today.')
    expect(
      (await send(await formFor(date, { email: 'ninth@example.com', phone: '972 555 0109' }))).status,
    ).toBe(303)
  })
})
