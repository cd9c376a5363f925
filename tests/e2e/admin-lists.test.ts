import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pastDoubleTap, toast } from '../staff/admin-visit.ts'
import { bookDinner } from '../staff/parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, PHONE, sidewaysScroll } from '../support/browser.ts'

const { database, asStaffMember } = useStaffArea()

const book = (name: string) => bookDinner(database(), name)

/** Whether nothing covers the middle of the element. */
const isOnTop = (it: Element): boolean => {
  const { x, y, width, height } = it.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height / 2) === it
}

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

test('selected requests are set and assigned at once, and put back by Undo', async () => {
  await database().pool.query(
    `insert into table_requests (name, email, phone, party_size, table_preference, status)
     select name, 'guest@example.com', '972 555 0177', 4, 'vip', status
     from (values ('Ama Many', 'new'), ('Kofi Many', 'in_touch'), ('Zuri Many', 'won'), ('Yaw Alone', 'new')) v (name, status)`,
  )
  const states = async () => {
    const { rows } = await database().pool.query<{ state: string }>(
      `select r.name || ': ' || r.status || coalesce(', ' || s.name, '') as state from table_requests r
       left join staff_users s on s.id = r.assignee order by r.name`,
    )
    return rows.map(({ state }) => state)
  }
  const before = ['Ama Many: new', 'Kofi Many: in_touch', 'Yaw Alone: new', 'Zuri Many: won']
  const page = await asStaffMember('/admin/inquiries/tables?sort=name')
  await page.getByLabel('Select all shown').check()
  await page.getByLabel('Select Yaw Alone').uncheck()
  const bar = page.getByRole('region', { name: 'Selected table requests' })
  await bar.getByText('3 table requests selected').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await bar.getByLabel('Set the status of the selected table requests').selectOption('Won')
  const question = page.getByRole('dialog', { name: 'Set the selected table requests to Won?' })
  await question.getByText('Set 2 table requests to Won. 1 is so already.').waitFor()
  await question.getByRole('button', { name: 'Set to Won' }).click()
  await toast(page, '2 set to Won, 1 unchanged').waitFor()
  expect(await states()).toEqual(['Ama Many: won', 'Kofi Many: won', 'Yaw Alone: new', 'Zuri Many: won'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, '2 table requests are as they were.').waitFor()
  expect(await states()).toEqual(before)

  const assign = bar.getByLabel('Assign the selected table requests')
  const name = (await assign.locator('option').last().textContent()) ?? ''
  await page.getByRole('row', { name: /Kofi Many.*In touch/ }).waitFor()
  await assign.selectOption(name)
  await page.getByRole('button', { name: `Assign to ${name}` }).click()
  await toast(page, `3 assigned to ${name}`).waitFor()
  expect((await states()).filter((it) => it.endsWith(`, ${name}`))).toHaveLength(3)
})

test('the selected requests include every matching one, shown or not, and stay selected on the next page', async () => {
  const { pool } = database()
  await pool.query(
    `insert into inquiries (name, email, phone, event_type, guest_count, event_details, status)
     select 'Throng ' || n, 'throng@example.com', '972 555 0177', 'wedding', 40, 'A garden wedding', 'offered'
     from generate_series(1, 60) n`,
  )
  const states = async () => {
    const { rows } = await pool.query<{ status: string; n: number }>(
      `select status, count(*)::int n from inquiries where name like 'Throng %' group by 1 order by 1`,
    )
    return rows
  }
  const page = await asStaffMember('/admin/inquiries?q=throng&sort=name')
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 25)
  await page.getByLabel('Select all shown').check()
  const bar = page.getByRole('region', { name: 'Selected inquiries' })
  await bar.getByText('25 inquiries selected').waitFor()
  await bar.getByRole('button', { name: 'Select all that match' }).click()
  await bar.getByText('60 inquiries selected').waitFor()
  expect(await axeViolations(page)).toEqual([])
  // At the end of the page the bar covers no row.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const [last, top] = [await page.locator('[data-row]').last().boundingBox(), await bar.boundingBox()]
  expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)

  // Until the next page has come, its number stands above the rows of the page before, which take no press.
  const first = page.locator('[data-row]').first()
  const nameBefore = await first.getByRole('rowheader').textContent()
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/inquiries\?.*page=2/, async (route) => {
    await answered
    await route.continue()
  })
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Page 2 of 3').waitFor()
  const unchecked = first.getByRole('checkbox').uncheck()
  await pastDoubleTap(page)
  answer()
  await unchecked
  expect(await first.getByRole('rowheader').textContent()).not.toBe(nameBefore)
  expect(await first.getByRole('checkbox').isChecked()).toBe(false)
  await bar.getByText('59 inquiries selected').waitFor()
  await bar.getByLabel('Set the status of the selected inquiries').selectOption('Won')
  await page.getByText('Set 59 inquiries to Won.').waitFor()
  await page.getByRole('button', { name: 'Set to Won' }).click()
  await toast(page, '59 set to Won').waitFor()
  expect(await states()).toEqual([
    { status: 'offered', n: 1 },
    { status: 'won', n: 59 },
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, '59 inquiries are as they were.').waitFor()
  expect(await states()).toEqual([{ status: 'offered', n: 60 }])

  // Another filter clears the selection.
  await page.getByLabel('Status', { exact: true }).selectOption('won')
  await page.getByText('No inquiries here').waitFor()
  expect(await bar.count()).toBe(0)
}, 300_000)

