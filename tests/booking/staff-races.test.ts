import { describe, expect, test } from 'vitest'
import { deleteReservation } from '#features/reservation-management/deletion/service.ts'
import { useStaffAndGuests } from './staff.ts'

/* Changes of a reservation by staff while its guest pays. */

const ROUNDS = Number(process.env['STAFF_ROUNDS'] ?? 40)

const { app, bookings, reloadNight, asStaff, setStatus, begin, pay, settle, find, emailsOf } =
  useStaffAndGuests()

describe('confirmed by staff while the guest pays', () => {
  test('a payment that was made counts as the payment of the reservation', async () => {
    const { id, sessionId } = await begin()
    await pay(sessionId)
    expect(await setStatus(id, 'confirmed', 'pending')).toMatchObject({ ok: true })
    await settle(sessionId)
    expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', refundedCents: 0 })
    expect(await emailsOf(id)).not.toContain('paid_twice')
  })

  test('a payment under way or an unavailable provider refuses it, and nothing changes', async () => {
    const { id, sessionId } = await begin()
    await bookings().provider.control.setFaults({ api: '500', webhooks: { deliver: 'lost' } })
    expect(await setStatus(id, 'confirmed', 'pending')).toMatchObject({
      reason: { text: expect.stringContaining('cannot be reached') },
    })
    expect(await deleteReservation(asStaff(), id)).toMatchObject({ ok: false })
    await bookings().provider.control.setFaults({ settleAfterMs: 3_600_000, webhooks: { deliver: 'lost' } })
    await pay(sessionId, 'late')
    expect(await setStatus(id, 'confirmed', 'pending')).toMatchObject({
      reason: { text: expect.stringContaining('still working on it') },
    })
    expect(await find(id)).toMatchObject({ status: 'pending', paymentStatus: 'pending' })
  })

  test('a payment that arrives for a reservation that is confirmed and not paid is its payment', async () => {
    const { id, sessionId } = await begin()
    await app().pool.query("update reservations set status = 'confirmed', held_until = null where id = $1", [
      id,
    ])
    await pay(sessionId)
    await settle(sessionId)
    expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid', refundedCents: 0 })
    expect(await emailsOf(id)).toEqual(['confirmation'])
  })

  test('a payment that was not made is closed, and the payment status does not stay pending', async () => {
    const { id, sessionId } = await begin()
    expect(await setStatus(id, 'confirmed', 'pending')).toMatchObject({ ok: true })
    await expect(pay(sessionId)).rejects.toThrow(/session/i)
    expect(await find(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'none' })
  })

  test(`in ${ROUNDS} races no guest who paid once is refunded as having paid twice`, async () => {
    let bad = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      // oxlint-disable no-await-in-loop -- each race is run by itself
      await reloadNight()
      const { id, sessionId } = await begin()
      const [, paid] = await Promise.all([
        setStatus(id, 'confirmed', 'pending'),
        pay(sessionId).then(
          async () => (await settle(sessionId), true),
          () => false,
        ),
      ])
      const after = await find(id)
      const isRight =
        after.status === 'confirmed' &&
        after.refundedCents === 0 &&
        after.paymentStatus === (paid ? 'paid' : 'none') &&
        !(await emailsOf(id)).includes('paid_twice')
      if (!isRight) bad += 1
      // Frees the table for the next race.
      await app().pool.query('delete from table_occupancies where reservation_id = $1', [id])
      // oxlint-enable no-await-in-loop
    }
    expect(bad, `races of ${ROUNDS} that ended wrong`).toBe(0)
  }, 240_000)
})
