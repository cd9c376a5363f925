import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  axeViolations,
  blockSiteScript,
  DESKTOP,
  hydrated,
  outOfReach,
  PHONE,
  resize,
  sidewaysScroll,
  useBrowser,
} from '../support/browser.ts'
import { waitFor } from '../support/server.ts'
import { type Paying, type AppWithPayments, startAppWithPayments } from '../booking/server-with-payments.ts'

let at: AppWithPayments
beforeAll(async () => {
  at = await startAppWithPayments()
})
const visitor = useBrowser(() => at.app.origin)

const WITHOUT_SCRIPTS = { javaScriptEnabled: false }
const pay = ({ sessionId }: Paying, outcome: 'approve' | 'late' | 'late-fail' = 'approve') =>
  at.provider.control.pay({ session: sessionId, outcome })
const faults = (asked: Parameters<AppWithPayments['provider']['control']['setFaults']>[0] = {}) =>
  at.provider.control.setFaults({ webhooks: { deliver: 'lost' }, ...asked })
// Ends the failures that a test injected into the provider, even where the test failed.
afterEach(() => faults())
const statusOf = async ({ id }: Paying) =>
  (
    await at.database.db
      .selectFrom('reservations')
      .where('id', '=', id)
      .select('status')
      .executeTakeFirstOrThrow()
  ).status
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const toast = (page: Page, words: string | RegExp) => page.locator('[popover]').getByText(words)

describe('the page after paying', () => {
  test('shows that it verifies while the provider is slow, and then the confirmation', async () => {
    const paying = await at.begin()
    await pay(paying)
    await faults({ api: 'hang', count: 1 })
    const page = await (await visitor.newGuest()).newPage()
    // The page polls by itself; its request is delayed until the waiting state has been checked.
    const { promise: looked, resolve: haveLooked } = Promise.withResolvers<void>()
    await page.route(/payment-success\?.*wait=1/, async (route) => {
      await looked
      await route.continue()
    })
    await page.goto(paying.successPath)
    await heading(page, 'Verifying your payment...').waitFor()
    expect(await axeViolations(page)).toEqual([])
    haveLooked()
    await heading(page, 'Payment Successful!').waitFor()
    await page.reload()
    await heading(page, 'Payment Successful!').waitFor()
  })

  test('stays while only a proxy answers, as it does during a restart', async () => {
    const paying = await at.begin()
    await pay(paying)
    await faults({ api: 'hang', count: 1 })
    const page = await (await visitor.newGuest()).newPage()
    let answers = 0
    await page.route(/payment-success\?.*wait=1/, (route) => {
      answers += 1
      return answers <= 2
        ? route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' })
        : route.continue()
    })
    await page.goto(paying.successPath)
    await heading(page, 'Payment Successful!').waitFor()
    expect(answers).toBeGreaterThan(2)
  })

  test('looks again where its script does not load', async () => {
    const paying = await at.begin()
    await pay(paying)
    await faults({ api: 'hang', count: 1 })
    const page = await (await visitor.newGuest()).newPage()
    await blockSiteScript(page)
    await page.goto(paying.successPath)
    await heading(page, 'Payment Successful!').waitFor()
    expect(new URL(page.url()).searchParams.get('wait')).toBe('1')
  })

  test('looks again by itself for money that is under way', async () => {
    const paying = await at.begin()
    await faults({ settleAfterMs: 5000 })
    await pay(paying, 'late')
    const page = await visitor.open(paying.successPath)
    await heading(page, 'Your payment is on its way').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await heading(page, 'Payment Successful!').waitFor()
    await faults()
  })

  test('keeps a guest on the page while the provider fails, until a retry succeeds', async () => {
    const paying = await at.begin()
    await pay(paying)
    const page = await (await visitor.newGuest()).newPage()
    await faults({ api: '500' })
    await page.goto(paying.successPath)
    await hydrated(page)
    await heading(page, 'Payment Verification Failed').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const again = page.getByRole('button', { name: 'Try again' })
    await page.context().setOffline(true)
    await again.click()
    await heading(page, 'Payment Verification Failed').waitFor()
    await page.context().setOffline(false)
    await faults()
    await again.click()
    await heading(page, 'Payment Successful!').waitFor()
  })

  test('sends a guest who has not paid on to the events, and says why', async () => {
    const page = await visitor.open('/menu')
    await page.goto((await at.begin()).successPath)
    await page.waitForURL('**/events')
    await toast(page, 'Payment Not Confirmed').waitFor()
    await toast(
      page,
      /^Your payment was not successful\. Please try again\. Table \d+ (is still held|was released)/,
    ).waitFor()
    await page.goBack()
    await page.waitForURL('**/menu')
  })

  test.each(['A4', 'Letter'])('prints on one page of %s, with nothing around it', async (format) => {
    const long = await at.confirm({
      birthdayPackage: true,
      screenDisplay: true,
      guestCount: 2,
      guestName: 'Bartholomew-Oluwaseun Featherstonehaugh-Adebayo of Upper Chickasaw',
      specialRequests: 'A quiet corner, if there is one, and candles. '.repeat(43),
    })
    const page = await visitor.open(long.successPath)
    expect(await pagesOf(page, format)).toBe(1)
    await page.emulateMedia({ media: 'print' })
    expect(
      await page
        .locator('header.fixed, footer, nav, #cookie-settings, .no-print')
        .filter({ visible: true })
        .count(),
    ).toBe(0)
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const colours = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.documentElement)
      return [color, backgroundColor]
    })
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  })

  async function pagesOf(page: Page, format: string): Promise<number> {
    const pdf = (await page.pdf({ format })).toString('latin1')
    return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
  }
})

