import { describe, expect, test } from 'vitest'
import { formatDate } from '#lib/venue-time.ts'
import { useDiningForms } from '../dining/dining-forms.ts'

const { at, dinnersOn, formAt, formFor, from, nextServiceDay, read } = useDiningForms()

const PAGE = '/reservations?service=dining'
const post = (path: string, body: URLSearchParams) => read(path, { method: 'POST', body, headers: from() })
const chosenOf = (html: string) =>
  [...html.matchAll(/<option [^>]*value="([^"]+)" selected/g)].map(([, value]) => value)

/** A form that shows the times of one day for two guests, while another day and six guests are chosen. */
async function changedForm(change: Record<string, string> = {}) {
  const shown = nextServiceDay()
  const date = nextServiceDay()
  const other = { date, guests: '6', timesDate: shown, timesGuests: '2', requests: 'By the window' }
  return { shown, date, body: await formFor(shown, { ...other, ...change }) }
}

describe('a dinner whose time is one of another day or party', () => {
  test.each([PAGE, '/requests/dining'])('is not booked by %s, and a time is asked for', async (path) => {
    const { shown, date, body } = await changedForm()
    const { status, html } = await post(path, body)
    expect(status).toBe(422)
    expect(html).toContain(`Please choose a time on ${formatDate(date, 'medium')} for 6 guests.`)
    expect([await dinnersOn(shown), await dinnersOn(date)]).toEqual([[], []])
  })

  test('is shown again with the times of what was chosen, and with all that was typed', async () => {
    const { date, body } = await changedForm()
    const { html, words } = await post(PAGE, body)
    expect(chosenOf(html)).toEqual(['6', date])
    expect(words).toContain(`Time on ${formatDate(date)}`)
    expect(html).toContain(`name="timesDate" value="${date}"`)
    expect(html).toContain('name="timesGuests" value="6"')
    expect(html).toContain('id="dining-time-problem"')
    expect(html).not.toMatch(/<input[^>]*type="radio"[^>]*checked/)
    for (const typed of ['Amara Okafor', 'amara@example.com', '(972) 555-0142', 'By the window'])
      expect(html).toContain(typed)
    body.set('timesDate', date)
    body.set('timesGuests', '6')
    expect((await post(PAGE, body)).status).toBe(303)
    expect(await dinnersOn(date)).toMatchObject([{ guestCount: 6 }])
  })

  test('is refused where only the party differs, beside the other mistakes', async () => {
    const { date, body } = await changedForm({ name: '' })
    body.set('timesDate', date)
    const { status, words } = await post(PAGE, body)
    expect(status).toBe(422)
    expect(words).toContain('Please enter your name.')
    expect(words).toContain(`Please choose a time on ${formatDate(date, 'medium')} for 6 guests.`)
  })

  test.each([
    ['a date', { date: '2027-02-29' }, 'Please choose a date that is in the calendar.'],
    ['a party', { guests: '51' }, 'For more than 10 guests, please call us'],
  ])('is refused for %s that does not exist', async (_what, change, message) => {
    const { body } = await changedForm(change)
    const { status, words } = await post(PAGE, body)
    expect([status, words]).toEqual([422, expect.stringContaining(message)])
  })

  test('is booked by a client that shows no times', async () => {
    const date = nextServiceDay()
    const { status } = await post('/requests/dining', await formFor(date, { guests: '3' }))
    expect(status).toBe(200)
    expect(await dinnersOn(date)).toMatchObject([{ guestCount: 3 }])
  })
})

test('a dinner that came too fast is shown again with the date and the party that were chosen', async () => {
  const date = nextServiceDay()
  const token = /name="formToken" value="([^"]+)"/.exec((await read(formAt(date))).html)?.[1] ?? ''
  const body = await formFor(date, { guests: '5', timesDate: date, timesGuests: '5', formToken: token })
  const { status, html, words } = await post(PAGE, body)
  expect([status, words]).toEqual([409, expect.stringContaining('Please send it once more')])
  expect(chosenOf(html)).toEqual(['5', date])
  expect(/<input[^>]*checked[^>]*>/.exec(html)?.[0]).toContain('value="18:00"')
  expect(await dinnersOn(date)).toEqual([])
})

test('the times of the chosen day are shown by a button that keeps what was typed, and books nothing', async () => {
  const { date, body } = await changedForm({ intent: 'times', email: 'not yet', texts: 'on' })
  const { status, response, html, words } = await post(PAGE, body)
  expect([status, response.url]).toEqual([200, `${at().app.origin}${PAGE}`])
  expect(chosenOf(html)).toEqual(['6', date])
  expect(html).toContain('value="not yet"')
  expect(html).toContain('By the window')
  expect(html).toMatch(/<input[^>]*name="texts"[^>]*checked/)
  expect(/<input[^>]*type="radio"[^>]*checked[^>]*>/.exec(html)?.[0]).toContain('value="18:00"')
  expect(words).not.toMatch(/Please (choose|enter|look)|Missing Information/)
  expect(await dinnersOn(date)).toEqual([])
})

describe('a dinner that moves', () => {
  async function booked() {
    const date = nextServiceDay()
    await post(PAGE, await formFor(date))
    const [dinner] = await dinnersOn(date)
    return { date, link: `/my-reservation/${at().tokens.sign('guest', dinner?.id ?? '')}` }
  }
  const sent = (fields: Record<string, string>) => new URLSearchParams(fields)

  test('stays where its time is one of another day, and a time of the chosen day is asked for', async () => {
    const { date, link } = await booked()
    const to = nextServiceDay()
    const times = { timesDate: date, timesGuests: '2' }
    const body = sent({ intent: 'move', date: to, guests: '4', time: '18:00', ...times })
    const { status, response } = await post(`${link}?move=1&date=${date}&guests=2`, body)
    expect(status).toBe(303)
    expect(await dinnersOn(to)).toEqual([])
    const { html, words } = await read(response.headers.get('location') ?? '')
    expect(words).toContain(`Please choose a time on ${formatDate(to, 'medium')} for 4 guests.`)
    expect(chosenOf(html)).toEqual(['4', to])
    body.set('timesDate', to)
    body.set('timesGuests', '4')
    const moved = await post(link, body)
    expect(moved.response.headers.get('location')).toContain('?party=1')
    expect(await dinnersOn(to)).toMatchObject([{ guestCount: 4 }])
  })

  test('has the times of another day by a button, and says of a large party that staff confirm it', async () => {
    const { date, link } = await booked()
    const times = { timesDate: date, timesGuests: '2' }
    const shown = await post(link, sent({ intent: 'times', date, guests: '3', ...times }))
    const there = await read(shown.response.headers.get('location') ?? '')
    expect(chosenOf(there.html)).toEqual(['3', date])
    expect(there.words).not.toContain('Please choose a time')
    const large = await post(link, sent({ intent: 'move', date, guests: '9', time: '18:00', ...times }))
    const { words } = await read(large.response.headers.get('location') ?? '')
    expect(words).toContain('We confirm a party of 9 ourselves. Your dinner is unchanged.')
    expect(words).not.toContain('Please choose a time')
    const none = await post(link, sent({ intent: 'times', date, guests: '11', ...times }))
    expect([none.status, none.words]).toEqual([422, expect.stringContaining('10 guests at most')])
  })
})
