import type { Page } from 'playwright-core'
import { describe, expect, test, vi } from 'vitest'
import { DINING_FORM } from '#features/dining/schema.ts'
import { addMonths, formatMonth, monthOf } from '#lib/calendar-month.ts'
import { formatDate } from '#lib/venue-time.ts'
import { useDiningForms } from '../dining/dining-forms.ts'
import { axeViolations, expectSound, hydrated, PHONE, useBrowser } from '../support/browser.ts'
import { ageForm } from '../support/old-form-token.ts'

// The form token must be three seconds old; on a loaded machine that takes longer.
vi.setConfig({ testTimeout: 120_000 })

const AT_DESKTOP = { width: 1440, height: 900 }

const { at, dinnersOn, nextServiceDay } = useDiningForms()
const visitor = useBrowser(() => at().app.origin)
const query = (text: string, values: readonly unknown[] = []) => at().database.pool.query(text, [...values])

const screen = (date: string, guests = 2) => `/reservations?service=dining&date=${date}&guests=${guests}`
/** Resets the form's rate limit: all guests of the tests share one address. */
const deleteCounts = () => query('delete from rate_limits')

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full name').fill('Amara Okafor')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone', { exact: true }).fill('(972) 555-0142')
}
const time = (page: Page, name: string) => page.getByRole('radio', { name })
const send = (page: Page, name = 'Reserve Table') => page.getByRole('button', { name }).click()

test('what was typed is there again after Back from another page, also in long fields', async () => {
  const page = await visitor.open('/reservations?service=dining', PHONE)
  await page.getByLabel('Full name').fill('Amara Okafor')
  await page.getByLabel('Special requests').fill('allergy: nuts')
  await page.goto('/menu')
  await page.goBack()
  await expect.poll(() => page.getByLabel('Full name').inputValue()).toBe('Amara Okafor')
  await expect.poll(() => page.getByLabel('Special requests').inputValue()).toBe('allergy: nuts')
})

