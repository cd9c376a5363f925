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
