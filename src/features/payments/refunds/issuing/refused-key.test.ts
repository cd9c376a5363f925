import { expect, test } from 'vitest'
import { refundIdsOf } from '../../../../../tests/booking/failed-refunds.ts'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { gatewayOfRevokedKey } from '../../../../../tests/booking/revoked-key.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import { PaymentKeyRefused } from '#platform/payments-gateways/types.ts'
import { issueRefund, retryRefunds } from './service.ts'

const { bookings, db, deps, issuesOf, later, paidAt, rowOf } = useGuestChanges()

test('a refund waits while the provider does not accept the key, and is made with the right one', async () => {
  const id = await paidAt('cheapest')
  const { totalPriceCents } = await rowOf(id)
  await done(cancelByGuest(deps(), id))
  const [refundId = ''] = await refundIdsOf(bookings(), id)
  const stateOf = () =>
    db().selectFrom('refunds').where('id', '=', refundId).select('status').executeTakeFirst()
  const payments = gatewayOfRevokedKey(bookings().provider.url)
  await db().updateTable('refunds').set({ createdAt: deps().now }).where('id', '=', refundId).execute()
  await expect(issueRefund({ ...deps(), payments }, refundId)).rejects.toThrow(PaymentKeyRefused)
  // It is looked for at the provider first after a day, with the same answer.
  later(25 * 3600)
  await expect(issueRefund({ ...deps(), payments }, refundId)).rejects.toThrow(PaymentKeyRefused)
  payments.close()
  expect(await stateOf()).toEqual({ status: 'requested' })
  expect(await issuesOf(id)).toEqual([])
  expect(await rowOf(id)).toMatchObject({ refundedCents: totalPriceCents })
  await retryRefunds(deps())
  await issueRefund(deps(), refundId)
  expect(await stateOf()).toEqual({ status: 'succeeded' })
})
