import { expect, test } from 'vitest'
import { toast } from '../staff/admin-visit.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { atEachSize, DESKTOP, expectToFit } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

/** Twelve devices that were heard last on the evening of a night without parties; returns its date. */
async function hearManyDevices(daysAgo: number): Promise<string> {
  const { rows } = await database().pool.query<{ night: string }>(
    `insert into check_in_devices (night, device_id, name, heard_at, unsent)
     select d.night, gen_random_uuid(), 'Efua''s phone, number ' || n, moment_of_business(d.night, '23:30'), 0
     from generate_series(1, 12) n, lateral (select business_day_of(now()) - $1::integer as night) d
     returning night::text`,
    [daysAgo],
  )
  return rows[0]?.night ?? ''
}

test('the box about silent devices is in view before the button at every size, and what is missing stands at it', async () => {
  const date = await hearManyDevices(90)
  const page = await asStaffMember(`/admin/close-out?date=${date}`, DESKTOP)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Close the night' }).click()
  const dialog = page.getByRole('dialog')
  const box = dialog.getByRole('checkbox', { name: 'These devices have nothing left to send' })
  const submit = dialog.getByRole('button', { name: 'Close the night' })
  await box.waitFor()
  await atEachSize(page, async (_name, { height }) => {
    const places = await Promise.all([box.boundingBox(), submit.boundingBox()])
    const bottoms = places.map((it) => (it ? it.y + it.height : Infinity))
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(height)
  })
  await submit.click()
  await dialog.getByText('Look at these devices first, then tick the box.').waitFor()
  await expect.poll(() => box.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await toast(page, 'The night is not closed').count()).toBe(0)
  await expectToFit(page)
  await box.check()
  await submit.click()
  await toast(page, 'The night is closed').waitFor()
  await main.getByRole('button', { name: 'Count cash and lock' }).waitFor()
})
