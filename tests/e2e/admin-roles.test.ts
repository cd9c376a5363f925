import { expect, test } from 'vitest'
import { bookTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, DESKTOP, expectToFit, PHONE, sidewaysScroll } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

test.each([
  ['door', 'tonight', ['Tonight', 'Check-in', 'Your account']],
  ['server', 'tonight', ['Tonight', 'Floor', 'Run sheet', 'Your account']],
  ['marketing', 'events', ['Guest lists', 'Events', 'Gallery', 'Modals', 'Bin', 'Your account']],
] as const)('%s at %s sees the tabs that the role may open, and no other', async (role, path, tabs) => {
  const page = await asStaffMember(`/admin/${path}`, { role })
  const links = page.getByRole('navigation').getByRole('link')
  const shown = (await links.allTextContents()).map((it) => it.trim())
  expect([...new Set(shown)].toSorted()).toEqual([...tabs].toSorted())
})

test('a server changes marks and the note of a party tonight, and nothing else', async () => {
  const [id] = await bookTonight(database(), ['Serwaa Prempeh'])
  const page = await asStaffMember('/admin/tonight', { ...PHONE, role: 'server' })
  await page.getByRole('searchbox', { name: 'Search' }).fill('Serwaa')
  await page.getByRole('button', { name: /^Serwaa Prempeh/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Serwaa Prempeh' })
  await sheet.getByRole('button', { name: 'VIP' }).click()
  await sheet.getByLabel('Note').fill('Window, please')
  await sheet.getByRole('button', { name: 'Save note' }).click()
  await expect
    .poll(async () => {
      const { rows } = await database().pool.query(
        'select tags, staff_note as note from reservations where id = $1',
        [id],
      )
      return rows[0]
    })
    .toEqual({ tags: ['vip'], note: 'Window, please' })
  expect(await sheet.getByRole('link', { name: 'Open reservation' }).count()).toBe(0)
  expect(await sheet.getByRole('button', { name: 'Change reservation' }).count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
})

test('an accountant reads a reservation, and sees no control that the server would refuse', async () => {
  const { rows } = await database().pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status, staff_note)
     select t.id, 'dining', business_day_of(s.at), s.at, s.at + interval '1 hour', 'Prudence Ledger',
       'prudence@example.com', '+19725550163', 2, 'confirmed', 'Pays by card'
     from venue_tables t, (select now() - interval '1 minute' as at) s where not exists (
       select from table_occupancies o where o.table_id = t.id and o.is_active
         and o.during && tstzrange(s.at, s.at + interval '1 hour'))
     order by t.table_number limit 1 returning id`,
  )
  const page = await asStaffMember('/admin/reservations?q=ledger', { ...DESKTOP, role: 'accountant' })
  const refused: string[] = []
  page.on('response', (it) => refused.push(...(it.status() === 403 ? [it.url()] : [])))
  await page.getByRole('row', { name: /Prudence Ledger.*confirmed/ }).waitFor()
  await page.getByRole('button', { name: 'Actions for Prudence Ledger' }).click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Open'])
  await page.getByRole('menuitem', { name: 'Open' }).click()
  await page.waitForURL(`**/admin/reservations/${rows[0]?.id}`)
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await page.getByText('Pays by card').waitFor()
  const main = page.getByRole('main')
  expect(await main.getByRole('button').allTextContents()).toEqual([])
  expect(await main.locator('select, textarea, input').count()).toBe(0)
  expect(refused).toEqual([])
  expect(await axeViolations(page)).toEqual([])
})

test('accounts name each role with what it may do at every size', async () => {
  const page = await asStaffMember('/admin/settings/staff', { ...DESKTOP, role: 'owner' })
  await expectToFit(page, () =>
    page.getByText('Check-in, cover, and the arrivals of tonight.').first().waitFor(),
  )
})
