import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { bookDinner, bookNight, payOnline } from '../staff/parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, outOfReach, PHONE, WIDE_SIZES } from '../support/browser.ts'

/** The dialog by which staff change everything of a reservation. */

const { database, asStaffMember } = useStaffArea()

const rowOf = async (id: string) =>
  (
    await database().pool.query<{ guests: number; total: number; table: string; name: string; at: string }>(
      `select guest_count as guests, total_price_cents as total, table_id as table, guest_name as name,
         to_char(starts_at at time zone 'America/Chicago', 'HH24:MI') as at
       from reservations where id = $1`,
      [id],
    )
  ).rows[0]

const dialogOf = (page: Page, guest: string) =>
  page.getByRole('dialog', { name: `Change reservation of ${guest}` })

/** Chooses the first free table other than the party's own. */
async function chooseAnotherTable(page: Page): Promise<void> {
  const table = page.getByRole('dialog').getByLabel('Table', { exact: true })
  const own = await table.inputValue()
  const options = await table
    .locator('option')
    .evaluateAll((all) => all.map((it) => ({ value: it.getAttribute('value') ?? '', text: it.textContent })))
  const other = options.find(({ value, text }) => value !== own && !text.includes('(taken)'))
  await table.selectOption(other?.value ?? '')
}

