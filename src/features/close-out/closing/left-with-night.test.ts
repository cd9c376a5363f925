import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { attendanceOf, headCount } from '#features/reservation-management/arrivals/rules.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { recordHeadCounts } from '#features/reservation-management/tonight/head-counts/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { closeNight, reopenNight } from '../service.ts'

const { arrive, as, book, date, page, putOnList } = useCloseOutNights()

const inside = async () => {
  const { parties, ...others } = await loadTonight(as(), new URLSearchParams({ date: date() }))
  const counted = parties.map((party) => ({ ...party, isOver: false, attendance: attendanceOf(party) }))
  return headCount(counted, as().now, others).inside
}

test('a closed night counts no guests inside: those of guest lists and walk-ins have left, too', async () => {
  await arrive(await book(), 6)
  const entryId = await putOnList()
  const at = new Date(as().now.getTime() - 5 * 3_600_000).toISOString()
  const sentAt = as().now.toISOString()
  await recordArrivals(as(), {
    sentAt,
    acts: [{ kind: 'arrived', id: randomUUID(), entryId, guests: 3, at }],
  })
  const count = (...changes: number[]) =>
    recordHeadCounts(as(), {
      sentAt,
      deviceName: 'phone',
      counts: changes.map((change) => ({ id: randomUUID(), change, at })),
    })
  await count(99, 20, -5)
  expect(await inside()).toBe(6 + 3 + 114)
  expect((await page()).staying).toBe(2)
  expect(await closeNight(as(), date(), { decisions: [], reason: '' })).toMatchObject({ ok: true })
  expect(await inside()).toBe(0)
  expect((await page()).report.summary.came).toBe(9 + 119)
  // Counts of a device that was offline: they came, and are not inside any more. Some of the others had left before.
  await count(7, -3)
  expect(await inside()).toBe(0)
  expect(await page()).toMatchObject({ lateActs: 2, report: { summary: { came: 9 + 126 } } })

  expect(await reopenNight(as(), date())).toMatchObject({ ok: true })
  expect(await inside()).toBe(114 + 4)
})
