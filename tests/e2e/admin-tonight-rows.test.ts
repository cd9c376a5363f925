import type { Page } from 'playwright-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { bookTonight, clearTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { atEachSize, axeViolations, DESKTOP, expectToFit, PHONE, sidewaysScroll } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

beforeEach(() => clearTonight(database()))

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Parties' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: new RegExp(`^${name},`) }) })

/** The places of a text in a row that can be read whole: nothing around them cuts them off. */
const readWhole = (page: Page, name: string, text: string) =>
  rowOf(page, name).evaluate((row, wanted) => {
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
    let whole = 0
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1
      if (at === -1) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      const { left, right, width } = range.getBoundingClientRect()
      let isCut = width === 0
      for (let box = node.parentElement; box && box !== row; box = box.parentElement) {
        const edge = box.getBoundingClientRect()
        isCut ||=
          getComputedStyle(box).overflowX !== 'visible' && (left < edge.left - 1 || right > edge.right + 1)
      }
      if (!isCut) whole += 1
    }
    return whole
  }, text)

/**
 * A night of sixteen parties, all of which are rendered: nine that came, a party of eight at three tables that owes a four-figure
 * amount, and another that did not come.
 */
async function bookRows(): Promise<void> {
  const { pool } = database()
  const names = Array.from({ length: 14 }, (_, i) => `Guest ${String(i).padStart(2, '0')} Featherstonehaugh`)
  const ids = await bookTonight(database(), [...names, 'Ada Obi-Mensah', 'Kofi Mensah'])
  const [large, absent] = ids.slice(14)
  await pool.query(
    `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
     select gen_random_uuid(), id, 'arrived', 6, now(), gen_random_uuid(), 'Efua' from unnest($1::uuid[]) as id`,
    [ids.slice(5, 14)],
  )
  await pool.query(
    `update reservations set guest_count = 8, total_price_cents = 149550, tags = '{vip,allergy}',
       staff_note = 'Window, with a view of the stage',
       table_id = (select id from venue_tables where table_number = 1),
       second_table_id = (select id from venue_tables where table_number = 2),
       extra_table_ids = array(select id from venue_tables where table_number = 6)
     where id = $1`,
    [large],
  )
  await pool.query(
    `update reservations set guest_count = 4, total_price_cents = 12500,
       starts_at = least(starts_at, now() - interval '1 minute') where id = $1`,
    [absent],
  )
  await pool.query(
    `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
     values (gen_random_uuid(), $1, 'arrived', 8, now(), gen_random_uuid(), 'Efua'),
       (gen_random_uuid(), $2, 'no_show', null, now(), gen_random_uuid(), 'Efua')`,
    [large, absent],
  )
}

/** Walk-ins of tonight come, or leave. */
const countWalkIns = (change: number) =>
  database().pool.query(
    `insert into head_counts (id, night, change, happened_at, actor_id, actor_name, device_name)
     values (gen_random_uuid(), business_day_of(now()), $1, now(), gen_random_uuid(), 'Efua', 'Phone')`,
    [change],
  )

/** The lower edge of the list on the screen: the bar at the bottom of a phone covers the rows below it. */
const endOfScreen = (page: Page): Promise<number> =>
  page.getByRole('navigation').evaluateAll((all) => {
    const boxes = all
      .filter((it) => getComputedStyle(it).position === 'fixed')
      .map((it) => it.getBoundingClientRect())
    return Math.min(innerHeight, ...boxes.filter((it) => it.width >= innerWidth).map(({ top }) => top))
  })

