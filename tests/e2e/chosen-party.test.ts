import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { hydrated, PHONE, useBrowser } from '../support/browser.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

const NIGHT = '/events/lone-star-highlife?view=reserve'

let app: RunningApp
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent' } })
})
const visitor = useBrowser(() => app.origin)

test('a party that is chosen on the chart goes along to tabs, comparison and waiting list', async () => {
  const page = await visitor.newGuest(PHONE).then((guest) => guest.newPage())
  await page.goto(`${NIGHT}&guests=2`)
  await hydrated(page)
  const tables = page.locator('#compare-tables tbody tr')
  const before = await tables.count()
  await page.getByText('Compare tables').click()
  await page.getByLabel('How many of you?').selectOption('6')
  await expect.poll(() => tables.count()).toBeLessThan(before)
  const seats = await tables.locator('td:nth-of-type(2)').allTextContents()
  expect(seats.length).toBeGreaterThan(0)
  expect(seats.every((it) => Number(it) >= 6)).toBe(true)
  // It stays open, and its links carry the party.
  expect(await tables.first().isVisible()).toBe(true)
  expect(await tables.first().getByRole('link').getAttribute('href')).toContain('guests=6')
  expect(await page.locator('#waiting-list [name=guests]').inputValue()).toBe('6')
  await page.getByRole('link', { name: 'Event Details' }).click()
  await page.waitForURL('**/events/lone-star-highlife?view=details&guests=6')
  await page
    .getByRole('navigation', { name: 'This event' })
    .getByRole('link', { name: 'Reserve Table' })
    .click()
  await hydrated(page)
  expect(await page.getByLabel('How many of you?').inputValue()).toBe('6')
})
