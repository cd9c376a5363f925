import { beforeEach, expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { bookTonight, clearTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { DESKTOP, PHONE } from '../support/browser.ts'

/** A colleague's change while a dialog is open stays, whatever the dialog saves. */

const { asStaffMember, database } = useStaffArea()

beforeEach(() => clearTonight(database()))

test('a party that a colleague moves while its tables are chosen stays there, and its sheet shows the new table', async () => {
  const [id] = await bookTonight(database(), ['Ada Obi'])
  const moveTo = async (number: number): Promise<string | undefined> => {
    const { rows } = await database().pool.query<{ tableId: string }>(
      `update reservations set table_id = (select id from venue_tables where table_number = $2) where id = $1
       returning table_id as "tableId"`,
      [id, number],
    )
    return rows[0]?.tableId
  }
  await moveTo(1)
  const page = await asStaffMember('/admin/tonight', { ...PHONE, role: 'host' })
  await page.getByRole('button', { name: /^Ada Obi,/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Ada Obi', exact: true })
  await sheet.getByRole('button', { name: 'Several tables' }).click()
  const tables = page.getByRole('dialog', { name: 'Tables of Ada Obi' })
  await tables.getByRole('checkbox', { name: /^Table 3\b/ }).check()
  const tableId = await moveTo(2)
  const place = sheet.getByText('· Table 2 ·')
  await place.waitFor()
  await tables.getByRole('button', { name: 'Save tables' }).click()
  await toast(page, 'Somebody else changed this while you were editing it.').waitFor()
  await tables.waitFor({ state: 'detached' })
  expect(await place.count()).toBe(1)
  expect(await sheet.getByLabel('Move to another table').inputValue()).toBe(tableId)
  expect(await sheet.getByRole('button', { name: 'Move', exact: true }).isDisabled()).toBe(true)
})

test('a server whom a colleague gives a zone keeps it when the servers of other zones are saved', async () => {
  const page = await asStaffMember('/admin/floor', { ...DESKTOP, role: 'host' })
  await page.getByRole('button', { name: 'Servers' }).click()
  await database().pool.query(
    `insert into zone_servers (date, zone, name) values (business_day_of(now()), 'Right Red Vip', 'Yaw of the bar')`,
  )
  const onPlan = (name: string) => page.locator('svg text', { hasText: name })
  await onPlan('Yaw of the bar').waitFor()
  await page.getByLabel('Floor Seating').fill('Kojo Asante')
  await page.getByRole('button', { name: 'Save servers' }).click()
  await onPlan('Kojo Asante').waitFor()
  expect(await onPlan('Yaw of the bar').count()).toBe(1)
})

test('a message that the guest changes stays when staff correct the name for the same package', async () => {
  const [id] = await bookTonight(database(), ['Ada Obi'])
  await database().pool.query(
    `with line as (
       insert into reservation_lines (reservation_id, kind, package_key, label, amount_cents)
       values ($1, 'package', 'birthday_shoutout', 'Birthday Shoutout Package', 5000)
     )
     insert into package_contents (reservation_id, package_key, name, message)
     values ($1, 'birthday_shoutout', 'Amma', 'Thirty at last')`,
    [id],
  )
  const page = await asStaffMember(`/admin/reservations/${id}`, PHONE)
  await page.getByRole('button', { name: 'Change the words' }).click()
  await page.getByLabel('Name to be called out').fill('Ama')
  await database().pool.query(
    `update package_contents set message = 'Thirty, and dancing' where reservation_id = $1`,
    [id],
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Name: Ama', { exact: true }).waitFor()
  expect(await page.getByText('Message: Thirty, and dancing').count()).toBe(1)
})
