import { beforeAll, describe, expect, test } from 'vitest'
import { STAFF_ROUTES } from '#web/admin/api/staff-routes.ts'
import { cacheControl, SHARING } from '#page-cache/cache-control.ts'
import { ADDRESSES, fillIn } from '../security/addresses.ts'
import { type ProbedApp, startProbedApp } from '../security/probed-server.ts'
import { type RawResponse, sendRaw } from '../security/raw-request.ts'

/* Every URL declares whether its response may be cached, and no personal response may. */

let at: ProbedApp
let owner: string
let mediaId: string
beforeAll(async () => {
  at = await startProbedApp({ LOG_LEVEL: 'error' })
  owner = await at.enter('owner')
  const { rows } = await at.database.pool.query<{ id: string }>('select id from media limit 1')
  mediaId = rows[0]?.id ?? ''
})

const PRIVATE = cacheControl('private')
const read = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawResponse> =>
  sendRaw(at.app.origin, { method, path, headers })
const asListed = (path: string): string => (path === '/*' ? path : path.replace(/\/\*$/, '/*'))

describe.each(ADDRESSES.map(({ path }) => path))('%s', (path) => {
  test('has an entry in the Cache-Control table', () => expect(SHARING).toHaveProperty([asListed(path)]))

  test('responds to every kind of request by that entry', async () => {
    const filled = fillIn(path, {
      item: 'jollof-arancini',
      event: 'lone-star-highlife',
      token: at.tokens.sign('guest', at.guests.confirmed.id),
      form: 'dining',
      id: mediaId,
      rendition: '160.avif',
    })
    const expected = cacheControl(SHARING[asListed(path)] ?? 'private')
    for (const headers of [{}, { Cookie: owner }, { Cookie: 'guest=x; cookie_consent=all' }])
      for (const method of ['GET', 'HEAD']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        const answered = await read(filled, headers, method)
        const told = answered.status === 200 ? expected : PRIVATE
        expect([method, answered.status, answered.headers['cache-control']]).toEqual([
          method,
          answered.status,
          told,
        ])
        expect(told !== PRIVATE && answered.headers['set-cookie'] !== undefined).toBe(false)
      }
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      // oxlint-disable-next-line no-await-in-loop
      const answered = await sendRaw(at.app.origin, {
        method,
        path: filled,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'cross-site' },
        body: 'a=b',
      })
      expect([method, answered.headers['cache-control']]).toEqual([method, PRIVATE])
    }
  })
})

test('every URL of the staff area is below one entry, and private', async () => {
  expect(STAFF_ROUTES.length).toBeGreaterThan(40)
  for (const { path, method } of STAFF_ROUTES) {
    expect(path).toMatch(/^\/admin\//)
    if (method !== 'GET') continue
    // oxlint-disable-next-line no-await-in-loop
    const { headers } = await read(fillIn(path, { id: mediaId }), { Cookie: owner })
    expect([path, headers['cache-control']]).toEqual([path, PRIVATE])
  }
})

test('a shared page with a parameter of one guest is private', async () => {
  const night = await at.begin()
  for (const path of [
    '/reservations?service=dining',
    '/reservations?service=nightlife',
    '/reservations.data?service=private',
    '/events?q=highlife',
    '/events/lone-star-highlife?view=reserve&table=1&guests=2',
    `/thank-you?booking=${at.tokens.sign('guest', at.guests.dinner.id)}`,
    '/events?page=999',
    '/menu/no-such-dish',
    '/nowhere',
    night.successPath,
    at.guests.confirmed.successPath,
    at.guests.confirmed.link,
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    const { headers } = await read(path)
    expect([path, headers['cache-control'], headers.etag]).toEqual([path, PRIVATE, undefined])
  }
})

test('floor streams are private', async () => {
  const { rows } = await at.database.pool.query<{ id: string }>(
    "select id from events where slug = 'lone-star-highlife'",
  )
  for (const accept of ['text/event-stream', 'application/json']) {
    // oxlint-disable-next-line no-await-in-loop
    const { headers } = await read(`/live/floor/${rows[0]?.id}?variant=1`, { Accept: accept })
    expect([accept, headers['cache-control']]).toEqual([accept, PRIVATE])
  }
})

test("the router's manifest of a staff page's links may be cached, and a refusal may not", async () => {
  const { text } = await read('/admin')
  const version = /manifest-(\w+)\.js/.exec(text)?.[1] ?? ''
  const known = await read(`/__manifest?version=${version}&paths=%2Fadmin`)
  expect([known.status, known.headers['cache-control']]).toEqual([200, cacheControl('immutable')])
  const other = await read('/__manifest?version=other&paths=%2Fadmin')
  expect(other.headers['cache-control']).toBe(PRIVATE)
})
