import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  alive,
  dialog,
  fillIn,
  heading,
  NIGHT,
  openFreeTable,
  openPayment,
  plan,
  setUpNightGuests,
} from '../booking/night-fixtures.ts'
import { axeViolations, DESKTOP, PHONE } from '../support/browser.ts'

/* Parts of the booking island whose code does not load: the seating chart stands, and the guest can go on. */

const { arrive } = setUpNightGuests()

const FAILED = 'This part of the page did not load. Please reload the page.'

const block = (guest: BrowserContext, part: string) =>
  guest.route(new RegExp(`assets/${part}`), (route) => route.abort())

/** Taps the first free table of the chart. */
const tap = (page: Page) =>
  plan(page)
    .getByRole('radio', { name: /, available$/ })
    .first()
    .dispatchEvent('click')

async function holdTable(guest: BrowserContext, page: Page): Promise<number> {
  const number = await openFreeTable(page)
  await fillIn(page)
  await openPayment(guest, page)
  await heading(page, `Table ${number} is held for you`).waitFor()
  return number
}

test('offline a tap on a table says so, and once there is a connection the next one opens its dialog', async () => {
  const { guest, page } = await arrive(PHONE)
  await alive(page)
  await guest.setOffline(true)
  await tap(page)
  await page.getByText('You are offline').waitFor()
  await alive(page)
  expect(await page.getByText(FAILED).count()).toBe(0)
  await guest.setOffline(false)
  await tap(page)
  await heading(page, /^Reserve Table \d+$/).waitFor()
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await alive(page)
})

test('a table whose dialog does not load is booked by the form of its page', async () => {
  const { page } = await arrive(DESKTOP, (it) => block(it, 'reservation-dialog'))
  await alive(page)
  await tap(page)
  await page.getByText(FAILED).first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Open the form' }).click()
  await page.waitForURL(/table=\d+/)
  await page.getByText(FAILED).first().waitFor()
  await alive(page)
  await fillIn(page)
  await page
    .locator('#book')
    .getByRole('button', { name: /^Continue/ })
    .click()
  await page.waitForURL(/test-payment/)
})

test('a dialog that did not load opens at a later tap, with what was typed into the form of the page', async () => {
  const { guest, page } = await arrive(DESKTOP, (it) => block(it, 'reservation-dialog'))
  await page.goto(`${NIGHT}&table=8&guests=2`)
  await page.getByText(FAILED).first().waitFor()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Kofi Mensah')
  await guest.unrouteAll()
  await tap(page)
  await dialog(page).waitFor()
  expect(await page.getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Kofi Mensah')
  expect(await page.locator('#book').count()).toBe(0)
})

test('a held table whose clock does not load is paid by a link, and followed once there is a connection', async () => {
  const { guest, page } = await arrive(DESKTOP, (it) => block(it, 'waiting-view'))
  const number = await holdTable(guest, page)
  const pay = dialog(page).getByRole('link', { name: /^Pay now/ })
  expect(await pay.getAttribute('href')).toMatch(/test-payment/)
  const reload = dialog(page).getByRole('link', { name: 'Reload the page' })
  expect(await reload.getAttribute('href')).toContain(`table=${number}`)
  expect(await axeViolations(page)).toEqual([])
  expect(await plan(page).count()).toBe(1)
  await guest.unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await dialog(page).getByRole('timer').waitFor()
})

test('held tables whose code does not load are links to their pages, beside the chart', async () => {
  const { guest, page } = await arrive(PHONE, (it) => block(it, 'held-tables'))
  const number = await holdTable(guest, page)
  await page.goto(NIGHT)
  await alive(page)
  const note = page.locator('.island-failure')
  await note.getByText(FAILED).first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await note.getByRole('link', { name: `Continue with table ${number}` }).click()
  await heading(page, `Table ${number} is held for you`).waitFor()
  await dialog(page)
    .getByRole('link', { name: /^Pay now/ })
    .waitFor()
  await alive(page)
})
