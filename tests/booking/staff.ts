import { beforeAll, beforeEach } from 'vitest'
import { bookTable } from '#features/holds/booking/service.ts'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { startBookings, type TestBookings } from './bookings.ts'
import { askFor, findNight, FRIDAY, type Night, newIdentity } from './booking-fixtures.ts'

/** A venue that takes payments, guests who hold and pay, and a manager who changes their reservations. */
export function useStaffAndGuests() {
  let app: TestDatabase
  let bookings: TestBookings
  let night: Night
  let staff: string
  beforeAll(async () => {
    app = await cloneDatabase()
    bookings = await startBookings(app, FRIDAY)
    staff = await createStaff(app, 'manager@example.com')
  })
  beforeEach(async () => {
    bookings.clock.now = FRIDAY
    await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
    night = await findNight(app.db)
  })

  const asStaff = (role: 'manager' | 'host' = 'manager') => ({
    ...bookings.deps(),
    actor: { id: staff, name: 'Manager', role },
  })
  const pay = (session: string, outcome: 'approve' | 'late' | 'late-fail' = 'approve') =>
    bookings.provider.control.pay({ session, outcome })
  const settle = (sessionId: string) => settleCheckout(bookings.deps(), sessionId)
  return {
    app: () => app,
    bookings: () => bookings,
    night: () => night,
    /** Reads the free tables of the night again. */
    reloadNight: async () => void (night = await findNight(app.db)),
    asStaff,
    pay,
    settle,
    setStatus: (id: string, status: ReservationStatus, seen: ReservationStatus) =>
      changeStatus(asStaff(), id, { status, seen }),
    cancel: (id: string, decision: 'refund' | 'keep' | 'later', reason = 'Agreed by phone') =>
      changeStatus(asStaff(), id, { status: 'cancelled', seen: 'confirmed', money: { decision, reason } }),
    begin: () => bookings.begin(night),
    paidNight: async () => {
      const begun = await bookings.begin(night)
      await pay(begun.sessionId)
      await settle(begun.sessionId)
      return begun
    },
    anotherGuest: () => bookTable(bookings.deps(), askFor(night), newIdentity()),
    finish: (id: string) => finishChanges(bookings.deps(), id),
    later: (seconds: number) =>
      void (bookings.clock.now = new Date(bookings.clock.now.getTime() + seconds * 1000)),
    at: (moment: Date) => void (bookings.clock.now = moment),
    find: (id: string) =>
      app.db
        .selectFrom('reservations')
        .select(['status', 'paymentStatus', 'receivedCents', 'refundedCents'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    emailsOf: async (id: string) => {
      const rows = await app.db
        .selectFrom('emailQueue')
        .select('kind')
        .where('reservationId', '=', id)
        .execute()
      return rows.map(({ kind }) => kind)
    },
    issuesOf: (id: string) =>
      app.db
        .selectFrom('paymentExceptions')
        .select('kind')
        .where('reservationId', '=', id)
        .where('resolvedAt', 'is', null)
        .execute(),
  }
}

type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: unknown }

/** The value of a successful action; fails the test where it was refused. */
export async function done<Value>(work: Promise<Outcome<Value>>): Promise<Value> {
  const outcome = await work
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.reason))
  return outcome.value
}
