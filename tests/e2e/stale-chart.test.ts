import { afterEach, describe, expect, test } from 'vitest'
import { formatUsd } from '#lib/money.ts'
import { axeViolations, DESKTOP, PHONE } from '../support/browser.ts'
import { waitFor } from '../support/server.ts'
import {
  alive,
  dialog,
  expectAccessible,
  fillIn,
  heading,
  NIGHT,
  openFreeTable,
  plan,
  setUpNightGuests,
  tableOnPlan,
} from '../booking/night-fixtures.ts'
import type { BrowserContext } from 'playwright-core'

/* A page that is older than the truth: the event sold out, the table was taken, the connection was lost. */

const { database, arrive, heldByAnother, nightPage } = setUpNightGuests()

const setSoldOut = (soldOut: boolean) =>
  database().db.updateTable('events').set({ soldOut }).where('slug', '=', 'lone-star-highlife').execute()
afterEach(async () => {
  await setSoldOut(false)
  // The server knows of it a moment later. A page that was rendered before stays as it is.
  await waitFor(async () => !(await nightPage()).includes('Event Sold Out'))
})

const SOLD_OUT = 'This event is sold out and no longer accepting reservations.'
const RESERVED = 'This table is already reserved for this event'

/** A chart that receives nothing: neither its stream nor its polls get through until `connect` is called. */
const disconnected = () => {
  let isCutOff = true
  return {
    connect: () => (isCutOff = false),
    prepare: (guest: BrowserContext) =>
      guest.route('**/live/floor/**', (route) => {
        const isStream = route.request().headers()['accept']?.includes('text/event-stream')
        return isCutOff || isStream ? route.abort() : route.continue()
      }),
  }
}

