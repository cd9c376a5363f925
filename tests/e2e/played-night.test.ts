import { addDays, formatDate } from '#lib/venue-time.ts'
import { formatUsd, formatUsdShort } from '#lib/money.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pastDoubleTap, tapLater, toast } from '../staff/admin-visit.ts'
import {
  addDinner,
  addNight,
  figure,
  findAtCheckIn,
  openParty,
  openTable,
  rowsOf,
  seatWalkIn,
  type Table,
} from '../staff/night/night-screens.ts'
import { usePlayedDay } from '../staff/night/played-day.ts'
import { axeViolations, DESKTOP, PHONE } from '../support/browser.ts'

/** A Saturday before every party of the seed. */
const DATE = '2026-08-15'
const TABLET = { viewport: { width: 820, height: 1180 } }
const COVER = 2500

const { at, asStaffMember, database, actsOf, ledgerSums } = usePlayedDay(DATE)

let night = ''
let list = ''
let host: Page
let entrance: Page
let server: Page
let manager: Page
let tables: readonly Table[] = []
beforeAll(async () => {
  const { pool } = database()
  const made = await pool.query<{ night: string; list: string }>(
    `with night as (
       insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
       select 'played-night', 'Played Night', description, $1, '21:00', '05:00', category, '$25', price_range
       from events limit 1 returning id
     )
     insert into guest_lists (event_id, name, promoter, terms, max_guests)
     select id, 'Friends of Kojo', 'Kojo Asante', 'free', 40 from night returning event_id as night, id as list`,
    [DATE],
  )
  night = made.rows[0]?.night ?? ''
  list = made.rows[0]?.list ?? ''
  const free = await pool.query<Table>(
    `select id, table_number as number, reservation_price_cents as cents from venue_tables
     where is_available and max_guests >= 4 and reservation_price_cents > 0 order by table_number`,
  )
  tables = free.rows
})
const tableAt = (place: number): Table => tables[place] ?? { id: '', number: 0, cents: 0 }

/** Money outside of the ledger: the drawer and the card terminal. */
const till = { cash: 0, card: 0 }

/** Presses a button by which guests come in at check-in, and takes the cover of those who pay. */
async function letIn(page: Page, enter: string, pays: { method: 'cash' | 'card'; guests: number } | null) {
  await pastDoubleTap(page)
  await page.getByRole('button', { name: enter }).click()
  if (!pays) return
  const cents = pays.guests * COVER
  const method = pays.method === 'cash' ? 'Cash' : 'Card'
  const pay = page.getByRole('button', { name: `${method} ${formatUsdShort(cents)}` })
  await pay.waitFor()
  await pastDoubleTap(page)
  await pay.click()
  const paid = pays.method === 'cash' ? 'in cash' : 'by card'
  await page.getByText(`, ${formatUsdShort(cents)} ${paid}.`).waitFor()
  till[pays.method] += cents
}
const arrivalsOf = (id: string) => expect.poll(() => actsOf(id))

const efua: { name: string; guests: string; table: Table } = {
  name: 'Efua Danso',
  guests: '2',
  table: { id: '', number: 0, cents: 0 },
}
let dinah = ''
let phil = ''
let nora = ''

test('in the afternoon the host takes calls and the manager puts names on a list', async () => {
  host = await asStaffMember('/admin/tonight', { ...PHONE, role: 'host' })
  entrance = await asStaffMember('/admin/tonight', { ...PHONE, role: 'door' })
  server = await asStaffMember('/admin/floor', { ...TABLET, role: 'server' })
  manager = await asStaffMember(`/admin/guest-lists/${list}`, { ...DESKTOP, role: 'manager' })
  dinah = await addDinner(host, { name: 'Dinah Mensah', guests: '4', table: tableAt(5) }, '6:30 PM')
  phil = await addNight(host, { name: 'Phil Owusu', guests: '4', table: tableAt(0), night }, /^Birthday/)
  nora = await addNight(host, { name: 'Nora Darko', guests: '4', table: tableAt(1), night })
  await manager.getByLabel('Name', { exact: true }).fill('Ama Listed +2')
  await manager.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(manager, 'Ama Listed +2').waitFor()
})

