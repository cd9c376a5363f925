import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let database: TestDatabase
let app: RunningApp

beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url } })
})

const page = async (path: string, init?: RequestInit): Promise<{ response: Response; html: string }> => {
  const response = await app.get(path, init)
  return { response, html: await response.text() }
}

const SCREENS = [
  '/',
  '/menu',
  '/menu?tab=drinks&view=list',
  '/menu/jollof-arancini',
  '/gallery',
  '/gallery?tab=venue',
  '/events',
  '/events?past=1',
  '/events/lone-star-highlife',
  '/reservations',
  '/reservations?service=dining',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
]

describe('every screen', () => {
  test.each(SCREENS)(
    '%s is a complete page with a title, a description, one heading and a canonical URL',
    async (path) => {
      const { response, html } = await page(path)
      expect(response.status).toBe(200)
      expect(html.match(/<h1[ >]/g)).toHaveLength(1)
      expect(/<title>([^<]*)<\/title>/.exec(html)?.[1]).toMatch(/.{5,}/)
      expect(/<meta name="description" content="([^"]*)"/.exec(html)?.[1]).toMatch(/.{20,}/)
      const canonical = new URL(/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? 'missing:')
      expect(canonical.origin + canonical.pathname).toBe(app.origin + (path.split('?')[0] ?? ''))
      expect(canonical.searchParams.has('view')).toBe(false)
      expect(/property="og:title" content="([^"]*)"/.exec(html)?.[1]).toMatch(/.{5,}/)
      expect(/ style="[^"]*"/.exec(html)?.[0]).toBeUndefined()
    },
  )

  test.each(SCREENS)('%s is sent with security headers', async (path) => {
    const { response } = await page(path)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]+$/)
    expect(response.headers.has('strict-transport-security')).toBe(false)
  })

  test.each(SCREENS)('%s names every inline script in its policy, by nonce or by hash', async (path) => {
    const { response, html } = await page(path)
    const policy = response.headers.get('content-security-policy') ?? ''
    const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g)]
      .map(([, attributes = '', text = '']) => ({ attributes, text }))
      .filter(({ attributes }) => !/application\/(ld\+)?json/.test(attributes))
    expect(scripts.length, 'inline scripts').toBeGreaterThan(0)
    const unnamed = scripts.filter(({ attributes, text }) => {
      const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1]
      const hash = createHash('sha256').update(text).digest('base64')
      return !policy.includes(`'sha256-${hash}'`) && !(nonce && policy.includes(`'nonce-${nonce}'`))
    })
    expect(unnamed).toEqual([])
  })
})

test('a dietary filter that is switched off gives back the tab that was open', async () => {
  const linkOf = async (path: string, label: string): Promise<string | undefined> => {
    const { html } = await page(path)
    const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)/g)]
    return links.find(([, , text]) => text === label)?.[1]?.replaceAll('&amp;', '&')
  }
  const on = await linkOf('/menu?tab=mains&view=list', 'Vegan')
  expect(on).toBe('/menu?tab=mains&diet=vegan&view=list#menu-filters')
  expect(await linkOf(on ?? '', 'Vegan')).toBe('/menu?tab=mains&view=list#menu-filters')
  const { html } = await page('/menu?tab=mains&diet=vegan&q=nothing-like-it')
  expect(html).toContain('<input type="hidden" name="tab" value="mains"/>')
  expect(await linkOf('/menu?tab=mains&diet=vegan&q=nothing-like-it', 'Clear filters')).toBe(
    '/menu?tab=mains',
  )
})

