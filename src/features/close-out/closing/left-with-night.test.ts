import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { attendanceOf, headCount } from '#features/reservation-management/arrivals/rules.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { recordHeadCounts } from '#features/reservation-management/tonight/head-counts/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { closeNight } from '../service.ts'

const { as, arrive, book, database, date, page } = useCloseOutNights()

const inside = async () => {
  const { parties, walkIns } = await loadTonight(as(), new URLSearchParams({ date: date() }))
  const counted = parties.map((party) => ({ ...party, isOver: false, attendance: attendanceOf(party) }))
  return headCount(counted, as().now, walkIns).inside
}

test('a closed night counts no guests inside: those of guest lists and walk-ins have left, too', async () => {
  await arrive(await book(), 6)
  const { rows } = await database().pool.query<{ id: string }>(
    `with night as (
       insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('night-of-lists', 'Afrobeats', '', 'Nightlife', $1, '21:00', '$25', 'moderate') returning id
     ), list as (
       insert into guest_lists (event_id, name, max_guests, terms) select id, 'Friends', 50, 'free' from night returning id
     ) insert into guest_list_entries (list_id, guest_name, guest_count, source)
       select id, 'Esi Owusu', 4, 'staff' from list returning id`,
    [date()],
  )
  const entryId = rows[0]?.id ?? ''
  const at = new Date(as().now.getTime() - 5 * 3_600_000).toISOString()
  const sentAt = as().now.toISOString()
  await recordArrivals(as(), {
    sentAt,
    acts: [{ kind: 'arrived', id: randomUUID(), entryId, guests: 3, at }],
  })
  const counts = [99, 20, -5].map((change) => ({ id: randomUUID(), change, at }))
  await recordHeadCounts(as(), { sentAt, deviceName: 'phone', counts })
  expect(await inside()).toBe(6 + 3 + 114)
  expect((await page()).staying).toBe(2)
  expect(await closeNight(as(), date(), { decisions: [], reason: '' })).toMatchObject({ ok: true })
  expect(await inside()).toBe(0)
  const { report } = await page()
  expect(report.summary.came).toBe(9 + 119)
})
