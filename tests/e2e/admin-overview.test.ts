import { beforeAll, expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { bookTonight } from '../staff/night-parties.ts'
import { bookDinner } from '../staff/parties.ts'
import { atEachSize, axeViolations, expectToFit, PHONE, sidewaysScroll } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()
beforeAll(async () => {
  await database().pool.query(
    `insert into inquiries (name, email, phone, event_type, guest_count, event_details)
     values ('Kofi Mensah', 'kofi@example.com', '972 555 0100', 'wedding', 40, 'A garden wedding')`,
  )
  await database().pool.query(
    `insert into payment_exceptions (kind, subject, amount_cents, detail)
     values ('unknown_payment', 'cs_1', 5000, 'The provider received a payment that we never asked for.')`,
  )
  await database().pool.query(
    `insert into backups (name, started_at, ended_at, bytes, problem)
     values ('lounge-1', now() - interval '3 days', now() - interval '3 days', 1000, null),
       ('lounge-2', now() - interval '1 hour', now() - interval '1 hour', null, 'The disk is full.')`,
  )
})

const SCREENS = [
  ['overview', 'The last backup failed. The last good backup is from'],
  ['inquiries', 'Kofi Mensah'],
  ['settings/special-days', 'Set special day'],
] as const

test('each of these tabs is complete at every size', async () => {
  const page = await asStaffMember('/admin/overview')
  for (const [path, words] of SCREENS) {
    // oxlint-disable no-await-in-loop -- one screen after the other
    await page.goto(`/admin/${path}`)
    await expectToFit(page, () => page.getByText(words).filter({ visible: true }).first().waitFor())
    // oxlint-enable no-await-in-loop
  }
})

test('the overview begins with what waits, and leads there', async () => {
  const page = await asStaffMember('/admin/overview', PHONE)
  await page.getByRole('link', { name: '1 payment issue' }).click()
  await page.getByText('Payment nobody asked for').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: '1 new inquiry' }).click()
  await page.getByRole('rowheader', { name: 'Kofi Mensah' }).waitFor()
  expect(await page.getByRole('button', { name: 'Filters (1)' }).isVisible()).toBe(true)
})

test('the overview shows arrivals as they come', async () => {
  await bookTonight(database(), ['Kwaku Early', 'Afia Later'])
  const page = await asStaffMember('/admin/overview', PHONE)
  const toCome = page.getByRole('region', { name: /^To come: \d+$/ })
  await toCome.getByText('Kwaku Early').waitFor()
  await page.getByText('No guest has arrived yet.').waitFor()
  // Guest lists are not among them, so the figure has the name that the close-out gives it.
  await page.locator('dl > div').filter({ hasText: 'Covers booked' }).waitFor()
  const tonight = await asStaffMember('/admin/tonight', PHONE)
  await tonight.getByRole('button', { name: 'Arrived: Kwaku Early' }).click()
  const arrived = page.getByRole('region', { name: 'Arrived: 6, inside now: 6' })
  await arrived.getByText('Kwaku Early').waitFor()
  await arrived.getByText('+6').waitFor()
  await expect.poll(() => toCome.getByText('Kwaku Early').count()).toBe(0)
  await toCome.getByText('Afia Later').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})

