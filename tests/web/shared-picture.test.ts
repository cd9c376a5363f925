import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let database: TestDatabase
let app: RunningApp
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url } })
})

test.each([
  '/',
  '/menu',
  '/menu/jollof-arancini',
  '/gallery',
  '/events',
  '/events/lone-star-highlife',
  '/reservations',
  '/reservations?service=dining',
  '/plan-event',
  '/perform',
  '/find-my-booking',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
])('%s is shared with a picture', async (path) => {
  const html = await (await app.get(path)).text()
  const image = new URL(/property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? 'missing:')
  const response = await app.get(image.pathname)
  expect([image.origin, response.status]).toEqual([app.origin, 200])
  expect(response.headers.get('content-type')).toBe('image/jpeg')
})

test.each([
  ['/privacy-policy', 'Baobab &amp; Olive'],
  ['/menu/jollof-arancini', 'Jollof Arancini'],
  ['/events/lone-star-highlife', 'Lone Star Highlife'],
])('the shared picture of %s has the words %j and its true size', async (path, alt) => {
  const html = await (await app.get(path)).text()
  const contentOf = (name: string) => new RegExp(`property="${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
  expect(contentOf('og:image:alt')).toBe(alt)
  const image = await app.get(new URL(contentOf('og:image')).pathname)
  const { width, height } = await sharp(Buffer.from(await image.arrayBuffer())).metadata()
  expect([contentOf('og:image:width'), contentOf('og:image:height')]).toEqual([`${width}`, `${height}`])
})

const metaOf = (html: string, property: string): string | undefined =>
  new RegExp(`(?:property|name)="${property}" content="([^"]*)"`).exec(html)?.[1]
const sharedAs = async (path: string): Promise<string> =>
  new URL(metaOf(await (await app.get(path)).text(), 'og:image') ?? 'missing:').pathname

test.each(['/menu/jollof-arancini', '/events/lone-star-highlife'])(
  '%s is shared with a picture drawn for it, in the size that it says',
  async (path) => {
    const html = await (await app.get(path)).text()
    const said = ['og:image:width', 'og:image:height', 'twitter:card']
    expect(said.map((name) => metaOf(html, name))).toEqual(['1200', '630', 'summary_large_image'])
    const address = await sharedAs(path)
    expect(address).toMatch(new RegExp(`^/share-pictures${path}/[0-9a-f]{16}\\.jpg$`))
    const response = await app.get(address)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
  },
)

test('a changed title gives the picture a new address, to which the earlier one leads', async () => {
  const path = '/events/lone-star-highlife'
  const earlier = await sharedAs(path)
  await database.pool.query("update events set title = 'Renamed 😀 <b>' where slug = 'lone-star-highlife'")
  await waitFor(async () => (await sharedAs(path)) !== earlier)
  const current = await sharedAs(path)
  const response = await app.get(earlier, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([302, current])
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect((await app.get(current)).status).toBe(200)
})

test.each([
  '/share-pictures/menu/no-such-dish/0123456789abcdef.jpg',
  '/share-pictures/events/no-such-night/0123456789abcdef.jpg',
  '/share-pictures/events/jollof-arancini/0123456789abcdef.jpg',
  '/share-pictures/guests/jollof-arancini/0123456789abcdef.jpg',
  '/share-pictures/menu/jollof-arancini/Any%20text.jpg',
  '/share-pictures/menu/%6aollof-arancini/0123456789abcdef.jpg',
  '/share-pictures/menu/00000000-0000-7000-8000-000000000000/0123456789abcdef.jpg',
])('%s is no picture', async (path) => expect((await app.get(path, { redirect: 'manual' })).status).toBe(404))

test.each(['/menu/jollof-arancini', '/events/lone-star-highlife'])(
  '%s is shared by its public address, without a script by an email',
  async (path) => {
    const html = await (await app.get(`${path}?utm_source=x`)).text()
    const [, mail = '', url] = /<a href="(mailto:[^"]*)" data-share="([^"]*)"/.exec(html) ?? []
    expect(url).toBe(app.origin + path)
    expect(new URLSearchParams(mail.split('?')[1]?.replaceAll('&amp;', '&')).get('body')).toContain(url)
  },
)

test('directions and the map are plain links, and no page loads anything from a map', async () => {
  for (const path of ['/', '/reservations?service=dining']) {
    // oxlint-disable-next-line no-await-in-loop
    const response = await app.get(path)
    const html = await response.text()
    for (const host of ['maps.apple.com', 'www.google.com/maps', 'www.openstreetmap.org'])
      expect(html).toMatch(new RegExp(`<a href="https://${host}[^"]*15201`))
    expect(html).not.toMatch(/(src|srcset)="https?:\/\/(?!127\.0\.0\.1|localhost)/)
    expect(response.headers.get('content-security-policy')).toContain(
      'frame-src https://www.openstreetmap.org;',
    )
  }
})
