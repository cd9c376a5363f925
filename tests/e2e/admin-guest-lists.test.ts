import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { tellListGuests } from '#features/guest-lists/night-changes/service.ts'
import { entriesOf, makeGuestList } from '../guest-lists/listed-nights.ts'
import { holdNext, toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, DESKTOP, expectToFit, PHONE, sidewaysScroll } from '../support/browser.ts'
import { textAsSeen } from '../support/in-page.ts'

const { asStaffMember, database } = useStaffArea()

const guests = (page: Page) => page.getByRole('list', { name: 'Guests' }).getByRole('listitem')
const add = async (page: Page, line: string): Promise<void> => {
  await page.getByLabel('Name', { exact: true }).fill(line)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

test('guest lists fit every size, and axe finds nothing', async () => {
  const list = await makeGuestList(database(), { name: `The friends of ${'Kojo '.repeat(9)}`.trim() })
  const page = await asStaffMember('/admin/guest-lists', DESKTOP)
  await page
    .getByRole('link', { name: /The friends of Kojo/ })
    .first()
    .waitFor()
  await expectToFit(page)
  await page.goto(`/admin/guest-lists/${list.id}`)
  await add(page, 'Ama Mensah +3')
  await guests(page).first().waitFor()
  await expectToFit(page)
  await page.getByRole('button', { name: 'Edit Ama Mensah' }).click()
  await page.getByRole('dialog', { name: 'Edit guest' }).waitFor()
  await expectToFit(page)
})

describe('a guest list', () => {
  test('is added for a night, shared, closed and opened', async () => {
    await makeGuestList(database(), { title: 'Night of a New List', inDays: 3 })
    const page = await asStaffMember('/admin/guest-lists', PHONE)
    await page.getByRole('button', { name: 'Add list' }).click()
    const form = page.getByRole('dialog', { name: 'Add guest list' })
    await form.getByLabel('Night').selectOption({ label: await optionOf(page, 'Night of a New List') })
    await form.getByLabel('Name of the list').fill('Kojo and friends')
    await form.getByLabel('Each guest pays').fill('-5')
    await form.getByRole('button', { name: 'Add' }).click()
    await form
      .getByText(/Please enter what each guest pays/)
      .first()
      .waitFor()
    await form.getByLabel('Each guest pays').fill('10')
    await form.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'Kojo and friends' }).waitFor()
    await page.getByText(/\$10 a person until 11:00 PM/).waitFor()
    await page.getByRole('link', { name: /\/lists\/[A-Za-z0-9]{20}$/ }).waitFor()
    await page.getByRole('button', { name: 'Close list' }).click()
    await toast(page, 'List closed').waitFor()
    await page.getByRole('button', { name: 'Open list' }).click()
    await toast(page, 'List opened').waitFor()
  })

  test('gets names by a line, many at once, and keeps the lines that it cannot take', async () => {
    const list = await makeGuestList(database(), { maxGuests: 9 })
    const page = await asStaffMember(`/admin/guest-lists/${list.id}`, PHONE)
    await add(page, 'Ama Mensah +3')
    await toast(page, 'Ama Mensah +3').waitFor()
    // The next name is typed while the one before is sent.
    await holdNext(page, '**/entries')
    await add(page, 'Yaa')
    await page.getByLabel('Name', { exact: true }).fill('Kofi +99')
    await toast(page, 'Yaa').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kofi +99')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('At most 30 guests in one entry: write +29 or less.').waitFor()
    await add(page, 'Kofi -2')
    await page.getByText(/without a minus sign/).waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Kofi -2')
    await page.getByRole('button', { name: 'Paste many' }).click()
    await page.getByLabel('Names, one a line').fill('1. Esi +1\n2. Yaw +5\n3. Abena')
    await page.getByRole('button', { name: 'Add all' }).click()
    await page.getByText(/there are only 2 places left/).waitFor()
    expect(await page.getByLabel('Names, one a line').inputValue()).toBe('Yaw +5')
    expect(await entriesOf(database(), list.id)).toEqual(['Abena 1', 'Ama Mensah 4', 'Esi 2', 'Yaa 1'])
  })

  test('keeps a name that is written from right to left before its number', async () => {
    const list = await makeGuestList(database())
    await database().pool.query(
      `insert into guest_list_entries (list_id, guest_name, guest_count, source, removed_at)
       values ($1, 'עומר', 3, 'staff', null), ($1, 'עדי', 2, 'staff', now())`,
      [list.id],
    )
    const page = await asStaffMember(`/admin/guest-lists/${list.id}`, PHONE)
    const seen = (name: string) => page.locator('li p').filter({ hasText: name }).first().evaluate(textAsSeen)
    expect(await seen('עומר')).toBe('רמוע +2')
    await page.getByText('Removed (1)').click()
    expect(await seen('עדי')).toBe('ידע +1')
  })

  test('says who was told that its night moved, and whom the promoter has to tell', async () => {
    const list = await makeGuestList(database(), { name: 'Moved list', title: 'Night That Moves', inDays: 4 })
    await database().pool.query(
      `insert into guest_list_entries (list_id, guest_name, guest_count, guest_phone, guest_email, source)
       values ($1, 'Ama Mensah', 1, null, 'ama@example.com', 'staff'), ($1, 'Yaa Asante', 2, '+19725550188', null, 'staff')`,
      [list.id],
    )
    // The dialogs that move and delete the night count them.
    const events = await asStaffMember(`/admin/events/${list.eventId}`, PHONE)
    await events.getByRole('button', { name: 'Edit Night That Moves' }).click()
    await events.getByLabel(/^Time/).fill('22:00')
    await events
      .getByText(/2 names are on guest lists: 1 is told by email or text\. 1 gave no email/)
      .waitFor()
    await events.close()
    await database().pool.query('update events set date = date + 7 where id = $1', [list.eventId])
    await tellListGuests({ db: database().db, now: new Date() })
    await database().pool.query(
      `update email_queue set sent_at = now() where list_entry_id in (select id from guest_list_entries where list_id = $1)`,
      [list.id],
    )
    const page = await asStaffMember('/admin/guest-lists', PHONE)
    await page.getByRole('link', { name: 'Moved list', exact: true }).click()
    await page.getByText(/1 of 2 names were told on .* that the night has moved/).waitFor()
    await page.getByText('Kojo Asante or you must tell the one who was not told:').waitFor()
    const untold = page.getByRole('list', { name: 'Names that were not told' })
    expect(await untold.getByRole('link', { name: '(972) 555-0188' }).getAttribute('href')).toBe(
      'tel:+19725550188',
    )
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })

  test('loses a guest with one tap, who is back with another', async () => {
    const list = await makeGuestList(database())
    const page = await asStaffMember(`/admin/guest-lists/${list.id}`, PHONE)
    await add(page, 'Ama Mensah')
    await page.getByRole('button', { name: 'Remove Ama Mensah' }).click()
    await toast(page, 'Removed').waitFor()
    await expect.poll(() => entriesOf(database(), list.id)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await toast(page, 'Back on the list').waitFor()
    expect(await entriesOf(database(), list.id)).toEqual(['Ama Mensah 1'])
  })

  test('has the guests who were removed below it, closed, and puts one back with the code that was sent', async () => {
    const list = await makeGuestList(database())
    await database().pool.query(
      `insert into guest_list_entries (list_id, guest_name, guest_count, source, removed_at)
       values ($1, 'Ama Mensah', 4, 'staff', now()), ($1, 'Kofi Addo', 1, 'staff', now())`,
      [list.id],
    )
    const codes = async () =>
      (
        await database().pool.query(
          'select id, entry_code from guest_list_entries where list_id = $1 order by id',
          [list.id],
        )
      ).rows
    const before = await codes()
    const page = await asStaffMember(`/admin/guest-lists/${list.id}`, PHONE)
    const removed = page.getByRole('list', { name: 'Removed guests' }).getByRole('listitem')
    await page.getByText('Removed (2)').waitFor()
    expect(await removed.first().isVisible()).toBe(false)
    await page.getByText('Removed (2)').click()
    await removed.getByText('Ama Mensah +3').waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('button', { name: 'Put back Ama Mensah' }).click()
    await toast(page, 'Back on the list').waitFor()
    await guests(page).getByText('Ama Mensah +3').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Removed (1)')
    expect(await entriesOf(database(), list.id)).toEqual(['Ama Mensah 4'])
    expect(await codes()).toEqual(before)
    const host = await asStaffMember(`/admin/guest-lists/${list.id}`, { ...PHONE, role: 'host' })
    await host.getByText('Removed (1)').click()
    await host.getByText('Kofi Addo').waitFor()
    expect(await host.getByRole('button', { name: /Put back/ }).count()).toBe(0)
  })

  test('that a colleague changes while its form is open is not overwritten: both versions are shown', async () => {
    const list = await makeGuestList(database())
    const page = await asStaffMember(`/admin/guest-lists/${list.id}`, PHONE)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit guest list' })
    await form.getByLabel('Promoter').fill('Afia Promotions')
    await database().pool.query(
      'update guest_lists set max_guests = 80, version = version + 1 where id = $1',
      [list.id],
    )
    await page.getByText('0 of 80 guests listed').waitFor({ state: 'attached' })
    await form.getByRole('button', { name: 'Update' }).click()
    const conflict = page.getByRole('dialog', { name: 'Somebody else changed this guest list' })
    await conflict.getByRole('row', { name: /Max guests 40 80 40/ }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await conflict.getByRole('button', { name: 'Take theirs' }).click()
    await expect.poll(() => form.getByLabel(/At most/).inputValue()).toBe('80')
    await form.getByLabel('Promoter').fill('Afia Promotions')
    await form.getByRole('button', { name: 'Update' }).click()
    await toast(page, 'List updated').waitFor()
    const { rows } = await database().pool.query(
      'select promoter, max_guests as most from guest_lists where id = $1',
      [list.id],
    )
    expect(rows).toEqual([{ promoter: 'Afia Promotions', most: 80 }])
  })

  test('is read by hosts, who arrive its guests tonight, and counted by promoter', async () => {
    const list = await makeGuestList(database(), { promoter: 'Afia Promotions' })
    const manager = await asStaffMember(`/admin/guest-lists/${list.id}`, DESKTOP)
    await add(manager, 'Zainab Toure +2')
    await guests(manager).first().waitFor()
    await manager.emulateMedia({ media: 'print' })
    expect(await manager.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    const name = guests(manager).first().getByText('Zainab Toure +2')
    expect(await name.evaluate((it) => getComputedStyle(it).color)).toBe('rgb(0, 0, 0)')
    await manager.emulateMedia({ media: 'screen' })
    const host = await asStaffMember('/admin/tonight?type=guest_list', { ...PHONE, role: 'host' })
    await host.getByRole('button', { name: 'Arrived: Zainab Toure' }).click()
    await toast(host, '3 arrived').waitFor()
    await manager.getByText('3 of 3 here').waitFor()
    await host.goto(`/admin/guest-lists/${list.id}`)
    await guests(host).first().waitFor()
    expect(await host.getByRole('button', { name: 'Edit' }).count()).toBe(0)
    expect(await host.getByRole('link', { name: 'CSV' }).count()).toBe(0)
    await manager.goto('/admin/guest-lists')
    const row = manager.getByRole('row', { name: /Afia Promotions/ })
    await row.waitFor()
    expect(await row.getByRole('cell').allTextContents()).toEqual(['3', '1', '3', '0'])
  })
})

const optionOf = async (page: Page, title: string): Promise<string> =>
  (await page.getByRole('option').allTextContents()).find((it) => it.includes(title)) ?? ''

test('guests who are free by their list and arrive on Tonight have their cover recorded, and Undo takes it back', async () => {
  const list = await makeGuestList(database())
  await database().pool.query(
    `insert into guest_list_entries (list_id, guest_name, guest_count, source) values ($1, 'Efua Danso', 3, 'staff')`,
    [list.id],
  )
  const taken = async (): Promise<number> => {
    const { rows } = await database().pool.query<{ guests: number }>(
      `select coalesce(sum(cover_guests), 0)::integer as guests
       from ledger_lines where cover_kind = 'guest_list' and entry_id in (select id from guest_list_entries where list_id = $1)`,
      [list.id],
    )
    return rows[0]?.guests ?? 0
  }
  const page = await asStaffMember('/admin/tonight', DESKTOP)
  await page.getByRole('button', { name: 'Arrived: Efua Danso' }).click()
  await toast(page, '3 arrived').waitFor()
  expect(await taken()).toBe(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await toast(page, 'Undone').waitFor()
  expect(await taken()).toBe(0)
})
