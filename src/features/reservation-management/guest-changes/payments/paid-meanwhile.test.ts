import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { unblockTable } from '#features/reservation-management/table-blocks/service.ts'
import { cancelByGuest } from '#features/reservation-management/cancellation/service.ts'
import { dropChangeOfCancelled, dropExpiredChanges, findWaiting } from './service.ts'

const { night, asStaff, pay, deps, db, rowOf, refundsOf, beginPaying, comeBack, otherTable, paidAt } =
  useGuestChanges()

/** A paid reservation whose guest pays for a dearer table. */
async function changing() {
  const id = await paidAt('cheapest')
  const { tableId } = await rowOf(id)
  const session = await beginPaying(id, { tableId: (await otherTable(id, 'more')).id })
  const { tableBlockId, differenceCents } = (await findWaiting(deps(), id)) ?? {}
  await pay(session)
  return { id, tableId, session, differenceCents, release: () => unblockTable(asStaff(), tableBlockId ?? '') }
}

describe('a change to another table or night that is paid', () => {
  test('goes back where guests of the party arrived meanwhile', async () => {
    const { id, tableId, session, differenceCents } = await changing()
    await db()
      .insertInto('arrivalEvents')
      .values({
        id: randomUUID(),
        reservationId: id,
        kind: 'arrived',
        guests: 1,
        happenedAt: deps().now,
        actorId: asStaff().actor.id,
        actorName: 'Host',
      })
      .execute()
    expect(await comeBack(session)).toBe('refunded')
    expect(await rowOf(id)).toMatchObject({ tableId, status: 'confirmed' })
    expect(await refundsOf(id)).toEqual([differenceCents])
  })

  test('is made where the night sold out and its table was held, and goes back where it was held no more', async () => {
    const sellOut = (soldOut: boolean) =>
      db().updateTable('events').set({ soldOut }).where('id', '=', night().event.id).execute()
    const held = await changing()
    await sellOut(true)
    expect(await comeBack(held.session)).toBe('made')
    await sellOut(false)
    const late = await changing()
    await done(late.release())
    await sellOut(true)
    expect(await comeBack(late.session)).toBe('refunded')
    expect(await rowOf(late.id)).toMatchObject({ tableId: late.tableId })
    await sellOut(false)
  })
})

describe('the payment page of a change', () => {
  const stateOf = async (session: string) => (await deps().payments.getCheckout(session))?.state

  test('is closed with the reservation that its guest cancels, so that nothing is charged', async () => {
    const id = await paidAt('cheapest')
    const session = await beginPaying(id, { packages: ['screen_display'] })
    await done(cancelByGuest(deps(), id))
    await dropChangeOfCancelled(deps(), id)
    expect([await stateOf(session), await findWaiting(deps(), id)]).toEqual(['expired', null])
  })

  test('is closed by the job where staff cancel the reservation', async () => {
    const id = await paidAt('cheapest')
    const session = await beginPaying(id, { packages: ['screen_display'] })
    await db()
      .updateTable('reservations')
      .set({ status: 'cancelled', cancelReason: 'staff' })
      .where('id', '=', id)
      .execute()
    expect(await dropExpiredChanges(deps())).toBe(1)
    expect(await stateOf(session)).toBe('expired')
  })
})
