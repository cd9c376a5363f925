import { beforeAll, beforeEach } from 'vitest'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { issueRefund } from '#features/payments/refunds/issuing/service.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { findNight, FRIDAY, type Night } from './booking-fixtures.ts'
import { startBookings, type TestBookings } from './bookings.ts'

/** A database with a night, a payment provider whose webhooks are lost, and what the rows of a reservation say. */
export function useBookings() {
  let app: TestDatabase
  let bookings: TestBookings
  let night: Night
  beforeAll(async () => {
    app = await cloneDatabase()
    bookings = await startBookings(app, FRIDAY)
  })
  beforeEach(async () => {
    bookings.clock.now = FRIDAY
    await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
    // Releases the holds that the test before left.
    await app.db
      .updateTable('reservations')
      .set({ status: 'cancelled' })
      .where('status', '=', 'pending')
      .where('holdKey', 'is not', null)
      .execute()
    night = await findNight(app.db)
  })

  const refundsOf = (id: string) =>
    app.db.selectFrom('refunds').selectAll().where('reservationId', '=', id).execute()
  return {
    app: () => app,
    bookings: () => bookings,
    night: () => night,
    later: (minutes: number) =>
      void (bookings.clock.now = new Date(bookings.clock.now.getTime() + minutes * 60_000)),
    pay: (session: string, outcome: 'approve' | 'decline' | 'late' | 'late-fail' = 'approve') =>
      bookings.provider.control.pay({ session, outcome }),
    settle: (sessionId: string) => settleCheckout(bookings.deps(), sessionId),
    find: (id: string) =>
      app.db
        .selectFrom('reservations')
        .select(['status', 'cancelReason', 'paymentStatus'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    mailsOf: async (id: string) =>
      (await app.db.selectFrom('emailQueue').select('kind').where('reservationId', '=', id).execute()).map(
        (it) => it.kind,
      ),
    refundsOf,
    issuesOf: (id: string) =>
      app.db.selectFrom('paymentExceptions').selectAll().where('reservationId', '=', id).execute(),
    giveAllBack: async (id: string): Promise<void> => {
      for (const refund of await refundsOf(id)) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, as the queue does
        await issueRefund(bookings.deps(), refund.id)
      }
    },
  }
}
