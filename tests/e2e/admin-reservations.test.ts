import { expect, test } from 'vitest'
import { holdUntil, openFilters, toast } from '../staff/admin-visit.ts'
import { axeViolations, DESKTOP, PHONE, sidewaysScroll, WIDE_SIZES } from '../support/browser.ts'
import {
  bookDinner,
  bookNight,
  type Dinner,
  lastEvening,
  nextDinnerDay,
  payOnline,
} from '../staff/parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'

const { database, asStaffMember } = useStaffArea()

const book = (name: string, dinner?: Dinner) => bookDinner(database(), name, dinner)

test('reservations are searched, changed inline, deleted and restored on a phone', async () => {
  const guest = 'Nkechi Obi'
  const id = await book(guest)
  await database().pool.query(
    `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
     values (gen_random_uuid(), $1, 'arrived', 2, now(), gen_random_uuid(), 'Ama')`,
    [id],
  )
  const page = await asStaffMember('/admin/reservations?date=all', PHONE)
  await page.getByLabel('Search').fill(guest.toUpperCase())
  await page.waitForURL(/q=NKECHI/)
  const row = page.getByRole('row', { name: new RegExp(guest) })
  await page.getByText(`A quiet corner for ${guest}`).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 1)
  expect(await axeViolations(page)).toEqual([])
  await row.getByLabel(`Status of ${guest}`).selectOption('pending')
  await toast(page, 'Reservation updated successfully!').waitFor()
  await row.getByRole('button', { name: `Actions for ${guest}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Are you sure you want to delete this reservation?' })
  await asked.getByText('Guests of it have come.').waitFor()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Reservation deleted successfully!').waitFor()
  await page.getByText('No reservations here').waitFor()
  await expect.poll(() => page.locator(':focus').innerText()).toBe('Reservations')
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Reservation restored').waitFor()
  await row.waitFor()
  await openFilters(page)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?date=all')
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length > 1)
})

test.each(WIDE_SIZES)('a search and its filters are complete on %s', async (name, size) => {
  const guest = `Nkechi ${name}`
  await book(guest)
  const page = await asStaffMember('/admin/reservations?date=all', size)
  await page.getByLabel('Search').fill(guest)
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 1)
  await page.getByRole('row', { name: new RegExp(guest) }).waitFor()
  await openFilters(page)
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('?date=all')
  expect(await page.getByLabel('Date', { exact: true }).inputValue()).toBe('')
})

test('a table that another party has is refused with the party’s name, and another can be chosen', async () => {
  await book('Sefa Darko')
  const id = await book('Yaw Boateng', { status: 'cancelled', day: lastEvening() })
  const page = await asStaffMember('/admin/reservations?q=yaw+boateng')
  const status = page.getByLabel('Status of Yaw Boateng')
  await status.selectOption('confirmed')
  await toast(page, 'Error updating reservation').waitFor()
  await page
    .getByRole('region')
    .getByText(/already taken for that time: Sefa Darko/)
    .first()
    .waitFor()
  await expect.poll(() => status.inputValue()).toBe('cancelled')
  await page.goto(`/admin/reservations/${id}`)
  const tables = page.getByLabel('Move to another table')
  const free = tables
    .locator('option')
    .filter({ hasText: /^Table/ })
    .filter({ hasNotText: 'taken' })
    .first()
  await free.waitFor({ state: 'attached' })
  await tables.selectOption((await free.getAttribute('value')) ?? '')
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText(/moved/).first().waitFor()
  await page.getByLabel('Status of Yaw Boateng').selectOption('confirmed')
  await page.getByLabel('Note').fill('Came by the kitchen stairs')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page
    .getByText(/Came by the kitchen stairs/)
    .nth(1)
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test('a status that is chosen while a former one is saved is saved after it', async () => {
  const guest = 'Ekow Hurried'
  const id = await book(guest)
  const page = await asStaffMember('/admin/reservations?q=ekow+hurried')
  const mayGo = Promise.withResolvers<void>()
  const sent: unknown[] = []
  await page.route(`**/${id}/status`, async (route) => {
    sent.push(route.request().postDataJSON())
    await mayGo.promise
    await route.continue()
  })
  const status = page.getByLabel(`Status of ${guest}`)
  await status.selectOption('pending')
  await expect.poll(() => sent).toMatchObject([{ status: 'pending' }])
  await status.selectOption('completed')
  await status.selectOption('confirmed')
  expect(await status.inputValue()).toBe('confirmed')
  mayGo.resolve()
  await expect
    .poll(() => sent)
    .toMatchObject([{ status: 'pending' }, { status: 'confirmed', seen: 'pending' }])
  await expect.poll(() => status.getAttribute('aria-busy')).toBe('false')
  expect(await status.inputValue()).toBe('confirmed')
})

test('a refund has a reason, and cannot exceed the payment', async () => {
  const id = await book('Abena Mills')
  await payOnline(database(), id, 12_550)
  const page = await asStaffMember(`/admin/reservations/${id}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const form = page.getByRole('dialog', { name: 'Refund' })
  await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('125.50')
  await form.getByLabel('Amount').fill('125.51')
  await form.getByLabel('Reason').fill('The band did not play')
  await form.getByRole('button', { name: 'Refund' }).click()
  await page.getByRole('region').getByText('Only $125.50 is left of what was received.').first().waitFor()
  await form.getByLabel('Amount').fill('25.50')
  await form.getByRole('button', { name: 'Refund' }).click()
  await toast(page, 'The money is on its way back').waitFor()
  await page
    .getByText(/The band did not play/)
    .first()
    .waitFor()
})

test('a payment at the venue is recorded, corrected and refunded, and every step stays on the page', async () => {
  const id = await book('Akosua Doe')
  await database().pool.query('update reservations set total_price_cents = 30000 where id = $1', [id])
  const page = await asStaffMember(`/admin/reservations/${id}`)
  const movements = page.getByRole('list', { name: 'Movements of money' })
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const pay = page.getByRole('dialog', { name: 'Mark as paid' })
  await expect.poll(() => pay.getByLabel('Amount').inputValue()).toBe('300.00')
  await pay.getByRole('radio', { name: 'Cash' }).check()
  expect(await axeViolations(page)).toEqual([])
  // A form that could be closed while it is sent would be filled in again, and the money recorded twice.
  const answerPayment = await holdUntil(page, '**/venue-payments')
  await pay.getByRole('button', { name: 'Record payment' }).click()
  await expect.poll(() => pay.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  expect(await pay.getByRole('button', { name: 'Close' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  answerPayment('sent')
  await movements.getByText('Paid in cash').waitFor()
  await pay.waitFor({ state: 'hidden' })
  expect(await page.getByRole('dialog', { name: 'Discard what you typed?' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const correct = page.getByRole('dialog', { name: 'Correct payment' })
  await correct.getByRole('radio', { name: 'Card' }).check()
  await correct.getByLabel('Reason').fill('The terminal has it')
  await correct.getByRole('button', { name: 'Correct' }).click()
  await movements.getByText('Payment taken back in cash').waitFor()
  await movements.getByText('Paid by card').waitFor()

  await page.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await refund.getByLabel('Amount').fill('50')
  await refund.getByLabel('Reason').fill('The band was late')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await movements.getByText('Refunded in cash').waitFor()
  expect(await movements.getByRole('listitem').count()).toBe(4)
  await page.getByText('$250.00').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
}, 120_000)

test('a paid table that was cancelled by mistake is found among the payment issues and given back', async () => {
  const id = await bookNight(database(), 'Efua Sutherland', 18_000)
  await payOnline(database(), id, 18_000)
  const { rows } = await database().pool.query<{ number: number }>(
    'select table_number as number from reservations r join venue_tables t on t.id = r.table_id where r.id = $1',
    [id],
  )
  const host = await asStaffMember(`/admin/reservations/${id}`, { ...DESKTOP, role: 'host' })
  await host.getByLabel('Status of Efua Sutherland').selectOption('cancelled')
  const asked = host.getByRole('dialog', { name: 'Cancel the reservation of Efua Sutherland?' })
  await asked.getByText('A manager decides about the money.').waitFor()
  await asked.getByRole('button', { name: 'Cancel the reservation' }).click()
  await toast(host, 'Reservation updated successfully!').waitFor()
  const page = await asStaffMember('/admin/payments')
  const matter = page.getByRole('listitem').filter({ hasText: 'Efua Sutherland' })
  await matter.getByRole('button', { name: 'Seat again' }).click()
  const form = page.getByRole('dialog', { name: 'Seat Efua Sutherland again' })
  await form.getByText('Their payment is unchanged. They get the usual confirmation email.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Seat again' }).click()
  await toast(page, `Seated again at table ${rows[0]?.number}`).waitFor()
  await matter.waitFor({ state: 'detached' })
  const after = await database().pool.query('select status, payment_status from reservations where id = $1', [
    id,
  ])
  expect(after.rows).toEqual([{ status: 'confirmed', payment_status: 'paid' }])
})

/** Another reservation takes the chosen table just before the form is sent. */
async function takeTable(tableId: string, eventId: string): Promise<void> {
  await database().pool.query(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status)
     select id, $1, 'nightlife', date, starts_at, ends_at, 'Quicker Guest', 'q@example.com', 2, 'confirmed'
     from events where id = $2`,
    [tableId, eventId],
  )
}

test('staff add walk-ins and phone bookings, and a colleague sees them at once without a layout shift', async () => {
  await Promise.all([1, 2, 3, 4, 5].map((n) => book(`Sitting ${n}`)))
  const colleague = await asStaffMember('/admin/reservations?date=all', {
    viewport: { width: 820, height: 1180 },
  })
  const worked = colleague.locator('[data-row] th a').nth(3)
  await worked.focus()
  const name = await worked.innerText()
  const topOf = () => colleague.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0)
  const before = await topOf()

  const page = await asStaffMember('/admin/reservations?date=all')
  await page.getByRole('link', { name: 'Add reservation' }).click()
  await page.getByRole('radio', { name: 'Dinner' }).check()
  await page.locator('input[type="date"]').fill(await nextDinnerDay(database()))
  await page.getByRole('radio', { name: /^6:00 PM/ }).check()
  await page.getByRole('button', { name: 'Add reservation' }).click()
  await page.getByText('Please enter a name.').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Guest name').fill('=Walk In Danso')
  await page.getByRole('button', { name: 'Add reservation' }).click()
  await page.getByRole('heading', { name: '=Walk In Danso' }).waitFor()

  await colleague.getByRole('link', { name: '=Walk In Danso' }).waitFor()
  expect(await colleague.evaluate(() => document.activeElement?.textContent)).toBe(name)
  expect(Math.abs((await topOf()) - before)).toBeLessThan(2)

  await page.getByRole('link', { name: 'All reservations' }).click()
  await page.getByRole('link', { name: 'Add reservation' }).click()
  await page.getByRole('radio', { name: 'Phone' }).check()
  await page.getByRole('radio', { name: 'Night table' }).check()
  await page.getByLabel('Guest name').fill('Efua Caller')
  await page.getByLabel('Phone').last().fill('972 555 0171')
  await page.getByLabel('Event').selectOption({ index: 3 })
  await page.getByRole('combobox', { name: /^Table/ }).selectOption({ index: 1 })
  const tableId = await page.getByRole('combobox', { name: /^Table/ }).inputValue()
  await page.getByRole('radio', { name: 'Paid in cash' }).check()
  await takeTable(tableId, await page.getByLabel('Event').inputValue())
  await page.getByRole('button', { name: 'Add reservation' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: 'already taken for that time: Quicker Guest' })
    .first()
    .waitFor()
  await expect.poll(() => page.getByLabel('Guest name').inputValue()).toBe('Efua Caller')
  await page.getByRole('status').filter({ hasText: 'was just taken' }).waitFor()
  await page.getByRole('combobox', { name: /^Table/ }).selectOption({ index: 2 })
  await page.getByRole('button', { name: 'Add reservation' }).click()
  await page.getByText('Paid in cash').waitFor()
  await colleague.getByRole('link', { name: 'Efua Caller' }).waitFor()
  expect(Math.abs((await topOf()) - before)).toBeLessThan(2)

  await colleague.goto('/admin/reservations?q=walk+in+danso')
  const [download] = await Promise.all([
    colleague.waitForEvent('download'),
    colleague.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(",'=Walk In Danso,")
}, 180_000)
