import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { PASSWORD, createStaff } from '../staff/sign-in.ts'
import { type ProbedApp, startProbedApp } from '../security/probed-server.ts'
import { waitFor } from '../support/server.ts'
import { type Answer, askNginx, startNginx } from './in-front.ts'
import { describeWith, type RunningServer } from './servers.ts'

/* A real HTTP cache in front of the server, which only follows the response headers (deploy/nginx.conf). */

const formTokensIn = (text: string): string[] =>
  [...text.matchAll(/name="formToken" value="([^"]+)"/g)].map(([, token = '']) => token)

describeWith(['nginx', 'openssl'], 'nginx as a cache', () => {
  let at: ProbedApp
  let nginx: RunningServer
  let owner: string
  beforeAll(async () => {
    at = await startProbedApp({ LOG_LEVEL: 'error' })
    owner = await at.enter('owner')
    nginx = await startNginx(at.app.origin)
  })
  const ask = (path: string, options: Parameters<typeof askNginx>[2] = {}): Promise<Answer> =>
    askNginx(nginx, path, options)

  /** All files of the cache, as text. */
  const stored = (): string =>
    readdirSync(join(nginx.directory, 'cache'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n')

  const PUBLIC = [
    '/',
    '/menu',
    '/menu?tab=drinks',
    '/menu/jollof-arancini',
    '/gallery',
    '/events',
    '/events/lone-star-highlife',
    '/reservations',
    '/thank-you?for=table',
    '/privacy-policy',
    '/sitemap.xml',
    '/site.webmanifest',
    '/robots.txt',
    '/favicon.svg',
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/films/hero.mp4',
    '/films/hero-poster-640.webp',
  ]

  test('answers what is public from its memory the second time', async () => {
    const { text } = await ask('/')
    const script = /\/assets\/[\w.-]+\.js/.exec(text)?.[0] ?? ''
    const { rows } = await at.database.pool.query<{ id: string }>('select id from media limit 1')
    const paths = [...PUBLIC, script, `/media/${rows[0]?.id}/160.avif`]
    for (const path of paths) {
      // A cache key of its own, so that the first response comes from the server.
      const headers = { Cookie: `test=${encodeURIComponent(path)}` }
      // oxlint-disable no-await-in-loop -- one after the other
      await ask(path, { headers })
      const second = await ask(path, { headers })
      // oxlint-enable no-await-in-loop
      expect([path, second.status, second.cache]).toEqual([path, 200, 'HIT'])
      expect(second.headers['set-cookie'], path).toBeUndefined()
    }
  })

  test('gives a guest who answered the cookie banner the page without it', async () => {
    for (let round = 0; round < 2; round += 1) {
      // oxlint-disable no-await-in-loop
      const stranger = await ask('/gallery')
      const known = await ask('/gallery', { headers: { Cookie: 'cookie_consent=essential' } })
      // oxlint-enable no-await-in-loop
      expect(stranger.text).toContain('/cookie-consent')
      expect(known.text).not.toContain('action="/cookie-consent"')
    }
  })

  test('gives each client the encoding that it reads', async () => {
    for (const encoding of ['br', 'gzip', 'identity', 'br', 'gzip', 'identity']) {
      // oxlint-disable-next-line no-await-in-loop
      const { headers, text } = await ask('/terms-of-service', { headers: { 'Accept-Encoding': encoding } })
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(text.includes('<html')).toBe(encoding === 'identity')
    }
  })

  test('answers ranges of a film it has', async () => {
    const whole = await ask('/films/hero.mp4')
    const part = await ask('/films/hero.mp4', { headers: { Range: 'bytes=1000-1999' } })
    expect([part.status, part.cache]).toEqual([206, 'HIT'])
    expect(part.body.equals(whole.body.subarray(1000, 2000))).toBe(true)
  })

  test('caches no response that belongs to one guest or to staff, and passes it on to no other client', async () => {
    const { confirmed, paying } = at.guests
    const event = '/events/lone-star-highlife?view=reserve&table=1&guests=2'
    const staffHeaders = { Cookie: owner }
    const guestHeaders = { Cookie: 'guest=AAAAAAAAAAAAAAAAAAAAAAAA; cookie_consent=all' }
    const personal: readonly (readonly [string, Record<string, string>])[] = [
      [confirmed.successPath, guestHeaders],
      [confirmed.link, guestHeaders],
      [`${confirmed.link}.data`, guestHeaders],
      [`${confirmed.link}/calendar.ics`, guestHeaders],
      [`${confirmed.link}/times`, guestHeaders],
      [paying.cancelledPath, guestHeaders],
      [`/holds/${paying.token}`, guestHeaders],
      ['/reservations?service=dining', guestHeaders],
      ['/reservations?service=private', guestHeaders],
      ['/reservations.data?service=dining', guestHeaders],
      ['/reservations/times?date=2027-01-16&guests=2', guestHeaders],
      ['/plan-event', guestHeaders],
      ['/perform', guestHeaders],
      [event, guestHeaders],
      ['/events?q=highlife', guestHeaders],
      ['/admin', staffHeaders],
      ['/admin/overview', staffHeaders],
      ['/admin/overview.data', staffHeaders],
      ['/admin/api/reservations', staffHeaders],
      ['/outbox', guestHeaders],
      ['/nowhere', guestHeaders],
      ['/menu/no-such-dish', guestHeaders],
      ['/assets/none-12345678.js', guestHeaders],
      ['/media/none/160.avif', guestHeaders],
      ['/healthz', guestHeaders],
      ['/readyz', guestHeaders],
    ]
    // The form on the page of an event has a token that is the same for all guests of a day.
    const formTokens: string[] = []
    for (const [path, headers] of personal)
      for (const sent of [headers, headers, {}, {}]) {
        // oxlint-disable-next-line no-await-in-loop
        const answer = await ask(path, { headers: sent })
        expect([path, answer.cache]).toEqual([path, 'MISS'])
        // A page that fetched a response without `no-store` can be kept by its browser, for Back.
        const kept = path.startsWith('/reservations/times') ? 'private, no-cache' : 'private, no-store'
        expect([path, answer.headers['cache-control']]).toEqual([path, kept])
        if (path !== event) formTokens.push(...formTokensIn(answer.text))
      }
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const consent = await ask('/cookie-consent', { method: 'POST', headers: form, body: 'choice=all&back=/' })
    expect(consent.headers['set-cookie']).toHaveLength(1)
    await createStaff(at.database, 'cached@example.com', { role: 'owner' })
    const session = await ask('/admin/api/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'cached@example.com', password: PASSWORD }),
    })
    expect(session.status).toBe(200)

    const kept = stored()
    expect(kept).toContain('KEY: ')
    const { rows } = await at.database.pool.query<{ code: string }>(
      'select entry_code as code from reservations where id = $1',
      [confirmed.id],
    )
    expect(formTokens.length).toBeGreaterThan(0)
    for (const secret of [
      ...formTokens,
      rows[0]?.code ?? 'no code',
      confirmed.id,
      confirmed.token,
      paying.id,
      paying.token,
      'Amara Okafor',
      'Set-Cookie',
      "'nonce-",
      'cached@example.com',
      'private, no-store',
    ])
      expect([secret, kept.toLowerCase().includes(secret.toLowerCase())]).toEqual([secret, false])
  })

  test('shows what staff change within 6 seconds, on every page that shows it', async () => {
    const name = (): Promise<string[]> =>
      Promise.all(['/menu', '/menu/jollof-arancini'].map(async (path) => (await ask(path)).text))
    for (const renamed of ['Arancini della casa', 'Arancini, changed again']) {
      // oxlint-disable no-await-in-loop
      await name()
      const id = await at.database.pool.query<{ id: string; version: number }>(
        "select id, version from menu_items where slug = 'jollof-arancini'",
      )
      expect(id.rows).toHaveLength(1)
      const started = performance.now()
      await at.database.pool.query("update menu_items set name = $1 where slug = 'jollof-arancini'", [
        renamed,
      ])
      await waitFor(async () => (await name()).every((text) => text.includes(renamed)), 20_000)
      // oxlint-enable no-await-in-loop
      expect(performance.now() - started).toBeLessThan(6000)
    }
  })

  test('answers 304 to a browser that has an event page, and shows all drawings over time', async () => {
    const path = '/events/lone-star-highlife'
    const direct = async (headers: Record<string, string> = {}) => at.app.get(path, { headers })
    for (let visit = 0; visit < 20; visit += 1) {
      // oxlint-disable no-await-in-loop
      const tag = (await direct()).headers.get('etag') ?? ''
      expect((await direct({ 'If-None-Match': tag })).status).toBe(304)
      const cached = await ask(path)
      const again = await ask(path, { headers: { 'If-None-Match': String(cached.headers.etag) } })
      // oxlint-enable no-await-in-loop
      expect(again.status).toBe(304)
    }
  })
})
