import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { askFor, countParties, findNight, type Night, tableOf } from '../booking/booking-fixtures.ts'
import { startAppWithPayments } from '../booking/server-with-payments.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'

/** Requests of a guest's browser and of other programs. */

let database: TestDatabase
let app: RunningApp
let other: RunningApp
let night: Night
beforeAll(async () => {
  const paying = await startAppWithPayments()
  await paying.provider.control.setFaults({})
  ;({ database, app } = paying)
  // Each drawing of a chart shows other tables as reserved for the pre-booked share, and offers none of these.
  await database.db.updateTable('events').set({ bookingPercentage: 0 }).execute()
  // Both servers share one provider, so either may receive its webhooks.
  other = await startApp({
    env: {
      DATABASE_URL: database.url,
      PAYMENT_PROVIDER: 'local',
      TEST_PAYMENTS_URL: paying.provider.url,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'true',
    },
  })
})
beforeEach(async () => {
  night = await findNight(database.db, new Date())
})

type Sent = { readonly app?: RunningApp; readonly headers?: Record<string, string> }

const someAddress = () => `10.${[0, 1, 2].map(() => Math.floor(Math.random() * 256)).join('.')}`

const post = (path: string, body: unknown, { app: at = app, headers = {} }: Sent = {}) =>
  at.get(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': someAddress(), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const reservations = async () =>
  (await database.db.selectFrom('reservations').select('id').where('holdKey', 'is not', null).execute())
    .length

const refusal = (status: number, error: string) => ({
  status,
  told: { error, title: expect.stringMatching(/\S/), text: expect.stringMatching(/\S/) },
})

const answerOf = async (response: Response) => ({ status: response.status, told: await response.json() })

describe('bad input is refused with words of its own, and nothing is stored', () => {
  test.each([
    ['an extra field', { isAdmin: true }, 400, 'unknown_field'],
    ['a price', { tablePrice: 1 }, 400, 'unknown_field'],
    ['a total of its own making', { shownTotalCents: 100 }, 409, 'price_changed'],
    ['a table of another floor', { tableId: randomUUID() }, 404, 'unknown_table'],
    ['an event that is not there', { eventId: randomUUID() }, 404, 'unknown_event'],
    ['no guests', { guestCount: 0 }, 422, 'invalid'],
    ['fewer than no guests', { guestCount: -1 }, 422, 'invalid'],
    ['a half guest', { guestCount: 1.5 }, 422, 'invalid'],
    ['guests in words', { guestCount: '2e9' }, 422, 'invalid'],
    ['two thousand million guests', { guestCount: 2e9 }, 422, 'invalid'],
    ['more guests than the table seats', { guestCount: 11 }, 422, 'too_many_guests'],
    ['a name with control characters', { guestName: 'Ama\u0000ra\r\nBcc: x' }, 422, 'invalid'],
    ['an empty name', { guestName: '   ' }, 422, 'invalid'],
    ['no email', { guestEmail: 'amara' }, 422, 'invalid'],
    ['a phone number without digits', { guestPhone: '----------' }, 422, 'invalid'],
    ['10 KB of requests', { specialRequests: 'x'.repeat(10_240) }, 422, 'invalid'],
    ['a key that is none', { key: '1' }, 422, 'invalid'],
    ['an id that is none', { tableId: "1' or 1=1" }, 422, 'invalid'],
  ] as const)('%s', async (...[, change, status, error]) => {
    const before = await reservations()
    expect(await answerOf(await post('/holds', { ...askFor(night), ...change }))).toMatchObject(
      refusal(status, error),
    )
    expect(await reservations()).toBe(before)
  })

  test('an event that is over', async () => {
    const past = await database.db
      .selectFrom('events')
      .select('id')
      .where('endsAt', '<', new Date())
      .executeTakeFirstOrThrow()
    expect(await answerOf(await post('/holds', { ...askFor(night), eventId: past.id }))).toMatchObject(
      refusal(410, 'event_over'),
    )
  })

  test('no JSON, another kind of body, and one of a megabyte', async () => {
    expect(await answerOf(await post('/holds', '{"eventId":'))).toMatchObject(refusal(400, 'unreadable'))
    expect(
      await answerOf(await post('/holds', 'a=b', { headers: { 'Content-Type': 'text/plain' } })),
    ).toMatchObject(refusal(415, 'unreadable'))
    expect(
      await answerOf(await post('/holds', { ...askFor(night), specialRequests: 'x'.repeat(100_000) })),
    ).toMatchObject(refusal(413, 'unreadable'))
    expect((await post('/holds', 'x'.repeat(2_000_000))).status).toBe(413)
  })

  test('a request from another site', async () => {
    const forged = { headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' } }
    expect((await post('/holds', askFor(night), forged)).status).toBe(403)
    expect(
      (await post('/holds', askFor(night), { headers: { Origin: 'https://evil.example' } })).status,
    ).toBe(403)
  })

  test('an id in place of a token', async () => {
    const held = await (await post('/holds', askFor(night))).json()
    const { reservationId, token } = held.hold
    expect(await answerOf(await post(`/holds/${reservationId}/release`, ''))).toMatchObject(
      refusal(404, 'unknown_hold'),
    )
    expect(await answerOf(await post(`/holds/${reservationId}/checkout`, ''))).toMatchObject(
      refusal(404, 'unknown_hold'),
    )
    expect((await app.get(`/holds/${reservationId}`)).status).toBe(404)
    expect((await app.get(`/holds/${token.slice(0, -2)}AA`)).status).toBe(404)
    expect((await app.get(`/holds/${token}`)).status).toBe(200)
    expect((await app.get('/holds')).status).toBe(405)
    await post(`/holds/${token}/release`, '')
  })

  test('a forged webhook', async () => {
    const forged = JSON.stringify({ id: 'evt_1', object: 'event', type: 'checkout.session.completed' })
    for (const signature of ['', 't=1,v1=00', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`]) {
      const answered = await post('/payments/webhook', forged, { headers: { 'Stripe-Signature': signature } })
      expect(await answerOf(answered)).toMatchObject(refusal(400, 'bad_signature'))
    }
    expect(
      await database.db.selectFrom('webhookEvents').select('id').where('id', '=', 'evt_1').execute(),
    ).toEqual([])
  })
})

describe('one address', () => {
  const from = (address: string, indexes: readonly number[], more: Record<string, string> = {}) =>
    Promise.all(
      indexes.map((index) =>
        post('/holds', askFor(night, { table: tableOf(night, index) }), {
          headers: { 'X-Forwarded-For': address, ...more },
        }),
      ),
    )
  const release = async (answers: readonly Response[]) => {
    for (const it of answers.filter(({ status }) => status === 201))
      // oxlint-disable-next-line no-await-in-loop
      await post(`/holds/${(await it.json()).hold.token}/release`, '')
  }

  test('is shared by the guests of a hotel: a third guest gets a table, the ninth reads when to try again', async () => {
    const answers = await from('203.0.113.7', [2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(answers.filter((it) => it.status === 201)).toHaveLength(8)
    const refused = answers.find((it) => it.status === 429)
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refused && (await answerOf(refused))).toMatchObject({
      told: {
        error: 'network_busy',
        text: expect.stringMatching(
          /^Many tables are being held from your network right now\. Try again in \d+ minutes or call us at \(\d{3}\) \d{3}-\d{4}\.$/,
        ),
      },
    })
    await release(answers)
  })

  test('with two tables in one browser reads that it holds them', async () => {
    const cookie = { Cookie: `guest=${'a'.repeat(24)}` }
    const answers = await from('203.0.113.8', [2, 3, 4], cookie)
    const refused = answers.find((it) => it.status === 429)
    expect(refused && (await answerOf(refused))).toMatchObject({
      told: {
        error: 'too_many_holds',
        text: expect.stringMatching(/^You already hold two tables for this night\./),
      },
    })
    await release(answers)
  })

  test('of IPv6 is the /64, and a /48 has a quarter of the free tables', async () => {
    const asked = night.tables.map((_table, n) => `2001:db8:7:${(n + 1).toString(16)}::1`)
    const answers: Response[] = []
    for (const [n, address] of asked.entries())
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      answers.push(...(await from(address, [n])))
    expect(answers.filter((it) => it.status === 201)).toHaveLength(Math.floor(night.tables.length / 4))
    await release(answers)
  })
})

test('of a hundred guests at two servers who want one table, one gets it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      post('/holds', askFor(night), { app: index % 2 ? app : other }),
    ),
  )
  const statuses = answers.map((it) => it.status)
  expect(statuses.filter((it) => it === 201)).toHaveLength(1)
  expect(statuses.filter((it) => it === 409)).toHaveLength(99)
  expect(await countParties(database.db, night, tableOf(night).id)).toBe(1)
})

test('a table that costs nothing is confirmed without a payment page, with its email', async () => {
  const table = tableOf(night, 12)
  const price = (cents: number) =>
    database.pool.query('update venue_tables set reservation_price_cents = $2 where id = $1', [
      table.id,
      cents,
    ])
  await price(0)
  const ask = askFor(night, { table: { ...table, cents: 0 } })
  const held = await (await post('/holds', ask)).json()
  const opened = await answerOf(await post(`/holds/${held.hold.token}/checkout`, ''))
  expect(opened).toMatchObject({ status: 200, told: { url: expect.stringContaining('/my-reservation/') } })
  const page = await app.get(new URL(opened.told.url).pathname)
  expect(page.status).toBe(200)
  const row = await database.db
    .selectFrom('reservations')
    .where('id', '=', held.hold.reservationId)
    .select(['status', 'paymentStatus', 'totalPriceCents'])
    .executeTakeFirst()
  expect(row).toEqual({ status: 'confirmed', paymentStatus: 'none', totalPriceCents: 0 })
  expect((await (await app.get(`/holds/${held.hold.token}`)).json()).hold).toMatchObject({
    state: 'confirmed',
  })
  await waitFor(async () => {
    const mail = await database.db
      .selectFrom('emailQueue')
      .where('reservationId', '=', held.hold.reservationId)
      .select('kind')
      .execute()
    return mail.some(({ kind }) => kind === 'confirmation')
  })
  await price(table.cents)
})

test('the browser that holds a table is recognised without its idempotency key', async () => {
  const first = await post('/holds', askFor(night))
  const cookie = first.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  expect(first.headers.get('Set-Cookie')).toMatch(
    /^guest=[\w-]{24}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
  )
  const again = await post('/holds', askFor(night), { app: other, headers: { Cookie: cookie } })
  expect(again.status).toBe(200)
  expect((await again.json()).hold.reservationId).toBe((await first.json()).hold.reservationId)
})

test('an approved payment confirms the table by the webhook alone', async () => {
  const { hold } = await (await post('/holds', askFor(night))).json()
  const { url } = await (await post(`/holds/${hold.token}/checkout`, '')).json()
  const page = await (await fetch(url)).text()
  expect(page).toContain('Test payment: no real money')
  expect(new URL(url).origin).toBe(app.origin)
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1] ?? url
  const name = /name="(\w+)"[^>]*value="approve"|<button[^>]*name="(\w+)"[^>]*value="approve"/.exec(page)
  await fetch(new URL(action, url), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `${name?.[1] ?? name?.[2] ?? 'outcome'}=approve`,
  })
  await waitFor(async () => (await (await app.get(`/holds/${hold.token}`)).json()).hold.state === 'confirmed')
})

test('without scripts, a guest who opens another table reads which one they hold, and no other guest does', async () => {
  const [held, wanted] = [tableOf(night, 3), tableOf(night, 4)]
  const cookie = { Cookie: `guest=${'h'.repeat(24)}` }
  expect((await post('/holds', askFor(night, { table: held }), { headers: cookie })).status).toBe(201)
  const path = `/events/${night.event.slug}?view=reserve&table=${wanted.number}`
  const read = async (headers: Record<string, string>) => (await app.get(path, { headers })).text()
  const words = `You hold table ${held.number} until `
  const shown = await read(cookie)
  expect(shown).toContain(words)
  expect(shown).toContain(`table=${held.number}&amp;guests=1#book`)
  expect(await read({})).not.toContain(words)
})
