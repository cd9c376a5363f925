import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  alive,
  dialog,
  fillIn,
  heading,
  NIGHT,
  openFreeTable,
  openPayment,
  setUpNightGuests,
  tableOnPlan,
} from '../booking/night-fixtures.ts'
import { DESKTOP } from '../support/browser.ts'

/* Answers that come late, after the guest has gone on: to another tab, another table, or a reload of the page. */

const { arrive, rowsOf, heldByAnother } = setUpNightGuests()

/** The answer of the next request to an address comes two seconds late. Before it is sent, `meanwhile` happens. */
const answerLate = (page: Page, address: string, meanwhile?: () => Promise<unknown>) =>
  page.route(
    address,
    async (route) => {
      await meanwhile?.()
      const response = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 2000))
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )

/** The page has done its work with an answer. */
const aMoment = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)))

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test('a table held again in another tab stays the own one, whatever the first tab learns of the former hold', async () => {
  const { guest, page } = await arrive(DESKTOP)
  const number = await openFreeTable(page)
  await fillIn(page)
  await (await openPayment(guest, page)).close()
  await page.keyboard.press('Escape')
  await page.locator('.held-tables section').waitFor()
  await setHidden(page, true)
  const other = await guest.newPage()
  await other.goto(NIGHT)
  await alive(other)
  await other.locator('.held-tables').getByRole('button', { name: 'Keep looking' }).click()
  await tableOnPlan(other, number, 'available').click()
  await heading(other, `Reserve Table ${number}`).waitFor()
  await fillIn(other)
  await (await openPayment(guest, other)).close()
  const learned = page.waitForResponse(
    async (it) => it.url().includes('/holds/') && (await it.text()).includes('"ended"'),
  )
  await setHidden(page, false)
  await learned
  await aMoment(page)
  await other.goto('/menu')
  await other.locator('.held-strip section').getByText(`Table ${number} is held for you.`).waitFor()
})

test('a reload while the table is asked for leaves it to the guest, who goes on with the same hold', async () => {
  const { guest, page } = await arrive(DESKTOP)
  const number = await openFreeTable(page)
  const email = await fillIn(page)
  await answerLate(page, '**/holds')
  const sent = page.waitForRequest('**/holds')
  await page.getByRole('button', { name: 'Continue' }).click()
  await sent
  await expect.poll(() => rowsOf(email)).toHaveLength(1)
  await page.reload()
  await alive(page)
  await tableOnPlan(page, number, 'yours').click()
  await heading(page, `Reserve Table ${number}`).waitFor()
  await openPayment(guest, page)
  await heading(page, `Table ${number} is held for you`).waitFor()
  expect(await rowsOf(email)).toHaveLength(1)
})

test('the answer about one table neither closes the dialog of the next one nor speaks for it', async () => {
  const { guest, page } = await arrive(DESKTOP)
  const first = await openFreeTable(page)
  await fillIn(page)
  await (await openPayment(guest, page)).close()
  await answerLate(page, '**/holds/*/release')
  const released = page.waitForResponse('**/holds/*/release')
  await dialog(page).getByRole('button', { name: 'Keep looking' }).click()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  const second = await openFreeTable(page)
  expect(second).not.toBe(first)
  await released
  await aMoment(page)
  expect(await heading(page, `Reserve Table ${second}`).count()).toBe(1)
  await fillIn(page)
  await answerLate(page, '**/holds', () => heldByAnother(second))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Escape')
  const third = await openFreeTable(page)
  await page.locator('[popover]').getByText(`Table ${second}: Table Unavailable`).waitFor()
  expect(await heading(page, `Reserve Table ${third}`).count()).toBe(1)
})