test('a phone sorts its lists, and takes several tables out of use, one of which its party keeps until it is moved', async () => {
  const { pool } = database()
  await pool.query(
    `insert into venue_tables (table_number, max_guests, location, reservation_price_cents, shape, position_x, position_y, width, height)
     select n, 4, location, 0, shape, position_x, position_y, width, height
     from venue_tables, (values (801), (802)) v (n) where table_number = 1`,
  )
  await pool.query(
    'update reservations set table_id = (select id from venue_tables where table_number = 801) where id = $1',
    [await book('Ama Seated')],
  )
  const page = await asStaffMember('/admin/tables', PHONE)
  const first = page.locator('[data-row] th a').first()
  await expect.poll(() => first.textContent()).toContain('Table 1')
  await page.getByLabel('Sort').selectOption('Most guests first')
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('largest')
  await page.getByLabel('Sort').selectOption('Table number')
  for (const number of [801, 802]) await page.getByLabel(`Select table ${number}`).check()
  const choice = page.getByLabel('Set the status of the selected tables')
  expect(await axeViolations(page)).toEqual([])
  // The bar is above the tabs of a phone.
  expect(await choice.evaluate(isOnTop)).toBe(true)
  await choice.selectOption('Occupied')
  const question = page.getByRole('dialog', { name: 'Set the selected tables to Occupied?' })
  await question.getByText(/^Table 801 · .* · Ama Seated, \d+ guests?$/).waitFor()
  await question.getByText(/^They keep their tables until they are moved\./).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Set to Occupied' }).click()
  await toast(page, '2 set to Occupied').waitFor()
  const available = async () =>
    (await pool.query('select from venue_tables where is_available and table_number > 800')).rowCount
  expect(await available()).toBe(0)
  await page.getByText('1 party to move · ').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(available).toBe(2)
  expect(await sidewaysScroll(page)).toBe(0)

  await page.goto('/admin/menu')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Sort').selectOption('Highest price first')
  await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('dearest')
  expect(await sidewaysScroll(page)).toBe(0)
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

test('Arrange lists the category of its filter, and its search is limited to it', async () => {
  const page = await asStaffMember('/admin/menu?view=arrange')
  const rows = page.getByRole('button', { name: /^Move / })
  await rows.first().waitFor()
  expect(await page.getByLabel('Category').inputValue()).toBe('appetizer')
  const all = await rows.count()
  // Both before the list is drawn for the first of them, as on a slow device.
  await page.evaluate(() => {
    const select = document.querySelector('[role=search] select')
    const field = document.querySelector('[role=search] input')
    if (!(select instanceof HTMLSelectElement && field instanceof HTMLInputElement)) return
    select.value = 'beverage'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'baobab')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(await page.getByLabel('Search').inputValue()).toBe('baobab')
  await expect.poll(() => rows.allTextContents()).toHaveLength(1)
  await page.getByRole('button', { name: 'Move Baobab Sour' }).waitFor()
  expect(all).toBeGreaterThan(1)
})
