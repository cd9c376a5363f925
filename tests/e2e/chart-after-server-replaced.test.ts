import { beforeAll, expect, test } from 'vitest'
import { DESKTOP, hydrated, useBrowser } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

let server: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  server = await startApp({ env: { DATABASE_URL: url, LOG_LEVEL: 'silent' } })
})
const visitor = useBrowser(() => server.origin)

/** One failed stream more than an open chart accepts before it falls back to polling. */
const SENT_ELSEWHERE = 4

test('an open chart connects again while servers are replaced, and takes that for no failure of streams', async () => {
  const asked = { streams: 0, polls: 0 }
  const guest = await visitor.newGuest(DESKTOP)
  const page = await guest.newPage()
  await page.route('**/live/floor/**', async (route) => {
    if (!route.request().headers()['accept']?.includes('text/event-stream')) {
      asked.polls += 1
      return route.continue()
    }
    asked.streams += 1
    // A server that is shutting down answers in this way.
    if (asked.streams > SENT_ELSEWHERE) return route.continue()
    return route.fulfill({ contentType: 'text/event-stream', body: 'event: reconnect\ndata: {}\n\n' })
  })
  await page.goto('/events/lone-star-highlife?view=reserve')
  await hydrated(page)
  await waitFor(() => asked.streams > SENT_ELSEWHERE, 20_000)
  expect(asked).toEqual({ streams: SENT_ELSEWHERE + 1, polls: 0 })
  // The stream that stays belongs to the server; it ends when the server is replaced, and the chart reconnects.
  server.child.kill('SIGUSR2')
  await waitFor(() => asked.streams > SENT_ELSEWHERE + 1, 60_000)
  expect(asked.polls).toBe(0)
  await guest.close()
})
