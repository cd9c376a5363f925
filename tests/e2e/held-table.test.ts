import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { HELD_TABLE_PAGES } from '../booking/guest-pages.ts'
import {
  alive,
  dialog,
  fillIn,
  heading,
  NIGHT,
  openFreeTable,
  openPayment,
  press,
  setUpNightGuests,
} from '../booking/night-fixtures.ts'
import {
  axeViolations,
  blockSiteScript,
  DESKTOP,
  hydrated,
  PHONE,
  sidewaysScroll,
} from '../support/browser.ts'

/* A held table is shown on every page of the site until it is paid for, released or lost. */

const { database, arrive, rowsOf } = setUpNightGuests()

/** Pages that are also checked for accessibility with the strip on them. */
const CHECKED = ['/', '/menu', '/gallery', '/events']

const strip = (page: Page) => page.locator('.held-strip section').filter({ visible: true })

/** Holds a table on a phone; its payment page stays open in another tab. */
async function holdTable(size = PHONE) {
  const { guest, page } = await arrive(size)
  const number = await openFreeTable(page)
  const email = await fillIn(page)
  const payment = await openPayment(guest, page)
  await heading(page, `Table ${number} is held for you`).waitFor()
  return { guest, page, payment, number, email }
}

test('a table that is let go in the notice is said to be free, and the keyboard goes on at the chart', async () => {
  const { page, number } = await holdTable(DESKTOP)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  const notice = page.locator('.held-tables').getByRole('region', { name: `Table ${number}` })
  await notice.getByRole('button', { name: 'Keep looking' }).click()
  await page.locator('[popover]').getByText(`Table ${number} is released`).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('radio')
})

/** The time left in the dialog of a phone stands clear of its text, and does not move it. */
async function expectClearTimer(page: Page): Promise<void> {
  const places = await dialog(page)
    .getByRole('timer')
    .evaluate((timer) => {
      const shown = timer.textContent
      const text = [...(timer.parentElement?.children ?? [])].at(-1)
      const found = ['00:00', '11:11', '14:57'].map((time) => {
        timer.textContent = time
        const range = document.createRange()
        range.selectNodeContents(timer)
        const left = text?.getBoundingClientRect().left ?? 0
        const { right, height } = range.getBoundingClientRect()
        return { left, isClear: right + 8 < left && height < 100 }
      })
      timer.textContent = shown
      return found
    })
  const left = places[0]?.left
  expect(places).toEqual(places.map(() => ({ left, isClear: true })))
}

test('every page shows the table with its clock and the way to pay, above the bottom bar, and the cached one does not', async () => {
  const { page, number } = await holdTable()
  await expectClearTimer(page)
  for (const path of HELD_TABLE_PAGES) {
    // oxlint-disable no-await-in-loop -- one page after the other
    await page.goto(path)
    await strip(page).getByText(`Table ${number} is held for you.`).waitFor()
    await expect.poll(() => strip(page).getByRole('timer').textContent()).toMatch(/^1[0-5]:\d\d$/)
    const { bottom, barTop, height } = await page.evaluate(() => {
      const box = document.querySelector('.held-strip')?.getBoundingClientRect()
      const bar = document.querySelector('nav[aria-label="Tabs"]')?.getBoundingClientRect()
      const link = document.querySelector('.held-strip a')?.getBoundingClientRect()
      return { bottom: box?.bottom ?? 0, barTop: bar?.top ?? 0, height: link?.height ?? 0 }
    })
    expect(bottom, path).toBeLessThanOrEqual(barTop + 1)
    expect(height, path).toBeGreaterThanOrEqual(44)
    expect(await sidewaysScroll(page), path).toBe(0)
    const violations = CHECKED.includes(path) ? await axeViolations(page) : []
    expect([path, ...violations]).toEqual([path])
    // oxlint-enable no-await-in-loop
  }
  // The page that is cached for all guests.
  const shared = await page.request.get('/menu')
  expect(shared.headers()['cache-control']).toContain('public')
  expect(await shared.text()).not.toContain('is held for you until')
  await page.reload()
  await strip(page).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await strip(page).getByRole('link', { name: 'Continue' }).click()
  await heading(page, `Table ${number} is held for you`).waitFor()
})

test("the event's page shows it once: in the page, and at the screen's edge where that is out of view", async () => {
  const { page, number } = await holdTable(DESKTOP)
  await page.goto('/events/lone-star-highlife')
  await strip(page).waitFor()
  const inPage = page.locator('.held-tables section')
  await page.getByRole('heading', { name: 'Reserve Table' }).scrollIntoViewIfNeeded()
  await alive(page)
  await inPage.scrollIntoViewIfNeeded()
  await inPage.getByText(`Table ${number} is held for you.`).waitFor()
  await expect.poll(() => strip(page).count()).toBe(0)
  await page.evaluate(() => scrollTo(0, 0))
  await strip(page).waitFor()
})

test.each([
  ['scripts', { ...PHONE, javaScriptEnabled: false }],
  ['the script, which did not load,', PHONE],
])('without %s a table is held, and pages show it until it is paid for', async (_what, size) => {
  const { guest, page } = await arrive(size, blockSiteScript)
  const table = page.locator('details').getByRole('radio', { name: /, available$/ })
  await page.getByText('Choose from a list').click()
  await table.first().click()
  const number = /\d+/.exec((await heading(page, /^Reserve Table \d+$/).textContent()) ?? '')?.[0]
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').filter({ hasText: 'Missing Information' }).waitFor()
  const email = await fillIn(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/test-payment/)
  const other = await guest.newPage()
  for (const path of ['/menu', '/no-such-page']) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const response = await other.goto(path)
    expect([path, response?.headers()['cache-control']]).toEqual([path, 'private, no-store'])
    await strip(other)
      .getByText(new RegExp(`Table ${number} is held for you until \\d+:\\d\\d [AP]M`))
      .waitFor()
    expect(await sidewaysScroll(other), path).toBe(0)
    // oxlint-enable no-await-in-loop
  }
  await strip(other).getByRole('link', { name: 'Continue' }).click()
  await heading(other, `Reserve Table ${number}`).waitFor()
  await press(page, 'Approve')
  await heading(page, 'Payment Successful!').waitFor()
  expect(await rowsOf(email)).toMatchObject([{ status: 'confirmed', paymentStatus: 'paid' }])
  await other.goto('/menu')
  expect(await strip(other).count()).toBe(0)
})

