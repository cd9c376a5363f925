import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { bookNight, payOnline } from '../staff/parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, expectToFit, resize, sidewaysScroll } from '../support/browser.ts'

/**
 * The Payments tab: "for the night of" and "moved on", how the first leads to the second, and the open payment issues.
 */

const { database, asStaffMember } = useStaffArea()

const markPaid = async (page: Page, method: 'Cash' | 'Card'): Promise<void> => {
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const form = page.getByRole('dialog', { name: 'Mark as paid' })
  await form.getByRole('radio', { name: method }).check()
  await form.getByRole('button', { name: 'Record payment' }).click()
  await toast(page, 'Payment recorded').waitFor()
}

/** The cell of a table below a heading, in the first row. */
const cell = (page: Page, table: string, column: string): Promise<string> =>
  page.getByRole('table', { name: table }).evaluate((region, name) => {
    const heads = [...region.querySelectorAll('thead th')].map((it) => it.textContent)
    const row = region.querySelector('tbody tr')
    return row?.children[heads.indexOf(name)]?.textContent ?? ''
  }, column)

/** Runs the follow-up jobs of staff actions as soon as the undo window has passed. */
const untilListed = (page: Page, guest: string) =>
  expect
    .poll(
      async () => {
        await page.reload()
        await page.getByRole('heading', { name: 'To be looked at' }).waitFor()
        return page.getByRole('listitem').filter({ hasText: guest }).count()
      },
      { interval: 3000 },
    )
    .toBe(1)

test('lists cancelled cash payments until they are refunded', async () => {
  const guest = 'Kwesi Asante'
  const id = await bookNight(database(), guest, 30_000)
  const page = await asStaffMember(`/admin/reservations/${id}`)
  await markPaid(page, 'Cash')
  await page.getByLabel(`Status of ${guest}`).selectOption('cancelled')
  const asked = page.getByRole('dialog', { name: `Cancel the reservation of ${guest}?` })
  await asked.getByText('$300.00 was paid.').waitFor()
  await expectToFit(page)
  await asked.getByRole('button', { name: 'Cancel and refund' }).click()
  await page
    .getByRole('region')
    .getByText(/\$300\.00 was paid at the venue: Payments lists it until it is given back/)
    .first()
    .waitFor()
  await page.goto('/admin/payments')
  await untilListed(page, guest)
  const issue = page.getByRole('listitem').filter({ hasText: guest })
  await issue.getByText('Paid at the venue: $300.00 in cash.').waitFor()
  await expectToFit(page)
  await issue.getByRole('button', { name: `More for the issue of ${guest}` }).click()
  await expect
    .poll(() => issue.getByRole('menuitem').allTextContents())
    .toEqual(['Give back $300.00', 'Mark as settled'])
  await issue.getByRole('menuitem', { name: 'Give back $300.00' }).click()
  const form = page.getByRole('dialog', { name: 'Give back $300.00' })
  await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('300.00')
  await expectToFit(page)
  await form.getByLabel('Reason').fill('Handed over in the office')
  await form.getByRole('button', { name: 'Record as given back' }).click()
  await toast(page, 'Refund recorded').waitFor()
  await issue.waitFor({ state: 'detached' })
}, 180_000)

test('shows both revenue figures, and how one leads to the other', async () => {
  const id = await bookNight(database(), 'Adwoa Bridge', 70_000)
  const page = await asStaffMember(`/admin/reservations/${id}`)
  await markPaid(page, 'Card')
  const { rows } = await database().pool.query<{ night: string; today: string; cents: number }>(
    `select to_char(business_date, 'YYYY-MM-DD') as night, to_char(business_day_of(now()), 'YYYY-MM-DD') as today,
       (select sum(amount_cents)::int from ledger_lines where night = r.business_date) as cents
     from reservations r where id = $1`,
    [id],
  )
  const { night = '', today = '', cents = 0 } = rows[0] ?? {}
  const { rows: moved } = await database().pool.query<{ cents: number }>(
    'select sum(amount_cents)::int as cents from ledger_lines where moved_on = $1',
    [today],
  )
  const dollars = (of: number) => (of / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  await page.goto(`/admin/payments?until=${night}`)
  await page.getByRole('table', { name: 'For the night of' }).waitFor()
  expect(await cell(page, 'For the night of', 'Kept')).toBe(dollars(cents))
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('complementary').getByText('Moved on other days').waitFor()
  expect(await axeViolations(page)).toEqual([])

  await page.goto(`/admin/payments?until=${today}&by=days`)
  await page.getByRole('table', { name: 'Moved on' }).waitFor()
  expect(await cell(page, 'Moved on', 'Net')).toBe(dollars(moved[0]?.cents ?? 0))
  await page.getByRole('rowheader').getByRole('link').first().click()
  const day = page.getByRole('complementary')
  await day.getByText(/^Kept for the night of/).waitFor()
  // The arrow keys go on to the day before, whose figures are there already.
  const before = page.getByRole('rowheader').getByRole('link').nth(1)
  const title = await before.locator('span').first().textContent()
  await page.keyboard.press('ArrowDown')
  await day.getByRole('heading', { name: title ?? '' }).waitFor()
  // On a phone a date has a page of its own, with the same figures.
  await resize(page, { width: 390, height: 844 })
  await page.waitForURL(/\/admin\/payments\/\d{4}-\d\d-\d\d\?by=days$/)
  await page.getByRole('link', { name: 'All payments' }).waitFor()
  expect({ wide: await sidewaysScroll(page), axe: await axeViolations(page) }).toEqual({ wide: 0, axe: [] })
}, 120_000)

test('refunds an online payment of a cancelled reservation, with the reason', async () => {
  const id = await bookNight(database(), 'Akua Online', 40_000)
  await payOnline(database(), id, 40_000)
  const host = await asStaffMember(`/admin/reservations/${id}`, { role: 'host' })
  await host.getByLabel('Status of Akua Online').selectOption('cancelled')
  await host.getByRole('button', { name: 'Cancel the reservation' }).click()
  await toast(host, 'Reservation updated successfully!').waitFor()
  const page = await asStaffMember('/admin/payments')
  const issue = page
    .getByRole('listitem')
    .filter({ hasText: 'Akua Online' })
    .filter({ hasText: 'Paid, then cancelled' })
  await issue.getByRole('button', { name: 'More for the issue of Akua Online' }).click()
  await issue.getByRole('menuitem', { name: 'Refund $400.00' }).click()
  const form = page.getByRole('dialog', { name: 'Give back $400.00?' })
  await form.getByLabel('Reason').fill('Agreed by phone')
  await form.getByRole('button', { name: 'Refund $400.00' }).click()
  await toast(page, 'The refund is on its way').waitFor()
  await issue.waitFor({ state: 'detached' })
}, 120_000)
