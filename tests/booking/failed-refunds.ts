import { issueRefund, syncRefunds } from '#features/payments/refunds/issuing/service.ts'
import type { TestBookings } from './bookings.ts'

/** Ids of the refunds of a reservation, the oldest first. */
export const refundIdsOf = async (bookings: TestBookings, reservationId: string): Promise<string[]> =>
  (
    await bookings
      .deps()
      .db.selectFrom('refunds')
      .where('reservationId', '=', reservationId)
      .orderBy('createdAt')
      .select('id')
      .execute()
  ).map(({ id }) => id)

/** Sends a refund to the provider, which makes it at first, and then says that it failed. */
export async function failRefund(
  bookings: TestBookings,
  refundId: string | undefined,
  between?: () => Promise<void>,
): Promise<void> {
  if (refundId === undefined) throw new Error('there is no refund')
  await issueRefund(bookings.deps(), refundId)
  await between?.()
  const { providerRefundId, paymentIntentId } = await bookings
    .deps()
    .db.selectFrom('refunds as f')
    .innerJoin('checkouts as c', 'c.id', 'f.checkoutId')
    .where('f.id', '=', refundId)
    .select(['f.providerRefundId', 'c.paymentIntentId'])
    .executeTakeFirstOrThrow()
  await bookings.provider.control.settleRefund({ refund: providerRefundId ?? '', outcome: 'failed' })
  await syncRefunds(bookings.deps(), paymentIntentId ?? '')
}