describe('a reservation on a phone', () => {
  test('moves to a cheaper table: the difference is decided on, refunded, and can be undone', async () => {
    const guest = 'Ama Mensah'
    const id = await bookNight(database(), guest, 900_000)
    await payOnline(database(), id, 900_000)
    const before = await rowOf(id)
    const page = await asStaffMember(`/admin/reservations/${id}`, PHONE)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = dialogOf(page, guest)
    await dialog.getByLabel('Guest name').fill(`${guest} Owusu`)
    await chooseAnotherTable(page)
    const save = dialog.getByRole('button', { name: 'Save changes' })
    await dialog.getByRole('group', { name: /too much was paid/ }).waitFor()
    await save.click()
    await dialog
      .getByText(/Choose whether it is refunded, becomes a credit of the guest, or is kept/)
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('radio', { name: /^Refund \$/ }).check()
    await save.click()
    await page
      .getByRole('region')
      .getByText(/goes back in 10 seconds\. .* is emailed the change in 10 seconds\./)
      .first()
      .waitFor()
    expect((await rowOf(id))?.table).not.toBe(before?.table)
    await page.getByRole('region').getByRole('button', { name: 'Undo' }).first().click()
    await toast(page, 'Undone').waitFor()
    expect(await rowOf(id)).toEqual(before)
  })

  test('gets another time and party from the row menu, and shows both versions where a colleague was faster', async () => {
    const guest = 'Kofi Boateng'
    const id = await bookDinner(database(), guest, { day: 1 })
    const page = await asStaffMember('/admin/reservations?date=all', { ...PHONE, role: 'host' })
    await page.getByLabel('Search').fill(guest)
    await page.getByRole('button', { name: `Actions for ${guest}` }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    const dialog = dialogOf(page, guest)
    await dialog.getByText(/Type an address to replace it/).waitFor()
    await dialog.getByLabel('Guests', { exact: false }).fill('40')
    await dialog.getByText(/No table is free for a party of 40/).waitFor()
    await dialog.getByLabel('Guests', { exact: false }).fill('3')
    await dialog.getByLabel('Time').selectOption('18:30')
    await dialog.getByText(/^Table \d+.*, until/).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await database().pool.query(`update reservations set guest_name = 'Kofi Renamed' where id = $1`, [id])
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    const conflict = page.getByRole('dialog', { name: 'Somebody else changed this reservation' })
    await conflict.getByText('Kofi Renamed').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await conflict.getByRole('button', { name: 'Save mine over theirs' }).click()
    await toast(page, 'Reservation updated successfully!').waitFor()
    expect(await rowOf(id)).toMatchObject({ guests: 3, at: '18:30', name: guest })
  })
})

test.each(WIDE_SIZES)(
  'the dialog and its decision about the money are complete on %s',
  async (name, size) => {
    const guest = `Ama ${name}`
    const id = await bookNight(database(), guest, 900_000)
    await payOnline(database(), id, 900_000)
    const page = await asStaffMember(`/admin/reservations/${id}`, size)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const dialog = dialogOf(page, guest)
    await dialog.getByLabel('Guest name').waitFor()
    await chooseAnotherTable(page)
    await dialog.getByRole('group', { name: /too much was paid/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await outOfReach(page)).toEqual([])
  },
)

test('the dinner of the same evening gets the new phone number, ticked, and Undo takes both back', async () => {
  const { pool } = database()
  const id = await bookNight(database(), 'Esi Evening', 900_000)
  await pool.query(`update reservations set guest_phone = '(972) 555-0155' where id = $1`, [id])
  const { rows } = await pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status)
     select 'dining', business_date, starts_at - interval '3 hours', starts_at - interval '90 minutes', guest_name,
       'own@example.com', guest_phone, 2, 'confirmed' from reservations where id = $1 returning id`,
    [id],
  )
  const phones = async () => {
    const found = await pool.query<{ phone: string }>(
      'select guest_phone as phone from reservations where id = any($1)',
      [[id, rows[0]?.id]],
    )
    return found.rows.map(({ phone }) => phone)
  }
  const page = await asStaffMember(`/admin/reservations/${id}`, PHONE)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = dialogOf(page, 'Esi Evening')
  const both = dialog.getByRole('checkbox', { name: 'Change the dinner of that evening as well' })
  await dialog.getByLabel('Email', { exact: true }).fill('new@example.com')
  // The dinner has an address of its own.
  expect(await both.count()).toBe(0)
  await dialog.getByLabel('Phone', { exact: true }).fill('972 555 0166')
  await dialog.getByText(/with the same phone number: dinner at/).waitFor()
  expect(await both.isChecked()).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page
    .getByRole('region')
    .getByText(/The dinner of that evening is changed as well\./)
    .first()
    .waitFor()
  expect(await phones()).toEqual(['(972) 555-0166', '(972) 555-0166'])
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).first().click()
  await toast(page, 'Undone').waitFor()
  expect(await phones()).toEqual(['(972) 555-0155', '(972) 555-0155'])
})

test('two dinners are merged after a look at what comes of them, also at which time', async () => {
  const stays = await bookDinner(database(), 'Sade Stays', { day: 7 })
  // The guests of the first dinner come two hours later than those of the second, at the same table.
  await database().pool.query(
    "update reservations set starts_at = starts_at + interval '2 hours', ends_at = ends_at + interval '2 hours' where id = $1",
    [stays],
  )
  await bookDinner(database(), 'Gola Goes', { day: 7 })
  const page = await asStaffMember(`/admin/reservations/${stays}`, PHONE)
  await page.getByRole('button', { name: 'More for Sade Stays' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge with another reservation' })
  await dialog.getByLabel('The other reservation').selectOption({ label: await labelOf(dialog, 'Gola Goes') })
  const outcome = dialog.getByRole('region', { name: 'After merging' })
  await outcome.getByRole('row', { name: /^Time 7:00 PM 5:00 PM 7:00 PM$/ }).waitFor()
  await outcome.getByRole('row', { name: /^Guests 2 2 4$/ }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Merge them' }).click()
  await toast(page, 'The reservations are one now').waitFor()
  expect((await rowOf(stays))?.guests).toBe(4)
  await page.getByRole('region').getByRole('button', { name: 'Undo' }).first().click()
  await toast(page, 'Undone').waitFor()
  expect((await rowOf(stays))?.guests).toBe(2)
})

test('the dialog that merges two nights says what cover is due afterwards: both holders enter free', async () => {
  const stays = await bookNight(database(), 'Nana Night', 40_000)
  const goes = await bookNight(database(), 'ליאור כהן', 40_000)
  await database().pool.query(
    "update events set price = '$25' where id in (select event_id from reservations where id in ($1, $2))",
    [stays, goes],
  )
  await database().pool.query(`update reservations set guest_count = 6 where id = $1`, [goes])
  const page = await asStaffMember(`/admin/reservations/${stays}`, PHONE)
  await page.getByRole('button', { name: 'More for Nana Night' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge with another reservation' })
  const label = await labelOf(dialog, 'ליאור כהן')
  // The time and the guests stay behind a name from right to left.
  expect(label).toMatch(/^\u2068ליאור כהן\u2069, \d+:\d\d [AP]M, 6 guests, table \d+$/)
  await dialog.getByLabel('The other reservation').selectOption({ label })
  await dialog
    .getByRole('row', {
      name: 'Cover due at the door $25 (1 of 2 pays $25) $125 (5 of 6 pay $25) $150 (6 of 8 pay $25)',
    })
    .waitFor()
  for (const viewport of WIDE_SIZES.flatMap(([, size]) => size.viewport ?? [])) {
    // oxlint-disable-next-line no-await-in-loop -- one page
    await page.setViewportSize(viewport)
    // oxlint-disable-next-line no-await-in-loop -- one page
    expect(await outOfReach(page)).toEqual([])
  }
})

/** The whole label of the option that begins with the name of a guest. */
const labelOf = async (dialog: Locator, guest: string): Promise<string> =>
  (await dialog.locator('option', { hasText: guest }).textContent()) ?? ''