describe('where the night goes off sale meanwhile', () => {
  const setNight = (columns: string) =>
    database().pool.query(`update events set ${columns} where slug = 'lone-star-highlife'`)
  afterEach(() => setNight('sold_out = false, tables_for_sale = true'))

  test('its guest still comes to the payment of a night that is sold out, without scripts, too', async () => {
    const { guest, page, number } = await holdTable()
    await setNight('sold_out = true')
    await page.goto('/menu')
    await strip(page).getByRole('link', { name: 'Continue' }).click()
    await heading(page, `Table ${number} is held for you`).waitFor()
    await dialog(page)
      .getByRole('link', { name: /Pay now/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.held-tables').getByText(`Table ${number} is held for you`).waitFor()
    const { cookies } = await guest.storageState()
    const other = await arrive({ ...PHONE, javaScriptEnabled: false })
    await other.guest.addCookies(cookies)
    await other.page.goto(page.url())
    await other.page.getByRole('heading', { name: `Reserve Table ${number}` }).waitFor()
  })

  test('so it is where its tables are no longer for sale, and there is no chart', async () => {
    const { page } = await holdTable()
    await setNight('tables_for_sale = false')
    await page.goto('/menu')
    await strip(page).getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Lone Star Highlife' }).waitFor()
    await expect
      .poll(() => strip(page).getByRole('link', { name: 'Continue' }).getAttribute('href'))
      .toContain('test-payment')
  })
})

describe('it disappears', () => {
  test('in all tabs once it is paid for', async () => {
    const { page, payment, number, email } = await holdTable()
    await page.goto('/menu')
    await strip(page).waitFor()
    await press(payment, 'Approve')
    await heading(payment, 'Payment Successful!').waitFor()
    expect(await strip(payment).count()).toBe(0)
    await page.bringToFront()
    await expect.poll(() => strip(page).count()).toBe(0)
    expect(await page.getByText(`Your hold on table ${number} has ended`).count()).toBe(0)
    expect(await rowsOf(email)).toMatchObject([{ status: 'confirmed' }])
  })

  test('in all tabs once it is released, without a word', async () => {
    const { guest, page, number } = await holdTable()
    const other = await guest.newPage()
    await other.goto('/gallery')
    await strip(other).waitFor()
    await page.bringToFront()
    await page.getByRole('button', { name: 'Keep looking' }).click()
    await expect.poll(() => dialog(page).count()).toBe(0)
    await other.bringToFront()
    await expect.poll(() => strip(other).count()).toBe(0)
    await other.goto('/events')
    await hydrated(other)
    expect(await other.getByText(/held for you/).count()).toBe(0)
    expect(await other.getByText(`Your hold on table ${number} has ended`).count()).toBe(0)
  })

  test('when its time is over, and says so', async () => {
    const { page, payment, number, email } = await holdTable()
    await payment.close()
    await page.goto('/menu')
    await strip(page).waitFor()
    await database().pool.query(
      `update reservations set held_until = now() - interval '1 second' where guest_email = $1`,
      [email],
    )
    await page.getByText(`Your hold on table ${number} has ended`).first().waitFor()
    await expect.poll(() => strip(page).count()).toBe(0)
    await page.goto(NIGHT)
    await alive(page)
    expect(await page.locator('.held-tables section').count()).toBe(0)
  })
})

test('a payment that the bank still works on asks for no second one, on any page', async () => {
  const { page, payment, number } = await holdTable()
  await press(payment, 'Pay late: arrives after 15 seconds')
  await heading(page, 'Your payment is on its way').waitFor()
  expect(
    await dialog(page)
      .getByRole('link', { name: /Pay now/ })
      .count(),
  ).toBe(0)
  expect(await dialog(page).getByRole('button', { name: 'Keep looking' }).count()).toBe(0)
  await page.goto('/menu')
  await strip(page)
    .getByText(`Table ${number} is held for you. Your bank is working on the payment.`)
    .waitFor()
  expect(await strip(page).getByRole('link').count()).toBe(0)
})

test('a payment page that does not open is asked for again, and the error does not outlive that', async () => {
  const { guest, page } = await arrive({ viewport: { width: 320, height: 640 } })
  const number = await openFreeTable(page)
  await fillIn(page)
  await page.route('**/checkout', (route) => route.abort())
  await page.getByRole('button', { name: 'Continue' }).click()
  await heading(page, `Table ${number} is held for you`).waitFor()
  await dialog(page).getByText('The payment page did not open. Please press Pay now to try again.').waitFor()
  const error = page
    .getByRole('region', { name: 'Notifications' })
    .getByText('Could not create payment session. Please try again.')
  await error.waitFor()
  // It covers no button that it asks for.
  const again = dialog(page).getByRole('button', { name: /^Pay now/ })
  await again.scrollIntoViewIfNeeded()
  expect(
    await again.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    }),
  ).toBe(true)
  await page.unroute('**/checkout')
  const opened = guest.waitForEvent('page')
  await again.click()
  await (await opened).waitForURL(/test-payment/)
  await expect.poll(() => error.count()).toBe(0)
})
