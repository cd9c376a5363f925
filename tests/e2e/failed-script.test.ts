import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { DESKTOP, hydrated, PHONE, useBrowser } from '../support/browser.ts'

/* Pages whose script does not load: they work as in a browser without scripts. */

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url } })
})
const visitor = useBrowser(() => app.origin)

const EVENT = '/events/lone-star-highlife?view=reserve'
const newPage = async (size = DESKTOP): Promise<Page> => (await visitor.newGuest(size)).newPage()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.each(['site-(?!parts|layout)', 'site-parts', 'preload-helper'])(
  'without %s the buttons for browsers without scripts show, and those of scripts do not',
  async (part) => {
    const page = await newPage()
    await page.route(new RegExp(`assets/${part}`), (route) => route.abort())
    await page.goto(EVENT)
    await button(page, 'Show tables').waitFor()
    expect(await button(page, 'Zoom in').isVisible()).toBe(false)
    await page.getByLabel('How many of you?').selectOption('4')
    await button(page, 'Show tables').click()
    await page.waitForURL('**guests=4**')
    await page.goto('/reservations?service=dining')
    await button(page, 'Show times').waitFor()
  },
)

test('the script of a page that is not cached is requested again, too', async () => {
  const page = await newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  const requests: string[] = []
  await page.route(/assets\/site-(?!parts|layout)/, (route) => {
    requests.push(new URL(route.request().url()).search)
    return route.abort()
  })
  await page.goto('/find-my-booking')
  await page.locator('html[data-script=failed]').waitFor()
  expect([requests, refused]).toEqual([['', '?again'], []])
})

test('a script that did not load is requested once more, and the page comes alive', async () => {
  const page = await newPage(PHONE)
  let requests = 0
  await page.route(/assets\/site-parts/, (route) => {
    requests += 1
    return requests === 1 ? route.abort() : route.continue()
  })
  await page.goto(EVENT)
  await hydrated(page)
  expect(await button(page, 'Show tables').isVisible()).toBe(false)
})

test('while a script is on its way, no button comes and goes', async () => {
  const page = await newPage(PHONE)
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/site-parts/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(EVENT, { waitUntil: 'commit' })
  await page.getByLabel('How many of you?').waitFor()
  await page.waitForTimeout(1500)
  expect(await button(page, 'Show tables').isVisible()).toBe(false)
  expect(await button(page, 'Zoom in').isVisible()).toBe(true)
  release()
  await hydrated(page)
})
