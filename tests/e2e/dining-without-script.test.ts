import { storeDinner } from '../dining/service-days.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { firstOpenDay, listDays } from '#features/dining/rules.ts'
import { DINING_FORM } from '#features/dining/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addDays, formatDate } from '#lib/venue-time.ts'
import { createSignedTokens, loadSigningKey } from '#platform/security/signed-tokens.ts'
import {
  axeViolations,
  blockSiteScript,
  DESKTOP,
  hydrated,
  PHONE,
  sidewaysScroll,
  useBrowser,
} from '../support/browser.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { ageForm } from '../support/old-form-token.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

vi.setConfig({ testTimeout: 120_000 })

let database: TestDatabase
let app: RunningApp
let serviceDays: string[]
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'error' } })
  const venue = await loadVenue(database)
  const from = addDays(firstOpenDay(venue, 2, new Date()) ?? '', 21)
  serviceDays = listDays(venue, new Date()).flatMap(({ state, date }) =>
    state === 'open' && date > from ? [date] : [],
  )
})
const visitor = useBrowser(() => app.origin)
const nextServiceDay = (): string => serviceDays.shift() ?? ''

const PAGE = '/reservations?service=dining'
const dinnersOn = (...dates: string[]) =>
  database.db
    .selectFrom('reservations')
    .where('reservationType', '=', 'dining')
    .where('businessDate', 'in', dates)
    .select(['businessDate', 'guestCount'])
    .execute()

async function without(script: 'setting' | 'file', size: BrowserContextOptions): Promise<Page> {
  const guest = await visitor.newGuest({ ...size, javaScriptEnabled: script === 'file' })
  const page = await guest.newPage()
  if (script === 'file') await blockSiteScript(page)
  return page
}
const choose = async (page: Page, date: string, guests: string) => {
  await page.locator('select[name=guests]').selectOption(guests)
  await page.locator('select[name=date]').selectOption(date)
}
const fillIn = async (page: Page) => {
  await page.getByLabel('Full name').fill('Amara Okafor')
  await page.getByLabel('Email', { exact: true }).fill('amara@example.com')
  await page.getByLabel('Phone', { exact: true }).fill('(972) 555-0142')
}
const someTime = (page: Page) => page.locator('input[name=time]:not([disabled])').first()
const showTimes = (page: Page) => page.getByRole('button', { name: 'Show times' })

describe.each([
  ['scripting off', 'setting', PHONE],
  ['a script that did not load', 'file', DESKTOP],
] as const)('with %s', (_name, script, size) => {
  test('no dinner is booked for a day or a party that the guest has changed since', async () => {
    await database.pool.query('delete from rate_limits')
    const [shown, date] = [nextServiceDay(), nextServiceDay()]
    const page = await without(script, size)
    await page.goto(`${app.origin}${PAGE}&date=${shown}&guests=2`)
    await choose(page, date, '6')
    await someTime(page).check()
    await fillIn(page)
    await ageForm(page, database, DINING_FORM.name)
    await page.getByRole('button', { name: 'Reserve Table' }).click()
    await page
      .locator('#dining-time-problem')
      .getByText(`Please choose a time on ${formatDate(date, 'medium')} for 6 guests.`)
      .waitFor()
    expect(await dinnersOn(shown, date)).toEqual([])
    await page.getByText(`Time on ${formatDate(date)}`).waitFor()
    expect(await page.locator('select[name=guests]').inputValue()).toBe('6')
    expect(await page.locator('select[name=date]').inputValue()).toBe(date)
    expect(script === 'file' ? await axeViolations(page) : []).toEqual([])
    await someTime(page).check()
    // The Enter key sends the form, as its last button does.
    await page.getByLabel('Full name').press('Enter')
    await page.waitForURL('**/thank-you?booking=*')
    expect(await dinnersOn(shown, date)).toEqual([{ businessDate: date, guestCount: 6 }])
  })

  test('the times of another day are shown by a button, and what was typed stays', async () => {
    const date = nextServiceDay()
    const page = await without(script, size)
    await page.goto(`${app.origin}${PAGE}`)
    await choose(page, date, '4')
    await page.getByLabel('Full name').fill('Amara Okafor')
    await showTimes(page).click()
    await page.getByText(`Time on ${formatDate(date)}`).waitFor()
    expect(await page.getByLabel('Full name').inputValue()).toBe('Amara Okafor')
    expect(await page.locator('select[name=guests]').inputValue()).toBe('4')
    expect(page.url()).toBe(`${app.origin}${PAGE}`)
    expect(script === 'file' ? await sidewaysScroll(page) : 0).toBe(0)
  })

  test('a dinner moves to the day and the party that are chosen, never to those shown before', async () => {
    const [date, to] = [nextServiceDay(), nextServiceDay()]
    const id = await storeDinner(database, { date, name: 'Nia' })
    const tokens = createSignedTokens(await loadSigningKey(database.db))
    const stored = () =>
      database.db
        .selectFrom('reservations')
        .where('id', '=', id)
        .select(['businessDate', 'guestCount'])
        .executeTakeFirst()
    const page = await without(script, size)
    await page.goto(`${app.origin}/my-reservation/${tokens.sign('guest', id)}?move=1`)
    await choose(page, to, '3')
    await someTime(page).check()
    await page.getByRole('button', { name: 'Change my dinner' }).click()
    const message = `Please choose a time on ${formatDate(to, 'medium')} for 3 guests.`
    await page.getByRole('alert').getByText(message).waitFor()
    await page.locator('#move-time-problem').getByText(message).waitFor()
    expect(await stored()).toEqual({ businessDate: date, guestCount: 2 })
    await choose(page, date, '4')
    await showTimes(page).click()
    await page.getByText(`Time on ${formatDate(date)}`).waitFor()
    await someTime(page).check()
    await page.getByRole('button', { name: 'Change my dinner' }).click()
    await page.getByText('Your change is made. An email confirms it.').waitFor()
    expect(await stored()).toEqual({ businessDate: date, guestCount: 4 })
  })
})

test('while the times of a new day are loading, a press books no dinner of the former ones', async () => {
  await database.pool.query('delete from rate_limits')
  const [shown, date] = [nextServiceDay(), nextServiceDay()]
  const page = await (await visitor.newGuest(DESKTOP)).newPage()
  await page.goto(`${app.origin}${PAGE}&date=${shown}&guests=2`)
  await hydrated(page)
  expect(await showTimes(page).count()).toBe(0)
  await someTime(page).check()
  await fillIn(page)
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/reservations\/times\?date=/, async (route) => {
    await held
    await route.continue()
  })
  await page.locator('select[name=date]').selectOption(date)
  await page.getByRole('button', { name: 'Reserve Table' }).click()
  await page.locator('#dining-time-problem').waitFor()
  release()
  await page.getByText(`Time on ${formatDate(date)}`).waitFor()
  expect(await page.locator('input[name=time]:checked').count()).toBe(0)
  expect(await dinnersOn(shown, date)).toEqual([])
  await someTime(page).check()
  await page.getByRole('button', { name: 'Reserve Table' }).click()
  await page.waitForURL('**/thank-you?booking=*')
  expect(await dinnersOn(shown, date)).toEqual([{ businessDate: date, guestCount: 2 }])
})
