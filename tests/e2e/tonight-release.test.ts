import { beforeEach, expect, test } from 'vitest'
import { holdNext, toast } from '../staff/admin-visit.ts'
import { bookTonight, clearTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { PHONE } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

/** A party of six that has a table, and whose time has come. */
let party = ''
beforeEach(async () => {
  await clearTonight(database())
  const [id = ''] = await bookTonight(database(), ['Ada Obi'])
  await database().pool.query(
    `update reservations set table_id = (select id from venue_tables order by table_number limit 1),
       starts_at = least(starts_at, now() - interval '1 minute') where id = $1`,
    [id],
  )
  party = id
})

async function openSheet() {
  const page = await asStaffMember('/admin/tonight', { ...PHONE, role: 'host' })
  await page.getByRole('button', { name: /^Ada Obi,/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Ada Obi' })
  const tap = (name: string) => sheet.getByRole('button', { name, exact: true }).click()
  return { page, tap }
}
const recorded = async () =>
  (
    await database().pool.query<{ kind: string }>(
      'select kind from arrival_events where reservation_id = $1 order by seq',
      [party],
    )
  ).rows.map(({ kind }) => kind)
const isFree = async () =>
  (await database().pool.query('select from reservations where id = $1 and left_at is not null', [party]))
    .rowCount === 1

test('a table released while its no-show is sent is free, and nobody is counted as arrived', async () => {
  const { page, tap } = await openSheet()
  await holdNext(page, '**/admin/api/arrivals')
  await tap('No-show')
  await tap('Release the table')
  await expect.poll(isFree).toBe(true)
  await toast(page, 'No-show').waitFor()
  expect(await recorded()).toEqual(['no_show'])
})

test('a table is not released where the no-show could not be recorded', async () => {
  const { page, tap } = await openSheet()
  await page.route('**/admin/api/arrivals', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    return route.abort()
  })
  await tap('No-show')
  await tap('Release the table')
  await toast(page, 'Error releasing the table').waitFor()
  expect([await isFree(), await recorded()]).toEqual([false, []])
})
