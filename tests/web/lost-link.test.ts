import { describe, expect, test } from 'vitest'
import { LOOKUP_FORM } from '#features/reservation-management/lookup/schema.ts'
import { issueFormToken } from '#forms/form-token.ts'
import { useDiningForms } from '../dining/dining-forms.ts'
import { eventually } from '../support/eventually.ts'

const { at, formFor, nextServiceDay, read, send } = useDiningForms()

describe('a lost link', () => {
  const ask = (contact: string, visitor: string, seconds = 60) =>
    at().app.get('/find-my-booking', {
      method: 'POST',
      headers: { 'X-Forwarded-For': visitor },
      body: new URLSearchParams({
        contact,
        topic: '',
        formToken: issueFormToken(
          { tokens: at().tokens, now: new Date(Date.now() - seconds * 1000) },
          LOOKUP_FORM.name,
        ),
      }),
    })

  test('is sent to the address of a dinner once, and the answer is the same for an address without one', async () => {
    const date = nextServiceDay()
    const email = 'lost.link@example.com'
    await send(await formFor(date, { email }))
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        ask(i % 3 === 0 ? 'unknown@example.com' : email, `203.0.114.${i}`),
      ),
    )
    const seen = await Promise.all(
      answers.map(async (it) => JSON.stringify([it.status, it.headers.get('location'), await it.text()])),
    )
    expect([...new Set(seen)]).toEqual([JSON.stringify([303, '/find-my-booking?sent=1#sent', ''])])
    const sent = () =>
      at().database.pool.query<{ is_sent: boolean }>(
        `select sent_at is not null as is_sent from email_queue where kind = 'booking_links'`,
      )
    await eventually(async () => expect((await sent()).rows).toEqual([{ is_sent: true }]))
    expect((await read('/find-my-booking?sent=1')).words).toContain('If there is a reservation to come')
  })

  test('is asked for with an address, and not often from one network', async () => {
    const wrong = await ask('no-address', '203.0.115.1')
    expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('value="no-address"')])
    // A form that comes too fast is to be sent once more, and counts for nothing.
    const fast = await Promise.all(Array.from({ length: 6 }, () => ask('fast@example.com', '203.0.115.2', 0)))
    expect(fast.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 409))
    for (let i = 0; i < 5; i += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await ask(`many${i}@example.com`, '203.0.115.2')).status).toBe(303)
    expect((await ask('many6@example.com', '203.0.115.2')).status).toBe(429)
  })

  test('that is wrong leads to the page that sends it again', async () => {
    const { status, html } = await read('/my-reservation/nothing')
    expect([status, html]).toEqual([404, expect.stringContaining('href="/find-my-booking"')])
  })
})
