import { describe, expect, test } from 'vitest'
import { addDays, formatDate, weekdayOf, type CalendarDate } from '#lib/venue-time.ts'
import { useDiningForms } from '../dining/dining-forms.ts'

const { at, dinnersOn, formAt, formFor, from, nextServiceDay, read, send } = useDiningForms()

describe('the dining form', () => {
  test('shows each time with how it stands, and a closed day as one that cannot be chosen', async () => {
    const date = nextServiceDay()
    const { html, words } = await read(formAt(date))
    for (const time of ['3:00 PM', '5:30 PM', '8:30 PM']) expect(words).toContain(`${time} Available`)
    expect(html.match(/type="radio"/g)).toHaveLength(12)
    const days = html.match(/<option [^>]*>(Mon|Tue), [^<]+/g) ?? []
    expect(days.length).toBeGreaterThan(10)
    for (const day of days) expect(day).toMatch(/disabled[\s\S]*, closed$/)
    expect(html).toContain('<option value="1">1 Guest</option>')
    expect(html).toContain('<option value="10">10 Guests</option>')
  })

  test.each(['2027-02-29', '1999-01-01', '9999-12-31', 'x', '2026-11-21T00:00'])(
    'requested for %s shows another day and says so',
    async (date) => {
      const { status, words } = await read(formAt(encodeURIComponent(date)))
      expect(status).toBe(200)
      expect(words).toMatch(/These are the times of /)
    },
  )

  test('names the way of a party that is too large, also where the address asks for one', async () => {
    const way = /More than 10 guests\? Call us at \(\d{3}\) \d{3}-\d{4} or plan a private event/
    expect((await read('/reservations?service=dining')).words).toMatch(way)
    const { words } = await read('/reservations?service=dining&guests=11')
    expect(words).toContain('Online we take dinners for up to 10 guests.')
    expect(words).toContain('These are the times for 10 guests.')
    const none = await read('/reservations?service=dining&guests=many')
    expect(none.words).toContain('These are the times for 2 guests.')
    const request = await read('/reservations?service=nightlife&guests=16')
    expect(request.words).toContain('More than 15 guests?')
    expect(request.html).toContain('<option value="15" selected="">15 People</option>')
  })

  test('marks full and closed days in a calendar of links, and offers the next free time', async () => {
    const date = nextServiceDay()
    await at().database.pool.query(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
         status) select 'dining', $1, starts_at, starts_at + interval '90 minutes', 'Many', 'many@example.com', 24, 'confirmed'
       from generate_series(moment_of_business($1, '15:00'), moment_of_business($1, '20:30'), interval '30 minutes') starts_at`,
      [date],
    )
    const { html, words } = await read(formAt(date))
    expect(html).toContain(`aria-label="${formatDate(date)}: full" aria-current="date"`)
    const closed = nextMonday(date)
    const other =
      closed.slice(0, 7) === date.slice(0, 7)
        ? html
        : (await read(formAt(date, `&month=${closed.slice(0, 7)}`))).html
    expect(other).toMatch(new RegExp(`>${formatDate(closed)}: closed`))
    const next = /The next free time is[^]*?<a id="dining-time" href="([^"]+)"/
      .exec(html)?.[1]
      ?.replaceAll('&amp;', '&')
    expect(words).toMatch(
      /No time is left on .* for 2 guests\. The next free time is \w{3}, \w{3} \d+, 3:00 PM/,
    )
    const there = await read(next ?? '')
    expect(/<input[^>]*checked[^>]*>/.exec(there.html)?.[0]).toContain('value="15:00"')
    const times = JSON.parse(await (await at().app.get(`/reservations/times?date=${date}&guests=2`)).text())
    expect(next).toContain(`date=${times.next.date}&time=15%3A00`)
  })

  test('offers an earlier day where no later one has a free time', async () => {
    const { html } = await read(formAt(nextServiceDay()))
    const last = [...html.matchAll(/<option value="(\d{4}-\d\d-\d\d)"(?![^>]*disabled)/g)].at(-1)?.[1] ?? ''
    await at().database.pool.query(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
         status) select 'dining', $1, starts_at, starts_at + interval '90 minutes', 'Many', 'many@example.com', 24, 'confirmed'
       from generate_series(moment_of_business($1, '15:00'), moment_of_business($1, '20:30'), interval '30 minutes') starts_at`,
      [last],
    )
    const { words } = await read(formAt(last))
    expect(words).toMatch(
      /No time is left on .* for 2 guests\. No later day has one\. The first free time is \w{3}, \w{3} \d+, \d/,
    )
    expect(words).not.toContain('Please call us')
  })

  test.each(['1999-01', '9999-12', '2026-13', 'x'])(
    'opens its calendar within the days that can be booked for %j',
    async (month) => {
      const { status, html } = await read(`/reservations?service=dining&month=${month}`)
      expect(status).toBe(200)
      expect(html).toMatch(/<caption[^>]*>Dinner in \w+ 20\d\d</)
      expect(html).not.toMatch(/Dinner in \w+ (1999|9999)/)
    },
  )

  test('accepts a dinner without scripts, and leads to a fitting text', async () => {
    const date = nextServiceDay()
    const body = await formFor(date, { name: 'Ọlá 李小龍 O’Brien', texts: 'on' })
    const { response, status } = await send(body)
    const thankYou = response.headers.get('location') ?? ''
    expect([status, thankYou]).toEqual([303, expect.stringMatching(/^\/thank-you\?booking=/)])
    expect(await dinnersOn(date)).toMatchObject([
      { guestName: 'Ọlá 李小龍 O’Brien', status: 'pending', guestCount: 2, eventId: null },
    ])
    const [dinner] = await dinnersOn(date)
    const agreed = await at().database.pool.query(
      'select c.source from text_consents c join reservations r on r.id = c.reservation_id where r.business_date = $1',
      [date],
    )
    expect(agreed.rows).toEqual([{ source: 'guest' }])
    const link = `/my-reservation/${at().tokens.sign('guest', dinner?.id ?? '')}`
    const thanks = await read(thankYou)
    for (const text of [
      'Your table is reserved',
      'Please arrive by 6:15 PM. Your table is yours until 7:30 PM. You do not need to do anything else.',
      formatDate(date),
      '6:00 PM',
      '2 guests',
      'amara@example.com',
      'Correct your email',
      'Directions',
      'All terms',
    ])
      expect(thanks.words).toContain(text)
    expect(thanks.words.match(/7:30 PM|15 minutes/g)).toEqual(['7:30 PM'])
    expect(thanks.words).not.toMatch(/submitted|contact you|Waiting/i)
    expect(thanks.html).toContain(`href="${link}/calendar.ics"`)
    expect(thanks.words).toContain(`${at().app.origin}${link}`)
    expect((await read(thankYou)).words).toBe(thanks.words)
  })

  test('shows a private thank-you page', async () => {
    const date = nextServiceDay()
    const { response } = await send(await formFor(date))
    const unasked = await at().database.pool.query(
      'select from text_consents c join reservations r on r.id = c.reservation_id where r.business_date = $1',
      [date],
    )
    expect(unasked.rows).toEqual([])
    const thankYou = response.headers.get('location') ?? ''
    const id = (await dinnersOn(date))[0]?.id ?? ''
    const { headers, status } = await at().app.get(thankYou)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect([headers.get('etag'), headers.get('referrer-policy')]).toEqual([null, 'same-origin'])
    expect(headers.get('x-robots-tag')).toContain('noindex')
    for (const token of [id, at().tokens.sign('stop', id), at().tokens.sign('hold', id), `${id}.x`, '']) {
      const other = await read(`/thank-you?booking=${token}`)
      expect([token, other.status]).toEqual([token, 404])
      expect(other.html).not.toContain('amara@example.com')
    }
    const anybody = await read('/thank-you')
    expect(anybody.html).not.toContain('amara@example.com')
    expect(anybody.words).toContain('Your private event inquiry was submitted')
  })

  test('sent twice at once, or again after Back, is one dinner', async () => {
    const date = nextServiceDay()
    const body = await formFor(date)
    const headers = from()
    const [one, two] = await Promise.all([send(body, headers), send(body, headers)])
    expect([one.status, two.status]).toEqual([303, 303])
    const cookie = one.response.headers.get('set-cookie')?.split(';')[0] ?? ''
    const known = await send(body, { ...headers, Cookie: cookie })
    expect(known.status).toBe(303)
    expect(await dinnersOn(date)).toHaveLength(1)
    const other = nextServiceDay()
    const first = await send(await formFor(other), { ...headers, Cookie: cookie })
    expect(first.status).toBe(303)
    const back = await send(await formFor(other), { ...headers, Cookie: cookie })
    expect(back.status).toBe(409)
    expect(back.words).toContain('You already requested this dinner')
    expect(await dinnersOn(other)).toHaveLength(1)
  })

  // Nothing is booked on it, so that they share one.
  let dayOfRefusals: CalendarDate | null = null
  test.each([
    ['a Monday', () => ({ date: nextMonday() }), 'date', 'We are closed on Mon'],
    [
      'a past date',
      () => ({ date: '2026-01-03' }),
      'date',
      'That day has passed. Please choose another day.',
    ],
    [
      '29 February 2027',
      () => ({ date: '2027-02-29' }),
      'date',
      'Please choose a date that is in the calendar.',
    ],
    ['25:00', () => ({ time: '25:00' }), 'time', 'Please choose one of the times shown.'],
    ['an hour that is skipped', () => ({ time: '02:30' }), 'time', 'Please choose one of the times shown.'],
    ['no time', () => ({ time: '' }), 'time', 'Please choose a time.'],
    ['a party of 0', () => ({ guests: '0' }), 'guests', 'There must be at least 1 guest.'],
    ['a party of 51', () => ({ guests: '51' }), 'guests', 'For more than 10 guests, please call us'],
    ['a party of 2e1', () => ({ guests: '2e1' }), 'guests', 'Please enter a whole number.'],
    [
      'an address with a line break',
      () => ({ email: 'a@example.com\r\nBcc: b@example.com' }),
      'email',
      'Please enter an email address',
    ],
    ['a name of nothing', () => ({ name: '  ' }), 'name', 'Please enter your name.'],
  ])('refuses %s beside its field, and keeps the rest', async (...[, change, field, message]) => {
    dayOfRefusals ??= nextServiceDay()
    const body = await formFor(dayOfRefusals, { requests: 'By the window', ...change() })
    const { status, words, html } = await send(body)
    expect([409, 422]).toContain(status)
    expect(words).toContain(message)
    expect(html).toContain(`href="#dining-${field}"`)
    expect(html).toMatch(new RegExp(`id="dining-${field}(-problem)?"`))
    expect(html).toContain('By the window')
  })

  test('whose time fills up meanwhile keeps the typed text and names the nearest times', async () => {
    const date = nextServiceDay()
    const body = await formFor(date, { requests: 'Nut allergy' })
    await at().database.pool.query('update venue set dining_covers_per_slot = 2')
    expect((await send(await formFor(date, { email: 'first@example.com' }))).status).toBe(303)
    const { status, words, html } = await send(body)
    await at().database.pool.query('update venue set dining_covers_per_slot = 24')
    expect(status).toBe(409)
    expect(words).toMatch(
      /6:00 PM on .* is taken\. The nearest available times are 5:00 PM, 5:30 PM and 6:30 PM\./,
    )
    expect(html).toContain('Nut allergy')
    expect(words).toContain('6:00 PM Full')
  })

  test('of eight is a request, and of a program is thanked and not stored', async () => {
    const date = nextServiceDay()
    const large = await send(await formFor(date, { guests: '8' }))
    const thanks = await read(large.response.headers.get('location') ?? '')
    expect(thanks.words).toContain('We have your request')
    expect(thanks.words).toContain('Our team confirms each party of 8 or more.')
    expect(thanks.words).toMatch(
      /No table is assigned yet\. .* We will answer by \w{3}, \w{3} \d+, \d+:\d\d [AP]M\./,
    )
    expect(thanks.words).not.toMatch(/table is reserved|hold your table|is confirmed/i)
    expect(thanks.html).not.toContain('calendar.ics')
    expect(await dinnersOn(date)).toMatchObject([{ tableId: null, guestCount: 8 }])
    const program = await send(await formFor(date, { topic: 'SEO', email: 'bot@example.com' }))
    expect([program.status, program.response.headers.get('location')]).toEqual([303, '/thank-you?for=dinner'])
    expect((await read('/thank-you?for=dinner')).words).not.toMatch(/kept|confirmed|submitted/i)
    expect(await dinnersOn(date)).toHaveLength(1)
  })
})