describe('the page after leaving the payment', () => {
  test('releases the table by itself, and leads back to the events', async () => {
    const paying = await at.begin()
    const page = await visitor.open(paying.cancelledPath)
    await waitFor(async () => (await statusOf(paying)) === 'cancelled')
    await page.getByText('Releasing table').waitFor({ state: 'hidden' })
    await expect
      .poll(() => page.locator('main').textContent())
      .toContain('The table is released for other guests.')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Try Again' }).click()
    await page.waitForURL('**/events')
    await toast(page, 'You can select a table and try your reservation again.').waitFor()
  })

  test('without scripts does so by a button', async () => {
    const paying = await at.begin()
    const page = await visitor.open(paying.cancelledPath, WITHOUT_SCRIPTS)
    const held = page.locator('main form[data-live=submit]')
    await expect.poll(() => held.locator('p').textContent()).toContain('is still held for you')
    expect(await page.getByText('The table is released for other guests.').isVisible()).toBe(false)
    expect(await statusOf(paying)).toBe('pending')
    await held.locator('button').click()
    await page.getByText('The table is released for other guests.').waitFor()
    expect(await statusOf(paying)).toBe('cancelled')
  })

  test('does so by the button, too, where the script of that part does not load', async () => {
    const paying = await at.begin()
    const page = await (await visitor.newGuest()).newPage()
    await page.route(/assets\/live-parts/, (route) => route.abort())
    await page.goto(paying.cancelledPath)
    await page.locator('main form[data-live=submit] button').click()
    await page.getByText('The table is released for other guests.').waitFor()
    expect(await statusOf(paying)).toBe('cancelled')
  })

  test('says when the hold ends where the table cannot be let go', async () => {
    const paying = await at.begin()
    await faults({ api: '500' })
    const page = await visitor.open(paying.cancelledPath)
    await page.getByText(/We could not release table \d+ just now/).waitFor()
    await page.getByText(/your hold ends at \d/).waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/is released|Releasing/)
    expect(await axeViolations(page)).toEqual([])
    await faults()
    expect(await statusOf(paying)).toBe('pending')
  })
})

describe('the reservation', () => {
  test('is cancelled by keyboard alone, after a question that names the refund', async () => {
    const paying = await at.confirm()
    const page = await visitor.open(paying.link)
    const cancel = page.getByRole('link', { name: 'Cancel reservation' })
    await cancel.focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog')
    await question.getByText(/Exactly \$\d+\.00 goes back/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await cancel.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await statusOf(paying)).toBe('confirmed')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: /Cancel and get/ }).press('Enter')
    await heading(page, 'Reservation Cancelled').waitFor()
    expect(await statusOf(paying)).toBe('cancelled')
    expect(await axeViolations(page)).toEqual([])
  })

  test('is cancelled without scripts, too', async () => {
    const paying = await at.confirm()
    const page = await visitor.open(paying.link, { ...PHONE, ...WITHOUT_SCRIPTS })
    expect(await page.getByRole('button', { name: 'Print Confirmation' }).isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Cancel reservation' }).click()
    await page.getByRole('button', { name: /Cancel and get/ }).click()
    await heading(page, 'Reservation Cancelled').waitFor()
    expect(await statusOf(paying)).toBe('cancelled')
  })

  test('hands over a calendar file', async () => {
    const paying = await at.confirm()
    const page = await visitor.open(paying.link)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Add to Calendar' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.ics$/)
  })
})

/** A phone and a desktop, and a width that each of them is checked at as well. */
describe.each([
  ['a phone', PHONE, { width: 320, height: 640 }],
  ['a desktop', DESKTOP, { width: 820, height: 1180 }],
] as const)('on %s', (_name, size, narrower) => {
  const problemsOf = async (page: Page): Promise<(string | number)[]> => [
    await sidewaysScroll(page),
    ...(await outOfReach(page)),
    ...(await axeViolations(page)),
  ]

  test('axe finds nothing on the confirmation and the reservation, and nothing sticks out', async () => {
    const paying = await at.confirm({
      birthdayPackage: true,
      screenDisplay: true,
      specialRequests: `${'x'.repeat(200)}\nand a quiet corner`,
    })
    for (const path of [paying.successPath, paying.link, `${paying.link}?cancel=1`, '/my-reservation/x']) {
      // oxlint-disable no-await-in-loop -- one page after the other
      const page = await visitor.open(path, size)
      expect(await problemsOf(page), path).toEqual([0])
      await resize(page, narrower)
      expect(await problemsOf(page), `${path} at ${narrower.width} px`).toEqual([0])
      await page.context().close()
      // oxlint-enable no-await-in-loop
    }
  })
})
