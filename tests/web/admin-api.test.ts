import { beforeAll, describe, expect, test } from 'vitest'
import { may } from '#features/permissions/rules.ts'
import type { StaffRoute } from '#web/admin/api/route.ts'
import { STAFF_ROUTES } from '#web/admin/api/staff-routes.ts'
import { asCookie, createStaff, PASSWORD } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { databaseHash } from '../support/database-hash.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let app: RunningApp
let database: TestDatabase
const cookies: Record<string, string> = {}
const SOME_ID = '0198c0de-0000-7000-8000-000000000000'

beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  // Every ten minutes of the day a job of the server would enqueue emails to seeded guests.
  await database.pool.query('update venue set reminders_enabled = false, thanks_enabled = false')
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error', TRUST_PROXY: 'true' } })
  await createStaff(database, 'owner@venue.example', { role: 'owner' })
  await createStaff(database, 'manager@venue.example')
  await createStaff(database, 'host@venue.example', { role: 'host' })
  await createStaff(database, 'new@venue.example', { role: 'owner', mustChangePassword: true })
  for (const who of ['owner', 'manager', 'host', 'new'])
    // oxlint-disable-next-line no-await-in-loop
    cookies[who] = await enter(`${who}@venue.example`)
})

let addresses = 0
async function signIn(email: string, password = PASSWORD): Promise<Response> {
  return app.get('/admin/api/session', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `192.0.2.${(addresses += 1)}`,
      Origin: app.origin,
    },
    body: JSON.stringify({ email, password }),
  })
}

async function enter(email: string): Promise<string> {
  const answered = await signIn(email)
  expect(answered.status).toBe(200)
  expect(await answered.json()).toEqual({ needsCode: false })
  return asCookie(answered.headers.getSetCookie())
}

type Ask = { readonly cookie?: string; readonly origin?: string; readonly body?: unknown }