test('a dinner is chosen and requested, and its table kept for the night and paid', async () => {
  await deleteCounts()
  const date = nextServiceDay()
  await query(
    `insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
     values ('stay-' || $1, 'Afro Night', '', 'Nightlife', $1::date, '21:00', '05:00', 'Free', 'free')`,
    [date],
  )
  const page = await visitor.open('/reservations?service=dining', PHONE)
  await page.getByLabel('Guests').selectOption('4')
  await page.getByLabel('Date', { exact: true }).selectOption(date)
  await page.getByText(`Time on ${formatDate(date)}`).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('date')).toBe(date)
  await time(page, '6:30 PM').check()
  await fillIn(page, 'amara@example.com')
  await send(page)
  await page.locator('[popover]').getByText('Your table is reserved').waitFor()
  await page.waitForURL('**/thank-you?booking=*')
  await page.getByRole('heading', { level: 1, name: 'Your table is reserved' }).waitFor()
  await expectSound(page, 'thank-you', [AT_DESKTOP])
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Your table is reserved' }).waitFor()
  await page.getByText('Correct your email').click()
  await page.getByLabel('Email', { exact: true }).fill('right@example.com')
  await page.getByRole('button', { name: 'Send confirmation' }).click()
  await page.getByText('The confirmation is on its way to right@example.com.').waitFor()
  const dinners = await dinnersOn(date)
  expect(dinners).toMatchObject([{ guestCount: 4, status: 'pending' }])
  const keep = page.getByRole('button', { name: /^Keep my table, \$/ })
  await keep.click()
  await page.waitForURL(/test-payment/)
  // A guest who leaves the payment of the night still has the dinner.
  await page.getByRole('button', { name: /Abandon/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Payment Cancelled' }).waitFor()
  await page.getByText(/^Your payment was cancelled.* Your dinner at table \d+ stands as before\./).waitFor()
  await page.getByRole('link', { name: 'Back to your dinner' }).click()
  await keep.click()
  await page.waitForURL(/test-payment/)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Payment Successful!' }).waitFor()
  expect(await page.locator('.held-strip section').filter({ visible: true }).count()).toBe(0)
  await page.goto(`/my-reservation/${at().tokens.sign('guest', dinners[0]?.id ?? '')}`)
  await page
    .getByText(/^Your evening: dinner at 6:30 PM at table (\d+), then Afro Night from 9:00 PM at table \1\.$/)
    .waitFor()
  await page.getByText('You do not need to move.').waitFor()
  await page.getByText('Your table stays yours for the night.').waitFor()
  expect(await page.getByText('Your table is yours until').count()).toBe(0)
  await expectSound(page, 'evening', [AT_DESKTOP])
  await page.getByRole('link', { name: 'Cancel dinner' }).click()
  expect(await page.getByRole('checkbox', { name: /^Also cancel Afro Night/ }).isChecked()).toBe(false)
  await expectSound(page, 'cancel', [AT_DESKTOP])
  await page.getByRole('link', { name: 'Your reservation for the night' }).click()
  await page.getByText('Reservation Confirmed').waitFor()
})

test('a time that fills up meanwhile is reported, the form stays, and another time can be chosen', async () => {
  await deleteCounts()
  const date = nextServiceDay()
  const page = await visitor.open(screen(date))
  await time(page, '6:00 PM Available').check()
  await fillIn(page, 'late@example.com')
  await query('update venue set dining_covers_per_slot = 2')
  await query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status) values ('dining', $1, moment_of_business($1, '18:00'), moment_of_business($1, '19:30'), 'First',
       'first@example.com', 2, 'confirmed')`,
    [date],
  )
  await send(page)
  await page.getByText('The nearest available times are 5:00 PM, 5:30 PM and 6:30 PM.').first().waitFor()
  await time(page, '6:00 PM Full').waitFor()
  await expect.poll(() => page.getByLabel('Email', { exact: true }).inputValue()).toBe('late@example.com')
  expect(await axeViolations(page)).toEqual([])
  await time(page, '6:30 PM').check()
  await send(page)
  await page.waitForURL('**/thank-you?booking=*')
  await query('update venue set dining_covers_per_slot = 24')
  expect(await dinnersOn(date)).toHaveLength(2)
})

test('the calendar turns, marks a full day, and leads to the next free time', async () => {
  await deleteCounts()
  const date = nextServiceDay()
  const page = await visitor.open('/reservations?service=dining', PHONE)
  const calendar = page.locator('#dining-calendar')
  const shown = monthOf(
    (await page.locator('[aria-current=date]').getAttribute('href'))?.match(/date=([^&]+)/)?.[1] ?? '',
  )
  for (let month = shown; month < monthOf(date); month = addMonths(month, 1))
    // oxlint-disable-next-line no-await-in-loop -- one month after the other
    await calendar.getByRole('link', { name: formatMonth(addMonths(month, 1)), exact: true }).click()
  await calendar.getByRole('link', { name: formatDate(date) }).waitFor()
  // The day sells out while the calendar is open, and the guest comes back to it from another tab.
  await query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status) select 'dining', $1, starts_at, starts_at + interval '90 minutes', 'Many', 'many@example.com', 24, 'confirmed'
     from generate_series(moment_of_business($1, '15:00'), moment_of_business($1, '20:30'), interval '30 minutes') starts_at`,
    [date],
  )
  const full = calendar.getByRole('link', { name: `${formatDate(date)}: full` })
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(async () => (await comeBack()) && full.count()).toBe(1)
  await full.click()
  const next = page.getByRole('status').getByRole('link')
  const text = (await next.textContent()) ?? ''
  expect(await axeViolations(page)).toEqual([])
  await next.click()
  await expect.poll(() => page.locator('input[name=time]:checked').count()).toBe(1)
  await page.getByText(`Time on`).waitFor()
  expect(text).toMatch(/, \w{3} \d+, 3:00 PM$/)
  expect(new URL(page.url()).searchParams.get('date')).not.toBe(date)
})

