import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startBookings } from './bookings.ts'
import { findNight, FRIDAY } from './booking-fixtures.ts'
import { cloneDatabase } from '../support/database.ts'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { syncRefunds } from '#features/payments/refunds/issuing/service.ts'

test('a refund sync locks the reservation before the checkout, as staff refunds do', async () => {
  const app = await cloneDatabase()
  const bookings = await startBookings(app, FRIDAY)
  const night = await findNight(app.db)
  await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
  const { id, sessionId } = await bookings.begin(night)
  const paid = await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
  await settleCheckout(bookings.deps(), sessionId)
  const intent = String(
    typeof paid.payment_intent === 'string' ? paid.payment_intent : paid.payment_intent?.id,
  )
  await bookings.provider.control.refund({ paymentIntent: intent, amount: 1000 })
  const sync = await app.db.transaction().execute(async (staff) => {
    await staff.selectFrom('reservations').select('id').where('id', '=', id).forUpdate().execute()
    const syncing = syncRefunds(bookings.deps(), intent)
    await expect
      .poll(
        async () =>
          (
            await sql`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
          ).rows.length,
      )
      .toBe(1)
    // A sync that held the checkout's row lock here would be half of a deadlock.
    await sql`select id from checkouts where reservation_id = ${id} for update nowait`.execute(staff)
    return { syncing }
  })
  await sync.syncing
  const { paymentStatus } = await app.db
    .selectFrom('reservations')
    .select('paymentStatus')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(paymentStatus).toBe('partly_refunded')
})
