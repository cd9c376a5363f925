import { addDays, formatDate } from '#lib/venue-time.ts'
import { formatUsd, formatUsdShort } from '#lib/money.ts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { usePlayedDay } from '../staff/played-day.ts'
import { axeViolations, DESKTOP, PHONE } from '../support/browser.ts'

/** A Saturday before every party of the seed. */
const DATE = '2026-08-15'
const TABLET = { viewport: { width: 820, height: 1180 } }
const COVER = 2500

const { at, asStaffMember, database, actsOf, ledgerSums } = usePlayedDay(DATE)

type Table = { readonly id: string; readonly number: number; readonly cents: number }
let night = ''
let list = ''
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

type Guest = { readonly name: string; readonly guests: string; readonly table: Table }

/** Fills the form of a phone booking and saves it; returns the id of the reservation. */
async function addByPhone(page: Page, guest: Guest, fill: () => Promise<void>): Promise<string> {
  await page.goto('/admin/reservations/new')
  await page.getByRole('radio', { name: 'Phone' }).check()
  await fill()
  await page.getByLabel('Guests').fill(guest.guests)
  await page.getByRole('combobox', { name: /^Table/ }).selectOption(guest.table.id)
  await page.getByLabel('Guest name').fill(guest.name)
  await page.getByRole('textbox', { name: 'Phone' }).fill('972 555 0142')
  await page.getByRole('button', { name: 'Add reservation' }).click()
  await toast(page, 'Reservation added successfully!').waitFor()
  await page.waitForURL(/\/admin\/reservations\/[0-9a-f-]{36}$/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}
const addDinner = (page: Page, guest: Guest, time: string) =>
  addByPhone(page, guest, () => page.getByRole('radio', { name: new RegExp(`^${time}`) }).check())
const addNight = (page: Page, guest: Guest, ...packages: readonly RegExp[]) =>
  addByPhone(page, guest, async () => {
    await page.getByRole('radio', { name: 'Night table' }).check()
    await page.getByLabel('Event').selectOption(night)
    for (const name of packages)
      // oxlint-disable-next-line no-await-in-loop -- one box after the other
      await page.getByRole('checkbox', { name }).check()
  })

/** Opens a table of the floor in the list, which reads the same on every screen. */
async function openTable(page: Page, { number }: Table): Promise<void> {
  await page.goto('/admin/floor?view=list')
  await page.getByRole('button', { name: new RegExp(`^Table ${number},`) }).click()
}
async function seatWalkIn(page: Page, { name, guests, table }: Guest, service: RegExp): Promise<void> {
  await openTable(page, table)
  await page.getByRole('button', { name: 'Seat a walk-in' }).click()
  const form = page.getByRole('dialog', { name: `Walk-in at table ${table.number}` })
  await form.getByRole('radio', { name: service }).check()
  await form.getByLabel('Guests').fill(guests)
  await form.getByLabel('Guest name').fill(name)
  expect(await axeViolations(page)).toEqual([])
  await form.getByRole('button', { name: /^(Seat at this table|Take table, .*)$/ }).click()
  await toast(page, `Seated at table ${table.number}`).waitFor()
}

/** Opens the sheet of a party in the list of tonight. */
async function openParty(page: Page, name: string): Promise<void> {
  await page.goto('/admin/tonight')
  await page.getByRole('button', { name: new RegExp(`^${name},`) }).click()
  await page.getByRole('dialog', { name }).waitFor()
}

/** Presses a button by which guests come in at check-in, and takes the cover of those who pay. */
async function letIn(page: Page, enter: string, pays: { method: 'cash' | 'card'; guests: number } | null) {
  await page.getByRole('button', { name: enter }).click()
  if (!pays) return
  const cents = pays.guests * COVER
  const method = pays.method === 'cash' ? 'Cash' : 'Card'
  const pay = page.getByRole('button', { name: `${method} ${formatUsdShort(cents)}` })
  await pay.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await pay.click()
  const paid = pays.method === 'cash' ? 'in cash' : 'by card'
  await page.getByText(`, ${formatUsdShort(cents)} ${paid}.`).waitFor()
  till[pays.method] += cents
}
async function findAtCheckIn(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
}

const arrivalsOf = (id: string) => expect.poll(() => actsOf(id))

/** Rows of a panel of the close-out: label and amount. */
const rowsOf = (page: Page, title: string): Promise<string[]> =>
  page
    .getByRole('table', { name: title, exact: true })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()).join(': ')),
    )
