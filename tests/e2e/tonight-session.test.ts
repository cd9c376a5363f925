import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { bookTonight, clearTonight } from '../staff/night-parties.ts'
import { PASSWORD } from '../staff/sign-in.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { PHONE } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

beforeEach(() => clearTonight(database()))

test('an arrival that waits for a new sign-in has the time at which it was tapped', async () => {
  const [id] = await bookTonight(database(), ['Ada Obi'])
  const page = await asStaffMember('/admin/tonight', PHONE)
  const arrived = page.getByRole('button', { name: 'Arrived: Ada Obi' })
  await arrived.waitFor()
  await database().pool.query('delete from staff_sessions')
  await arrived.click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByLabel('Password') })
  await dialog.waitFor()
  await sleep(5000)
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await toast(page, '6 arrived').waitFor()
  const { rows } = await database().pool.query<{ wait: number }>(
    `select extract(epoch from recorded_at - happened_at)::float8 as wait from arrival_events where reservation_id = $1`,
    [id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.wait).toBeGreaterThan(4.5)
})
