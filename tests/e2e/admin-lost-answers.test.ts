import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { entriesOf, makeGuestList } from '../guest-lists/listed-nights.ts'
import { loseAnswer, refuseFrom, toast } from '../staff/admin-visit.ts'
import { bookDinner } from '../staff/parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations } from '../support/browser.ts'

/* Forms that are sent again because the answer to their first sending was lost. */

const { asStaffMember, database } = useStaffArea()

const dishesLike = async (name: string) =>
  (
    await database().pool.query<{ name: string; price: number; version: number }>(
      'select name, price_cents as price, version from menu_items where name like $1 order by name',
      [`${name}%`],
    )
  ).rows

const dishForm = (page: Page) => page.getByRole('dialog', { name: 'Add Menu Item' })

async function writeDish(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add Menu Item' }).click()
  const form = dishForm(page)
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Price').fill('12.50')
  return form
}

async function addDish(page: Page, name: string, by: 'connection' | 'fault' = 'connection') {
  const form = await writeDish(page, name)
  await loseAnswer(page, '/admin/api/menu', by)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Error adding menu item').waitFor()
  expect(await dishesLike(name)).toHaveLength(1)
  return form
}

test('a dish that is sent again is added once', async () => {
  const page = await asStaffMember('/admin/menu')
  const form = await addDish(page, 'Suya of the Lost Answer')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Menu item added successfully!').waitFor()
  await page.getByRole('link', { name: 'Suya of the Lost Answer' }).waitFor()
  expect(await dishesLike('Suya of the Lost Answer')).toEqual([
    { name: 'Suya of the Lost Answer', price: 1250, version: 1 },
  ])
})

test('so it is where a server on the way answers with a fault', async () => {
  const page = await asStaffMember('/admin/menu')
  const form = await addDish(page, 'Fufu of the Lost Answer', 'fault')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Menu item added successfully!').waitFor()
  expect(await dishesLike('Fufu of the Lost Answer')).toHaveLength(1)
})

test('a copy of the tab, made before anything was sent, adds a dish of its own', async () => {
  const page = await asStaffMember('/admin/menu')
  const form = await writeDish(page, 'Kelewele of Two Tabs, one')
  const stored = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(stored).toContain('Kelewele of Two Tabs')
  const copied = await stored()
  const copy = await page.context().newPage()
  await copy.addInitScript((text) => {
    for (const [key, value] of Object.entries<string>(JSON.parse(text))) sessionStorage.setItem(key, value)
  }, copied)
  await copy.goto('/admin/menu')
  await copy.getByRole('button', { name: 'Continue' }).click()
  await dishForm(copy).getByLabel('Name').fill('Kelewele of Two Tabs, two')
  await dishForm(copy).getByRole('button', { name: 'Add', exact: true }).click()
  await toast(copy, 'Menu item added successfully!').waitFor()
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Menu item added successfully!').waitFor()
  expect((await dishesLike('Kelewele of Two Tabs')).map(({ name }) => name)).toEqual([
    'Kelewele of Two Tabs, one',
    'Kelewele of Two Tabs, two',
  ])
})

test('a dish is added once after a reload, too, from the draft that waits', async () => {
  const page = await asStaffMember('/admin/menu')
  await addDish(page, 'Egusi of the Lost Answer')
  await page.reload()
  await page.getByRole('button', { name: 'Continue' }).click()
  const form = page.getByRole('dialog', { name: 'Add Menu Item' })
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Menu item added successfully!').waitFor()
  expect(await dishesLike('Egusi of the Lost Answer')).toHaveLength(1)
})

test('a dish that was changed before it is sent again is one dish, as it was written last', async () => {
  const page = await asStaffMember('/admin/menu')
  const form = await addDish(page, 'Waakye of the Lost Answer')
  await form.getByLabel('Price').fill('14')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Menu item updated successfully!').waitFor()
  expect(await dishesLike('Waakye of the Lost Answer')).toEqual([
    { name: 'Waakye of the Lost Answer', price: 1400, version: 2 },
  ])
})

