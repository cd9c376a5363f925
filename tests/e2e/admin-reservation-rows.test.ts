import { expect, test } from 'vitest'
import { bookTonight, clearTonight } from '../staff/night-parties.ts'
import { useStaffArea } from '../staff/staff-area.ts'
import { axeViolations, sidewaysScroll } from '../support/browser.ts'

const { asStaffMember, database } = useStaffArea()

test('twelve whole reservations fit a laptop, also once the night has taken cover', async () => {
  await clearTonight(database())
  const names = Array.from({ length: 20 }, (_, i) => `Guest ${i}`)
  await bookTonight(database(), names)
  await database().pool.query(
    `insert into ledger_lines (source_key, kind, method, amount_cents, cover_kind, cover_guests, cover_each_cents, act_id,
       night, moved_at, actor_name)
     values ('cover:laptop', 'cover', 'cash', 125000, 'full', 50, 2500, new_id(),
       business_day_of(now()), now(), 'Efua')`,
  )
  const page = await asStaffMember('/admin/reservations', { viewport: { width: 1366, height: 768 } })
  await page.getByText('and $1,250.00 cover of that night').waitFor()
  const rows = page.locator('tr[data-row]')
  await rows.nth(11).waitFor()
  expect(await rows.nth(11).evaluate((it) => it.getBoundingClientRect().bottom)).toBeLessThanOrEqual(768)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await axeViolations(page)).toEqual([])
})
