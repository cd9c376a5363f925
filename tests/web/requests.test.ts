import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Form, type FormApp, FORMS, GOOD, PAGES, startFormApp, unescape } from './forms.ts'

/** Form posts of a browser without scripts, of a browser with scripts, and of other programs. */

let at: FormApp
beforeAll(async () => {
  at = await startFormApp()
})
let address = ''
let count = 0
beforeEach(() => {
  address = `10.9.${Math.floor((count += 1) / 250)}.${count % 250}`
})
const openedBefore = (form: Form, seconds?: number): string => at.openedBefore(form, seconds)
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  at.post(path, fields, { 'X-Forwarded-For': address, ...headers })

/** The form posted to its page, as without scripts. */
const send = (form: Form, over: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  post(
    PAGES[form].path,
    { ...GOOD[form], ...PAGES[form].last, formToken: openedBefore(form), topic: '', ...over },
    headers,
  )

/** The form sent by a script. */
const ask = async (form: Form, over: Record<string, string> = {}) => {
  const response = await post(`/requests/${form}`, {
    ...GOOD[form],
    formToken: openedBefore(form),
    topic: '',
    ...over,
  })
  return { status: response.status, told: await response.json() }
}

async function stored(): Promise<number> {
  const { rows } = await at.database.pool.query<{ n: number }>(
    'select (select count(*) from inquiries) + (select count(*) from performer_applications) + (select count(*) from table_requests) as n',
  )
  return Number(rows[0]?.n)
}
const promised = async (): Promise<number> =>
  Number((await at.database.pool.query<{ n: number }>('select count(*) as n from email_queue')).rows[0]?.n)

describe.each(FORMS)('the form %s', (form) => {
  test('without scripts is stored, enqueues two emails and leads to the thank-you page', async () => {
    const [before, emails] = [await stored(), await promised()]
    // An inbox is thanked three times a day.
    const response = await send(form, { email: `${form}@example.com` })
    expect([response.status, response.headers.get('location')]).toEqual([303, PAGES[form].thanks])
    expect(await stored()).toBe(before + 1)
    expect(await promised()).toBe(emails + 2)
    const thanks = await (await at.app.get(PAGES[form].thanks)).text()
    expect(thanks).toContain('What happens next?')
  })

  test('by a script is answered in words', async () => {
    const before = await stored()
    expect(await ask(form)).toMatchObject({
      status: 200,
      told: { is: 'sent', success: { to: PAGES[form].thanks, title: expect.stringMatching(/Submitted/) } },
    })
    expect(await stored()).toBe(before + 1)
  })

  test('opened before an upgrade that took a field away is stored like any other', async () => {
    const before = await stored()
    expect((await send(form, { formToken: openedBefore(form), fieldOfAnEarlierVersion: 'red' })).status).toBe(
      303,
    )
    expect(await ask(form, { fieldOfAnEarlierVersion: 'red' })).toMatchObject({
      status: 200,
      told: { is: 'sent' },
    })
    expect(await stored()).toBe(before + 2)
  })

  test('sent twice is stored once; with other words it is another one', async () => {
    const before = await stored()
    const formToken = openedBefore(form)
    const both = await Promise.all([send(form, { formToken }), send(form, { formToken })])
    expect(both.map((it) => it.status)).toEqual([303, 303])
    expect(await stored()).toBe(before + 1)
    await send(form, { formToken, name: 'Ada Obi-Two' })
    expect(await stored()).toBe(before + 2)
  })

  test('by a program that fills in the honeypot is thanked like any guest, and nothing is stored', async () => {
    const before = await stored()
    const response = await send(form, { topic: 'Cheap watches' })
    expect([response.status, response.headers.get('location')]).toEqual([303, PAGES[form].thanks])
    expect((await ask(form, { topic: 'Cheap watches' })).status).toBe(200)
    expect(await stored()).toBe(before)
  })

  test.each([
    ['no form token', () => ''],
    ['a form token that is not ours', () => 'zzzzzzzz.AAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA'],
    ['the form token of a page that opened a moment ago', () => openedBefore(form, 1)],
  ])('with %s is to be sent once more, and nothing is stored', async (_what, formToken) => {
    const before = await stored()
    const response = await send(form, { formToken: formToken() })
    expect(response.status).toBe(409)
    expect(await response.text()).toContain('Nothing was sent yet. Everything you typed is still here.')
    expect(await ask(form, { formToken: formToken() })).toMatchObject({
      status: 409,
      told: { is: 'refused', typed: { name: 'Ada Obi' } },
    })
    expect(await stored()).toBe(before)
  })

  test('five times an hour from one address; the sixth is refused kindly and keeps what was typed', async () => {
    for (let i = 0; i < 5; i += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await send(form, { formToken: openedBefore(form) })).status).toBe(303)
    const before = await stored()
    const sixth = await send(form, { name: 'Ada the Sixth' })
    const html = await sixth.text()
    expect(sixth.status).toBe(429)
    expect(html).toContain('One moment, please')
    expect(html).toContain('Ada the Sixth')
    expect((await ask(form)).told).toMatchObject({ is: 'refused', typed: { name: 'Ada Obi' } })
    expect(await stored()).toBe(before)
    // Other guests, and other forms of the same guest, are not rate limited.
    const other = FORMS.find((it) => it !== form) ?? 'perform'
    expect((await send(other)).status).toBe(303)
    address = '10.77.0.1'
    expect((await send(form)).status).toBe(303)
  })

  test.each([
    ['an email with a line break', { email: 'ada@example.com\r\nBcc: eve@example.com' }, 'email'],
    ['an email that is none', { email: 'ada' }, 'email'],
    ['a name with a control character', { name: 'Ada\u0000' }, 'name'],
    ['a name of 10 KB', { name: 'x'.repeat(10_240) }, 'name'],
    ['a phone without digits', { phone: '----------' }, 'phone'],
    ['nothing in it', { name: '', email: '', phone: '' }, 'name'],
  ])('with %s is refused beside its field, and what was typed stays', async (_what, over, field) => {
    const before = await stored()
    const response = await send(form, over)
    const html = unescape(await response.text())
    expect(response.status).toBe(422)
    expect(html).toContain(`href="#${form}-${field}"`)
    expect(html).toContain(`id="${form}-${field}-problem"`)
    expect(html).toMatch(/<div role="alert"[^>]*autofocus/i)
    const kept: Record<string, string> = { ...GOOD[form], ...over }
    expect(html).toContain(kept['email']?.startsWith('ada@example.com\r') ? 'ada@example.com' : kept['email'])
    expect(html).toContain(kept['eventDetails'] ?? kept['experience'] ?? kept['partySize'])
    expect((await ask(form, over)).told.refusal.problems).toHaveProperty(field)
    expect(await stored()).toBe(before)
  })

  test('with a repeated field or a file is rejected', async () => {
    const before = await stored()
    const twice = new URLSearchParams({ ...GOOD[form], ...PAGES[form].last, formToken: openedBefore(form) })
    twice.append('name', 'Eve')
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': address }
    const answered = await at.app.get(PAGES[form].path, { method: 'POST', headers, body: twice.toString() })
    expect(answered.status).toBe(400)
    const withFile = new FormData()
    for (const [name, value] of Object.entries(GOOD[form])) withFile.set(name, value)
    withFile.set('name', new Blob(['x']), 'x.txt')
    expect(
      (
        await at.app.get(`/requests/${form}`, {
          method: 'POST',
          headers: { 'X-Forwarded-For': address },
          body: withFile,
        })
      ).status,
    ).toBe(400)
    for (const body of ['', '{"a":1}', '%%%=%%', '\u0000'])
      // oxlint-disable-next-line no-await-in-loop -- a few
      expect((await at.app.get(PAGES[form].path, { method: 'POST', headers, body })).status).toBeLessThan(500)
    expect(await stored()).toBe(before)
  })

  test('from another site is refused', async () => {
    const before = await stored()
    expect(
      (await send(form, {}, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })).status,
    ).toBe(403)
    expect((await send(form, {}, { Origin: 'https://evil.example' })).status).toBe(403)
    expect(await stored()).toBe(before)
  })

  test.each(['李小龍', 'محمد بن سلمان', 'Ọláyínká Adébáyọ̀', `O'Brien "Bob" <b>&</b>`])(
    'keeps the name %s as it was written',
    async (name) => {
      expect((await send(form, { name })).status).toBe(303)
      const { rows } = await at.database.pool.query(
        `select name from inquiries where name = $1 union select name from performer_applications where name = $1
         union select name from table_requests where name = $1`,
        [name],
      )
      expect(rows).toEqual([{ name }])
    },
  )
})

test('a night on which the venue is closed is not offered, and a request for it is refused', async () => {
  const { pool } = at.database
  const { rows } = await pool.query<{ id: string; title: string }>(
    'select id, title from events where deleted_at is null and starts_at > now() order by starts_at limit 1',
  )
  const night = rows[0] ?? { id: '', title: '' }
  const page = async () => unescape(await (await at.app.get('/reservations?service=nightlife')).text())
  expect(await page()).toContain(`value="${night.id}"`)
  await pool.query(
    `insert into venue_special_days (business_date, service, reason, closed_events)
     select date, 'social', 'Private', 'cancelled' from events where id = $1`,
    [night.id],
  )
  expect(await page()).not.toContain(`value="${night.id}"`)
  expect(await ask('table-request', { eventId: night.id })).toMatchObject({
    status: 409,
    told: { refusal: { problems: { eventId: 'Please choose a night from the list.' } } },
  })
  await pool.query('delete from venue_special_days')
})
