import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { clearTonight } from '../staff/night-parties.ts'
import { bookInRoom, type RoomParty } from '../staff/room-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, DESKTOP, outOfReach, PHONE, sidewaysScroll, SIZES } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true }

beforeEach(async () => {
  await clearTonight(database())
  await database().pool.query(
    'delete from table_occupancies o using table_blocks b where b.id = o.table_block_id',
  )
  // From 8 PM on, a dinner that is moved would end after the night's event begins, and staff would be asked about its sale.
  await database().pool.query('update events set deleted_at = now() where date >= current_date - 1')
})

const book = (name: string, it: RoomParty) => bookInRoom(database(), name, it)

/** An event of this business date that is not over at any hour, with its tables for sale. */
async function addEvent(title: string, price = 'Free'): Promise<void> {
  await database().pool.query(
    `insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
     values ($1, $2, '', 'Nightlife', business_day_of(now()), '21:00', '05:59', $3, 'free')`,
    [`night-${randomUUID().slice(0, 8)}`, title, price],
  )
}

/** The table on the plan, or in the list where there is no plan. */
const onPlan = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Table ${number}, seats`) }).first()
const standing = (page: Page, number: number) => onPlan(page, number).getAttribute('data-standing')
const becomes = (page: Page, number: number, state: string) =>
  expect.poll(() => standing(page, number)).toBe(state)
const numbersOf = async (id: string): Promise<number[]> => {
  const { rows } = await database().pool.query<{ n: number }>(
    `select t.table_number as n from table_occupancies o join venue_tables t on t.id = o.table_id
     where o.reservation_id = $1 and o.is_active order by 1`,
    [id],
  )
  return rows.map(({ n }) => n)
}

async function fillRoom(): Promise<void> {
  await book('Ada Obi', { table: 1, acts: ['arrived', 'seated'] })
  await book('Kofi Mensah', { table: 2, acts: ['arrived'] })
  await book('Featherstonehaugh-Cholmondeley', { table: 3, guests: 8 })
  await book('Esi Owusu', { table: 9, acts: ['no_show'] })
  await book('Yaw Darko', { table: 10, to: 20, acts: ['arrived', 'seated'] })
  await book('Abena Sarpong', { table: 10, from: 21, to: 200, type: 'nightlife' })
  await book('Akua Mensah', { table: 11, acts: ['arrived', 'seated', 'left'] })
  await book('Nana Owusu', { acts: ['arrived'] })
  await database().pool.query('update venue_tables set is_available = table_number <> 8')
}

test.each(SIZES)('the room is complete on %s, and axe finds nothing', async (_name, size) => {
  await fillRoom()
  const page = await asStaffMember('/admin/floor', { ...size, role: 'host' })
  await onPlan(page, 1).waitFor()
  const states = await Promise.all([1, 2, 3, 9, 10, 11, 8, 4].map((n) => standing(page, n)))
  expect(states).toEqual(['seated', 'arrived', 'expected', 'no_show', 'due_out', 'out', 'off_sale', 'free'])
  expect(await axeViolations(page)).toEqual([])
  expect([await sidewaysScroll(page), ...(await outOfReach(page))]).toEqual([0])
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
  await page.getByRole('region', { name: 'Floor Seating' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await onPlan(page, 1).click()
  await page.getByRole('dialog', { name: 'Ada Obi' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test.each([
  ['three hours slow', -3],
  ['a day slow', -24],
  ['a day fast', 24],
])('the room is that of now on a device whose clock is %s', async (_name, hours) => {
  await fillRoom()
  const page = await asStaffMember('/admin/account', { ...TABLET, role: 'host' })
  await page.clock.setFixedTime(Date.now() + hours * 3_600_000)
  await page.goto('/admin/floor')
  await onPlan(page, 1).waitFor()
  const states = await Promise.all([1, 2, 3, 9, 10, 4].map((n) => standing(page, n)))
  expect(states).toEqual(['seated', 'arrived', 'expected', 'no_show', 'due_out', 'free'])
  await onPlan(page, 9).click()
  await page.getByRole('dialog', { name: 'Esi Owusu' }).waitFor()
})

/** Drags a finger from the middle of one table to that of another one. */
async function dragByFinger(page: Page, from: number, to: number): Promise<void> {
  const fingers: CDPSession = await page.context().newCDPSession(page)
  const middleOf = async (number: number) => {
    const box = await onPlan(page, number).boundingBox()
    if (!box) throw new Error(`table ${number} is not shown`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] })
  for (let step = 1; step <= 8; step += 1) {
    const at = { x: start.x + ((end.x - start.x) * step) / 8, y: start.y + ((end.y - start.y) * step) / 8 }
    // oxlint-disable-next-line no-await-in-loop -- a finger moves in steps
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] })
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

describe('a party', () => {
  test('is dragged to another table by a finger, every device sees it, and Undo brings it back', async () => {
    const id = await book('Ada Obi', { table: 1, acts: ['arrived', 'seated'] })
    const page = await asStaffMember('/admin/floor', { ...TABLET, role: 'host' })
    const other = await asStaffMember('/admin/floor', DESKTOP)
    await becomes(page, 1, 'seated')
    await dragByFinger(page, 1, 12)
    const dialog = page.getByRole('dialog', { name: 'Move Ada Obi to table 12?' })
    await dialog.getByText('The price stays as it is.').waitFor()
    await dialog.getByRole('button', { name: 'Move to table 12' }).click()
    await becomes(other, 12, 'seated')
    expect(await numbersOf(id)).toEqual([12])
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes(other, 1, 'seated')
    expect(await numbersOf(id)).toEqual([1])
  })

  test('is not dropped onto a table that another party has', async () => {
    const id = await book('Ada Obi', { table: 1, acts: ['arrived', 'seated'] })
    await book('Kofi Mensah', { table: 12 })
    const page = await asStaffMember('/admin/floor', TABLET)
    await becomes(page, 12, 'expected')
    await dragByFinger(page, 1, 12)
    await toast(page, 'Table 12 is taken for that time: Kofi Mensah.').waitFor()
    expect(await numbersOf(id)).toEqual([1])
  })

  test('that a colleague moves while the question is open stays there, and that is said', async () => {
    const id = await book('Ada Obi', { table: 1, acts: ['arrived', 'seated'] })
    const page = await asStaffMember('/admin/floor', TABLET)
    await becomes(page, 1, 'seated')
    await dragByFinger(page, 1, 12)
    const dialog = page.getByRole('dialog', { name: 'Move Ada Obi to table 12?' })
    await dialog.waitFor()
    await database().pool.query(
      'update reservations set table_id = (select id from venue_tables where table_number = 3) where id = $1',
      [id],
    )
    await becomes(page, 3, 'seated')
    await dialog.getByRole('button', { name: 'Move to table 12' }).click()
    await toast(page, 'Ada Obi was moved meanwhile: Table 3.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await numbersOf(id)).toEqual([3])
  })

  test('that sits past its end keeps its table until staff say that it left, and both at one table are listed', async () => {
    const ada = await book('Ada Obi', { table: 1, acts: ['arrived', 'seated'] })
    await book('Dina Addo', { table: 12, from: -130, to: -10, acts: ['arrived', 'seated'] })
    await book('Kofi Mensah', { table: 2, from: -130, to: -40, acts: ['arrived'] })
    await book('Esi Owusu', { table: 2, acts: ['arrived'] })
    const page = await asStaffMember('/admin/floor', { ...TABLET, role: 'host' })
    await page.getByRole('button', { name: /^Also at table 2: Kofi Mensah, 4 of 4, arrived/ }).waitFor()
    await becomes(page, 12, 'seated')
    await dragByFinger(page, 1, 12)
    const seated = page.getByRole('dialog', { name: 'Dina Addo is still seated at table 12.' })
    await seated.getByText('Ada Obi gets the table once they have left.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await seated.getByRole('button', { name: 'Mark Dina Addo as left' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move Ada Obi to table 12?' })
    await dialog.getByRole('button', { name: 'Move to table 12' }).click()
    await expect.poll(() => numbersOf(ada)).toEqual([12])
  })

  test('of fourteen gets three tables by the keyboard alone, and stays longer', async () => {
    const id = await book('Ada Obi', { table: 1, guests: 14, acts: ['arrived'] })
    const page = await asStaffMember('/admin/floor?view=list', DESKTOP)
    await onPlan(page, 1).focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Ada Obi' })
    await sheet.getByRole('button', { name: 'Several tables' }).focus()
    await page.keyboard.press('Enter')
    const tables = page.getByRole('dialog', { name: 'Tables of Ada Obi' })
    for (const name of [/^Table 2\b/, /^Table 3\b/]) {
      // oxlint-disable no-await-in-loop -- one key after the other
      await tables.getByRole('checkbox', { name }).focus()
      await page.keyboard.press('Space')
      // oxlint-enable no-await-in-loop
    }
    await tables.getByText(/Seats \d+, for a party of 14/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await tables.getByRole('button', { name: 'Save tables' }).focus()
    await page.keyboard.press('Enter')
    await becomes(page, 3, 'arrived')
    expect(await numbersOf(id)).toEqual([1, 2, 3])
    // Each of its tables has a row, which says that it is the same party.
    await page.getByRole('button', { name: /^Table 3, .*Ada Obi.*, with tables 1 and 2, / }).waitFor()
    await sheet.getByRole('button', { name: '15 min longer' }).focus()
    await page.keyboard.press('Enter')
    await toast(page, 'Ada Obi').waitFor()
    await expect
      .poll(async () => {
        const { rows } = await database().pool.query(
          `select round(extract(epoch from ends_at - now()) / 60) > 65 as longer from reservations where id = $1`,
          [id],
        )
        return rows[0]?.longer
      })
      .toBe(true)
  })

  test('without a table is listed until it has one', async () => {
    const id = await book('Ada Obi', { acts: ['arrived'] })
    const page = await asStaffMember('/admin/floor', { ...PHONE, role: 'host' })
    const panel = page
      .locator('section, div')
      .filter({ has: page.getByRole('heading', { name: 'Without a table' }) })
    await panel.getByText('Ada Obi, 4 of 4').first().waitFor()
    await page.getByRole('button', { name: 'Choose a table: Ada Obi' }).click()
    await page.getByRole('checkbox', { name: /^Table 12\b/ }).check()
    await page.getByRole('button', { name: 'Save tables' }).click()
    await becomes(page, 12, 'arrived')
    await page.getByRole('heading', { name: 'Without a table' }).waitFor({ state: 'detached' })
    expect(await numbersOf(id)).toEqual([12])
  })

  test('whose guests are all outside keeps its table until a server says that they left', async () => {
    const id = await book('Ada Obi', { table: 4, acts: ['arrived', 'seated', 'left'] })
    const page = await asStaffMember('/admin/floor', { ...PHONE, role: 'server' })
    await becomes(page, 4, 'out')
    await page.getByRole('button', { name: /^Table 4, .*Ada Obi, 4 of 4, Out, table kept/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Ada Obi' })
    await sheet.getByRole('button', { name: 'Left', exact: true }).click()
    await toast(page, 'All left').waitFor()
    await page.keyboard.press('Escape')
    await becomes(page, 4, 'free')
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes(page, 4, 'out')
    await page.getByRole('button', { name: 'Back in: Ada Obi' }).click()
    await becomes(page, 4, 'seated')
    expect(await numbersOf(id)).toEqual([4])
  })

  test('that does not come releases its table for sale', async () => {
    await book('Ada Obi', { table: 1, acts: ['no_show'] })
    const page = await asStaffMember('/admin/floor?view=list', { ...PHONE, role: 'host' })
    await onPlan(page, 1).click()
    await page.getByRole('button', { name: 'Release the table' }).click()
    await toast(page, 'Table 1 is free again').waitFor()
    await becomes(page, 1, 'free')
  })
})

test('a walk-in takes a free table of the night, pays by card, and sits down at once', async () => {
  await addEvent('Afro Floor', '$25')
  // Check-in had counted one of them in.
  await database().pool.query(
    `insert into head_counts (id, night, change, happened_at, actor_id, actor_name, device_name)
     values (gen_random_uuid(), business_day_of(now()), 1, now(), gen_random_uuid(), 'Ama', 'Door')`,
  )
  const page = await asStaffMember('/admin/floor', { ...TABLET, role: 'host' })
  await onPlan(page, 12).click()
  await page.getByRole('button', { name: 'Seat a walk-in' }).click()
  const form = page.getByRole('dialog', { name: 'Walk-in at table 12' })
  await form.getByText('Afro Floor').click()
  await form.getByLabel('Guests').fill('30')
  await form.getByLabel('Guest name').fill('Efua Walker')
  await form.getByRole('button', { name: /^Take table/ }).click()
  await page
    .getByRole('dialog', { name: 'Seat 30 guests at table 12?' })
    .getByText('Table 12 seats')
    .waitFor()
  await page.keyboard.press('Escape')
  await form.getByLabel('Guests').fill('3')
  expect(await form.getByRole('radio', { name: /^No\b/ }).isChecked()).toBe(true)
  await form.getByRole('radio', { name: /^Yes\b/ }).check()
  await form.getByText('1 of them. The other 2').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: /^Take table/ }).click()
  await becomes(page, 12, 'seated')
  const { rows } = await database().pool.query(
    `select r.guest_count as guests, r.received_cents = r.total_price_cents and r.received_cents > 0 as paid
     from reservations r where guest_name = 'Efua Walker'`,
  )
  expect(rows).toEqual([{ guests: 3, paid: true }])
  // The floor shows the party before the server has answered.
  await expect.poll(arrivals).toEqual([
    { guests: 2, were: false },
    { guests: 1, were: true },
  ])
  await toast(page, 'Seated at table 12').waitFor()
  // One was asked at the door, and the first guest enters free.
  await toast(page, 'Efua Walker: $25 cover').waitFor()
  expect(await toast(page, 'Reservation added successfully!').count()).toBe(0)
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Undone').waitFor()
  await becomes(page, 12, 'free')
  const undone = await database().pool.query(
    `select deleted_at is not null as gone, (select sum(amount_cents)::int from ledger_lines where reservation_id = r.id) as left
     from reservations r where guest_name = 'Efua Walker'`,
  )
  expect(undone.rows).toEqual([{ gone: true, left: 0 }])
  await expect.poll(arrivals).toEqual([])
})

const arrivals = async () =>
  (
    await database().pool.query(
      `select a.guests, a.were_walk_ins as were from standing_arrival_events a
       join reservations r on r.id = a.reservation_id
       where r.guest_name = 'Efua Walker' and a.kind = 'arrived' order by a.guests desc`,
    )
  ).rows

test('a zone has a server for the night, on plan and list', async () => {
  const page = await asStaffMember('/admin/floor', TABLET)
  await page.getByRole('button', { name: 'Servers' }).click()
  await page.getByLabel('Floor Seating').fill('Kojo of the agency')
  await page.getByLabel('Left Green Vip').fill('Ama Boateng')
  await page.getByRole('button', { name: 'Save servers' }).click()
  await page.locator('svg text', { hasText: 'Kojo of the agency' }).waitFor()
  // The name lies beside the entrance, which stands below the tables of that zone.
  const edges = await page.locator('svg text', { hasText: /^(Ama Boateng|Entrance)$/i }).evaluateAll((all) =>
    all
      .map((it) => it.getBoundingClientRect())
      .toSorted((a, b) => a.left - b.left)
      .map(({ left, right }) => [left, right]),
  )
  expect(edges).toHaveLength(2)
  expect(edges[1]?.[0]).toBeGreaterThan(edges[0]?.[1] ?? 0)
  await page.getByRole('button', { name: 'List' }).click()
  await page.getByText('Server: Kojo of the agency').waitFor()
  expect(await axeViolations(page)).toEqual([])
})
