import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { momentOf } from '#lib/venue-time.ts'
import { axeViolations, DESKTOP, expectToFit, PHONE } from '../support/browser.ts'
import { insertDinnerEntry } from '../waiting-list/insert-entry.ts'

/** Confirmation dialogs for staff: where a dinner and an event need one table, and where a service is closed. */

const { asStaffMember, database } = useStaffArea()

/** An event at 9 PM with a paid party at table 4. */
async function nightOn(date: string, title: string): Promise<void> {
  await database().pool.query(
    `with night as (
       insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('night-' || $1, $2, 'A night.', 'Nightlife', $1::date, '21:00', 'Free', 'free') returning *)
     insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status)
     select night.id, t.id, 'nightlife', night.date, night.starts_at, night.ends_at, 'Kofi Mensah', 'k@example.com', 3, 'confirmed'
     from night, venue_tables t where t.table_number = 4`,
    [date, title],
  )
}

/** A dinner from 8 PM until 10 PM at table 5; returns its id. */
async function dineOn(date: string): Promise<string> {
  const { rows } = await database().pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status)
     select id, 'dining', $1, moment_of_business($1, '20:00'), moment_of_business($1, '22:00'), 'Ada Obi', 'a@example.com', 2,
       'confirmed'
     from venue_tables where table_number = 5 returning id`,
    [date],
  )
  return rows[0]?.id ?? ''
}

const fridays = ['2031-06-06', '2031-06-13', '2031-06-20', '2031-06-27', '2031-07-04', '2031-07-11'].values()
const nextFriday = (): string => fridays.next().value ?? ''

async function askToClose(page: Page, date: string): Promise<void> {
  await page.getByLabel('Day (required)').fill(date)
  await page.getByLabel('Service').selectOption('social')
  await page.getByLabel('Reason').fill('A private party')
  await page.getByRole('button', { name: 'Set special day' }).click()
}

async function askToMove(page: Page): Promise<void> {
  const tables = page.getByLabel('Move to another table')
  const next = tables.locator('option').filter({ hasText: /^Table 7\b/ })
  await next.waitFor({ state: 'attached' })
  await tables.selectOption((await next.getAttribute('value')) ?? '')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
}

describe('on a phone', () => {
  test('closing a service lists the reservations of the day, asks, and cancels them where staff confirm', async () => {
    const date = nextFriday()
    await nightOn(date, 'Highlife Night')
    const page = await asStaffMember('/admin/settings/special-days', PHONE)
    await askToClose(page, date)
    const dialog = page.getByRole('dialog', { name: /^Close: Social lounge/ })
    await dialog.getByText('Highlife Night').waitFor()
    await dialog.getByText(/Kofi Mensah, 9:00 PM, 3 guests/).waitFor()
    await expectToFit(page)
    await dialog.getByText('Cancel everything').click()
    await dialog.getByRole('button', { name: 'Close the day' }).click()
    await toast(page, 'Special day set').waitFor()
    const said = page.getByRole('region').getByText(/Reservations cancelled: 1\. Guests emailed: 1\.$/)
    await said.first().waitFor()
    await page.getByText('Closed, events cancelled').first().waitFor()
    const { rows } = await database().pool.query(
      `select status, cancel_reason from reservations where business_date = $1`,
      [date],
    )
    expect(rows).toEqual([{ status: 'cancelled', cancel_reason: 'staff' }])
  })

  test('an event over a dinner lists the dinner before it is saved, and so does moving a dinner', async () => {
    const date = nextFriday()
    const id = await dineOn(date)
    const page = await asStaffMember('/admin/events', PHONE)
    await page.getByRole('button', { name: 'Add Event' }).click()
    const form = page.getByRole('dialog', { name: 'Add Event' })
    await form.getByLabel('Title').fill('Palm Wine Night')
    await form.getByLabel('Date').fill(date)
    await form.getByLabel('Description').fill('Highlife until late.')
    await form.getByLabel('Price (required)').fill('$20')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    const asked = page.getByRole('dialog', { name: 'Dinners at its tables' })
    await asked.getByText(/table 5 \(\$\d+\), Ada Obi, 2 guests, until 10:00 PM/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await asked.getByRole('button', { name: 'Go back' }).click()
    await expect.poll(() => form.getByLabel('Title').inputValue()).toBe('Palm Wine Night')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await asked.getByRole('button', { name: 'Save anyway' }).click()
    await toast(page, 'Event added successfully!').waitFor()

    await page.goto(`/admin/reservations/${id}`)
    await askToMove(page)
    const moving = page.getByRole('dialog', { name: 'Take this table off sale?' })
    await moving
      .getByText(/^Table 7 \(\$\d+\) will not be for sale for Palm Wine .* until 10:00 PM\.$/)
      .waitFor()
    await expectToFit(page)
    await moving.getByRole('button', { name: 'Move, and take it off sale' }).click()
    await toast(page, 'Reservation updated successfully!').waitFor()
    const { rows } = await database().pool.query(
      'select t.table_number as n from reservations r join venue_tables t on t.id = r.table_id where r.id = $1',
      [id],
    )
    expect(rows).toEqual([{ n: 7 }])
  })
})

test('other weekly hours are saved once staff agreed that the lines of lost dinner times end', async () => {
  const friday = '2031-06-06'
  const dinnerAt = momentOf(friday, '18:00').toISOString()
  await insertDinnerEntry(database(), { dinnerAt, date: friday })
  const page = await asStaffMember('/admin/settings/hours', PHONE)
  await page.getByRole('button', { name: 'Edit Restaurant' }).click()
  await page.getByRole('group', { name: 'Friday' }).getByLabel('Closes').fill('17:00')
  await page.getByRole('button', { name: 'Update' }).click()
  const asked = page.getByRole('dialog', { name: 'End these waiting lists?' })
  await asked.getByText(/^1 party is in line for a dinner time that these hours leave out/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await asked.getByRole('button', { name: 'Save anyway' }).click()
  await toast(page, 'Settings updated successfully!').waitFor()
  await page.getByText('3:00 PM – 5:00 PM').waitFor()
})

test('a sold-out event is put on sale again over a dinner once staff have agreed', async () => {
  const date = '2031-08-01'
  await nightOn(date, 'Rumba Night')
  await database().pool.query('update events set sold_out = true where date = $1', [date])
  await dineOn(date)
  const page = await asStaffMember('/admin/events?q=rumba', DESKTOP)
  const putOnSale = async () => {
    await page.getByRole('button', { name: 'More for Rumba Night' }).click()
    await page.getByRole('menuitem', { name: 'Mark Available' }).click()
  }
  await putOnSale()
  const asked = page.getByRole('dialog', { name: 'Dinners at its tables' })
  await asked.getByText(/table 5 .* Ada Obi/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await asked.getByRole('button', { name: 'Go back' }).click()
  const soldOut = async () =>
    (await database().pool.query('select sold_out from events where date = $1', [date])).rows[0]?.sold_out
  expect(await soldOut()).toBe(true)
  await putOnSale()
  await asked.getByRole('button', { name: 'Save anyway' }).click()
  await toast(page, 'Event marked as available').waitFor()
  expect(await soldOut()).toBe(false)
})

test('a deleted event is restored over a dinner once staff have agreed, by Undo and from the trash', async () => {
  const date = '2031-08-08'
  const page = await asStaffMember('/admin/events?q=soukous', DESKTOP)
  await database().pool.query(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     values ('soukous', 'Soukous Night', 'A night.', 'Nightlife', $1, '21:00', 'Free', 'free')`,
    [date],
  )
  await dineOn(date)
  const isListed = async () =>
    (await database().pool.query('select from events where date = $1 and deleted_at is null', [date]))
      .rowCount
  const remove = async () => {
    await page.goto('/admin/events?q=soukous')
    await page.getByRole('button', { name: 'More for Soukous Night' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await toast(page, 'Event deleted successfully!').waitFor()
  }
  const asked = page.getByRole('dialog', { name: 'Dinners at its tables' })
  const agree = async () => {
    await asked.getByText(/table 5 \(\$\d+\), Ada Obi, 2 guests, until 10:00 PM/).waitFor()
    expect(await isListed()).toBe(0)
    await asked.getByRole('button', { name: 'Restore anyway' }).click()
    await expect.poll(isListed).toBe(1)
  }
  await remove()
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).first().click()
  await agree()
  await remove()
  await page.goto('/admin/bin')
  const entry = page.getByRole('listitem').filter({ hasText: 'Soukous Night' })
  await entry.getByRole('button', { name: 'Restore' }).click()
  await asked.getByRole('button', { name: 'Go back' }).click()
  await entry.getByRole('button', { name: 'Restore' }).click()
  await agree()
  await entry.waitFor({ state: 'detached' })
})
