import { describe, expect, test } from 'vitest'
import { allowConnections, cloneDatabase } from '../support/database.ts'
import { startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/** Pages as a guest without a cached copy of them gets them. */
const UNCACHED = [
  '/',
  '/events',
  '/events/lone-star-highlife',
  '/reservations?service=dining',
  '/plan-event',
  '/perform',
  '/menu?tab=mains',
  '/thank-you?booking=x',
  '/my-reservation/x',
]

describe('while the database is unavailable', () => {
  test('cached pages are served, others show an error page, and all is served when it is back', async () => {
    const database = await cloneDatabase(TODAY_TEMPLATE)
    const app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
    expect((await app.get('/menu?view=list')).status).toBe(200)

    await allowConnections(database, false)

    // The first pages were rendered before the server listened.
    for (const path of ['/', '/gallery', '/menu?view=list'])
      // oxlint-disable-next-line no-await-in-loop
      expect((await app.get(path)).status, path).toBe(200)
    const search = await app.get('/events?q=jazz')
    expect(search.status).toBe(503)
    expect(search.headers.get('retry-after')).toBe('5')
    const words = await search.text()
    expect(words).toContain('We will be right back')
    expect(words).toContain('Refresh Page')
    for (const path of ['/gallery?tab=venue', '/menu/jollof-arancini', '/events/lone-star-highlife']) {
      // oxlint-disable-next-line no-await-in-loop
      const away = await app.get(path)
      expect(away.status, path).toBe(503)
      // oxlint-disable-next-line no-await-in-loop
      expect(await away.text(), path).toContain('we will be right back')
    }
    for (const path of UNCACHED) {
      // oxlint-disable-next-line no-await-in-loop
      const html = await (await app.get(path, { headers: { Cookie: 'cookie_consent=essential' } })).text()
      expect(html.match(/<title>[^<]+<\/title>/g), path).toHaveLength(1)
      expect(html, path).toContain('aria-label="Main"')
      expect(html, path).toContain('id="site-drawer"')
      expect(html, path).toContain('</footer>')
    }
    expect((await app.get('/healthz')).status).toBe(200)
    expect((await app.get('/readyz')).status).toBe(503)
    expect(app.child.exitCode).toBeNull()

    await allowConnections(database, true)
    await waitFor(async () => (await app.get('/events?q=jazz')).status === 200)
    expect((await app.get('/gallery')).status).toBe(200)
    expect((await app.get('/readyz')).status).toBe(200)
  })
})
