import { beforeAll, describe, expect, test } from 'vitest'
import { firstOpenDay, listDays } from '#features/dining/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addDays, formatDate, type CalendarDate, weekdayOf } from '#lib/venue-time.ts'
import { createSignedTokens, loadSigningKey, type SignedTokens } from '#platform/signed-tokens.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningHouse, startHouse } from '../support/house.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let database: TestDatabase
let house: RunningHouse
let tokens: SignedTokens
let evenings: IterableIterator<CalendarDate>
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  house = await startHouse({
    env: { DATABASE_URL: database.url, TRUST_PROXY: 'true', LOG_LEVEL: 'error' },
  })
  tokens = createSignedTokens(await loadSigningKey(database.db))
  const venue = await loadVenue(database)
  // Far enough ahead that the seed has nobody there.
  evenings = listDays(venue, new Date())
    .filter((day) => day.state === 'open' && day.date > addDays(firstOpenDay(venue, 2, new Date()) ?? '', 21))
    .map((day) => day.date)
    .values()
})
const nextEvening = (): CalendarDate => evenings.next().value ?? ''

let guests = 0
/** Each guest comes from an address of their own. */
const from = () => ({ 'X-Forwarded-For': `203.0.113.${(guests += 1) % 250}` })

async function read(path: string, init?: RequestInit) {
  const response = await house.get(path, init)
  const html = await response.text()
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const words = main
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
  return { status: response.status, response, html, words }
}

const formAt = (date: string, query = '') => `/reservations?service=dining&date=${date}&guests=2${query}`

/** A stamp that looks as old as it has to be, without the wait. */
function stampOf(html: string): string {
  const body = `${(Date.now() - 10_000).toString(36)}.${/name="stamp" value="[^.]+\.([\w-]{12})\./.exec(html)?.[1]}`
  return `${body}.${tokens.fingerprint(`form dining ${body}`)}`
}

async function formFor(date: string, change: Record<string, string> = {}): Promise<URLSearchParams> {
  const { html } = await read(formAt(date))
  return new URLSearchParams({
    guests: '2',
    date,
    time: '18:00',
    name: 'Amara Okafor',
    email: 'amara@example.com',
    phone: '(972) 555-0142',
    requests: '',
    stamp: stampOf(html),
    topic: '',
    ...change,
  })
}
const send = (body: URLSearchParams, headers: Record<string, string> = from()) =>
  read(`/reservations?service=dining&date=${body.get('date')}&guests=${body.get('guests')}`, {
    method: 'POST',
    body,
    headers,
  })
const dinnersOn = (date: string) =>
  database.db
    .selectFrom('reservations')
    .where('businessDate', '=', date)
    .where('reservationType', '=', 'dining')
    .selectAll()
    .execute()