test('at dinner a couple walks in, and a party comes in two parts', async () => {
  await at('18:30')
  efua.table = tableAt(4)
  await seatWalkIn(host, efua, /^Dinner now/)
  await at('18:40')
  await openParty(server, 'Dinah Mensah')
  await server.getByRole('button', { name: 'One fewer' }).click()
  await server.getByRole('button', { name: 'One fewer' }).click()
  await server.getByRole('button', { name: '2 arrived', exact: true }).click()
  await arrivalsOf(dinah).toEqual(['arrived 2'])
  await at('18:55')
  await server.getByRole('button', { name: '2 arrived', exact: true }).click()
  await arrivalsOf(dinah).toEqual(['arrived 2', 'arrived 2'])
  await server.getByRole('button', { name: 'Seated', exact: true }).click()
  await arrivalsOf(dinah).toContain('seated')
  expect(await axeViolations(server)).toEqual([])
})

test('at 8:50 PM one dinner leaves, and the other pays to keep its table for the night', async () => {
  await at('20:50')
  await openParty(server, 'Dinah Mensah')
  await server.getByRole('button', { name: '4 left', exact: true }).click()
  await arrivalsOf(dinah).toContain('left 4')
  await host.goto('/admin/floor?view=list')
  await host.getByRole('button', { name: 'Keep for the night: Efua Danso' }).click()
  const keeping = host.getByRole('dialog', { name: `Keep table ${efua.table.number} for the night` })
  await keeping.getByRole('radio', { name: 'Paid in cash' }).check()
  expect(await axeViolations(host)).toEqual([])
  await keeping.getByRole('button', { name: `Take table, ${formatUsd(efua.table.cents)}` }).click()
  await toast(host, 'Reservation added successfully!').waitFor()
  till.cash += efua.table.cents
})

test('at the entrance a party comes in parts, a list enters free, a stranger is turned away, and others walk in', async () => {
  await at('22:05')
  await entrance.goto('/admin/door')
  await entrance.getByText('Live').waitFor()
  const { rows } = await database().pool.query<{ code: string }>(
    'select entry_code as code from reservations where id = $1',
    [phil],
  )
  await entrance.getByRole('searchbox').fill(rows[0]?.code.toLowerCase() ?? '')
  await entrance.getByRole('searchbox').press('Enter')
  await entrance.getByRole('dialog', { name: 'Money due' }).getByText('Phil Owusu').first().waitFor()
  // The holder of a table enters free.
  await letIn(entrance, 'Only 3 enter', { method: 'cash', guests: 2 })
  await findAtCheckIn(entrance, 'Phil Owusu')
  await letIn(entrance, '1 enters', { method: 'card', guests: 1 })
  await arrivalsOf(phil).toHaveLength(2)
  await findAtCheckIn(entrance, 'Ama Listed')
  await letIn(entrance, 'All 3 enter', null)
  await entrance.getByText('3 guests of Ama Listed came in.').waitFor()
  await entrance.getByRole('searchbox').fill('ABCDEFGH')
  await entrance.getByRole('searchbox').press('Enter')
  await entrance.getByRole('dialog', { name: 'Not one of our codes' }).waitFor()
  await tapLater(entrance, 'Close')
  await pastDoubleTap(entrance)
  await entrance.getByRole('button', { name: 'Walk-in' }).click()
  await entrance.getByRole('button', { name: 'One more, Full' }).click()
  await letIn(entrance, 'One more, Comp', { method: 'card', guests: 2 })
  expect(await actsOf(phil)).toEqual(['arrived 3', 'arrived 1'])
})

test('the host takes what is due for a table, and at 11:30 PM the server brings the sparklers', async () => {
  await host.goto(`/admin/reservations/${phil}`)
  await host.getByRole('button', { name: 'Mark as paid' }).click()
  const paying = host.getByRole('dialog', { name: 'Mark as paid' })
  await paying.getByRole('radio', { name: 'Cash' }).check()
  await paying.getByRole('button', { name: 'Record payment' }).click()
  await toast(host, 'Payment recorded').waitFor()
  till.cash += tableAt(0).cents + 5000
  await at('23:30')
  await server.goto('/admin/run-sheet')
  const sparklers = server.getByRole('button', { name: /^Done: 11:30 PM, .*Phil Owusu/ })
  await sparklers.click()
  await expect.poll(() => sparklers.getAttribute('aria-pressed')).toBe('true')
  await server.getByText(/^Done at 11:3\d PM by staff\d/).waitFor()
})

