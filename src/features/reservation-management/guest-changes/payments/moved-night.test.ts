import { expect, test } from 'vitest'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { addDays } from '#lib/venue-time.ts'

const { pay, db, rowOf, refundsOf, beginPaying, comeBack, movable } = useGuestChanges()

test('a guest who pays for another night is not moved to the date that staff gave it meanwhile', async () => {
  const { id, date, wanted } = await movable('cheapest', (cents, paidCents) => cents > paidCents)
  const before = await rowOf(id)
  const session = await beginPaying(id, wanted)
  const moveTo = (to: string) =>
    db().updateTable('events').set({ date: to }).where('id', '=', wanted.eventId).execute()
  await moveTo(addDays(date, 400))
  await pay(session)
  const outcome = await comeBack(session)
  await moveTo(date)
  expect(outcome).toBe('refunded')
  const { businessDate, tableId, totalPriceCents } = before
  expect(await rowOf(id)).toMatchObject({ businessDate, tableId, totalPriceCents })
  expect(await refundsOf(id)).toHaveLength(1)
})
