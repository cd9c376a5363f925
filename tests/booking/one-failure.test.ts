import { expect, test } from 'vitest'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { bookTable, reconcile, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { type PaymentGateway, PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { askFor, FRIDAY, newIdentity, tableOf } from './booking-fixtures.ts'
import { useBookings } from './use-bookings.ts'

/* One request or payment that fails, and what becomes of those beside it. */

const { app, bookings, night, later, pay, find } = useBookings()

async function hold(table = tableOf(night())): Promise<string> {
  const booked = await bookTable(bookings().deps(), askFor(night(), { table }), newIdentity())
  if (!booked.ok) throw new Error('not booked')
  return booked.value.reservationId
}

/** The gateway with some calls replaced. */
const depsWith = (change: Partial<PaymentGateway>) => {
  const deps = bookings().deps()
  return { ...deps, payments: { ...deps.payments, ...change } }
}

const keyInUse = () => Promise.reject(new PaymentUnavailable('The idempotency key is in use.'))

/** Lets a call wait until the test says so. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

test('a second request that fails while the first one opens the payment releases nothing', async () => {
  const id = await hold()
  const [asked, answered] = [gate(), gate()]
  const first = openCheckout(
    depsWith({
      createCheckout: async (order) => {
        asked.open()
        await answered.opened
        return bookings().deps().payments.createCheckout(order)
      },
    }),
    id,
  )
  await asked.opened
  expect(await openCheckout(depsWith({ createCheckout: keyInUse }), id)).toEqual({
    ok: false,
    reason: 'payment_unavailable',
  })
  answered.open()
  expect(await first).toMatchObject({ ok: true })
  expect(await find(id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' })
})

test('a second request that fails once the first one has the payment page gets the same page', async () => {
  const id = await hold()
  const asked = gate()
  const afterTheFirst = gate()
  const first = openCheckout(
    depsWith({
      createCheckout: async (order) => {
        asked.open()
        return bookings().deps().payments.createCheckout(order)
      },
    }),
    id,
  )
  await asked.opened
  const second = openCheckout(
    depsWith({
      createCheckout: async () => {
        await afterTheFirst.opened
        return keyInUse()
      },
    }),
    id,
  )
  const opened = await first
  afterTheFirst.open()
  expect(opened).toMatchObject({ ok: true })
  expect(await second).toEqual(opened)
})

test('a payment page stays open as long as its table is held', async () => {
  const id = await hold()
  const { now } = bookings().deps()
  const heldUntil = new Date(now.getTime() + 3 * 3_600_000)
  await app().db.updateTable('reservations').set({ heldUntil }).where('id', '=', id).execute()
  expect(await openCheckout(bookings().deps(), id)).toMatchObject({ ok: true })
  const { expiresAt } = await app()
    .db.selectFrom('checkouts')
    .select('expiresAt')
    .where('reservationId', '=', id)
    .executeTakeFirstOrThrow()
  expect(expiresAt.getTime()).toBeGreaterThan(heldUntil.getTime())
})

test('a payment that cannot be read keeps none of the others from being confirmed', async () => {
  const [broken, sound] = [tableOf(night(), 0), tableOf(night(), 1)]
  const first = await bookings().begin(night(), askFor(night(), { table: broken }))
  const second = await bookings().begin(night(), askFor(night(), { table: sound }))
  await pay(second.sessionId)
  later(5)
  await app()
    .db.updateTable('checkouts')
    .set({ createdAt: FRIDAY })
    .where('sessionId', 'in', [first.sessionId, second.sessionId])
    .execute()
  const { payments } = bookings().deps()
  const deps = depsWith({
    getCheckout: (sessionId) =>
      sessionId === first.sessionId
        ? Promise.reject(new Error('an unknown state'))
        : payments.getCheckout(sessionId),
  })
  await expect(reconcile(deps)).rejects.toThrow('an unknown state')
  expect(await find(second.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
})

test('a hold that cannot be released keeps none of the others', async () => {
  const [broken, sound] = [tableOf(night(), 0), tableOf(night(), 1)]
  const first = await bookings().begin(night(), askFor(night(), { table: broken }))
  const second = await bookings().begin(night(), askFor(night(), { table: sound }))
  later(16)
  const { payments } = bookings().deps()
  const deps = depsWith({
    expireCheckout: (sessionId) =>
      sessionId === first.sessionId
        ? Promise.reject(new Error('an unknown state'))
        : payments.expireCheckout(sessionId),
  })
  await expect(releaseExpiredHolds(deps)).rejects.toThrow('an unknown state')
  expect(await find(second.id)).toMatchObject({ status: 'cancelled', cancelReason: 'hold_expired' })
  expect(await find(first.id)).toMatchObject({ status: 'pending' })
})
