import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  alive,
  dialog,
  fillIn,
  openPayment,
  heading,
  NIGHT,
  openFreeTable,
  setUpNightGuests,
} from '../booking/night-fixtures.ts'
import { DESKTOP, hydrated, PHONE, resize } from '../support/browser.ts'

/** The Back button, the focus, and the first view on a phone. */

const { arrive, arriveAt } = setUpNightGuests()

const focusIn = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

describe('Back on a phone', () => {
  test('closes the dialog of a table and stays on the page', async () => {
    const { page } = await arrive(PHONE)
    await openFreeTable(page)
    const at = page.url()
    await page.goBack()
    await expect.poll(() => dialog(page).count()).toBe(0)
    expect(page.url()).toBe(at)
    await openFreeTable(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => dialog(page).count()).toBe(0)
    // No history entry of the dialogs is left: Back leaves the page.
    await page.goBack()
    await expect.poll(() => page.url()).not.toContain('/events/')
  })

  test('closes the lightbox and stays in the gallery', async () => {
    const { page } = await arriveAt('/gallery', PHONE)
    await hydrated(page)
    await page.locator('main a:has(img)').first().click()
    await dialog(page).waitFor()
    await page.goBack()
    await expect.poll(() => dialog(page).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/gallery')
  })

  test('leaves a page that was reloaded with a dialog open, and one that a guest came back to', async () => {
    const { page } = await arrive(PHONE)
    const goBackTo = async (path: string) => {
      await page.goBack()
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    }
    await page.goto('/gallery')
    await hydrated(page)
    await page.locator('main a:has(img)').first().click()
    await dialog(page).waitFor()
    await page.reload()
    await hydrated(page)
    await goBackTo(new URL(NIGHT, page.url()).pathname)
    await openFreeTable(page)
    await page.reload()
    await alive(page)
    await openFreeTable(page)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.goto('/menu')
    await goBackTo(new URL(NIGHT, page.url()).pathname)
    await alive(page)
    await page.goBack()
    await expect.poll(() => page.url()).toBe('about:blank')
  })

  test('closes the chooser of reservations for good, and then leaves its page', async () => {
    const { page } = await arrive(PHONE)
    await page.goto('/reservations?service=dining&showModal=true')
    await dialog(page).waitFor()
    await page.goBack()
    await expect.poll(() => dialog(page).count()).toBe(0)
    await page.reload()
    await hydrated(page)
    expect(await dialog(page).count()).toBe(0)
    expect(new URL(page.url()).search).toBe('?service=dining')
    await page.goBack()
    await expect.poll(() => page.url()).toContain(NIGHT)
  })
})

test('Back from the confirmation fades into the page of the provider without an error', async () => {
  const { guest, page } = await arrive({ ...DESKTOP, reducedMotion: 'no-preference' })
  await openFreeTable(page)
  await fillIn(page)
  const payment = await openPayment(guest, page)
  const errors: string[] = []
  payment.on('pageerror', ({ message }) => errors.push(message))
  await payment.getByRole('button', { name: 'Approve' }).click()
  await heading(payment, 'Payment Successful!').waitFor()
  await hydrated(payment)
  await payment.goBack()
  await payment.getByText('This payment is done.').waitFor()
  await payment.evaluate(() => new Promise((passed) => setTimeout(passed, 500)))
  expect(errors).toEqual([])
})

test('a hold that ended in a tab with an empty form promises no typed text', async () => {
  const { guest, page } = await arrive(DESKTOP)
  const number = await openFreeTable(page)
  await fillIn(page)
  const tab = await openPayment(guest, page)
  const other = await guest.newPage()
  await other.goto(`${NIGHT}&table=${number}`)
  await heading(other, `Table ${number} is held for you`).waitFor()
  await tab.close()
  await page.bringToFront()
  await dialog(page).getByRole('button', { name: 'Keep looking' }).click()
  await other.bringToFront()
  await heading(other, `Your hold on table ${number} has ended`).waitFor()
  expect(await other.getByText('Everything you typed is still here.').count()).toBe(0)
})

describe('focus', () => {
  test('goes to the table on the chart after its dialog, which the address has opened', async () => {
    const { page } = await arrive(DESKTOP)
    await alive(page)
    const [free] = await page
      .locator('svg [role=radio]')
      .evaluateAll((all) =>
        all
          .filter((it) => it.querySelector('title')?.textContent.endsWith(', available'))
          .map((it) => it.getAttribute('data-table')),
      )
    await page.goto(`${NIGHT}&table=${free}`)
    await dialog(page).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => focusIn(page, `[data-table="${free}"]`)).toBe(true)
  })

  test('meets the cookie banner first and goes on to the page after an answer', async () => {
    const { page } = await arriveAt('/menu', DESKTOP, (guest) => guest.clearCookies())
    await hydrated(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await focusIn(page, '#cookie-settings button')).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => focusIn(page, 'main')).toBe(true)
  })

  test('goes to the page behind the chooser of reservations, which no button has opened', async () => {
    const { page } = await arriveAt('/reservations', DESKTOP)
    await hydrated(page)
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusIn(page, 'main')).toBe(true)
    await page.keyboard.press('Tab')
    expect(await focusIn(page, 'main a[href="/reservations?service=dining"]')).toBe(true)
  })

  test('returns to Cookie Settings when the banner was opened from there', async () => {
    const { page } = await arriveAt('/menu', DESKTOP)
    await hydrated(page)
    await page.getByRole('link', { name: 'Cookie Settings' }).click()
    await expect.poll(() => focusIn(page, '#cookie-settings')).toBe(true)
    await page.getByRole('button', { name: 'Reject' }).click()
    await expect.poll(() => focusIn(page, '[data-cookie-settings]')).toBe(true)
  })
})