describe('what does not exist', () => {
  test.each([
    ['/nowhere', 'Oops! Page not found'],
    ['/menu/no-such-dish', 'Menu Item Not Found'],
    ['/menu/00000000-0000-7000-8000-000000000000', 'Menu Item Not Found'],
    ['/events/no-such-night', 'Event not found'],
    ['/events/%3Cscript%3E', 'Event not found'],
    ['/menu/%00', 'Menu Item Not Found'],
  ])('%s is a page of its own with status 404', async (path, words) => {
    const { response, html } = await page(path)
    expect(response.status).toBe(404)
    expect(html).toContain(words)
    expect(html).toContain('<footer')
  })

  test.each([
    '/media/nonsense/320.avif',
    '/media/00000000-0000-7000-8000-000000000000/320.avif',
    '/assets/nothing.js',
  ])('%s is a plain 404', async (path) => expect((await app.get(path)).status).toBe(404))

  test('a request for half of an address escape is refused, not a fault', async () => {
    for (const path of ['/%', '/menu/%E0%A4%A', '/..%2f..%2fetc/passwd', '//evil.example/', '/\\evil']) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await fetch(app.origin + path, { redirect: 'manual' })
      expect(response.status, path).toBeGreaterThanOrEqual(300)
      expect(response.status, path).toBeLessThan(500)
      expect(response.headers.get('location') ?? '', path).not.toContain('evil')
    }
  })
})

describe('a malformed query', () => {
  test.each([
    '/events?page=-1',
    '/events?page=1e9&category=<script>alert(1)</script>&price=%00',
    `/events?q=${'x'.repeat(10_240)}`,
    '/events?q=%27%3B+drop+table+events%3B--',
    '/events?q=%00',
    `/events?when=<script>alert(1)</script>&month=${'9'.repeat(5000)}`,
    '/gallery?tab=<script>alert(1)</script>',
    '/menu?tab=archive&view=',
    `/menu?diet=<script>alert(1)</script>,vegan&q=%00${'x'.repeat(10_240)}`,
    '/reservations?service=<script>&showModal=maybe',
    '/?__proto__[x]=1',
  ])('%.60s gets a proper page', async (path) => {
    const { response, html } = await page(path)
    expect(response.status).toBe(200)
    expect(html).not.toContain('<script>alert(1)')
  })

  test('a URL that is too long is refused by the server', async () => {
    const response = await app.get(`/events?q=${'x'.repeat(100_000)}`)
    expect([414, 431]).toContain(response.status)
  })
})

describe('addresses', () => {
  test('with an id lead to the readable one for good', async () => {
    const { rows } = await database.pool.query<{ id: string; slug: string; kind: string }>(
      `(select id, slug, 'menu' as kind from menu_items limit 1) union all (select id, slug, 'events' from events limit 1)`,
    )
    expect(rows).toHaveLength(2)
    for (const { id, slug, kind } of rows) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await app.get(`/${kind}/${id}`)
      expect(response.status).toBe(301)
      expect(response.headers.get('location')).toBe(`/${kind}/${slug}`)
    }
  })

  test('of every screen, dish and coming night are in the sitemap, which robots.txt names', async () => {
    const robots = await (await app.get('/robots.txt')).text()
    expect(robots).toContain(`Sitemap: ${app.origin}/sitemap.xml`)
    const response = await app.get('/sitemap.xml')
    expect(response.headers.get('content-type')).toContain('application/xml')
    const locations = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc)
    expect(locations.filter((loc) => loc?.includes('/menu/'))).toHaveLength(52)
    expect(locations.filter((loc) => loc?.includes('/events/')).length).toBeGreaterThanOrEqual(14)
    expect(locations).toContain(`${app.origin}/gallery`)
  })

  test('never carry the name a stranger claims to be', async () => {
    const { html } = await page('/events?q=lantern', { headers: { 'X-Forwarded-Host': 'evil.example' } })
    expect(html).not.toContain('evil.example')
    expect(html).toContain(app.origin)
  })
})

describe('structured data', () => {
  const dataOf = (html: string): unknown[] =>
    [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
      ([, json]): unknown => JSON.parse(json ?? ''),
    )
  const typesOf = (html: string): string => JSON.stringify(dataOf(html))

  test.each([
    ['/', ['"Restaurant"', '"openingHoursSpecification"', '"05:00"']],
    ['/menu', ['"Menu"', '"MenuSection"']],
    ['/menu/jollof-arancini', ['"MenuItem"', '"USD"', '"suitableForDiet"', '"BreadcrumbList"']],
    ['/events/lone-star-highlife', ['"Event"', '"offers"', '"startDate"', '"USD"']],
  ])('of %s can be read and says what it is', async (path, words) => {
    const { html } = await page(path)
    for (const word of words) expect(typesOf(html)).toContain(word)
  })
})

