import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findWholeChromium } from '../../scripts/find-chromium.ts'
import { hydrated } from '../support/browser.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

const PAGES = [
  '/menu',
  '/gallery',
  '/events',
  // The chart of an event holds a stream open, which has to be closed when the page is left.
  '/events/lone-star-highlife?view=reserve',
  '/reservations',
  '/plan-event',
  '/perform',
  '/menu/jollof-arancini',
  '/events/lone-star-highlife',
  '/terms-of-service',
  '/find-my-booking',
  '/waiting-list?event=lone-star-highlife',
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

  test.each([
    ['no-preference', true],
    ['reduce', false],
  ] as const)('a page fades into the next where motion is allowed: %s', async (reducedMotion, fades) => {
    const context = await browser.newContext({ baseURL: app.origin, reducedMotion })
    const page = await context.newPage()
    await page.addInitScript(() =>
      addEventListener('pagereveal', ({ viewTransition }) => {
        Object.assign(globalThis, { fades: viewTransition !== null })
      }),
    )
    await page.goto('/terms-of-service')
    await page.getByRole('link', { name: 'Menu' }).first().click()
    await page.waitForURL('**/menu')
    await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'fades'))).toBe(fades)
    await context.close()
  })

  test.each(PAGES)('%s comes back as it was left', async (path) => {
    const context = await browser.newContext({ baseURL: app.origin })
    const page = await context.newPage()
    await page.goto(path)
    await hydrated(page)
    await leaveMark(page)
    await page.goto('/cookie-policy')
    await page.evaluate(() => setTimeout(() => history.back()))
    await expect.poll(() => markOf(page)).toBe(`${path} here`)
    expect(await notRestored(page)).toEqual([])
    await context.close()
  })

  test('brings no cookie banner back that was answered meanwhile, and wakes the strip of a table that was held meanwhile', async () => {
    const context = await browser.newContext({ baseURL: app.origin })
    const page = await context.newPage()
    await page.goto('/')
    await hydrated(page)
    await leaveMark(page)
    await page.goto('/menu')
    await hydrated(page)
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.evaluate(() => localStorage.setItem('hold event table', '{}'))
    await page.evaluate(() => setTimeout(() => history.back()))
    await expect.poll(() => markOf(page)).toBe('/ here')
    await page.locator('#cookie-settings').waitFor({ state: 'detached' })
    await page.locator('[data-island="held-strip"][data-alive]').waitFor({ state: 'attached' })
    expect(await notRestored(page)).toEqual([])
    await context.close()
  })

  test('keeps a dinner form that has fetched times, with what was entered', async () => {
    const context = await browser.newContext({ baseURL: app.origin })
    const page = await context.newPage()
    await page.goto('/reservations?service=dining')
    await hydrated(page)
    const days = page.getByLabel('Date', { exact: true })
    const later = await days.locator('option:not([disabled])').nth(3).getAttribute('value')
    await Promise.all([page.waitForResponse(/\/reservations\/times/), days.selectOption(later)])
    await page.getByLabel('Full name').fill('Amara Okafor')
    await leaveMark(page)
    await page.goto('/cookie-policy')
    await page.evaluate(() => setTimeout(() => history.back()))
    await expect.poll(() => markOf(page)).toMatch(new RegExp(`date=${later}.* here$`))
    await hydrated(page)
    await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Amara Okafor')
    expect(await days.inputValue()).toBe(later)
    expect(await notRestored(page)).toEqual([])
    await context.close()
  })
})

const leaveMark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset['left'] = 'here'
  })

/** Path and mark of the shown page. A reloaded one has no mark; a page being left does not answer. */
const markOf = (page: Page): Promise<string> =>
  page
    .evaluate(
      () => `${location.pathname}${location.search} ${document.documentElement.dataset['left'] ?? ''}`,
    )
    .catch(() => '')

/** Chromium's own reasons for loading a page again instead of restoring it. */
const notRestored = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation')
    const report: unknown = entry && Reflect.get(entry, 'notRestoredReasons')
    return report && typeof report === 'object' ? Reflect.get(report, 'reasons') : []
  })