test('names of a guest list that are sent again are added once, and those that were typed meanwhile are still to be sent', async () => {
  const list = await makeGuestList(database())
  const page = await asStaffMember(`/admin/guest-lists/${list.id}`)
  const add = () => page.getByRole('button', { name: /^Add( all)?$/ }).click()
  const line = page.getByLabel('Name', { exact: true })
  const loseNames = () => loseAnswer(page, `/admin/api/guest-lists/${list.id}/entries`)
  await line.fill('Ama Mensah +3')
  await loseNames()
  await add()
  await toast(page, 'Error adding names').waitFor()
  await add()
  await expect.poll(() => line.inputValue()).toBe('')
  expect(await entriesOf(database(), list.id)).toEqual(['Ama Mensah 4'])

  await page.getByRole('button', { name: 'Paste many' }).click()
  const lines = page.getByLabel('Names, one a line')
  await page.route('**/entries', (route) => route.abort(), { times: 1 })
  await lines.fill('Kojo Asante')
  await add()
  await toast(page, 'Error adding names').waitFor()
  await lines.fill('Kojo Asante\nEsi Sow')
  await loseNames()
  await add()
  await expect.poll(() => entriesOf(database(), list.id)).toHaveLength(3)
  await expect.poll(() => page.getByRole('button', { name: 'Add all' }).isEnabled()).toBe(true)
  await lines.fill('Kojo Asante\nEsi Sow\nYaa Osei +1')
  await add()
  await expect.poll(() => page.getByLabel(/^Name/).inputValue()).toBe('Yaa Osei +1')
  await add()
  await expect.poll(() => page.getByLabel(/^Name/).inputValue()).toBe('')
  expect(await entriesOf(database(), list.id)).toEqual([
    'Ama Mensah 4',
    'Esi Sow 1',
    'Kojo Asante 1',
    'Yaa Osei 2',
  ])
})

test('a guest list that is sent again, with another name, is one list', async () => {
  await makeGuestList(database(), { title: 'Night of a Lost Answer', inDays: 5 })
  const page = await asStaffMember('/admin/guest-lists')
  await page.getByRole('button', { name: 'Add list' }).click()
  const form = page.getByRole('dialog', { name: 'Add guest list' })
  const night = form.getByLabel('Night').locator('option', { hasText: 'Night of a Lost Answer' })
  await form.getByLabel('Night').selectOption((await night.getAttribute('value')) ?? '')
  await form.getByLabel('Name of the list').fill('Kojo and his friends')
  await loseAnswer(page, '/admin/api/guest-lists')
  await form.getByRole('button', { name: 'Add' }).click()
  await toast(page, 'Error saving the list').waitFor()
  // Lost for the second time, as it was written first.
  await loseAnswer(page, '/admin/api/guest-lists')
  await Promise.all([page.waitForEvent('requestfailed'), form.getByRole('button', { name: 'Add' }).click()])
  await expect.poll(() => form.getByRole('button', { name: 'Add' }).isEnabled()).toBe(true)
  await form.getByLabel('Name of the list').fill('Kojo and all his friends')
  await form.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { name: 'Kojo and all his friends' }).waitFor()
  const { rows } = await database().pool.query(`select name from guest_lists where name like 'Kojo and%'`)
  expect(rows).toEqual([{ name: 'Kojo and all his friends' }])
})

