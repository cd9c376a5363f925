import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { bookDinner } from '../staff/parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, PHONE, sidewaysScroll } from '../support/browser.ts'

const { database, asStaffMember } = useStaffArea()

const book = (name: string) => bookDinner(database(), name)

/** The reservation that is open beside the list. */
const beside = (page: Page, name: string) => page.getByRole('complementary', { name })

/** The name of a row; beside the list the guest's own page has a link of the same name. */
const rowLink = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Reservations' }).getByRole('link', { name })

test('a list is sorted by its headers, and walked by the arrow keys', async () => {
  for (const name of ['Zuri Arrow', 'Ama Arrow', 'Kofi Arrow']) await book(name)
  const page = await asStaffMember('/admin/reservations?q=arrow&date=all')
  const names = () => page.locator('[data-row] th a').allTextContents()
  await expect.poll(names).toHaveLength(3)
  const header = page.getByRole('columnheader', { name: 'Guest Name' })
  expect(await header.getAttribute('aria-sort')).toBeNull()
  await header.getByRole('button').click()
  await expect.poll(names).toEqual(['Ama Arrow', 'Kofi Arrow', 'Zuri Arrow'])
  expect(await header.getAttribute('aria-sort')).toBe('ascending')
  expect(await page.getByLabel('Sort').inputValue()).toBe('name')
  const date = page.getByRole('columnheader', { name: 'Event/Date' })
  await date.getByRole('button').click()
  await expect.poll(() => date.getAttribute('aria-sort')).toBe('ascending')
  await date.getByRole('button').click()
  await expect.poll(() => date.getAttribute('aria-sort')).toBe('descending')
  expect(new URL(page.url()).searchParams.get('sort')).toBe('latest')
  await header.getByRole('button').click()
  await expect.poll(names).toEqual(['Ama Arrow', 'Kofi Arrow', 'Zuri Arrow'])
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Ama Arrow' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Kofi Arrow')
  await page.keyboard.press('Enter')
  await beside(page, 'Kofi Arrow').getByRole('heading', { name: 'History' }).waitFor()
})

test('a row opens its reservation beside the list, which the arrow keys move on', async () => {
  const names = ['Ama Beside', 'Kofi Beside', 'Zuri Beside']
  for (const name of names) await book(name)
  const page = await asStaffMember('/admin/reservations?q=beside&date=all&sort=name')
  await page
    .getByRole('row', { name: /Ama Beside/ })
    .getByRole('cell', { name: 'dining' })
    .click()
  const ama = beside(page, 'Ama Beside')
  await ama.getByLabel('Note').fill('Likes the corner')
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  // The note is a draft: it waits until its reservation is open again.
  await rowLink(page, 'Ama Beside').focus()
  await page.keyboard.press('ArrowDown')
  const kofi = beside(page, 'Kofi Beside')
  expect(await kofi.getByLabel('Note').inputValue()).toBe('')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => ama.getByLabel('Note').inputValue()).toBe('Likes the corner')
  await ama.getByRole('button', { name: 'Save note' }).click()
  await toast(page, 'Reservation updated successfully!').waitFor()
  await rowLink(page, 'Ama Beside').focus()
  await page.keyboard.press('ArrowDown')
  await kofi.getByRole('heading', { name: 'History' }).waitFor()
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('q'), searchParams.get('open')]).toEqual(['beside', expect.any(String)])

  // The list stays usable, and its filters keep what is open.
  await page.getByLabel('Sort').selectOption('Guest name')
  await page.getByLabel('Status of Zuri Beside').selectOption('pending')
  const zuri = () => database().pool.query(`select status from reservations where guest_name = 'Zuri Beside'`)
  await expect.poll(async () => (await zuri()).rows).toEqual([{ status: 'pending' }])
  await page.reload()
  await kofi.getByRole('heading', { name: 'History' }).waitFor()
  await rowLink(page, 'Kofi Beside').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => kofi.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await kofi.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Kofi Beside')
  expect(new URL(page.url()).searchParams.has('open')).toBe(false)

  await page.keyboard.press('Enter')
  await kofi.waitFor()
  await page.goBack()
  await kofi.waitFor({ state: 'detached' })
  await page.goForward()
  await kofi.waitFor()
  // On a narrow screen it has a page of its own.
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.waitForURL(/\/admin\/reservations\/[0-9a-f-]{36}$/)
  await page.getByRole('link', { name: 'All reservations' }).waitFor()
})

test('a table shows the columns that each member of staff chose on the device', async () => {
  const page = await asStaffMember('/admin/reservations?date=all')
  const heads = () => page.getByRole('columnheader').allTextContents()
  await expect.poll(heads).toContain('Contact')
  const menu = page.getByRole('menu', { name: 'Columns' })
  const contact = menu.getByRole('menuitemcheckbox', { name: 'Contact' })
  await page.getByRole('button', { name: 'Columns' }).click()
  expect(await contact.getAttribute('aria-checked')).toBe('true')
  await contact.click()
  await expect.poll(heads).not.toContain('Contact')
  expect(await contact.getAttribute('aria-checked')).toBe('false')
  expect(await menu.getByRole('menuitemcheckbox', { name: 'Guest Name' }).count()).toBe(0)
  const row = page.locator('[data-row]').first()
  await page.reload()
  await row.waitFor()
  const shown = await heads()
  expect(shown).not.toContain('Contact')
  expect(await row.getByRole('cell').count()).toBe(shown.length - 1)
  await page.getByRole('button', { name: 'Columns' }).click()
  expect(await axeViolations(page)).toEqual([])
  await menu.getByRole('menuitem', { name: 'Reset' }).click()
  await expect.poll(heads).toContain('Contact')
  expect(await row.getByRole('cell').count()).toBe((await heads()).length - 1)
})

test('feedback is read with its words, filtered, and live', async () => {
  const give = async (name: string, rating: number, comment: string) =>
    database().pool.query(
      'insert into visit_feedback (reservation_id, rating, comment, given_at) values ($1, $2, $3, now())',
      [await book(name), rating, comment],
    )
  await give('Ama Pleased', 5, 'Wonderful lamb')
  await give(`Kofi ${'Adjei '.repeat(9)}`.trim(), 2, `Too loud ${'and far too long '.repeat(12)}`)
  const page = await asStaffMember('/admin/feedback', PHONE)
  const rows = page.locator('[data-row]')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByText('2 answers, 3.5 of 5 on average').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('columnheader', { name: 'Words' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await give('Yaw Quiet', 1, '')
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByLabel('Rating').selectOption('low')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Words').selectOption('1')
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('link', { name: /Kofi Adjei/ }).click()
  await page.getByRole('heading', { name: 'Feedback' }).waitFor()
  await page.getByText(/Too loud/).waitFor()
  expect(await axeViolations(page)).toEqual([])
})