describe('the dining form', () => {
  test('shows each time with how it stands, and a closed day as one that cannot be chosen', async () => {
    const date = nextEvening()
    const { html, words } = await read(formAt(date))
    for (const time of ['3:00 PM', '5:30 PM', '8:30 PM']) expect(words).toContain(`${time} Available`)
    expect(html.match(/type="radio"/g)).toHaveLength(12)
    const days = html.match(/<option [^>]*>(Mon|Tue), [^<]+/g) ?? []
    expect(days.length).toBeGreaterThan(10)
    expect(days.every((day) => day.includes('disabled') && day.endsWith(', closed'))).toBe(true)
    expect(html).toContain('<option value="1">1 Guest</option>')
    expect(html).toContain('<option value="10">10 Guests</option>')
  })

  test.each(['2027-02-29', '1999-01-01', '9999-12-31', 'x', '2026-11-21T00:00'])(
    'asked for %s shows another day and says so',
    async (date) => {
      const { status, words } = await read(formAt(encodeURIComponent(date)))
      expect(status).toBe(200)
      expect(words).toMatch(/These are the times of /)
    },
  )

  test('takes a dinner without a script, and leads to words that fit', async () => {
    const date = nextEvening()
    const body = await formFor(date, { name: 'Ọlá 李小龍 O’Brien' })
    const { response, status } = await send(body)
    const thankYou = response.headers.get('location') ?? ''
    expect([status, thankYou]).toEqual([303, expect.stringMatching(/^\/thank-you\?booking=/)])
    expect(await dinnersOn(date)).toMatchObject([
      { guestName: 'Ọlá 李小龍 O’Brien', status: 'pending', guestCount: 2, eventId: null },
    ])
    const [dinner] = await dinnersOn(date)
    const link = `/my-reservation/${tokens.sign('guest', dinner?.id ?? '')}`
    const thanks = await read(thankYou)
    for (const text of [
      'We have kept a table for you',
      'It is yours until 6:15 PM, 15 minutes after the booked time. You need do nothing more.',
      formatDate(date),
      '6:00 PM',
      '2 guests',
      'amara@example.com',
      'Correct your email',
      'Directions',
      'All terms',
    ])
      expect(thanks.words).toContain(text)
    expect(thanks.words).not.toMatch(/submitted|contact you|Waiting/i)
    expect(thanks.html).toContain(`href="${link}/calendar.ics"`)
    expect(thanks.words).toContain(`${house.origin}${link}`)
    expect((await read(thankYou)).words).toBe(thanks.words)
  })

  test('thanks on a page that is its guest’s alone, however it is asked for', async () => {
    const date = nextEvening()
    const { response } = await send(await formFor(date))
    const thankYou = response.headers.get('location') ?? ''
    const id = (await dinnersOn(date))[0]?.id ?? ''
    for (const path of [thankYou, thankYou.replace('/thank-you', '/thank-you.data')]) {
      const { headers, status } = await house.get(path)
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'private, no-store'])
      expect([headers.get('etag'), headers.get('referrer-policy')]).toEqual([null, 'same-origin'])
      expect(headers.get('x-robots-tag')).toContain('noindex')
    }
    for (const token of [id, tokens.sign('stop', id), tokens.sign('hold', id), `${id}.x`, '']) {
      const other = await read(`/thank-you?booking=${token}`)
      expect([token, other.status]).toEqual([token, 404])
      expect(other.html).not.toContain('amara@example.com')
    }
    const anybody = await read('/thank-you')
    expect(anybody.html).not.toContain('amara@example.com')
    expect(anybody.words).toContain('Your private event inquiry was submitted')
  })

  test('sent twice at once, or again after going back, is one dinner', async () => {
    const date = nextEvening()
    const body = await formFor(date)
    const headers = from()
    const [one, two] = await Promise.all([send(body, headers), send(body, headers)])
    expect([one.status, two.status]).toEqual([303, 303])
    const cookie = one.response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const known = await send(body, { ...headers, Cookie: cookie })
    expect(known.status).toBe(303)
    expect(await dinnersOn(date)).toHaveLength(1)
    const other = nextEvening()
    const first = await send(await formFor(other), { ...headers, Cookie: cookie })
    expect(first.status).toBe(303)
    const back = await send(await formFor(other), { ...headers, Cookie: cookie })
    expect(back.status).toBe(409)
    expect(back.words).toContain('You have asked for this dinner already')
    expect(await dinnersOn(other)).toHaveLength(1)
  })

  test.each([
    ['a Monday', () => ({ date: nextMonday() }), 'date', 'We are closed on Mon'],
    ['a past date', () => ({ date: '2026-01-03' }), 'date', 'Please choose a day that is still to come.'],
    [
      '29 February 2027',
      () => ({ date: '2027-02-29' }),
      'date',
      'Please choose a date that is in the calendar.',
    ],
    ['25:00', () => ({ time: '25:00' }), 'time', 'Please choose one of the times that are shown.'],
    [
      'an hour that is skipped',
      () => ({ time: '02:30' }),
      'time',
      'Please choose one of the times that are shown.',
    ],
    ['no time', () => ({ time: '' }), 'time', 'Please choose a time.'],
    ['a party of 0', () => ({ guests: '0' }), 'guests', 'There must be at least 1 guest.'],
    ['a party of 51', () => ({ guests: '51' }), 'guests', 'For more than 10 guests, please call us'],
    ['a party of 2e1', () => ({ guests: '2e1' }), 'guests', 'Please choose how many guests there will be.'],
    [
      'an address with a line break',
      () => ({ email: 'a@example.com\r\nBcc: b@example.com' }),
      'email',
      'Please enter an email address',
    ],
    ['a name of nothing', () => ({ name: '  ' }), 'name', 'Please enter your name.'],
  ])('refuses %s beside its field, and keeps the rest', async (...[, change, field, message]) => {
    const body = await formFor(nextEvening(), { requests: 'By the window', ...change() })
    const { status, words, html } = await send(body)
    expect([409, 422]).toContain(status)
    expect(words).toContain(message)
    expect(html).toContain(`href="#dining-${field}"`)
    expect(html).toMatch(new RegExp(`id="dining-${field}(-problem)?"`))
    expect(html).toContain('By the window')
  })

  test('whose time is lost meanwhile keeps what was typed and names the nearest times', async () => {
    const date = nextEvening()
    const body = await formFor(date, { requests: 'Nut allergy' })
    await database.pool.query('update venue set dining_covers_per_slot = 2')
    expect((await send(await formFor(date, { email: 'first@example.com' }))).status).toBe(303)
    const { status, words, html } = await send(body)
    await database.pool.query('update venue set dining_covers_per_slot = 24')
    expect(status).toBe(409)
    expect(words).toMatch(
      /6:00 PM on .* is taken\. The nearest times that are left are 5:00 PM, 5:30 PM and 6:30 PM\./,
    )
    expect(html).toContain('Nut allergy')
    expect(words).toContain('6:00 PM Full')
  })

  test('of eight is a request, and of a program is thanked and not kept', async () => {
    const date = nextEvening()
    const large = await send(await formFor(date, { guests: '8' }))
    const thanks = await read(large.response.headers.get('location') ?? '')
    expect(thanks.words).toContain('We have your request')
    expect(thanks.words).toMatch(/No table is kept yet: .* We answer by \w{3}, \w{3} \d+, \d+:\d\d [AP]M\./)
    expect(thanks.words).not.toMatch(/kept a table|kept for you|keep your table|is confirmed/i)
    expect(thanks.html).not.toContain('calendar.ics')
    expect(await dinnersOn(date)).toMatchObject([{ tableId: null, guestCount: 8 }])
    const program = await send(await formFor(date, { topic: 'SEO', email: 'bot@example.com' }))
    expect([program.status, program.response.headers.get('location')]).toEqual([303, '/thank-you?for=dinner'])
    expect((await read('/thank-you?for=dinner')).words).not.toMatch(/kept|confirmed|submitted/i)
    expect(await dinnersOn(date)).toHaveLength(1)
  })
})