test('after midnight a table walks in, and the manager moves a party', async () => {
  await at('00:10')
  await seatWalkIn(host, { name: 'Yaa Asante', guests: '4', table: tableAt(2) }, /^Played Night/)
  till.card += tableAt(2).cents
  await openTable(manager, tableAt(3))
  await manager.getByLabel('Bring a party here').selectOption(phil)
  await manager.getByRole('button', { name: 'Move here' }).click()
  const question = manager.getByRole('dialog', { name: `Move Phil Owusu to table ${tableAt(3).number}?` })
  await question.waitFor()
  expect(await axeViolations(manager)).toEqual([])
  await question.getByRole('button', { name: /^Move to table/ }).click()
  await toast(manager, `Moved to table ${tableAt(3).number}`).waitFor()
})

test('in the morning the stays end, and the manager corrects a cover and closes the night', async () => {
  await at('06:05', addDays(DATE, 1))
  await database().pool.query(`select graphile_worker.add_job('prepare_close_out')`)
  await arrivalsOf(phil).toContain('left 4')
  await entrance.reload()
  await entrance.getByText('Live').waitFor()
  await manager.goto(`/admin/close-out?date=${DATE}`)
  await manager.getByRole('heading', { name: '1 party did not come' }).waitFor()
  await manager.getByText(/: everything sent, last heard 6:\d\d AM$/).waitFor()
  expect(await manager.getByLabel('Outcome of Efua Danso').inputValue()).toBe('came')
  await manager.getByText(/^Cover as it was taken/).click()
  await manager.getByRole('button', { name: /^Correct: Phil Owusu · 1 full/ }).click()
  const correcting = manager.getByRole('dialog', { name: 'Correct cover' })
  await correcting.getByRole('radio', { name: 'In cash' }).check()
  await correcting.getByLabel('Reason').fill('Paid with a note, not by card')
  expect(await axeViolations(manager)).toEqual([])
  await correcting.getByRole('button', { name: 'Correct', exact: true }).click()
  await toast(manager, 'Cover corrected').waitFor()
  till.cash += COVER
  till.card -= COVER
  await manager.getByRole('button', { name: 'Close the night' }).click()
  const closing = manager.getByRole('dialog')
  await closing.getByText('1 party marked as a no-show').waitFor()
  await closing.getByText('1 party recorded as having come').waitFor()
  await closing.getByRole('button', { name: 'Close the night' }).click()
  await manager.getByText(/^staff\d+ closed this night/).waitFor()
  expect(await actsOf(nora)).toEqual(['no_show'])
})

test('the drawer is exact, and page, file, ledger and Overview have the sums of the tills', async () => {
  await manager.getByRole('button', { name: 'Count cash and lock' }).click()
  const locking = manager.getByRole('dialog', { name: 'Lock the figures' })
  await locking.getByLabel('Cash counted').fill(String(till.cash / 100))
  await locking.getByText('exact').waitFor()
  await locking.getByRole('button', { name: 'Lock' }).click()
  await manager.getByText(/^staff\d+ locked this night/).waitFor()

  const total = till.cash + till.card
  expect(await ledgerSums()).toEqual([
    { method: 'card', cents: till.card },
    { method: 'cash', cents: till.cash },
  ])
  expect(await rowsOf(manager, 'By method')).toEqual([
    `Cash: ${formatUsd(till.cash)}`,
    `Card: ${formatUsd(till.card)}`,
    `Total: ${formatUsd(total)}`,
  ])
  expect(await rowsOf(manager, 'Cover')).toEqual([
    `Full, by card (2): ${formatUsd(2 * COVER)}`,
    `Full, in cash (3): ${formatUsd(3 * COVER)}`,
    'Guest list (3): $0.00',
    'Comp (1): $0.00',
    `Total: ${formatUsd(5 * COVER)}`,
  ])
  expect(await figure(manager, 'Kept for the night')).toBe(formatUsd(total))
  expect(await figure(manager, 'No-shows')).toBe('1')
  const csv = await (await manager.request.get(`/admin/api/close-out/${DATE}/csv`)).text()
  expect(csv).toContain(`Money,Kept for the night,,${(total / 100).toFixed(2)}\r\n`)
  await manager.goto('/admin/overview?chart=money')
  const nightly = manager.getByRole('figure', { name: /night by night/ })
  await nightly.getByText('Show as a table').click()
  const cells = nightly.getByRole('row', { name: formatDate(DATE, 'medium') }).getByRole('cell')
  expect(await cells.allTextContents()).toEqual(['20', '4', formatUsd(total)])
})
