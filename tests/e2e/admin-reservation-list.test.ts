import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { holdUntil, toast } from '../staff/admin-visit.ts'
import { atEachSize, axeViolations, DESKTOP } from '../support/browser.ts'
import { bookDinner, type Dinner, payOnline } from '../staff/parties.ts'
import { PASSWORD } from '../staff/sign-in.ts'
import { useStaffArea } from '../staff/staff-area.ts'

const { database, asStaffMember, lastIn } = useStaffArea()

const book = (name: string, dinner?: Dinner) => bookDinner(database(), name, dinner)

/** Counts the rows of the list that are visible in full below the table's head. */
const countFullRows = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const head = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
    return [...document.querySelectorAll('[data-row]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return top >= Math.max(0, head - 1) && bottom <= window.innerHeight
    }).length
  })

const expectNoneTooWide = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)

/** Expects this many rows on a wide screen, and the head on it wherever the list is scrolled. */
async function expectDense(page: Page, wanted: number): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await countFullRows(page)).toBeGreaterThanOrEqual(wanted)
  await expectNoneTooWide(page)
  // A laptop of 1366 px has a test of its own: admin-reservation-rows.
  expect(page.viewportSize()?.width === 1366 ? [] : await axeViolations(page)).toEqual([])
  await page.evaluate(() => window.scrollTo(0, 500))
  const head = page.getByRole('columnheader', { name: 'Guest Name' })
  const top = () => head.evaluate((it) => it.getBoundingClientRect().top)
  await expect.poll(top).toBeGreaterThanOrEqual(0)
  expect(await top()).toBeLessThan(80)
}

/** Expects rows of two lines on a phone, eight of them on a screen, all for thumbs, and the revenue in one line. */
async function expectTwoLines(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
  const revenue = page.getByText('Total Revenue').locator('xpath=following-sibling::dd')
  expect(await revenue.evaluate((it) => it.getClientRects().length)).toBe(1)
  expect(await revenue.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true)
  await expectNoneTooWide(page)
  await page
    .locator('[data-row]')
    .first()
    .evaluate((it) => it.scrollIntoView({ block: 'start' }))
  const rows = await page.evaluate(
    () =>
      [...document.querySelectorAll('[data-row]')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      }).length,
  )
  expect(rows).toBeGreaterThanOrEqual(8)
  const small = await page.evaluate(
    () =>
      [...document.querySelectorAll('[data-row] :is(a, button, select, label)')].filter((it) => {
        const { height } = it.getBoundingClientRect()
        return height > 0 && height < 44
      }).length,
  )
  expect(small).toBe(0)
  expect(await axeViolations(page)).toEqual([])
}