function nextMonday(): CalendarDate {
  let date = addDays(new Date().toISOString().slice(0, 10), 3)
  while (weekdayOf(date) !== 1) date = addDays(date, 1)
  return date
}

describe('the times of an evening', () => {
  test('are answered to a script, and never kept', async () => {
    const date = nextEvening()
    const response = await house.get(`/reservations/times?date=${date}&guests=2`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { times } = JSON.parse(await response.text())
    expect(times).toHaveLength(12)
    expect(times[0]).toEqual({ time: '15:00', state: 'free' })
  })

  test.each(['date=2027-02-29&guests=2', 'date=2026-12-04&guests=0', 'date=2026-12-04&guests=51', ''])(
    'of %j are refused',
    async (query) => expect((await house.get(`/reservations/times?${query}`)).status).toBe(400),
  )
})

describe("a guest's own page", () => {
  async function booked(): Promise<{ id: string; date: string; link: string }> {
    const date = nextEvening()
    await send(await formFor(date))
    const [dinner] = await dinnersOn(date)
    const id = dinner?.id ?? ''
    return { id, date, link: `/my-reservation/${tokens.sign('guest', id)}` }
  }
  const post = (path: string, fields: Record<string, string>) =>
    read(path, { method: 'POST', body: new URLSearchParams(fields) })

  test('shows the dinner, how long the table is kept, and a calendar file; to look changes nothing', async () => {
    const { link } = await booked()
    const { words, response } = await read(`${link}?cancel=1&move=1`)
    expect(words).toContain('6:00 PM')
    expect(words).toContain('Table kept for you')
    expect(words).toContain('We keep your table for 15 minutes after the booked time.')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const calendar = await house.get(`${link}/calendar.ics`)
    expect(await calendar.text()).toContain('SUMMARY:Dinner at Baobab & Olive')
    expect((await read(link)).words).toContain('Table kept for you')
  })

  test('corrects a mistyped email, sends the confirmation there, and not as often as one likes', async () => {
    const { id, link } = await booked()
    const wrong = await post(link, { intent: 'email', email: 'nobody' })
    expect([wrong.status, wrong.words]).toEqual([422, expect.stringContaining('name@example.com')])
    const right = await post(link, { intent: 'email', email: ' right@example.com ' })
    expect([right.status, right.response.headers.get('location')]).toEqual([303, `${link}?email=1#status`])
    const { words } = await read(`${link}?email=1`)
    expect(words).toContain('The confirmation is on its way to right@example.com.')
    const { rows } = await database.pool.query(
      `select r.guest_email, count(m.*)::int as letters from reservations r join mails m on m.reservation_id = r.id
       where r.id = $1 and m.kind = 'dinner_received' group by 1`,
      [id],
    )
    expect(rows).toEqual([{ guest_email: 'right@example.com', letters: 2 }])
    await post(link, { intent: 'email', email: 'second@example.com' })
    await post(link, { intent: 'email', email: 'third@example.com' })
    expect((await post(link, { intent: 'email', email: 'fourth@example.com' })).status).toBe(429)
    await post(link, { intent: 'cancel' })
    expect((await read(link)).words).not.toContain('Correct your email')
  })

  test('says confirmed once staff have said so, and nothing else beside it', async () => {
    const { id, link } = await booked()
    await database.pool.query(`update reservations set status = 'confirmed' where id = $1`, [id])
    const { words } = await read(link)
    expect(words).toContain('Your dinner is confirmed')
    expect(words).toContain('Your table is yours until 6:15 PM, 15 minutes after the booked time.')
    expect(words).not.toMatch(/waiting for|contact you|submitted|Table kept for you/i)
  })

  test('moves it to another time, and cancels it, each by a button', async () => {
    const { id, date, link } = await booked()
    const moving = await read(`${link}?move=1&date=${date}`)
    expect(moving.words).toContain('6:00 PM Available')
    const moved = await post(link, { intent: 'move', date, time: '19:30' })
    expect([moved.status, moved.response.headers.get('location')]).toEqual([303, `${link}?moved=1#status`])
    expect((await read(`${link}?moved=1`)).words).toMatch(/Your dinner has moved to .*, 7:30 PM/)
    const wrong = await post(`${link}?move=1`, { intent: 'move', date, time: '25:00' })
    expect([wrong.status, wrong.words]).toEqual([
      422,
      expect.stringContaining('Please choose a day and one of its times.'),
    ])
    expect((await post(link, {})).status).toBe(422)
    expect((await post(link, { intent: 'cancel' })).status).toBe(303)
    expect((await post(link, { intent: 'cancel' })).status).toBe(303)
    const { words } = await read(link)
    expect(words).toContain('You cancelled this dinner. Nothing is owed.')
    const kinds = await database.db
      .selectFrom('mails')
      .where('reservationId', '=', id)
      .select('kind')
      .execute()
    expect(kinds.filter(({ kind }) => kind === 'dinner_cancelled')).toHaveLength(1)
  })

  test('shows the phone from two hours before on, and takes nothing any more', async () => {
    const { id, date, link } = await booked()
    // Without its table: tonight that one may be sold.
    await database.pool.query(
      `update reservations set table_id = null, starts_at = now() + interval '90 minutes', ends_at = now() + interval '3 hours'
       where id = $1`,
      [id],
    )
    const { words } = await read(link)
    expect(words).toContain('The time to move or cancel here ended')
    expect(words).toContain('(972) 555-0142')
    expect(words).not.toContain('Move to another time')
    const late = await post(link, { intent: 'cancel' })
    expect([late.status, late.words]).toEqual([409, expect.stringContaining('Please call us')])
    expect((await post(link, { intent: 'move', date: addDays(date, 7), time: '18:00' })).status).toBe(409)
    await database.pool.query(
      `update reservations set starts_at = now() - interval '20 minutes' where id = $1`,
      [id],
    )
    expect((await read(link)).words).toContain('15 minutes after the booked time. On your way?')
  })

  test('is nobody else’s: another token of ours, or a changed one, opens nothing', async () => {
    const { id, link } = await booked()
    for (const path of [
      `/my-reservation/${tokens.sign('stop', id)}`,
      `${link.slice(0, -2)}AA`,
      `/my-reservation/${tokens.sign('stop', id)}/times?date=2026-12-04`,
      `/stop-reminders/${tokens.sign('guest', id)}`,
    ])
      expect([path, (await read(path)).status]).toEqual([path, 404])
  })

  test('reminders stop by the link, also by a mail program’s own button, and can be had again', async () => {
    const { id } = await booked()
    const link = `/stop-reminders/${tokens.sign('stop', id)}`
    expect((await read(link)).words).toContain('Stop reminders?')
    expect((await read(link)).words).toContain('Stop reminders?')
    expect((await post(link, { 'List-Unsubscribe': 'One-Click' })).status).toBe(303)
    expect((await read(link)).words).toContain('Reminders are stopped')
    await post(link, { intent: 'resume' })
    expect((await read(link)).words).toContain('Stop reminders?')
  })
})
