import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useMerges } from '../../../../tests/booking/merges.ts'
import { done } from '../../../../tests/booking/staff.ts'
import { refundAtVenue } from '#features/payments/at-venue/service.ts'
import { previewMerge } from './service.ts'

const { app, asStaff, bookNight, merge, textOf } = useMerges()

test('money that was refunded beyond a price does not pay for the party that joins', async () => {
  const stays = await bookNight('cash')
  const goes = await bookNight()
  const refund = { key: randomUUID(), amount: 5000, method: 'cash', reason: 'The wait' } as const
  await done(refundAtVenue(asStaff(), stays, refund))
  expect((await previewMerge(asStaff(), stays, goes))?.problem).toBeNull()
  await app().pool.query(
    'update reservations set total_price_cents = total_price_cents - 4000 where id = $1',
    [stays],
  )
  const problem =
    'More than the price of Ama Owusu was paid and refunded. Merged, it would pay for Ama Owusu, too.'
  expect((await previewMerge(asStaff(), stays, goes))?.problem).toContain(problem)
  expect(textOf(await merge(stays, goes))).toContain(problem)
})