describe('while a month is on its way', () => {
  /** A form whose next month arrives when the test says. */
  async function openSlowly() {
    const date = nextServiceDay()
    const page = await visitor.open(screen(date))
    const line = Promise.withResolvers<void>()
    await page.route(/[?&]month=/, async (route) => {
      await line.promise
      // A request that another one replaced is gone.
      await route.continue().catch(() => undefined)
    })
    const arrive = async (): Promise<void> => {
      const answered = page.waitForResponse(/[?&]month=/)
      line.resolve()
      await answered
      await page.waitForTimeout(500)
    }
    return { page, date, calendar: page.locator('#dining-calendar'), arrive }
  }

  test('a party that is changed and changed back keeps the marks of the party in the form', async () => {
    const { page, calendar, arrive } = await openSlowly()
    await page.getByLabel('Guests').selectOption('7')
    await page.getByLabel('Guests').selectOption('2')
    await arrive()
    const addresses = await calendar
      .locator('td a')
      .evaluateAll((days) => days.map((day) => day.getAttribute('href')))
    expect(addresses).not.toEqual([])
    expect(addresses.filter((it) => !it?.includes('guests=2&'))).toEqual([])
  })

  test('a day that is chosen of the month still shown keeps that month', async () => {
    const { date, calendar, arrive } = await openSlowly()
    const month = monthOf(date)
    // The one before or after it, of which one may not be offered.
    await calendar.locator('a[href*="month="]').first().click()
    await calendar.getByRole('link', { name: formatDate(date) }).click()
    await arrive()
    expect(await calendar.getByText(formatMonth(month), { exact: true }).count()).toBe(1)
    expect(await calendar.getByRole('link', { name: formatDate(date) }).count()).toBe(1)
  })
})

test('times and calendar that failed to load come by themselves with the connection, and the chosen time stays', async () => {
  const date = nextServiceDay()
  const guest = await visitor.newGuest(PHONE)
  const page = await guest.newPage()
  await page.goto(screen(date))
  await hydrated(page)
  await time(page, '6:30 PM').check()
  await guest.setOffline(true)
  await page.getByLabel('Guests').selectOption('4')
  const failures = page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  await expect.poll(() => failures.count()).toBe(2)
  await guest.setOffline(false)
  await expect.poll(() => failures.count()).toBe(0)
  expect(await time(page, '6:30 PM').isChecked()).toBe(true)
  expect(await page.getByLabel('Guests').inputValue()).toBe('4')
  expect(await page.locator('input[name=timesGuests]').inputValue()).toBe('4')
})

test('by keyboard alone: arrows skip full times, and the error summary links to the field', async () => {
  await deleteCounts()
  const date = nextServiceDay()
  await query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status) values ('dining', $1, moment_of_business($1, '15:30'), moment_of_business($1, '17:00'), 'Many',
       'many@example.com', 24, 'confirmed')`,
    [date],
  )
  const page = await visitor.open(screen(date))
  await page.getByRole('link', { name: `${formatDate(date)}: available` }).focus()
  await page.keyboard.press('Enter')
  // Past the days that follow in the calendar.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  // oxlint-disable-next-line no-await-in-loop -- one key after the other
  while ((await focused()) !== 'time') await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => time(page, '4:00 PM').isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nia Mensah')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert').filter({ hasText: 'Missing Information' })
  await summary.waitFor()
  expect(await summary.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type('nia@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type('+1 972 555 0177')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/thank-you?booking=*')
  expect((await dinnersOn(date)).map((it) => it.guestEmail)).toContain('nia@example.com')
})

test('without scripts a day is chosen, an error is shown, and a dinner is requested', async () => {
  await deleteCounts()
  const date = nextServiceDay()
  const page = await visitor.open('/reservations?service=dining', { javaScriptEnabled: false })
  await page.getByLabel('Guests').selectOption('8')
  await page.getByLabel('Date', { exact: true }).selectOption(date)
  await page.getByRole('button', { name: 'Show times' }).click()
  await page.getByText('For parties of 8 or more, send us a request').waitFor()
  await time(page, '5:00 PM On request').check()
  await fillIn(page, 'no-address')
  await ageForm(page, at().database, DINING_FORM.name)
  await send(page, 'Send Request')
  await page.getByText('Please enter an email address such as').first().waitFor()
  await expect.poll(() => time(page, '5:00 PM').isChecked()).toBe(true)
  await page.getByLabel('Email', { exact: true }).fill('large@example.com')
  await send(page, 'Send Request')
  await page.waitForURL('**/thank-you?booking=*')
  expect(await dinnersOn(date)).toMatchObject([{ guestCount: 8, tableId: null }])
})

test('axe finds nothing on the dining form for a large party at any size, 320 px included', async () => {
  const page = await visitor.open(screen(nextServiceDay(), 9), PHONE)
  await expectSound(page, 'dining form', [
    { width: 320, height: 640 },
    { width: 820, height: 1180 },
    AT_DESKTOP,
  ])
  await page.context().close()
})