describe('the list as a dense table', () => {
  test('shows many reservations at every size, none of them too wide, and money that never breaks', async () => {
    const page = await asStaffMember('/admin/reservations?date=all', DESKTOP)
    await page.waitForFunction(() => document.querySelectorAll('[data-row]').length >= 20)
    const revenue = page.getByText('Total Revenue').locator('xpath=following-sibling::dd')
    await expect.poll(() => revenue.innerText()).toMatch(/^\$[\d,.]+$/)
    await atEachSize(
      page,
      (_name, { width, height }) =>
        width < 768 ? expectTwoLines(page) : expectDense(page, height === 900 ? 12 : 8),
      [
        ['a desktop', DESKTOP],
        ['a laptop', { viewport: { width: 1366, height: 768 } }],
        ['a small laptop', { viewport: { width: 1024, height: 768 } }],
        ['a phone', { viewport: { width: 390, height: 844 } }],
      ],
    )
  })

  test('is operated by the keyboard alone', async () => {
    await book('Keyboard Kwame')
    const page = await asStaffMember('/admin/reservations?q=keyboard+kwame')
    const button = page.getByRole('button', { name: 'Actions for Keyboard Kwame' })
    await button.focus()
    await page.keyboard.press('Enter')
    const menu = page.getByRole('menu', { name: 'Actions for Keyboard Kwame' })
    await menu.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Open')
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    expect(await button.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Keyboard Kwame' }).waitFor()
    await page.goBack()
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('keyboard kwame')
  })

  test('is filtered by an event of years ago, found by its title, and keeps the filter in the URL', async () => {
    await database().pool.query(
      `insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('first-opening', 'The First Opening', '', 'Nightlife', '2019-05-04', '21:00', '$20', 'moderate')`,
    )
    await database().pool.query(
      `insert into reservations (event_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status, special_requests)
       select id, 'nightlife', date, starts_at, ends_at, 'Old Friend', 'old@example.com', 1, 'cancelled', 'The table by the window'
       from events where slug = 'first-opening'`,
    )
    const page = await asStaffMember('/admin/reservations?date=all')
    const filter = page.getByRole('combobox', { name: 'Event' })
    await filter.click()
    await filter.pressSequentially('first opening')
    await page.getByRole('option', { name: 'The First Opening, Sat, May 4, 2019' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/event=/)
    await page.getByRole('row', { name: /Old Friend/ }).waitFor()
    await page.getByText('The table by the window').waitFor()
    await page.reload()
    await page.getByRole('row', { name: /Old Friend/ }).waitFor()
    await expect.poll(() => filter.inputValue()).toBe('The First Opening, Sat, May 4, 2019')
    // The list opens on today, and on some days nothing is booked.
    await page.getByRole('link', { name: 'Reservations', exact: true }).click()
    await expect.poll(() => filter.inputValue()).toBe('all')
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('row', { name: /Old Friend/ }).waitFor({ state: 'detached' })
  })

  test('shows a host no money, no export and no address of a guest', async () => {
    await book('Hostess Visitor')
    const page = await asStaffMember('/admin/reservations?q=hostess', { ...DESKTOP, role: 'host' })
    await page.getByRole('row', { name: /Hostess Visitor/ }).waitFor()
    await page.getByText('p•••@example.com').waitFor()
    for (const text of ['Total Revenue', 'Download CSV', 'Total, highest first'])
      // oxlint-disable-next-line no-await-in-loop
      expect(await page.getByText(text).count(), text).toBe(0)
    await page.getByLabel('Select Hostess Visitor').check()
    await page.getByRole('region', { name: 'Selected reservations' }).waitFor()
    expect(await page.getByRole('button', { name: /as CSV|Email/ }).count()).toBe(0)
  })
})

describe('a selection of reservations', () => {
  test('previews a status change, applies it, and lists refusals with their reasons', async () => {
    for (const name of ['Bulk One', 'Bulk Two', 'Bulk Three', 'Bulk Four'])
      // oxlint-disable-next-line no-await-in-loop
      await book(name, { status: name === 'Bulk Four' ? 'confirmed' : 'pending' })
    const paid = await book('Bulk Paid')
    await payOnline(database(), paid, 5000)
    const page = await asStaffMember('/admin/reservations?q=bulk')
    await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 5)
    await page.getByLabel('Select all shown').check()
    const bar = page.getByRole('region', { name: 'Selected reservations' })
    await bar.getByText('5 reservations selected').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await bar.getByRole('combobox').selectOption('confirmed')
    const asked = page.getByRole('dialog', { name: 'Set the selected reservations to confirmed?' })
    await asked
      .getByText('Set 3 reservations to confirmed. 3 guests get an email, 2 are already confirmed.')
      .waitFor()
    await asked.getByRole('button', { name: 'Set to confirmed' }).click()
    const told = '3 set to confirmed, 2 unchanged. The emails leave once this cannot be undone.'
    await toast(page, told).waitFor()

    await bar.getByRole('combobox').selectOption('cancelled')
    const cancel = page.getByRole('dialog', { name: 'Set the selected reservations to cancelled?' })
    await cancel
      .getByText('Set 4 reservations to cancelled. 4 guests get an email, 1 is left as it is.')
      .waitFor()
    await cancel.getByText(/This reservation is paid\. Cancel it by itself/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await cancel.getByRole('button', { name: 'Set to cancelled' }).click()
    const report = page.getByRole('dialog', { name: '4 set to cancelled, 1 refused' })
    await report.getByRole('link', { name: 'Bulk Paid' }).waitFor()
    const { rows } = await database().pool.query(
      `select status, count(*)::int as n from reservations where guest_name like 'Bulk %' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { status: 'cancelled', n: 4 },
      { status: 'confirmed', n: 1 },
    ])
    // Another filter clears the selection.
    await page.keyboard.press('Escape')
    await report.waitFor({ state: 'detached' })
    await bar.waitFor()
    await page.getByLabel('Status', { exact: true }).selectOption('pending')
    await page.getByText('No reservations here').waitFor()
    expect(await bar.count()).toBe(0)
  })

  test('is undone together while the toast is shown', async () => {
    await book('Undo One', { status: 'pending' })
    await book('Undo Two')
    const page = await asStaffMember('/admin/reservations?q=undo')
    await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 2)
    await page.getByLabel('Select all shown').check()
    await page.getByLabel('Set the status of the selected reservations').selectOption('cancelled')
    const answer = await holdUntil(page, '**/bulk/status')
    await page.getByRole('button', { name: 'Set to cancelled' }).click()
    // The question stays until all are told, so that what they were told is not lost with it.
    await expect.poll(() => page.getByRole('button', { name: 'Go back' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    answer('sent')
    await page.getByRole('region').getByRole('button', { name: 'Undo' }).click()
    await toast(page, '2 reservations are as they were.').waitFor()
    const { rows } = await database().pool.query(
      `select guest_name as name, status from reservations where guest_name like 'Undo %' order by 1`,
    )
    expect(rows).toEqual([
      { name: 'Undo One', status: 'pending' },
      { name: 'Undo Two', status: 'confirmed' },
    ])
  })

  test('is downloaded as exactly the selected rows, and emailed once each', async () => {
    const ids = []
    for (const name of ['Mail One', 'Mail Two', 'Mail Three'])
      // oxlint-disable-next-line no-await-in-loop
      ids.push(await book(name))
    await database().pool.query(
      `update reservations set guest_email = '', source = 'phone' where guest_name = 'Mail Three'`,
    )
    const page = await asStaffMember('/admin/reservations?q=mail&sort=name')
    await page.getByLabel('Select Mail One').check()
    await page.getByLabel('Select Mail Three').check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 2 as CSV' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
    const lines = Buffer.concat(chunks).toString('utf8').trim().split('\r\n')
    expect(lines.slice(1).map((line) => /Mail \w+/.exec(line)?.[0])).toEqual(['Mail One', 'Mail Three'])

    await page.getByRole('button', { name: 'Email…' }).click()
    const form = page.getByRole('dialog', { name: 'Email the guests' })
    await form
      .getByText(
        '1 guest gets this email, one for each reservation. 1 reservation has no email address and is left out.',
      )
      .waitFor()
    await form.getByLabel('Subject').fill('The band starts later')
    await form.getByLabel('Message').fill('We begin at ten.\nSee you then.')
    expect(await axeViolations(page)).toEqual([])
    await form.getByRole('button', { name: 'Send' }).click()
    const report = page.getByRole('dialog', { name: '1 sent, 1 refused' })
    await report.getByText('This reservation has no email address.').waitFor()
    const { rows } = await database().pool.query(
      `select r.guest_name as name from email_queue m join reservations r on r.id = m.reservation_id where m.kind = 'staff_message'`,
    )
    expect(rows).toEqual([{ name: 'Mail One' }])
  })

  test('is downloaded after a new sign-in where the session has ended, and refused with the reason', async () => {
    await book('Saved Sena')
    const page = await asStaffMember('/admin/reservations?q=saved')
    await page.getByLabel('Select Saved Sena').check()
    const button = page.getByRole('button', { name: 'Download 1 as CSV' })
    // The selection, and the whole list.
    for (const control of [button, page.getByRole('link', { name: 'Download CSV' })]) {
      await database().pool.query('delete from staff_sessions')
      await control.click()
      const again = page.getByRole('dialog', { name: 'Please sign in again' })
      await again.getByLabel('Password').fill(PASSWORD)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        again.getByRole('button', { name: 'Sign In' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('reservations.csv')
      const chunks: Buffer[] = []
      for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
      expect(Buffer.concat(chunks).toString('utf8')).toContain('Saved Sena')
    }

    await database().pool.query(`update staff_users set role = 'host' where email = $1`, [lastIn()])
    await button.click()
    await toast(page, 'Your role does not allow this. Please ask a manager.').waitFor()
  })
})