describe('a status for a selection', () => {
  const STATUS = '/admin/api/reservations/bulk/status'
  const UNDO = '/admin/api/reservations/bulk/undo'
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const pressUndo = (page: Page) =>
    page.getByRole('region').getByRole('button', { name: 'Undo' }).first().click()

  const statusesOf = async (name: string) =>
    (
      await database().pool.query<{ status: string; n: number }>(
        'select status, count(*)::int as n from reservations where guest_name like $1 group by 1 order by 1',
        [`${name} %`],
      )
    ).rows

  /** Asks for the cancellation of all that match. */
  async function askToCancel(page: Page, name: string, count: number): Promise<void> {
    await page
      .getByRole('row', { name: new RegExp(name) })
      .first()
      .waitFor()
    await page.getByLabel('Select all shown').check()
    if (count > 25) await page.getByRole('button', { name: 'Select all that match' }).click()
    await page.getByText(`${count} reservations selected`).waitFor()
    await page.getByLabel('Set the status of the selected reservations').selectOption('cancelled')
    await page.getByText(`Set ${count} reservations to cancelled.`).waitFor()
  }

  /** More parties than one request has, of which the second request never arrives. */
  async function failMidway(name: string): Promise<Page> {
    await database().pool.query(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count)
       select 'dining', '2032-01-01', '2032-01-01 23:00Z', '2032-01-02 01:00Z', $1 || ' ' || n, 'g@example.com', 2
       from generate_series(1, 150) n`,
      [name],
    )
    const page = await asStaffMember(`/admin/reservations?q=${name}`)
    await askToCancel(page, name, 150)
    await refuseFrom(page, STATUS, 2)
    await page.getByRole('button', { name: 'Set to cancelled' }).click()
    const report = dialog(page, '100 set to cancelled')
    await report.getByText('The other 50 may still be as they were. The connection was lost.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    return page
  }

  test('whose answer is lost is sent once more, and can be undone', async () => {
    await bookDinner(database(), 'Unheard One')
    await bookDinner(database(), 'Unheard Two')
    const page = await asStaffMember('/admin/reservations?q=unheard')
    await askToCancel(page, 'Unheard', 2)
    await loseAnswer(page, STATUS)
    await page.getByRole('button', { name: 'Set to cancelled' }).click()
    const told = '2 set to cancelled. The emails leave once this cannot be undone.'
    await toast(page, told).waitFor()
    await loseAnswer(page, UNDO)
    await pressUndo(page)
    await toast(page, '2 reservations are as they were.').waitFor()
    expect(await statusesOf('Unheard')).toEqual([{ status: 'confirmed', n: 2 }])
  })

  test('that stays without an answer is asked again, and can be undone after it was', async () => {
    await bookDinner(database(), 'Silent One')
    await bookDinner(database(), 'Silent Two')
    const page = await asStaffMember('/admin/reservations?q=silent')
    await askToCancel(page, 'Silent', 2)
    await refuseFrom(page, STATUS, 1)
    await loseAnswer(page, STATUS)
    await page.getByRole('button', { name: 'Set to cancelled' }).click()
    const report = dialog(page, 'Error updating reservations')
    await report.getByText('They may still be as they were. The connection was lost.').waitFor()
    expect(await statusesOf('Silent')).toEqual([{ status: 'cancelled', n: 2 }])
    await page.unrouteAll()
    await report.getByRole('button', { name: 'Try again' }).click()
    await toast(page, '2 set to cancelled. The emails leave once this cannot be undone.').waitFor()
    await pressUndo(page)
    await toast(page, '2 reservations are as they were.').waitFor()
    expect(await statusesOf('Silent')).toEqual([{ status: 'confirmed', n: 2 }])
  })

  test('that fails midway tells which are done, and these can be undone', async () => {
    const page = await failMidway('Halfway')
    await dialog(page, '100 set to cancelled').getByRole('button', { name: 'Undo' }).click()
    await toast(page, '100 reservations are as they were.').waitFor()
    expect(await statusesOf('Halfway')).toEqual([{ status: 'pending', n: 150 }])
  })

  test('that fails midway is tried again for the others, as its Undo is', async () => {
    const page = await failMidway('Midway')
    await page.unrouteAll()
    await dialog(page, '100 set to cancelled').getByRole('button', { name: 'Try again' }).click()
    await toast(page, '150 set to cancelled. The emails leave once this cannot be undone.').waitFor()
    expect(await statusesOf('Midway')).toEqual([{ status: 'cancelled', n: 150 }])
    await refuseFrom(page, UNDO, 2)
    await pressUndo(page)
    await toast(
      page,
      '100 reservations are as they were. The other 50 may still be changed. The connection was lost.',
    ).waitFor()
    await page.unrouteAll()
    await page.getByRole('region').getByRole('button', { name: 'Try again' }).click()
    await toast(page, '50 reservations are as they were.').waitFor()
    expect(await statusesOf('Midway')).toEqual([{ status: 'pending', n: 150 }])
  })
})

test('an email that is corrected after a failure goes to the guests who did not get it, and to none twice', async () => {
  await database().pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count)
     select 'dining', '2032-02-01', '2032-02-01 23:00Z', '2032-02-02 01:00Z', 'Corrected ' || n, 'g@example.com', 2
     from generate_series(1, 102) n`,
  )
  const page = await asStaffMember('/admin/reservations?q=corrected')
  await page
    .getByRole('row', { name: /Corrected/ })
    .first()
    .waitFor()
  await page.getByLabel('Select all shown').check()
  await page.getByRole('button', { name: 'Select all that match' }).click()
  await page.getByText('102 reservations selected').waitFor()
  await page.getByRole('button', { name: 'Email…' }).click()
  const form = page.getByRole('dialog', { name: 'Email the guests' })
  await form.getByText('102 guests get this email, one for each reservation.').waitFor()
  await form.getByLabel('Subject').fill('The band')
  await form.getByLabel('Message').fill('We begin at ten.')
  const send = () => form.getByRole('button', { name: 'Send' }).click()
  await refuseFrom(page, '/admin/api/reservations/bulk/emails', 2)
  await send()
  await toast(page, '100 sent. The connection was lost.').waitFor()
  await page.unrouteAll()
  await form.getByLabel('Message').fill('We begin at nine.')
  await send()
  await toast(page, 'Sent before to 100 guests, as first written.').waitFor()
  await form
    .getByText(
      'Sent before to 100 guests, as first written. 2 guests get this email, one for each reservation.',
    )
    .waitFor()
  expect(await axeViolations(page)).toEqual([])
  await send()
  await toast(page, '2 sent, 100 unchanged').waitFor()
  const { rows } = await database().pool.query(
    `select m.body, m.recipients, count(distinct q.reservation_id)::int as guests
     from email_queue q join staff_messages m on m.id::text = q.dedupe_key
     where q.kind = 'staff_message' group by m.id order by m.created_at`,
  )
  expect(rows).toEqual([
    { body: 'We begin at ten.', recipients: 100, guests: 100 },
    { body: 'We begin at nine.', recipients: 2, guests: 2 },
  ])
})
