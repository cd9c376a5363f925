import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { entriesOf, makeGuestList } from '../guest-lists/listed-nights.ts'
import { loseAnswer, openForm, toast } from '../staff/admin-visit.ts'
import { bookDinner, nextDinnerDay } from '../staff/parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'

/* Bookings and changes that are sent again because the answer to their first sending was lost. */

const { asStaffMember, database } = useStaffArea()

const CONFLICT = 'They saved it while you were editing.'

const partyOf = async (name: string) =>
  (
    await database().pool.query<{ id: string; guests: number }>(
      'select id, guest_count as guests from reservations where guest_name = $1',
      [name],
    )
  ).rows

test('a booking that was changed before it is sent again is said to stand as it was sent first', async () => {
  const page = await asStaffMember('/admin/reservations/new?type=dining')
  await page.getByRole('radio', { name: 'Dinner' }).check()
  await page.locator('input[type="date"]').fill(await nextDinnerDay(database()))
  await page.getByRole('radio', { name: /^6:00 PM/ }).check()
  await page.getByLabel('Guest name').fill('Ama of the Lost Booking')
  await loseAnswer(page, '/admin/api/staff-bookings/dinners')
  const add = page.getByRole('button', { name: 'Add reservation' })
  await add.click()
  await expect.poll(() => partyOf('Ama of the Lost Booking')).toHaveLength(1)
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Guests').fill('5')
  await add.click()
  await toast(page, 'Added already, as you sent it first').waitFor()
  const [party, ...others] = await partyOf('Ama of the Lost Booking')
  expect([party?.guests, others]).toEqual([2, []])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(`**/admin/reservations/${party?.id}`)
})

test('a change of a reservation that is sent again is one change, with its Undo', async () => {
  const id = await bookDinner(database(), 'Kofi of the Lost Change')
  const page = await asStaffMember(`/admin/reservations/${id}`)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Change reservation of/ })
  await dialog.getByLabel('Guest name').fill('Kofi Mensah of the Lost Change')
  await loseAnswer(page, `/admin/api/reservations/${id}/amendment`)
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect.poll(() => partyOf('Kofi Mensah of the Lost Change')).toHaveLength(1)
  await dialog.getByRole('alert').first().waitFor()
  await save.click()
  await toast(page, 'Reservation updated successfully!').waitFor()
  expect(await page.getByText(CONFLICT).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => partyOf('Kofi of the Lost Change')).toHaveLength(1)
})

async function editDish(page: Page): Promise<void> {
  await openForm(page, 'Baobab Sour')
  const form = page.getByRole('dialog', { name: 'Edit Menu Item' })
  await form.getByLabel('Price').fill('33')
  await form.getByRole('button', { name: 'Update' }).click()
}

test.each([
  ['as it was', '33'],
  ['with another price', '34'],
])(
  "one's own change of a dish, sent again %s, is not taken for that of a colleague",
  async (_what, again) => {
    const page = await asStaffMember('/admin/menu/')
    await page.route(
      /\/admin\/api\/menu\/[\w-]+$/,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await editDish(page)
    await toast(page, 'Error updating menu item').waitFor()
    const form = page.getByRole('dialog', { name: 'Edit Menu Item' })
    await form.getByLabel('Price').fill(again)
    await form.getByRole('button', { name: 'Update' }).click()
    await toast(page, 'Menu item updated successfully!').waitFor()
    expect(await page.getByText(CONFLICT).count()).toBe(0)
    const { rows } = await database().pool.query(
      `select price_cents as price from menu_items where name = 'Baobab Sour'`,
    )
    expect(rows).toEqual([{ price: Number(again) * 100 }])
  },
)

test('a name on a guest list: the version of a colleague is shown, and so is saved over; typed names stay over a reload', async () => {
  const list = await makeGuestList(database())
  const page = await asStaffMember(`/admin/guest-lists/${list.id}`)
  await page.getByLabel('Name', { exact: true }).fill('Ama Mensah')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Edit Ama Mensah' }).click()
  const form = page.getByRole('dialog', { name: 'Edit guest' })
  await form.getByLabel('Guests, with the named one').fill('4')
  await database().pool.query(
    `update guest_list_entries set guest_name = 'Ama Mensah-Boateng', version = version + 1 where list_id = $1`,
    [list.id],
  )
  await form.getByRole('button', { name: 'Update' }).click()
  await page.getByText(CONFLICT).waitFor()
  await page.getByRole('button', { name: 'Save mine over theirs' }).click()
  await toast(page, 'Guest updated').waitFor()
  expect(await entriesOf(database(), list.id)).toEqual(['Ama Mensah 4'])

  await page.getByRole('button', { name: 'Paste many' }).click()
  await page.getByLabel('Names, one a line').fill('Kojo Asante\nEsi Sow')
  await page.reload()
  await expect.poll(() => page.getByLabel('Names, one a line').inputValue()).toBe('Kojo Asante\nEsi Sow')
  await page.getByRole('link', { name: 'All lists' }).click()
  await page.getByText('Discard what you typed?').waitFor()
})
