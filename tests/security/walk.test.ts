import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { STAFF_ROLES } from '#features/permissions/schema.ts'
import { STAFF_ROUTES } from '#web/admin/api/staff-routes.ts'
import { waitFor } from '../support/server.ts'
import { databaseHash } from '../support/database-hash.ts'
import { ADDRESSES, fillIn } from './addresses.ts'
import { type ProbedApp, startProbedApp } from './probed-server.ts'
import { type RawResponse, violationIn, type Probe, sendRaw } from './raw-request.ts'

/* Every URL of the router and of the staff area, requested by clients without permission. */

let at: ProbedApp
const cookies: Record<string, string> = {}
beforeAll(async () => {
  at = await startProbedApp({ LOG_LEVEL: 'error' })
  for (const role of ['owner', 'host'] as const)
    // oxlint-disable-next-line no-await-in-loop -- two
    cookies[role] = await at.enter(role)
  // Emails still being sent would look like changes made by a request.
  await waitFor(async () => {
    const { rows } = await at.database.pool.query('select from email_queue where sent_at is null limit 1')
    return rows.length === 0
  })
})

const send = (probe: Probe): Promise<RawResponse> => sendRaw(at.app.origin, probe)
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
const EVIL = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'] as const

const params = () => ({
  item: 'jollof-arancini',
  event: 'lone-star-highlife',
  token: at.tokens.sign('guest', at.guests.confirmed.id),
  form: 'dining',
  id: randomUUID(),
  rendition: '640.webp',
})

const mayAct = ADDRESSES.filter((it) => it.acts)

test('the table of addresses is read: forms, holds and messages are among what acts', () => {
  expect(ADDRESSES.length).toBeGreaterThan(30)
  expect(mayAct.map((it) => it.path)).toEqual(
    expect.arrayContaining([
      '/holds',
      '/reservations',
      '/my-reservation/:token',
      '/payments/webhook',
      '/cookie-consent',
    ]),
  )
})

describe.each(ADDRESSES.map((it) => [it.path, it] as const))('%s', (path, address) => {
  test('answers every method without an internal error, and refuses unknown ones', async () => {
    const before = await databaseHash(at.database)
    // A validly signed token of a deleted reservation: for an existing one, an empty form is how it is cancelled.
    const token = at.tokens.sign('guest', randomUUID())
    for (const method of METHODS) {
      // oxlint-disable-next-line no-await-in-loop -- each is looked at by itself
      const answered = await send({
        method,
        path: fillIn(path, { ...params(), token }),
        headers: FORM,
        body: '',
      })
      expect(violationIn(answered), `${method} ${path}`).toBeNull()
      const isRead = method === 'GET' || method === 'HEAD'
      if (!isRead && !(method === 'POST' && address.acts))
        expect([400, 403, 404, 405, 501], `${method} ${path} is ${answered.status}`).toContain(
          answered.status,
        )
    }
    expect(await databaseHash(at.database)).toBe(before)
  })

  test('accepts no write from another site', async () => {
    const before = await databaseHash(at.database)
    for (const method of WRITES)
      for (const headers of [
        EVIL,
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { 'Sec-Fetch-Site': 'same-site' },
      ]) {
        // oxlint-disable-next-line no-await-in-loop
        const answered = await send({
          method,
          path: fillIn(path, params()),
          headers: { ...FORM, ...headers },
          body: 'intent=cancel&choice=all',
        })
        // The providers of payments and texts post from other origins; their webhooks are signed.
        if (path.endsWith('/webhook')) expect(answered.status).toBeGreaterThanOrEqual(400)
        else expect(answered.status, `${method} ${path} with ${JSON.stringify(headers)}`).toBe(403)
      }
    expect(await databaseHash(at.database)).toBe(before)
  })
})