test('a dinner that comes too fast, or after the signing key was replaced, is to be sent once more', async () => {
  const date = nextServiceDay()
  const tokenIn = (html: string) => /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const fast = await send(await formFor(date, { formToken: tokenIn((await read(formAt(date))).html) }))
  const unknown = await send(
    await formFor(date, { formToken: `${'0'.repeat(8)}.${'A'.repeat(12)}.${'A'.repeat(22)}` }),
  )
  for (const answer of [fast, unknown]) {
    expect(answer.status).toBe(409)
    expect(answer.words).toContain('Nothing was sent yet. Everything you typed is still here.')
    expect(answer.html).toContain('value="amara@example.com"')
  }
  expect(await dinnersOn(date)).toEqual([])
  // The form that is shown again can be sent at once.
  expect((await send(await formFor(date, { formToken: tokenIn(unknown.html) }))).status).toBe(303)
  expect(await dinnersOn(date)).toHaveLength(1)
})

function nextMonday(after = new Date().toISOString().slice(0, 10)): CalendarDate {
  let date = addDays(after, 3)
  while (weekdayOf(date) !== 1) date = addDays(date, 1)
  return date
}

describe('the times of an evening', () => {
  test('are answered to a script, which asks again each time', async () => {
    const date = nextServiceDay()
    const askTimes = () => at().app.get(`/reservations/times?date=${date}&guests=2`)
    expect((await askTimes()).headers.get('cache-control')).toBe('private, no-cache')
    const timesNow = async () => JSON.parse(await (await askTimes()).text()).times
    // The server may not yet have received the settings that the test before restored.
    await expect
      .poll(async () => (await timesNow())[0])
      .toEqual({ time: '15:00', state: 'free', until: null })
    expect(await timesNow()).toHaveLength(12)
  })

  test('and the dates of a month are answered to a script', async () => {
    const date = nextMonday()
    const answer = await at().app.get(`/reservations/times?month=${date.slice(0, 7)}&guests=2`)
    const days: { date: string; mark: string }[] = JSON.parse(await answer.text()).weeks.flat()
    expect(days.find((day) => day?.date === date)?.mark).toBe('closed')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  })

  test.each([
    'date=2027-02-29&guests=2',
    'month=2026-13&guests=2',
    'month=2026-12',
    'date=2026-12-04&guests=0',
    'date=2026-12-04&guests=51',
    '',
  ])('of %j are refused', async (query) =>
    expect((await at().app.get(`/reservations/times?${query}`)).status).toBe(400),
  )
})