describe('health', () => {
  test('says the process lives and the database answers', async () => {
    expect((await app.get('/healthz')).status).toBe(200)
    expect((await app.get('/readyz')).status).toBe(200)
  })
})

describe('a cached page', () => {
  test('is sent compressed, and not again to a client that has it', async () => {
    await app.get('/menu')
    const first = await app.get('/menu', { headers: { 'Accept-Encoding': 'br' } })
    expect(first.headers.get('content-encoding')).toBe('br')
    const etag = first.headers.get('etag') ?? ''
    const readAgain = (encoding: string) =>
      app.get('/menu', { headers: { 'Accept-Encoding': encoding, 'If-None-Match': etag } })
    const again = await readAgain('gzip, br')
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    // A client without brotli cannot read those bytes.
    expect((await readAgain('gzip')).status).toBe(200)
  })

  test('answers HEAD with its headers alone', async () => {
    const response = await app.get('/gallery', { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  test('shows in every process within two seconds what was changed in one database', async () => {
    const second = await startApp({ env: { DATABASE_URL: database.url } })
    const read = async (at: RunningApp) => (await at.get('/menu')).text()
    expect(await read(app)).toContain('Jollof Arancini')
    expect(await read(second)).toContain('Jollof Arancini')
    await database.pool.query(
      `update menu_items set name = 'Renamed Arancini' where slug = 'jollof-arancini'`,
    )
    await waitFor(
      async () =>
        (await Promise.all([read(app), read(second)])).every((it) => it.includes('Renamed Arancini')),
      2000,
    )
    await second.stop()
  })

  test('shows different guests different variants of the pre-booked share', async () => {
    const reserved = new Set<string>()
    for (let i = 0; i < 12; i += 1) {
      // oxlint-disable-next-line no-await-in-loop
      const { html } = await page('/events/lone-star-highlife')
      reserved.add([...html.matchAll(/Table (\d+), [^"<]*?, reserved/g)].map(([, n]) => n).join(','))
    }
    expect(reserved.size).toBeGreaterThan(1)
  })
})

test('behind TLS every response has HSTS, and the cookie is Secure', async () => {
  const secure = await startApp({
    env: { DATABASE_URL: database.url, ORIGIN: 'https://lounge.example', PAYMENT_PROVIDER: 'local' },
  })
  for (const path of ['/', '/healthz', '/nowhere', '/assets/nothing.js']) {
    // oxlint-disable-next-line no-await-in-loop
    const response = await secure.get(path)
    expect(response.headers.get('strict-transport-security'), path).toMatch(/^max-age=\d{8}/)
  }
  const { headers } = await secure.get('/')
  expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  const answer = await secure.get('/cookie-consent', {
    method: 'POST',
    body: new URLSearchParams({ choice: 'all' }),
  })
  expect(answer.headers.get('set-cookie')).toContain('; Secure')
})

test('a picture is sent in its format, for ever, and only in the widths on offer', async () => {
  const { rows } = await database.pool.query<{ id: string }>('select id from media limit 1')
  const id = rows[0]?.id ?? ''
  const response = await app.get(`/media/${id}/160.avif`)
  expect(response.headers.get('content-type')).toBe('image/avif')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(300)
  expect((await app.get(`/media/${id}/161.avif`)).status).toBe(404)
  expect((await app.get(`/media/${id}/160.svg`)).status).toBe(404)
})

test('every response leaves one line in the log, with its request id and without the query', async () => {
  const response = await app.get('/events?q=secret-word')
  const id = response.headers.get('x-request-id') ?? 'none'
  await response.text()
  await waitFor(() => app.output().includes(id))
  const lines = app
    .output()
    .split('\n')
    .filter((line) => line.includes(id) && line.includes('"answered"'))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'GET', path: '/events', status: 200 })
  expect(app.output()).not.toContain('secret-word')
})

test('the tab bar of phones follows the header in the document', async () => {
  const html = await (await app.get('/menu')).text()
  const places = ['</header>', 'aria-label="Tabs"', '<main', '<footer'].map((it) => html.indexOf(it))
  expect(Math.min(...places)).toBeGreaterThan(0)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
