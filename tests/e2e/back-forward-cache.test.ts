import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findWholeChromium } from '../../scripts/find-chromium.ts'
import { hydrated } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

const PAGES = [
  '/',
  '/menu',
  '/gallery',
  '/events',
  // The chart of an event holds a stream open, which has to be closed when the page is left.
  '/events/lone-star-highlife?view=reserve',
  '/reservations',
  '/reservations?service=dining',
  '/plan-event',
  '/perform',
]

const executablePath = findWholeChromium()
// A page is restored or not by a browser that has the cache; the headless shell has none.
const skipped = executablePath ? '' : ' (skipped: only a headless shell of Chromium is installed)'

describe.skipIf(!executablePath)(`the back/forward cache of Chromium${skipped}`, () => {
  let app: RunningApp
  let browser: Browser
  beforeAll(async () => {
    const { url } = await cloneDatabase(TODAY_TEMPLATE)
    app = await startApp({ env: { DATABASE_URL: url } })
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--headless=new', '--no-sandbox', '--disable-quic', '--disable-background-networking'],
      ignoreDefaultArgs: ['--disable-back-forward-cache', '--headless', '--headless=old'],
    })
  })
  afterAll(() => browser.close())

  test.each(PAGES)('%s comes back as it was left', async (path) => {
    const context = await browser.newContext({ baseURL: app.origin })
    const page = await context.newPage()
    await page.goto(path)
    await hydrated(page)
    await page.evaluate(() => {
      document.documentElement.dataset['left'] = 'here'
    })
    await page.goto('/cookie-policy')
    await page.evaluate(() => setTimeout(() => history.back()))
    await expect.poll(() => markOf(page)).toBe(`${path} here`)
    await context.close()
  })
})

/** Path and mark of the page that is shown. A reloaded page has no mark; a page being left does not answer. */
const markOf = (page: Page): Promise<string> =>
  page
    .evaluate(
      () => `${location.pathname}${location.search} ${document.documentElement.dataset['left'] ?? ''}`,
    )
    .catch(() => '')
