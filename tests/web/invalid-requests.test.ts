import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { eventForm } from '#features/events/management/schema.ts'
import { createOutboxMailer } from '#platform/mail/mail-outbox.ts'
import { asCookie, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* Requests that our pages never send, each of which once caused a 500. */

let app: RunningApp
let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lounge-wrong-'))
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, DATA_DIR: dataDir } })
  return () => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

test('an unused method does nothing, though a form at the same URL would', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    for (const path of ['/reservations', '/my-reservation/x', '/holds', '/healthz', '/sitemap.xml']) {
      // oxlint-disable-next-line no-await-in-loop -- each by itself
      const answered = await app.get(path, { method })
      expect([answered.status, answered.headers.get('Allow')], `${method} ${path}`).toEqual([
        405,
        'GET, HEAD, POST',
      ])
    }
})

test('a malformed URL is refused, and is repeated in the log only', async () => {
  for (const path of ['/my-reservation/secret%ff', '/events/%', '/holds/%E0%A4%A/checkout']) {
    // oxlint-disable-next-line no-await-in-loop
    expect((await app.get(path)).status, path).toBe(400)
  }
  expect(app.output()).not.toContain('could not be decoded')
})

test('the data of a public page has no address: only the staff area has a router in the browser', async () => {
  const statuses = await Promise.all(
    ['/_root.data', '/menu.data', '/events.data?q=x', '/thank-you.data?_routes=x', '/admin.data'].map(
      async (path) => [path, (await app.get(path)).status],
    ),
  )
  expect(statuses).toEqual([
    ['/_root.data', 404],
    ['/menu.data', 404],
    ['/events.data?q=x', 404],
    ['/thank-you.data?_routes=x', 404],
    ['/admin.data', 200],
  ])
})

test('the cookie banner accepts any path of this site, and a body that is no form', async () => {
  const answer = (body: string, type = 'application/x-www-form-urlencoded') =>
    app.get('/cookie-consent', { method: 'POST', headers: { 'Content-Type': type }, body })
  const back = new URLSearchParams({ choice: 'all', back: '/events?q=soirée 🎷'.replaceAll(' ', '+') })
  const answered = await answer(back.toString())
  expect([answered.status, answered.headers.get('Location')]).toEqual([
    303,
    '/events?q=soir%C3%A9e+%F0%9F%8E%B7',
  ])
  expect((await answer('{"choice":"all"}', 'application/json')).status).toBe(400)
})

test('an email shown in the outbox runs no script and keeps its styles', async () => {
  const emails = createOutboxMailer({ directory: join(dataDir, 'outbox'), from: 'venue@example.com' })
  const words = { subject: 'An email', html: '<p style="color:red">Hello</p>', text: 'Hello' }
  await emails.send({ ...words, to: 'a@example.com', messageId: 'email@localhost' })
  const shown = await app.get('/outbox/email@localhost')
  expect(shown.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'; .*sandbox/)
})

test('an event at an invalid time is refused with a reason', () => {
  const night = {
    title: 'A night',
    description: 'x',
    category: 'Nightlife',
    date: '2026-11-01',
    price: '$20',
    priceRange: 'moderate',
    host: '',
    dj: '',
    ticketsUrl: '',
    imageId: null,
    featured: false,
    soldOut: false,
    tablesForSale: true,
    bookingPercentage: 0,
  }
  expect(eventForm.safeParse({ ...night, startTime: '18:00', endTime: '2027-01-16T21:00:00Z' }).success).toBe(
    false,
  )
  expect(eventForm.safeParse({ ...night, date: '2026-02-30', startTime: '18:00', endTime: '' }).success).toBe(
    false,
  )
  expect(eventForm.safeParse({ ...night, startTime: '21:00', endTime: '02:00' }).success).toBe(true)
})

async function enterAsOwner() {
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  const send = (method: string, path: string, body: unknown) =>
    app.get(path, { method, headers, body: JSON.stringify(body) })
  await createStaff(database, 'owner@venue.example', { role: 'owner' })
  const entered = await send('POST', '/admin/api/session', {
    email: 'owner@venue.example',
    password: PASSWORD,
  })
  headers['Cookie'] = asCookie(entered.headers.getSetCookie())
  return send
}

test('an image that was purged meanwhile is reported as missing', async () => {
  const send = await enterAsOwner()
  const items = [{ imageId: randomUUID(), alt: 'A lantern', category: 'food', galleryType: 'main' }]
  const answered = await send('POST', '/admin/api/gallery/bulk', { items })
  expect(answered.status).toBe(409)
  expect(await answered.json()).toMatchObject({
    error: 'not_found',
    fields: { imageId: expect.stringContaining('no longer exists') },
  })
  // Text that the database cannot store, at any depth of a field.
  const unstorable = await send('POST', '/admin/api/gallery/bulk', {
    items: [{ ...items[0], alt: 'A lan\u0000tern' }],
  })
  expect(unstorable.status).toBe(422)
  expect(await unstorable.json()).toMatchObject({
    fields: { items: expect.stringContaining('punctuation only') },
  })
  const version = await send('PUT', `/admin/api/gallery/${randomUUID()}`, {
    imageId: randomUUID(),
    title: 'Lanterns',
    description: '',
    alt: '',
    category: 'food',
    galleryType: 'main',
    version: 4_294_967_296,
  })
  expect(version.status).toBe(422)
})
