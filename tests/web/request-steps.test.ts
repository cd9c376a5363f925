import { beforeAll, describe, expect, test } from 'vitest'
import { type FormApp, GOOD, PAGES, startFormApp, unescape } from './forms.ts'

let at: FormApp
beforeAll(async () => {
  at = await startFormApp()
})
const post = (path: string, fields: Record<string, string>) => at.post(path, fields, {})

describe('the steps without scripts', () => {
  const step = (from: number, intent: string, over: Record<string, string> = {}) =>
    post(`/plan-event?step=${from + 1}`, {
      ...GOOD['plan-event'],
      from: String(from),
      intent,
      formToken: at.openedBefore('plan-event'),
      topic: '',
      ...over,
    })

  test('carry every answer forward, back, and to a step that is changed', async () => {
    const second = unescape(await (await step(1, 'next')).text())
    expect(second).toContain('Step <!-- -->2<!-- --> of <!-- -->4')
    expect(second).toContain('50<!-- -->% complete')
    expect(second).toMatch(/type="hidden" name="name" value="Ada Obi"/)
    expect(second).toMatch(/type="hidden" name="eventDetails" value="Two hundred lanterns\."/)
    expect(second).toMatch(/name="guestCount"[^>]*value="120"|value="120"[^>]*name="guestCount"/)
    expect(unescape(await (await step(3, 'previous')).text())).toContain('Step <!-- -->2')
    const review = unescape(await (await step(3, 'next')).text())
    expect(review).toContain('$50,000 and more')
    expect(review).toContain('value="change-1"')
    const changing = unescape(await (await step(4, 'change-1')).text())
    expect(changing).toContain('Step <!-- -->1')
    expect(changing).toMatch(/type="hidden" name="review" value="1"/)
    const back = unescape(await (await step(1, 'next', { review: '1' })).text())
    expect(back).toContain('Step <!-- -->4')
    expect(back).not.toContain('name="review"')
  })

  test('a text that is too long is refused with its length, and not cut', async () => {
    const long = 'x'.repeat(4312)
    const again = await step(4, 'send', { eventDetails: long })
    const html = unescape(await again.text())
    expect(again.status).toBe(422)
    expect(html).toContain('under 4,000 characters: it has 4,312.')
    expect(html).toContain(long)
    expect(html).not.toMatch(/<textarea[^>]*maxlength/i)
  })

  test('an incomplete step is shown again with its own error messages', async () => {
    const again = await step(2, 'next', { selectedDate: '2027-02-29', guestCount: '0' })
    const html = unescape(await again.text())
    expect(again.status).toBe(422)
    expect(html).toContain('Step <!-- -->2')
    expect(html).toContain('Please choose a date that is in the calendar.')
    expect(html).toContain('There must be at least 1 guest.')
  })

  test('a guest who enters in the middle is led to the first incomplete step', async () => {
    const response = await post('/plan-event?step=4', {
      from: '3',
      intent: 'next',
      formToken: at.openedBefore('plan-event'),
    })
    expect(response.status).toBe(422)
    expect(unescape(await response.text())).toContain('Step <!-- -->1')
  })
})

test('the request form knows the night a guest comes from', async () => {
  const { slug } = await at.database.db
    .selectFrom('events')
    .select('slug')
    .where('startsAt', '>', new Date())
    .orderBy('startsAt')
    .executeTakeFirstOrThrow()
  const html = await (await at.app.get(`/reservations?service=nightlife&event=${slug}`)).text()
  expect(html).toMatch(/<option value="[0-9a-f-]{36}" selected="">/)
  const nonsense = await at.app.get('/reservations?service=nightlife&event=%00')
  expect(nonsense.status).toBe(200)
})

test('a page with a form is rendered for one guest, with a form token of its own', async () => {
  const formTokenIn = async (path: string) =>
    /name="formToken" value="([^"]+)"/.exec(await (await at.app.get(path)).text())?.[1]
  for (const { path } of Object.values(PAGES)) {
    // oxlint-disable-next-line no-await-in-loop -- four pages
    const [one, two] = [await formTokenIn(path), await formTokenIn(path)]
    expect(one).toMatch(/^\w+\.[\w-]{12}\.[\w-]{22}$/)
    expect(two).not.toBe(one)
  }
})

test('there is no other form', async () => {
  expect((await post('/requests/steal', {})).status).toBe(404)
  expect((await post('/reservations?service=other', {})).status).toBe(404)
  expect((await at.app.get('/requests/perform')).status).toBe(405)
})