test('the night is complete at every size, with at least eight parties on a screen and each row whole', async () => {
  await bookRows()
  // The warning of a full room and the number of walk-ins take no row from the list.
  await database().pool.query('update venue set capacity = 280')
  for (const change of [99, 99]) await countWalkIns(change)
  onTestFinished(async () => {
    await database().pool.query('update venue set capacity = 0')
    for (const change of [-99, -99]) await countWalkIns(change)
  })
  const page = await asStaffMember('/admin/tonight', DESKTOP)
  const rows = page.getByRole('list', { name: 'Parties' }).getByRole('listitem')
  await rows.nth(15).waitFor()
  expect(await page.locator('dl > div').filter({ hasText: 'Inside' }).locator('dd').textContent()).toMatch(
    /^260 of 280/,
  )
  await expectToFit(page, async () => {
    await page.getByText('Almost full').filter({ visible: true }).waitFor()
    const end = await endOfScreen(page)
    const boxes = await rows.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().bottom))
    expect(boxes.filter((bottom) => bottom <= end).length).toBeGreaterThanOrEqual(8)
    const targets = await rows
      .nth(1)
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((it) => Math.min(it.getBoundingClientRect().width, it.getBoundingClientRect().height)),
      )
    expect(Math.min(...targets)).toBeGreaterThanOrEqual((page.viewportSize()?.width ?? 0) < 1024 ? 48 : 24)
    for (const text of ['$1,495.50 due', 'Allergy', 'VIP', 'T1+2+6'])
      // oxlint-disable-next-line no-await-in-loop -- one text after the other
      expect([text, await readWhole(page, 'Ada Obi-Mensah', text)]).toEqual([text, 1])
    for (const text of ['No-show', '$125 due'])
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect([text, await readWhole(page, 'Kofi Mensah', text)]).toEqual([text, 1])
  })
  await rowOf(page, 'Guest 03 Featherstonehaugh').getByRole('button').first().click()
  // The panel beside the list of a wide screen is a sheet on a narrow one.
  await expectToFit(page, () => {
    const opened = (page.viewportSize()?.width ?? 0) < 1024 ? 'dialog' : 'complementary'
    return page.getByRole(opened, { name: /Guest 03/ }).waitFor()
  })
  await page.getByRole('button', { name: 'Close' }).click()
  await atEachSize(page, async () => {
    await page.getByRole('button', { name: /^Tonight,/ }).click()
    await page.getByRole('gridcell').first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('gridcell').first().waitFor({ state: 'detached' })
  })
})

test('a host records from the sheet of a party what it pays, and the night shows nothing due', async () => {
  const [id = ''] = await bookTonight(database(), ['Ada Obi'])
  await database().pool.query('update reservations set total_price_cents = 45000 where id = $1', [id])
  const page = await asStaffMember('/admin/tonight', { ...PHONE, role: 'host' })
  await rowOf(page, 'Ada Obi').getByRole('button').first().click()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  const form = page.getByRole('dialog', { name: 'Mark as paid' })
  // No method is chosen before staff do.
  await form.getByRole('button', { name: 'Choose cash or card' }).click()
  await form.getByText('Choose cash or card.').waitFor()
  await form.getByRole('radio', { name: 'Cash' }).check()
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: 'Record payment' }).click()
  await toast(page, 'Payment recorded').waitFor()
  const sheet = page.getByRole('dialog', { name: 'Ada Obi' })
  await sheet.getByText('$450 due').waitFor({ state: 'detached' })
  expect(await sheet.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0)
  const { rows } = await database().pool.query(
    'select method, amount_cents as cents from ledger_lines where reservation_id = $1',
    [id],
  )
  expect(rows).toEqual([{ method: 'cash', cents: 45_000 }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Payment taken back').waitFor()
  await sheet.getByText('$450 due').waitFor()
})

