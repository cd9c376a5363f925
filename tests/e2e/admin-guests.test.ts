import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeToast, holdNext, toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, DESKTOP, expectToFit, PHONE } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

type Booked = { readonly phone: string; readonly email?: string; readonly inDays?: number }
/** Books a dinner of four, by default a week ago. */
async function book(name: string, { phone, email = '', inDays = -7 }: Booked): Promise<string> {
  const { rows } = await database().pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status, source)
     select 'dining', d.date, at, at + interval '90 minutes', $1, $2, $3, 4, 'confirmed', 'phone'
     from (select business_day_of(now()) + $4::integer as date) d, lateral (select moment_of_business(d.date, '18:00') as at) s
     returning id`,
    [name, email, phone, inDays],
  )
  return rows[0]?.id ?? ''
}
const search = async (page: Page, text: string) => page.getByRole('searchbox', { name: 'Search' }).fill(text)
const rows = (page: Page) => page.getByRole('table', { name: 'Guests' }).locator('[data-row]')

test('the book of guests and a guest are readable and accessible at every size', async () => {
  const name = 'Zuri Quaye-Featherstonehaugh'
  await book(name, { phone: '430 205 0390', email: 'zuri@example.com' })
  await book(name, { phone: '430 205 0390', inDays: 3 })
  const page = await asStaffMember('/admin/guests', DESKTOP)
  await rows(page).nth(10).waitFor()
  await expectToFit(page)
  await search(page, name)
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByRole('link', { name }).click()
  // The panel beside the list of a wide screen is a page of its own on a narrow one.
  await expectToFit(page, async () => {
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByLabel('Allergies').waitFor()
  })
})

test('what staff write about a guest shows on the reservation and tonight', async () => {
  const id = await book('Kojo Annan', { phone: '430 206 0001', inDays: 0 })
  const page = await asStaffMember('/admin/guests', { ...PHONE, role: 'host' })
  await search(page, '4302060001')
  await page.getByRole('link', { name: 'Kojo Annan' }).click()
  await page.getByRole('button', { name: 'VIP' }).click()
  await page.getByLabel('Allergies').fill('Sesame')
  const note = page.getByLabel('Note', { exact: true })
  const save = page.getByRole('button', { name: 'Save guest' })
  await note.fill('Sits near')
  // Text that is typed while the form is sent stays, and is saved over the version that is being sent.
  await holdNext(page, '**/admin/api/guests/*')
  await save.click()
  await note.fill('Sits near the band')
  await toast(page, 'Guest updated successfully!').waitFor()
  expect(await note.inputValue()).toBe('Sits near the band')
  await closeToast(page, 'Guest updated successfully!')
  await save.click()
  await toast(page, 'Guest updated successfully!').waitFor()
  expect(await page.getByText('Spend', { exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: /^Dinner,/ }).click()
  await page.waitForURL(`**/admin/reservations/${id}`)
  await page.getByText('Allergies: Sesame').waitFor()
  await page.getByText('Sits near the band').waitFor()
  await page.goto('/admin/tonight')
  await page
    .getByRole('button', { name: /^Kojo Annan, VIP, Allergy,.*Sesame · Sits near the band$/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog', { name: 'Kojo Annan' })
  await sheet.getByText('Allergies: Sesame').waitFor()
  await sheet.getByRole('link', { name: 'Kojo Annan' }).click()
  await page.waitForURL('**/admin/guests/*')
})

test('two staff who edit one guest lose nothing, and the second reads who was first', async () => {
  await book('Esi Owusu', { phone: '430 206 0002' })
  const first = await asStaffMember('/admin/guests', DESKTOP)
  const second = await asStaffMember('/admin/guests', DESKTOP)
  for (const [page, note] of [
    [first, 'Likes booth 4'],
    [second, 'Likes booth 9'],
  ] as const) {
    // oxlint-disable no-await-in-loop -- both open the guest before one of them saves
    await search(page, '430 206 0002')
    await page.getByRole('link', { name: 'Esi Owusu' }).click()
    await page.getByLabel('Note', { exact: true }).fill(note)
    // oxlint-enable no-await-in-loop
  }
  await first.getByRole('button', { name: 'Save guest' }).click()
  await toast(first, 'Guest updated successfully!').waitFor()
  await second.getByRole('button', { name: 'Save guest' }).click()
  const dialog = second.getByRole('dialog', { name: /changed this guest/ })
  await dialog.getByText('Likes booth 4').waitFor()
  expect(await dialog.getByRole('heading').textContent()).not.toContain('Somebody else')
  expect(await axeViolations(second)).toEqual([])
  await dialog.getByRole('button', { name: 'Save mine over theirs' }).click()
  await toast(second, 'Guest updated successfully!').waitFor()
  await expect.poll(() => first.getByLabel('Note', { exact: true }).inputValue()).toBe('Likes booth 9')
})

test('two guests are merged, and separated again by Undo', async () => {
  await book('Yaw Darko', { phone: '430 206 0003' })
  await book('Y. Darko', { phone: '430 206 0004' })
  const page = await asStaffMember('/admin/guests', DESKTOP)
  await search(page, '430 206 0003')
  await page.getByRole('link', { name: 'Yaw Darko' }).click()
  const panel = page.getByRole('complementary', { name: 'Yaw Darko' })
  await panel.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge with Yaw Darko' })
  await dialog.getByLabel('The other guest').fill('430 206 0004')
  await dialog.getByRole('button', { name: /^Y\. Darko/ }).click()
  const question = page.getByRole('dialog', { name: 'Merge these two guests?' })
  await question.getByRole('button', { name: 'Merge' }).click()
  await toast(page, 'Guests merged').waitFor()
  await panel.getByRole('link', { name: '(430) 206-0004' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Undone').waitFor()
  await panel.getByRole('link', { name: '(430) 206-0004' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More for Yaw Darko' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  await dialog.getByText('No other guest matches.').waitFor()
  await dialog.getByLabel('The other guest').fill('430 206 0004')
  await dialog.getByRole('button', { name: /^Y\. Darko/ }).waitFor()
})

test('a blocked guest is named, with the reason, where staff book by hand', async () => {
  await book('Abla Mensah', { phone: '430 206 0005' })
  const page = await asStaffMember('/admin/guests', PHONE)
  await search(page, '430 206 0005')
  await page.getByRole('link', { name: 'Abla Mensah' }).click()
  await page.getByRole('button', { name: 'Block this guest' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block Abla Mensah' })
  await dialog.getByLabel(/^Reason/).fill('Fought with the staff')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await toast(page, 'Guest blocked').waitFor()
  await page.getByRole('heading', { name: 'Blocked from booking online' }).waitFor()
  await page.goto('/admin/reservations/new')
  await page.getByLabel(/^Guest name/).fill('Abla Mensah')
  await page.getByRole('textbox', { name: /^Phone/ }).fill('(430) 206-0005')
  await page.getByText('Blocked: Fought with the staff').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('radio', { name: 'Dinner' }).check()
  await page.getByLabel('Date', { exact: false }).first().fill(nextSaturday())
  await page.getByRole('radio', { name: /^6:00 PM/ }).check({ force: true })
  await page.getByRole('button', { name: 'Add reservation' }).click()
  const question = page.getByRole('dialog', { name: 'Book a blocked guest?' })
  await question.getByText('Abla Mensah is blocked: Fought with the staff').waitFor()
  await question.getByRole('button', { name: 'Book all the same' }).click()
  await toast(page, 'Reservation added successfully!').waitFor()
})

/** A Saturday at least a week from now, as a date field takes it. */
function nextSaturday(): string {
  const day = new Date(Date.now() + 7 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((6 - day.getUTCDay() + 7) % 7))
  return day.toISOString().slice(0, 10)
}
