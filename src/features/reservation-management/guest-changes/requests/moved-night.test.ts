import { expect, test } from 'vitest'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { addDays } from '#lib/venue-time.ts'
import { changeByGuest } from './service.ts'

const { deps, db, rowOf, confirmOf, movable } = useGuestChanges()

test('a guest who confirms another night is not moved to the date that staff gave it meanwhile', async () => {
  const { id, date, wanted } = await movable('dearest', (cents, paidCents) => cents < paidCents)
  const before = await rowOf(id)
  const { change: seen, payment } = await confirmOf(id, wanted)
  expect(payment).toBe('refund')
  const moveTo = (to: string) =>
    db().updateTable('events').set({ date: to }).where('id', '=', wanted.eventId).execute()
  await moveTo(addDays(date, 400))
  const outcome = await changeByGuest(deps(), id, seen)
  const { change: again } = await confirmOf(id, wanted)
  await moveTo(date)
  expect(outcome).toMatchObject({ ok: false, reason: { why: 'price_changed' } })
  expect(again.shown.night).toBe(addDays(date, 400))
  const { businessDate, tableId, totalPriceCents } = before
  expect(await rowOf(id)).toMatchObject({ businessDate, tableId, totalPriceCents })
  await done(changeByGuest(deps(), id, seen))
  expect(await rowOf(id)).toMatchObject({ businessDate: date, tableId: wanted.tableId })
})