describe('on a phone', () => {
  test('an event that sells out while its page is open says so and takes no more choices, until it is on sale again', async () => {
    const { page } = await arrive(PHONE)
    await alive(page)
    await setSoldOut(true)
    const notice = page.getByRole('alert').filter({ hasText: 'Event Sold Out' })
    await notice.getByText(SOLD_OUT).waitFor()
    await expect.poll(() => plan(page).getByRole('radio').count()).toBe(0)
    expect(await notice.getByRole('link', { name: 'Request a table' }).getAttribute('href')).toContain(
      '/reservations?service=nightlife',
    )
    const list = page.getByText('Choose from a list')
    await list.waitFor({ state: 'detached' })
    const next = page.locator('#reserve p').filter({ hasText: 'There is no table left to choose' })
    expect(await next.getByRole('link').allTextContents()).toEqual([
      'Join the waiting list',
      'Request a table',
      expect.stringMatching(/^Next event: ./),
    ])
    await expectAccessible(page, 'sold-out page')
    await setSoldOut(false)
    await notice.waitFor({ state: 'detached' })
    await alive(page)
    await list.waitFor()
  })

  test('an event that sells out while its form is open says so there, without a dead Continue', async () => {
    const { page } = await arrive(PHONE)
    await openFreeTable(page)
    await fillIn(page)
    await setSoldOut(true)
    await dialog(page).getByRole('alert').getByText(SOLD_OUT).waitFor()
    expect(await dialog(page).getByText('no longer available').count()).toBe(0)
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Continue' }).count()).toBe(0)
    await dialog(page).getByRole('link', { name: 'Request a table' }).waitFor()
    await expectAccessible(page, 'sold-out form')
    await setSoldOut(false)
    await dialog(page).getByRole('button', { name: 'Continue' }).waitFor()
    expect(await dialog(page).getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Amara Okafor')
  })

  test('a table that is taken on an older chart is refused when it is selected, and the others are offered', async () => {
    const connection = disconnected()
    const { page } = await arrive(PHONE, connection.prepare)
    await alive(page)
    const number = await numberOfFreeTable(page)
    await heldByAnother(number)
    connection.connect()
    await tableOnPlan(page, number, 'available').click()
    await dialog(page).getByRole('alert').getByText(RESERVED).waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await expect
      .poll(() =>
        dialog(page)
          .getByRole('button', { name: /^Table \d+ \$/ })
          .count(),
      )
      .toBe(3)
    await tableOnPlan(page, number, 'held by another guest').waitFor({ state: 'attached' })
  })
})

test('Continue asks again: an event that sold out unnoticed is refused with its reason', async () => {
  const { page } = await arrive(DESKTOP, disconnected().prepare)
  await openFreeTable(page)
  await fillIn(page)
  await setSoldOut(true)
  await page.getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByText(SOLD_OUT).first().waitFor()
  await expect.poll(() => dialog(page).getByRole('button', { name: 'Continue' }).count()).toBe(0)
})

test('a lost connection is told by the toast, above the form, and by nothing of the browser', async () => {
  const { guest, page } = await arrive(PHONE)
  const native: string[] = []
  page.on('dialog', (shown) => {
    native.push(shown.message())
    void shown.dismiss()
  })
  await openFreeTable(page)
  await page.getByRole('button', { name: 'Continue' }).waitFor()
  await guest.setOffline(true)
  await fillIn(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  const toast = page.locator('[popover]').getByText('You are offline')
  await waitFor(async () => native.length > 0 || (await toast.isVisible()), 30_000)
  expect(native).toEqual([])
  expect(await axeViolations(page)).toEqual([])
  await page.locator('[popover]').getByRole('button', { name: 'Close' }).click()
  await toast.waitFor({ state: 'detached' })
  await guest.setOffline(false)
  await heading(page, /^Reserve Table \d+$/).waitFor()
  expect(page.url()).toContain(NIGHT.split('?')[0])
})

test('a page whose script came by its retry shows a changed price, without loading anew', async () => {
  let requests = 0
  const { page } = await arrive(DESKTOP, (guest) =>
    guest.route(/assets\/site-(?!parts|layout)/, (route) =>
      (requests += 1) === 1 ? route.abort() : route.continue(),
    ),
  )
  const number = await openFreeTable(page)
  await fillIn(page)
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  const price = formatUsd(await raisePrice(number))
  await page.getByRole('button', { name: 'Continue' }).click()
  await dialog(page).getByText('The price changed after you opened this page.').first().waitFor()
  await expect.poll(() => dialog(page).getByText(price).count()).toBeGreaterThan(0)
  expect(await page.locator('body[data-same-page]').count()).toBe(1)
  expect(requests).toBe(2)
})

test('a page of a newer build replaces the open one whole, and keeps what was typed', async () => {
  const { page } = await arrive(DESKTOP)
  const number = await openFreeTable(page)
  await fillIn(page)
  await page.evaluate(() => (document.documentElement.dataset['build'] = 'old'))
  await page.route('**/events/lone-star-highlife**', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    const body = (await (await route.fetch()).text()).replaceAll(
      '/assets/site-',
      '/assets/site-of-a-newer-build-',
    )
    await route.fulfill({ contentType: 'text/html', body })
  })
  await raisePrice(number)
  await page.getByRole('button', { name: 'Continue' }).click()
  const build = () =>
    page.evaluate(() => document.documentElement.dataset['build'] ?? 'new').catch(() => 'none')
  await expect.poll(build).toBe('new')
  await openFreeTable(page)
  expect(await dialog(page).getByRole('textbox', { name: 'Full name' }).inputValue()).toBe('Amara Okafor')
})

const numberOfFreeTable = async (page: Parameters<typeof plan>[0]): Promise<number> =>
  Number(
    await plan(page)
      .getByRole('radio', { name: /, available$/ })
      .first()
      .getAttribute('data-table'),
  )

/** Raises the price of a table by $10, and returns it in cents. */
async function raisePrice(tableNumber: number): Promise<number> {
  const { cents } = await database()
    .db.updateTable('venueTables')
    .set(({ eb }) => ({ reservationPriceCents: eb('reservationPriceCents', '+', 1000) }))
    .where('tableNumber', '=', tableNumber)
    .returning('reservationPriceCents as cents')
    .executeTakeFirstOrThrow()
  return cents
}