const ask = (method: string, path: string, { cookie, origin = app.origin, body = {} }: Ask = {}) =>
  app.get(path.replaceAll(/:\w+/g, SOME_ID), {
    method,
    headers: {
      Origin: origin,
      ...(cookie ? { Cookie: cookie } : {}),
      ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  })

const guarded = STAFF_ROUTES.filter((route) => route.permission !== 'anyone')
const named = guarded.map((route) => [`${route.method} ${route.path}`, route] as const)

test('only the sign-in routes are open before signing in', () => {
  const open = STAFF_ROUTES.filter((route) => route.permission === 'anyone')
  expect(open.map((it) => `${it.method} ${it.path}`)).toEqual([
    'GET /admin/api/session',
    'POST /admin/api/session',
    'POST /admin/api/session/code',
    'DELETE /admin/api/session',
    'POST /admin/api/invitation/:token',
  ])
})

/** Every caller that a route must refuse, and the refusal. */
async function refusalsOf({
  method,
  path,
  permission,
}: StaffRoute): Promise<[who: string, answer: string][]> {
  const attempts: [who: string, ask: Ask][] = [
    ['anonymous', {}],
    ['a made-up session', { cookie: cookies['owner']?.replace('session_token=', 'session_token=x') ?? '' }],
  ]
  if (method !== 'GET')
    attempts.push(['another site', { cookie: cookies['owner'] ?? '', origin: 'https://elsewhere.example' }])
  if (permission !== 'anyone' && permission !== 'staff') {
    attempts.push(['one without a password of their own', { cookie: cookies['new'] ?? '' }])
    for (const role of ['host', 'manager'] as const)
      if (!may(role, permission)) attempts.push([role, { cookie: cookies[role] ?? '' }])
  }
  return Promise.all(
    attempts.map(async ([who, how]): Promise<[string, string]> => {
      const answered = await ask(method, path, how)
      const text = await answered.text()
      return [who, `${answered.status} ${/"error":"(\w+)"/.exec(text)?.[1] ?? text}`]
    }),
  )
}

const REFUSED: Readonly<Record<string, string>> = {
  anonymous: '401 signed_out',
  'a made-up session': '401 signed_out',
  'another site': '403 This request comes from another site.',
  'one without a password of their own': '403 password_first',
  host: '403 not_allowed',
  manager: '403 not_allowed',
}

describe('without the permission', () => {
  let before: string
  beforeAll(async () => {
    before = await databaseHash(database)
  })

  test.each(named)('%s is refused', async (_name, route) => {
    const refusals = await refusalsOf(route)
    expect(refusals).toEqual(refusals.map(([who]) => [who, REFUSED[who]]))
  })

  test('no request has changed anything', async () => {
    const after = await databaseHash(database)
    expect(
      after === before ? [] : await changingRoutes(),
      'routes that change something when repeated',
    ).toEqual([])
    // The hash has a line for each table, so that a difference names it.
    expect(after).toBe(before)
  })
})

/** Names of the routes whose refused requests change something; hashing the database for each is slow. */
async function changingRoutes(): Promise<string[]> {
  const changing: string[] = []
  for (const [name, route] of named) {
    // oxlint-disable no-await-in-loop -- one route after the other
    const before = await databaseHash(database)
    await refusalsOf(route)
    if ((await databaseHash(database)) !== before) changing.push(name)
    // oxlint-enable no-await-in-loop
  }
  return changing
}

describe('the pages of the staff area', () => {
  test('show the sign-in page without a session, and nothing else', async () => {
    const page = await app.get('/admin/settings/staff')
    expect(page.status).toBe(302)
    expect(page.headers.get('Location')).toBe('/admin?to=settings%2Fstaff')
    const signInPage = await app.get('/admin')
    expect(signInPage.status).toBe(200)
    expect(signInPage.headers.get('Cache-Control')).toBe('private, no-store')
    const html = await signInPage.text()
    expect(html).toContain('Sign In')
    expect(html).not.toContain('@venue.example')
  })

  test('return to the requested page after sign-in, and never to another site', async () => {
    const headers = { Cookie: cookies['owner'] ?? '' }
    const inside = await app.get('/admin?to=settings%2Fstaff', { headers })
    expect(inside.headers.get('Location')).toBe('/admin/settings/staff')
    for (const to of ['//evil.example', 'https://evil.example', '../logout', '%0d%0aX: y'])
      // oxlint-disable-next-line no-await-in-loop
      expect((await app.get(`/admin?to=${to}`, { headers })).headers.get('Location')).toMatch(
        /^\/admin\/[a-z]+$/,
      )
  })
})

describe('signing in and out', () => {
  test('does not reveal whether an account exists', async () => {
    const [wrong, unknown] = await Promise.all([
      signIn('host@venue.example', 'wrong'),
      signIn('unknown@venue.example', 'wrong'),
    ])
    expect([wrong.status, await wrong.text()]).toEqual([unknown.status, await unknown.text()])
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  test('ends a session for good', async () => {
    const other = await enter('host@venue.example')
    const bare = { method: 'DELETE', headers: { Cookie: other, Origin: app.origin } }
    expect((await app.get('/admin/api/session', bare)).status).toBe(200)
    const cookie = await enter('host@venue.example')
    expect(await (await ask('GET', '/admin/api/session', { cookie })).json()).toMatchObject({
      who: { email: 'host@venue.example', role: 'host' },
    })
    const left = await ask('DELETE', '/admin/api/session', { cookie })
    expect(left.status).toBe(200)
    expect(await (await ask('GET', '/admin/api/session', { cookie })).json()).toEqual({ who: null })
  })

  test('with a forced password lets its owner set one, and nothing else before', async () => {
    await createStaff(database, 'fresh@venue.example', { mustChangePassword: true })
    const cookie = await enter('fresh@venue.example')
    const body = { next: 'quite a new one', again: 'quite a new one' }
    const set = await ask('PUT', '/admin/api/password', { cookie, body })
    expect([set.status, await set.json()]).toEqual([200, { changed: true }])
    expect((await ask('GET', '/admin/api/activity', { cookie })).status).toBe(200)
  })

  test('of an account whose access was removed is refused, and ends with the page that says so', async () => {
    const id = await createStaff(database, 'left@venue.example')
    const cookie = await enter('left@venue.example')
    await database.pool.query('update staff_users set banned = true where id = $1', [id])
    // A screen sends several requests at once, and each of them leads to that page.
    for (const path of ['/admin/api/activity', '/admin/api/overview']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const refused = await ask('GET', path, { cookie })
      // oxlint-disable-next-line no-await-in-loop
      expect([refused.status, (await refused.json()).error]).toEqual([403, 'access_denied'])
    }
    const page = await ask('GET', '/admin/overview', { cookie })
    expect([page.status, page.headers.get('location')]).toEqual([302, '/admin?denied=1'])
    expect(page.headers.getSetCookie().join()).toMatch(/session_token=;.*Max-Age=0/)
    expect((await ask('GET', '/admin/api/activity', { cookie })).status).toBe(401)
  })
})

describe('an invitation', () => {
  test('is an email with a link that works once', async () => {
    const cookie = cookies['owner'] ?? ''
    const invited = await ask('POST', '/admin/api/team/invitations', {
      cookie,
      body: { email: 'Guest@Venue.example', role: 'host' },
    })
    expect(invited.status).toBe(201)
    const path = await linkInEmail('guest@venue.example')
    expect(await (await app.get(path)).text()).toContain('Join the team')
    const accept = (name: string) =>
      ask('POST', path.replace('/admin/', '/admin/api/'), {
        body: { name, next: 'a good password', again: 'a good password' },
      })
    const both = await Promise.all([accept('Adwoa'), accept('Kofi')])
    expect(both.map((it) => it.status).toSorted((a, b) => a - b)).toEqual([201, 410])
    expect((await signIn('guest@venue.example', 'a good password')).status).toBe(200)
  })

  test('that was withdrawn or forged is not accepted', async () => {
    const cookie = cookies['owner'] ?? ''
    const body = { email: 'no@venue.example', role: 'owner' }
    const { id } = await (await ask('POST', '/admin/api/team/invitations', { cookie, body })).json()
    const path = await linkInEmail('no@venue.example')
    expect((await ask('DELETE', `/admin/api/team/invitations/${id}`, { cookie })).status).toBe(200)
    const form = { name: 'X', next: 'a good password', again: 'a good password' }
    const followed = await ask('POST', path.replace('/admin/', '/admin/api/'), { body: form })
    expect(followed.status).toBe(410)
    const forged = path.replace(/.{6}$/, 'aaaaaa')
    expect(await (await app.get(forged)).text()).toContain('Please ask for a new one')
  })

  async function linkInEmail(to: string): Promise<string> {
    for (let tries = 0; tries < 100; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const list = await (await app.get('/outbox')).text()
      const entry = list.split('<li>').find((it) => it.includes(to))
      const email = /href="([^"]+)"/.exec(entry ?? '')?.[1]
      if (email) {
        // oxlint-disable-next-line no-await-in-loop
        const text = await (await app.get(email)).text()
        return /\/admin\/invitation\/[\w-]+/.exec(text)?.[0] ?? ''
      }
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`no email to ${to}`)
  }
})

test('the log has no error', () => expect(app.output()).not.toMatch(/"level":50|\berror\b.*failed/))
