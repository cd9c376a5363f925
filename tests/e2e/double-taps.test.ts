import { expect, test } from 'vitest'
import { pastDoubleTap, toast } from '../staff/admin-visit.ts'
import { bookTonight, clearTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { PHONE } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()
const TWICE = { delay: 60 }

test('a double tap on an arrival does not seat the party as well, and one on a seat does not let it leave', async () => {
  await clearTonight(database())
  const [id] = await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
  await database().pool.query(
    `update reservations set table_id = (select id from venue_tables order by table_number limit 1) where id = $1`,
    [id],
  )
  const page = await asStaffMember('/admin/tonight', PHONE)
  const kinds = async () =>
    (await database().pool.query<{ kind: string }>('select kind from arrival_events order by seq')).rows.map(
      ({ kind }) => kind,
    )
  await page.getByRole('button', { name: 'Arrived: Ada Obi' }).dblclick(TWICE)
  await toast(page, '6 arrived').waitFor()
  await pastDoubleTap(page)
  expect(await kinds()).toEqual(['arrived'])
  await page.getByRole('button', { name: 'Seat: Ada Obi' }).dblclick(TWICE)
  await expect.poll(kinds).toEqual(['arrived', 'seated'])
  await pastDoubleTap(page)
  expect(await kinds()).toEqual(['arrived', 'seated'])
  await page.getByRole('button', { name: 'Left: Ada Obi' }).waitFor()
})

test('a double tap on an arrival below a filter does not record the next party, whose row moves up', async () => {
  await clearTonight(database())
  await bookTonight(database(), ['Ada Obi', 'Kofi Mensah'])
  const page = await asStaffMember('/admin/tonight?state=to_come', PHONE)
  await page.getByRole('button', { name: 'Arrived: Ada Obi' }).dblclick(TWICE)
  await toast(page, '6 arrived').waitFor()
  await pastDoubleTap(page)
  await page.getByRole('button', { name: 'Arrived: Kofi Mensah' }).waitFor()
})

test('a double tap ticks a task off once, and no other task of the large type', async () => {
  await clearTonight(database())
  const ids = await bookTonight(database(), ['Ada Obi', 'Kofi Mensah', 'Esi Owusu'])
  await database().pool.query(`update reservations set special_requests = 'Candles' where id = any ($1)`, [
    ids,
  ])
  const page = await asStaffMember('/admin/run-sheet', PHONE)
  await page.getByRole('button', { name: /^Done: .*Ada Obi/ }).dblclick(TWICE)
  await pastDoubleTap(page)
  await page.getByText('1 of 3 done').waitFor()
  await page.getByRole('button', { name: 'Large type' }).click()
  await page
    .getByRole('button', { name: /^Done: / })
    .first()
    .dblclick(TWICE)
  await pastDoubleTap(page)
  await page.getByText('2 of 3 done').waitFor()
  const { rows } = await database().pool.query('select id from run_sheet_tasks where done_at is not null')
  expect(rows).toHaveLength(2)
})
