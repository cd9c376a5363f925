import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { makeGuestList } from '../guest-lists/listed-nights.ts'
import { pastDoubleTap, toast } from '../staff/admin-visit.ts'
import { clearTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { PHONE } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

/** Three guests on a list of tonight who enter free. */
let entry = ''
beforeEach(async () => {
  await clearTonight(database())
  const { pool } = database()
  await pool.query('update events set deleted_at = now() where id in (select event_id from guest_lists)')
  const { id: list } = await makeGuestList(database())
  const { rows } = await pool.query<{ id: string }>(
    `insert into guest_list_entries (list_id, guest_name, guest_count, source) values ($1, 'Esi Owusu', 3, 'staff')
     returning id`,
    [list],
  )
  entry = rows[0]?.id ?? ''
})

/** Guests whose cover is recorded, those of lines that were taken back subtracted. */
const covered = async () => {
  const { rows } = await database().pool.query<{ guests: number }>(
    'select coalesce(sum(cover_guests), 0)::int as guests from ledger_lines where entry_id = $1',
    [entry],
  )
  return rows[0]?.guests
}

async function openParty() {
  const page = await asStaffMember('/admin/tonight', { ...PHONE, role: 'host' })
  await page.getByRole('button', { name: /^Esi Owusu,/ }).click()
  return { page, sheet: page.getByRole('dialog', { name: 'Esi Owusu' }) }
}

/** Delays every request, as a weak signal does. */
const slowDown = (page: Page) =>
  page.route('**/admin/api/**', async (route) => {
    await sleep(400)
    return route.continue()
  })

test('guests of a list who arrive one after another are free once each, on a slow network too', async () => {
  const { page, sheet } = await openParty()
  await slowDown(page)
  const fewer = sheet.getByRole('group', { name: 'Guests', exact: true }).getByRole('button').first()
  const one = sheet.getByRole('button', { name: '1 arrived', exact: true })
  await fewer.click()
  await fewer.click()
  await one.click()
  await sheet.getByRole('button', { name: 'Take back: 1 arrived' }).waitFor()
  await pastDoubleTap(page)
  await fewer.click()
  await one.click()
  await expect.poll(covered, { timeout: 5000 }).toBe(2)
  await toast(page, '1 arrived').waitFor()
  await sleep(1500)
  expect(await covered()).toBe(2)
})

test.each(['Take back: 3 arrived', 'Undo'])(
  'an arrival that is taken back by “%s” takes the free cover of its guests with it',
  async (button) => {
    const { page, sheet } = await openParty()
    await sheet.getByRole('button', { name: '3 arrived', exact: true }).click()
    await toast(page, '3 arrived').waitFor()
    await expect.poll(covered).toBe(3)
    await pastDoubleTap(page)
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect.poll(covered).toBe(0)
    // At once, from the list as this page knows it: they are free anew.
    await sheet.getByRole('button', { name: '3 arrived', exact: true }).click()
    await expect.poll(covered).toBe(3)
  },
)

test('cover without an answer is sent again with the next arrival, and counts once when staff send it, too', async () => {
  const { page, sheet } = await openParty()
  await page.route('**/admin/api/cover', (route) => route.abort())
  const fewer = sheet.getByRole('group', { name: 'Guests', exact: true }).getByRole('button').first()
  const one = sheet.getByRole('button', { name: '1 arrived', exact: true })
  await fewer.click()
  await fewer.click()
  await one.click()
  await toast(page, 'No answer about the cover').waitFor()
  expect(await covered()).toBe(0)
  await page.unroute('**/admin/api/cover')
  await pastDoubleTap(page)
  await fewer.click()
  await one.click()
  await expect.poll(covered).toBe(2)
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await toast(page, 'Cover recorded').waitFor()
  expect(await covered()).toBe(2)
})