describe('a link of a guest', () => {
  const places = [
    '/my-reservation/:token',
    '/my-reservation/:token/change',
    '/my-reservation/:token/details',
    '/my-reservation/:token/calendar.ics',
    '/my-reservation/:token/times',
    '/stop-reminders/:token',
    '/list-entry/:token',
    '/waiting/:token',
    '/shared-entry/:token',
    '/my-reservation/:token/pass.pkpass',
    '/shared-entry/:token/pass.pkpass',
    '/my-reservation/:token/google-wallet',
    '/shared-entry/:token/google-wallet',
    '/holds/:token',
    '/holds/:token/checkout',
    '/holds/:token/release',
  ]

  test('of another kind, of another guest, altered, or replaced by an id opens nothing', async () => {
    const { confirmed, dinner } = at.guests
    const before = await databaseHash(at.database)
    const right = at.tokens.sign('guest', confirmed.id)
    const tokens = [
      confirmed.id,
      dinner.id,
      randomUUID(),
      at.tokens.sign('guest', randomUUID()),
      at.tokens.sign('invitation', confirmed.id),
      `${right.slice(0, -1)}${right.endsWith('A') ? 'E' : 'A'}`,
      `${right}A`,
      right.toLowerCase(),
    ]
    for (const path of places)
      for (const token of tokens)
        for (const method of ['GET', 'POST']) {
          // oxlint-disable-next-line no-await-in-loop
          const { status, text } = await send({
            method,
            path: path.replace(':token', token),
            headers: FORM,
            body: 'intent=cancel',
          })
          expect([400, 404, 405], `${method} ${path} ${token}: ${status}`).toContain(status)
          expect(text).not.toContain('Amara')
        }
    expect(await databaseHash(at.database)).toBe(before)
  })

  test('that fits one reservation does not open the payment of another', async () => {
    const { confirmed, paying } = at.guests
    const ways = [
      `/payment-success?session_id=${confirmed.sessionId}&reservation_id=${paying.id}&token=${paying.token}`,
      `/payment-success?session_id=${paying.sessionId}&reservation_id=${confirmed.id}&token=${paying.token}`,
      `/payment-cancelled?reservation_id=${confirmed.id}&token=${paying.token}`,
      `/payment-success?session_id=${confirmed.sessionId}`,
    ]
    for (const path of ways) {
      // oxlint-disable-next-line no-await-in-loop
      const { text } = await send({ method: 'GET', path })
      expect(text, path).not.toContain('Amara')
      expect(text, path).not.toContain(at.tokens.sign('guest', confirmed.id))
    }
  })

  test('control: the right link shows whose night it is', async () => {
    const { text } = await send({ method: 'GET', path: at.guests.confirmed.link })
    expect(text).toContain('Amara')
  })
})

describe('the staff area', () => {
  const asOwner = (probe: Probe) =>
    send({
      ...probe,
      headers: { Cookie: cookies['owner'] ?? '', 'Content-Type': 'application/json', ...probe.headers },
    })
  const idFor = (path: string) => path.replaceAll(/:\w+/g, randomUUID())

  test.each(STAFF_ROUTES.filter((it) => it.body).map((it) => [`${it.method} ${it.path}`, it] as const))(
    '%s takes no field that it does not know',
    async (_name, { method, path }) => {
      const before = await databaseHash(at.database)
      const body = JSON.stringify({ isAdmin: true, role_id: 1 })
      const answered = await asOwner({ method, path: idFor(path), body })
      expect([answered.status, answered.text]).toEqual([400, expect.stringContaining('"unknown_field"')])
      expect(await databaseHash(at.database)).toBe(before)
    },
  )

  test('has nothing at a method that is not in its table, and nothing under an id of another kind', async () => {
    const paths = [...new Set(STAFF_ROUTES.map((it) => it.path))]
    const before = await databaseHash(at.database)
    for (const path of paths)
      for (const method of METHODS) {
        const isKnown = STAFF_ROUTES.some(
          (it) => it.path === path && (it.method === method || (method === 'HEAD' && it.method === 'GET')),
        )
        // Another route may match the same URL, as `order` does in place of an id.
        if (isKnown || STAFF_ROUTES.some((it) => it.method === method && looksLike(it.path, path))) continue
        // oxlint-disable-next-line no-await-in-loop
        const answered = await asOwner({ method, path: idFor(path), body: '{}' })
        expect(answered.status, `${method} ${path}`).toBe(404)
      }
    const { confirmed } = at.guests
    for (const { method, path } of STAFF_ROUTES.filter(
      (it) => it.path.includes(':id') && !it.path.includes('reservation') && it.method === 'DELETE',
    )) {
      // oxlint-disable-next-line no-await-in-loop
      const answered = await asOwner({ method, path: path.replace(':id', confirmed.id), body: '{}' })
      expect([404, 409, 410], `${method} ${path}: ${answered.status}`).toContain(answered.status)
    }
    expect(await databaseHash(at.database)).toBe(before)
  })

  test.each(STAFF_ROLES)('ends with the session of %s', async (role) => {
    const cookie = await at.enter(role)
    const who = async (): Promise<unknown> => {
      const { text } = await send({ method: 'GET', path: '/admin/api/session', headers: { Cookie: cookie } })
      return JSON.parse(text)
    }
    expect(await who()).toMatchObject({ who: { role } })
    await send({ method: 'DELETE', path: '/admin/api/session', headers: { Cookie: cookie } })
    expect(await who()).toEqual({ who: null })
    const read = { method: 'GET', path: '/admin/api/overview', headers: { Cookie: cookie } }
    expect((await send(read)).status).toBe(401)
  })
})

const looksLike = (pattern: string, path: string): boolean =>
  pattern !== path && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