test('an inquiry is processed beside the list, deleted and restored', async () => {
  await database().pool.query(
    `insert into inquiries (name, email, phone, event_type, guest_count, event_details, created_at)
     values ('Abena Aidoo', 'abena@example.com', '972 555 0101', 'birthday', 30, 'A surprise', now() - interval '2 days')`,
  )
  const page = await asStaffMember('/admin/inquiries')
  const rows = page.locator('[data-row] th a')
  await expect.poll(() => rows.allInnerTexts()).toEqual(['Kofi Mensah', 'Abena Aidoo'])
  const received = page.getByRole('columnheader', { name: 'Received' })
  expect(await received.getAttribute('aria-sort')).toBe('descending')
  await received.getByRole('button').click()
  await expect.poll(() => rows.allInnerTexts()).toEqual(['Abena Aidoo', 'Kofi Mensah'])
  expect(new URL(page.url()).searchParams.get('sort')).toBe('oldest')

  // From row to row by the arrow keys, and into the panel by Enter.
  await rows.first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Abena Aidoo' }).getByText('A surprise').waitFor()
  await page.keyboard.press('ArrowDown')
  const beside = page.getByRole('complementary', { name: 'Kofi Mensah' })
  await beside.getByText('A garden wedding').waitFor()
  await expect
    .poll(() => beside.getByRole('link', { name: /^Reply/ }).getAttribute('href'))
    .toMatch(/^mailto:kofi@example\.com\?subject=Your%20private%20event/)
  await beside.getByLabel('Status').selectOption('In touch')
  await beside.getByLabel('Notes').fill('Wants the terrace')
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await beside.getByRole('button', { name: 'Update' }).click()
  await toast(page, 'Inquiry updated successfully!').waitFor()
  await page.getByRole('search').getByLabel('Status').selectOption('in_touch')
  await page.waitForURL('**status=in_touch**')
  await page.getByRole('row', { name: /Kofi Mensah.*In touch/ }).waitFor()
  await beside.getByRole('button', { name: 'More for Kofi Mensah' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No inquiries here').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('rowheader', { name: 'Kofi Mensah' }).waitFor()
})

test('the menu of a row changes the status of a request, with undo', async () => {
  const { rows } = await database().pool.query<{ id: string }>(
    `insert into performer_applications (name, email, phone, performance_type, experience, availability)
     values ('Esi Sackey', 'esi@example.com', '972 555 0102', 'Saxophonists', 'Ten years of jazz', 'Fridays') returning id`,
  )
  const page = await asStaffMember('/admin/applications')
  await page.getByRole('button', { name: 'More for Esi Sackey' }).click()
  await page.getByRole('menuitem', { name: 'Mark as offered' }).click()
  await toast(page, 'Application updated successfully!').waitFor()
  await page.getByRole('row', { name: /Esi Sackey.*Offered/ }).waitFor()
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row', { name: /Esi Sackey.*New/ }).waitFor()

  // A phone has the request on a page of its own.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: /^Esi Sackey/ }).click()
  await page.waitForURL(`**/admin/applications/${rows[0]?.id}`)
  await page.getByText('Ten years of jazz').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('link', { name: 'All applications' }).click()
  await page.getByRole('rowheader', { name: /Esi Sackey/ }).waitFor()
})

test('a payment issue is resolved with a reason, and a price is set', async () => {
  const page = await asStaffMember('/admin/payments')
  await page.getByRole('button', { name: 'Mark as settled' }).click()
  await page.getByLabel('Reason').fill('Given back in the dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as settled' }).click()
  await page.getByText('No payment issues').waitFor()
  await page.goto('/admin/settings/packages')
  await page.getByRole('button', { name: 'Edit Birthday Shoutout' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Birthday Shoutout' })
  await form.getByLabel('Price').fill('a lot')
  await form.getByRole('button', { name: 'Update' }).click()
  await form
    .getByText(/^Enter the price of the package/)
    .first()
    .waitFor()
  await form.getByLabel('Price').fill('65')
  await form.getByRole('button', { name: 'Update' }).click()
  await page.getByText('65.00').waitFor()
  const { rows } = await database().pool.query(
    "select price_cents as cents from packages where key = 'birthday_shoutout'",
  )
  expect(rows).toEqual([{ cents: 6500 }])
})

test.each([
  ['figures', 'booking-rules', 'Hold time during payment (minutes)'],
  ['keeping', 'guest-data', 'Keep guest data for (years)'],
])('the former settings address %s leads to %s', async (former, path, field) => {
  const page = await asStaffMember('/admin/payments')
  await page.goto(`/admin/settings/${former}`)
  await page.waitForURL(`**/admin/settings/${path}`)
  await page.getByText(field).waitFor()
})

test('every page of the settings is in sight in their navigation, on a phone, a tablet and a desktop', async () => {
  const page = await asStaffMember('/admin/settings/dining', { ...PHONE, role: 'owner' })
  const nav = page.getByRole('navigation', { name: 'Settings' })
  await nav.getByRole('link', { name: 'Staff accounts' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await atEachSize(page, async () => {
    expect(await nav.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
    expect(await sidewaysScroll(page)).toBe(0)
  })
})

test('a long name of a guest does not widen the Overview on a phone', async () => {
  const name = 'Nkiruka Chukwuemeka-Oyelaran Adichie-Okonkwo'
  await bookDinner(database(), name)
  const page = await asStaffMember('/admin/overview', PHONE)
  await page.getByText(name).first().waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
})
