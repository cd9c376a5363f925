import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url } })
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