const figure = (page: Page, label: string) =>
  page.locator('main dl > div').filter({ hasText: label }).locator('dd').first().textContent()

test('a night is played from the first call to the lock by four roles, and adds up to its ledger', async () => {
  const host = await asStaffMember('/admin/tonight', { ...PHONE, role: 'host' })
  const entrance = await asStaffMember('/admin/tonight', { ...PHONE, role: 'door' })
  const server = await asStaffMember('/admin/floor', { ...TABLET, role: 'server' })
  const manager = await asStaffMember(`/admin/guest-lists/${list}`, { ...DESKTOP, role: 'manager' })

  // 3 PM: the host takes calls, the manager puts names on a list.
  const dinah = await addDinner(host, { name: 'Dinah Mensah', guests: '4', table: tableAt(5) }, '6:30 PM')
  const phil = await addNight(host, { name: 'Phil Owusu', guests: '4', table: tableAt(0) }, /^Birthday/)
  const nora = await addNight(host, { name: 'Nora Darko', guests: '4', table: tableAt(1) })
  await manager.getByLabel('Name', { exact: true }).fill('Ama Listed +2')
  await manager.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(manager, 'Ama Listed +2').waitFor()

  // 6:30 PM: a couple walks in for dinner, and the dinner of the afternoon comes in two parts.
  await at('18:30')
  const efua = { name: 'Efua Danso', guests: '2', table: tableAt(4) }
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

  // 8:50 PM: the room turns. One dinner leaves, the other keeps its table for the night and pays for it.
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

  // 10 PM: the entrance. A party comes in parts, a list enters free, a stranger is turned away, others walk in.
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
  await arrivalsOf(phil).toEqual(['arrived 3', 'arrived 1'])
  await findAtCheckIn(entrance, 'Ama Listed')
  await letIn(entrance, 'All 3 enter', null)
  await entrance.getByText('3 guests of Ama Listed came in.').waitFor()
  await entrance.getByRole('searchbox').fill('ABCDEFGH')
  await entrance.getByRole('searchbox').press('Enter')
  await entrance.getByRole('dialog', { name: 'Not one of our codes' }).waitFor()
  await entrance.getByRole('button', { name: 'Close' }).click()
  await entrance.getByRole('button', { name: 'Walk-in' }).click()
  await entrance.getByRole('button', { name: 'One more, Full' }).click()
  await letIn(entrance, 'One more, Comp', { method: 'card', guests: 2 })

  // The host takes what is due for the table, and at 11:30 the server brings the sparklers.
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

  // After midnight: a table walks in, and the manager moves a party.
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

  // 6:05 AM: a job ends the stays. The manager corrects a cover that was paid in cash, and closes the night.
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
  expect(await axeViolations(manager)).toEqual([])
  await closing.getByRole('button', { name: 'Close the night' }).click()
  await manager.getByText(/^staff\d+ closed this night/).waitFor()
  expect(await actsOf(nora)).toEqual(['no_show'])

  // The drawer is exact, and the figures are locked with a name.
  await manager.getByRole('button', { name: 'Count cash and lock' }).click()
  const locking = manager.getByRole('dialog', { name: 'Lock the figures' })
  await locking.getByLabel('Cash counted').fill(String(till.cash / 100))
  await locking.getByText('exact').waitFor()
  expect(await axeViolations(manager)).toEqual([])
  await locking.getByRole('button', { name: 'Lock' }).click()
  await manager.getByText(/^staff\d+ locked this night/).waitFor()

  // The page, the file, the ledger and Overview have the sums of the tills.
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
