import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, DESKTOP, outOfReach, PHONE, sidewaysScroll } from '../support/browser.ts'
import { waitFor } from '../support/server.ts'

const { asStaffMember, database, server } = useStaffArea()

const table = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Table ${number},`) })

/** A staff member on the floor plan tab. */
async function atPlan(size: BrowserContextOptions): Promise<Page> {
  const page = await asStaffMember('/admin/tables?view=plan', size)
  await page.getByRole('group', { name: 'Floor plan', exact: true }).scrollIntoViewIfNeeded()
  // A trial action: the pointer uses coordinates of the screen, so the page must be settled first.
  await table(page, 9).click({ trial: true })
  return page
}

/** The screen coordinates of a point of the floor plan. */
async function pointIn(page: Page, x: number, y: number): Promise<[number, number]> {
  const room = await page.getByRole('group', { name: 'Floor plan', exact: true }).boundingBox()
  if (!room) throw new Error('the room is not drawn')
  return [room.x + (x / 1200) * room.width, room.y + (y / 500) * room.height]
}
async function middleOf(what: Locator): Promise<[number, number]> {
  // A trial action: the element may still be moving after the last change.
  await what.hover({ trial: true })
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not drawn')
  return [box.x + box.width / 2, box.y + box.height / 2]
}
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 3 })
  await page.mouse.move(...to, { steps: 3 })
  await page.mouse.up()
}
const rowOf = async (number: number) => {
  const { rows } = await database().pool.query<Record<string, number>>(
    'select position_x as x, position_y as y, width, height, rotation from venue_tables where table_number = $1',
    [number],
  )
  return rows[0]
}

test('the floor plan is edited with mouse, keys and numbers, with undo and redo, and guests see it', async () => {
  const page = await atPlan(DESKTOP)
  const fields = page.getByRole('group', { name: 'Table 9', exact: true })
  const numbers = async () =>
    Promise.all(['X', 'Y', 'Width', 'Height', 'Rotation'].map((it) => fields.getByLabel(it).inputValue()))

  // Table 9 is at 310, 36 and is 76 wide: dragged by 50 and 60 it snaps to the grid.
  await drag(page, await pointIn(page, 348, 74), await pointIn(page, 398, 134))
  expect(await numbers()).toEqual(['360', '100', '76', '76', '0'])
  await page.getByText('Table 9 and Table 10 overlap.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await numbers()).toEqual(['310', '36', '76', '76', '0'])
  await page.getByText('Table 9 and Table 10 overlap.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Redo' }).click()
  await fields.getByLabel('Y').fill('20')
  await fields.getByLabel('Y').press('Enter')

  const corner = await middleOf(page.locator('[data-handle="resize 1 1"]'))
  const [right] = await pointIn(page, 20, 0)
  const [left] = await pointIn(page, 0, 0)
  await drag(page, corner, [corner[0] + right - left, corner[1]])
  expect(await numbers()).toEqual(['360', '20', '100', '80', '0'])
  await drag(page, await middleOf(page.locator('[data-handle^=turn]')), await pointIn(page, 600, 60))
  expect((await numbers())[4]).toMatch(/^(90|270)$/)
  await fields.getByLabel('Rotation').fill('30')
  await fields.getByLabel('Rotation').press('Enter')

  // Several tables at once: selected with Shift, moved with keys, and aligned.
  await table(page, 11).click({ modifiers: ['Shift'] })
  const two = page.getByRole('group', { name: '2 selected', exact: true })
  await two.waitFor()
  await table(page, 11).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+z')
  await two.getByRole('button', { name: 'Can be pushed together' }).click()
  await page.locator('[data-link="Table 9 Table 11"], [data-link="Table 11 Table 9"]').waitFor()
  expect(await axeViolations(page)).toEqual([])

  // A marquee selection around the row before the bar.
  await drag(page, await pointIn(page, 405, 300), await pointIn(page, 795, 400))
  const row = page.getByRole('group', { name: '4 selected', exact: true })
  await row.getByRole('button', { name: 'Top' }).click()
  await row.getByLabel('Zone').selectOption('Left Green Vip')
  await page.getByRole('button', { name: 'Undo' }).click()

  await page.getByRole('combobox', { name: 'Furniture' }).selectOption('entrance')
  await page.getByRole('button', { name: 'Add furniture' }).click()
  const entrance = page.getByRole('group', { name: 'Entrance', exact: true })
  await entrance.getByLabel('Y').fill('0')
  await entrance.getByLabel('Y').press('Enter')
  await entrance.getByLabel('Name').fill('Terrace')
  await entrance.getByLabel('Name').press('Enter')
  await page.getByRole('button', { name: 'Stage, furniture' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Stage, furniture' }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Save floor plan' }).click()
  await toast(page, 'Floor plan saved').waitFor()
  await page.getByText('Everything is saved').waitFor()
  expect(await rowOf(9)).toEqual({ x: 350, y: 20, width: 100, height: 80, rotation: 30 })
  expect(await rowOf(11)).toMatchObject({ x: 308, y: 260 })
  await waitFor(async () => {
    const chart = await (await server().get('/events/lone-star-highlife?view=reserve')).text()
    return chart.includes('translate(400 60) rotate(30)') && /Terrace/.test(chart) && !/>Stage</.test(chart)
  })
})

test('no party loses its table, and two staff members who edit the floor plan see each other’s changes', async () => {
  await database().pool.query("update reservations set status = 'cancelled' where status <> 'cancelled'")
  await database().pool.query(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status)
     select id, 'dining', '2031-05-02', '2031-05-02T23:00Z', '2031-05-03T01:00Z', 'Kofi Mensah', 'k@example.com', 3,
       'confirmed' from venue_tables where table_number = 3`,
  )
  const page = await atPlan(DESKTOP)
  await table(page, 3).click()
  const three = page.getByRole('group', { name: 'Table 3', exact: true })
  await three.getByLabel('Zone').selectOption('Floor Seating')
  await page.getByRole('button', { name: 'Save floor plan' }).click()
  await page
    .getByText(/from these guests: Kofi Mensah \(table 3, 3 guests/)
    .first()
    .waitFor()
  await page.getByRole('region').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  const before = await rowOf(4)
  await table(page, 4).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+ArrowRight')
  await database().pool.query(
    'update venue_tables set position_x = position_x + 3 where table_number in (4, 5)',
  )
  const five = await rowOf(5)
  await page.getByRole('button', { name: 'Save floor plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Somebody else changed this floor plan' })
  await dialog.getByRole('row', { name: /Table 4/ }).waitFor()
  expect(await dialog.getByRole('row', { name: /Table 5/ }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Save mine over theirs' }).click()
  await toast(page, 'Floor plan saved').waitFor()
  expect(await rowOf(4)).toMatchObject({ x: (before?.['x'] ?? 0) + 10 })
  expect(await rowOf(5)).toEqual(five)
})

test('the floor plan is edited by touch', async () => {
  const page = await atPlan(PHONE)
  await table(page, 12).tap()
  const fields = page.getByRole('group', { name: 'Table 12', exact: true })
  const x = Number(await fields.getByLabel('X').inputValue())
  const handles = await page.locator('[data-handle]').all()
  expect(handles).toHaveLength(5)
  for (const handle of handles) {
    // oxlint-disable-next-line no-await-in-loop -- five of them
    const box = await handle.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(43.9)
  }
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await outOfReach(page)).toEqual([])

  await table(page, 12).evaluate((it) => it.scrollIntoView({ block: 'center', inline: 'center' }))
  const [fromX, fromY] = await middleOf(table(page, 12))
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: fromX + by, y: fromY }],
    })
  await touch('touchStart', 0)
  await touch('touchMove', 20)
  await touch('touchMove', 40)
  await touch('touchEnd', 40)
  expect(Number(await fields.getByLabel('X').inputValue())).toBeGreaterThan(x + 20)
  await page.getByRole('button', { name: 'Select several' }).tap()
  await table(page, 13).tap()
  await page.getByRole('group', { name: '2 selected', exact: true }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
})
