import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DESKTOP, PHONE, useBrowser } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts'
import { startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* On a slow connection, or a busy phone, a browser paints the first part of a page before it has the rest. */

const PAGES = ['/', '/menu', '/events/lone-star-highlife', '/reservations']

let proxy: Server
let origin: string
let sendRest: () => void = () => {}
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  const app = await startApp({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } })
  // Sends the documents up to their first heading, and the rest when the test says so.
  proxy = createServer((request, response) => {
    void (async () => {
      const answer = await app.get(request.url ?? '/')
      const type = answer.headers.get('content-type') ?? ''
      const body = Buffer.from(await answer.arrayBuffer())
      response.writeHead(answer.status, { 'Content-Type': type })
      if (!type.startsWith('text/html')) return response.end(body)
      const { promise: painted, resolve } = Promise.withResolvers<void>()
      sendRest = resolve
      const end = body.indexOf('</h1>')
      response.write(body.subarray(0, end))
      await painted
      return response.end(body.subarray(end))
    })()
  })
  await new Promise<void>((listening) => proxy.listen(0, listening))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  origin = `http://localhost:${address.port}`
})
const visitor = useBrowser(() => origin)
afterAll(() => proxy.close())

test.each(
  PAGES.flatMap((path) => [
    { path, device: 'a phone', size: PHONE },
    { path, device: 'a desktop', size: DESKTOP },
  ]),
)('$path moves nothing on $device when its second part arrives', async ({ path, size }) => {
  const guest = await visitor.newGuest(size)
  const page = await guest.newPage()
  await page.addInitScript(watchShifts)
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  sendRest()
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect((await shiftsOf(page)).filter(({ value }) => value > 0.01)).toEqual([])
  await guest.close()
})