/** Links of header, footer, breadcrumb and beside texts. */
const measureLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header a, footer a, nav a, [aria-labelledby=group-bookings] a')].flatMap(
      (link) => {
        const { width, height } = link.getBoundingClientRect()
        const isSmall = width < 43.5 || height < 43.5
        const name = `${link.textContent} ${Math.round(width)}x${Math.round(height)}`
        return width > 0 ? [{ name, isSmall }] : []
      },
    ),
  )

test('links of header, footer, breadcrumb and beside texts are at least 44 px on a phone and on a tablet', async () => {
  const { page } = await arriveAt('about:blank', PHONE)
  for (const path of ['/', '/menu', '/privacy-policy', '/menu/jollof-paella', '/events']) {
    // oxlint-disable no-await-in-loop -- one page and one size after the other
    await page.goto(path)
    for (const size of [
      { width: 390, height: 844 },
      { width: 768, height: 1024 },
    ]) {
      await resize(page, size)
      const links = await measureLinks(page)
      // The five tabs of the bar alone are more.
      expect(links.length, `${path} at ${size.width} px`).toBeGreaterThanOrEqual(10)
      expect([path, size.width, ...links.filter(({ isSmall }) => isSmall)]).toEqual([path, size.width])
    }
    // oxlint-enable no-await-in-loop
  }
})

test.each([
  ['/events', PHONE, 390],
  ['/reservations?service=dining', PHONE, 390],
  ['/perform', PHONE, 390],
  ['/plan-event', DESKTOP, 1440],
])('the focus is never hidden behind what is fixed to the foot of %s', async (path, size, width) => {
  const { page } = await arriveAt(path, { ...size, viewport: { width, height: 700 } })
  await hydrated(page)
  const hidden: string[] = []
  for (let i = 0; i < 70; i += 1) {
    // oxlint-disable no-await-in-loop -- one key after the other
    await page.keyboard.press('Tab')
    const covered = await page.evaluate(() => {
      const at = document.activeElement
      if (!at || at === document.body || at.closest('nav, header, #cookie-settings, .held-strip')) return null
      const { left, right, top, bottom } = at.getBoundingClientRect()
      const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      const bar = seen?.closest('nav[aria-label="Tabs"], #cookie-settings')
      return bar || top >= innerHeight
        ? (at.textContent || at.getAttribute('name') || at.tagName).trim()
        : null
    })
    if (covered) hidden.push(covered)
    // oxlint-enable no-await-in-loop
  }
  expect(hidden).toEqual([])
})