test('the arrow keys go from row to row of a laptop, and a row is 40 px high', async () => {
  await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
  const page = await asStaffMember('/admin/tonight', DESKTOP)
  const main = (name: string) => rowOf(page, name).getByRole('button').first()
  await main('Ada Obi').focus()
  await page.keyboard.press('ArrowDown')
  expect(await main('Kofi Mensah').evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowUp')
  expect(await main('Ada Obi').evaluate((it) => it === document.activeElement)).toBe(true)
  expect((await rowOf(page, 'Ada Obi').boundingBox())?.height).toBe(40)
})

test('a party opens beside the list of a laptop, where it is read, recorded and changed without leaving the list', async () => {
  const [id] = await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
  const page = await asStaffMember('/admin/tonight', DESKTOP)
  const main = (name: string) => rowOf(page, name).getByRole('button').first()
  const panel = (name: string) => page.getByRole('complementary', { name })
  const isFocused = (name: string) => main(name).evaluate((it) => it === document.activeElement)
  await main('Ada Obi').focus()
  await page.keyboard.press('Enter')
  await panel('Ada Obi').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await isFocused('Ada Obi')).toBe(true)
  await page.keyboard.press('ArrowDown')
  await panel('Kofi Mensah').waitFor()
  await page.keyboard.press('ArrowUp')
  await panel('Ada Obi').getByRole('button', { name: '6 arrived', exact: true }).click()
  await rowOf(page, 'Ada Obi')
    .getByRole('button', { name: /6 of 6 guests/ })
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  // Enter on the open row goes into the panel, and Escape back to the row.
  await main('Ada Obi').focus()
  await page.keyboard.press('Enter')
  expect(await panel('Ada Obi').evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await panel('Ada Obi').waitFor({ state: 'detached' })
  await expect.poll(() => isFocused('Ada Obi')).toBe(true)
  // The address keeps what is open, and Back closes it.
  await page.goto(`/admin/tonight?open=${id}`)
  await panel('Ada Obi').getByRole('button', { name: 'Close' }).click()
  await panel('Ada Obi').waitFor({ state: 'detached' })
  await expect.poll(() => isFocused('Ada Obi')).toBe(true)
  await main('Kofi Mensah').click()
  await panel('Kofi Mensah').waitFor()
  await page.goBack()
  await panel('Kofi Mensah').waitFor({ state: 'detached' })
  await rowOf(page, 'Kofi Mensah').waitFor()
})

test.each([
  ['a phone', PHONE, 'Open reservation'],
  ['a laptop', DESKTOP, 'Open page'],
])(
  'a search on %s is in the address, so that Back from a reservation keeps it, and reads nothing anew',
  async (_name, size, link) => {
    await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
    const page = await asStaffMember('/admin/tonight', size)
    await rowOf(page, 'Kofi Mensah').waitFor()
    const entries = () => page.evaluate(() => history.length)
    const before = await entries()
    const reads: string[] = []
    page.on('request', (request) => reads.push(new URL(request.url()).pathname))
    const field = page.getByRole('searchbox', { name: 'Search' })
    // The last key changes nothing of the search.
    await field.pressSequentially('mensah ', { delay: 100 })
    await rowOf(page, 'Ada Obi').waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).search).toBe('?q=mensah')
    expect(await field.inputValue()).toBe('mensah ')
    expect(await entries()).toBe(before)
    expect(reads.filter((path) => path.endsWith('.data'))).toEqual([])
    // A late announcement of the bookings may be among them, a read at each key is not.
    expect(reads.filter((path) => path === '/admin/api/tonight').length).toBeLessThan(3)
    await rowOf(page, 'Kofi Mensah').getByRole('button').first().click()
    await page.getByRole('link', { name: link }).click()
    await page.waitForURL('**/admin/reservations/*')
    await page.goBack()
    await rowOf(page, 'Kofi Mensah').waitFor()
    expect(await field.inputValue()).toBe('mensah')
    expect(await rowOf(page, 'Ada Obi').count()).toBe(0)
    await field.fill('')
    await rowOf(page, 'Ada Obi').waitFor()
    expect(new URL(page.url()).searchParams.has('q')).toBe(false)
  },
)

test('paper has every party of the list, which a screen draws only in part', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `Guest ${String(i).padStart(2, '0')}`)
  await bookTonight(database(), [...names, 'Ada Obi'])
  const page = await asStaffMember('/admin/tonight', DESKTOP)
  await page.getByLabel('Search', { exact: true }).fill('Guest')
  await page.getByRole('group', { name: 'State' }).getByText('All 61').waitFor()
  await page.evaluate(() => {
    window.addEventListener('beforeprint', () => {
      document.body.dataset['printed'] = [...document.querySelectorAll('tbody tr')]
        .map((row) => row.children[2]?.textContent)
        .join()
    })
  })
  await page.pdf()
  const printed = await page.evaluate(() => document.body.dataset['printed'])
  expect(printed?.split(',').toSorted()).toEqual(names)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  expect(await page.getByRole('searchbox').isVisible()).toBe(false)
  expect(await sidewaysScroll(page)).toBe(0)
})
