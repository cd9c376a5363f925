import { expect, test } from 'vitest'
import { useGuestChanges } from '../../../../../tests/booking/guest-changes.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { moveToTable } from '#features/reservation-management/party-tables/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { addHours } from '#lib/venue-time.ts'

const { asStaff, at, changeMailOf, deps, emailsOf, linesOf, otherTable, paidAt, rowOf } = useGuestChanges()

/** A paid night, and the form that moves it to a dearer table. */
async function paidAndMoving() {
  const id = await paidAt('cheapest')
  const table = await otherTable(id, 'more')
  const { tableId: seen, totalPriceCents, startsAt } = await rowOf(id)
  const move = (isEmailed?: boolean) =>
    done(
      moveToTable(asStaff(), id, {
        tableId: table.id,
        seen,
        ...(isEmailed === undefined ? {} : { isEmailed }),
      }),
    )
  return { id, number: table.number, totalPriceCents, startsAt, move, lines: await linesOf(id) }
}

test('a night that staff move keeps its price, its bill names the new table, and the guest reads it', async () => {
  const { id, number, totalPriceCents, move } = await paidAndMoving()
  expect(await move(true)).toMatchObject({ email: 'reservation_changed' })
  expect(await linesOf(id)).toEqual([`Table ${number}`])
  expect(await rowOf(id)).toMatchObject({ totalPriceCents })
  at(addHours(deps().now, 1))
  await finishAmendments(deps(), id)
  expect((await emailsOf(id)).toSorted()).toEqual(['confirmation', 'reservation_changed'])
  expect(await changeMailOf(id)).toMatch(new RegExp(`Table \\d+ → ${number}\\b`))
})

test('undone, it has its table and its bill again, and no email is sent', async () => {
  const { id, lines, move } = await paidAndMoving()
  const { tableId } = await rowOf(id)
  const act = await move(true)
  await done(undoChange(asStaff(), id, act?.actId ?? ''))
  expect(await rowOf(id)).toMatchObject({ tableId })
  expect(await linesOf(id)).toEqual(lines)
  at(addHours(deps().now, 1))
  await finishAmendments(deps(), id)
  expect(await emailsOf(id)).toEqual(['confirmation'])
})

test('the guest is not emailed where staff do not want it, or the night has begun', async () => {
  const quiet = await paidAndMoving()
  expect(await quiet.move()).toMatchObject({ email: null })
  const begun = await paidAndMoving()
  at(addHours(begun.startsAt, 1))
  expect(await begun.move(true)).toMatchObject({ email: null })
})

test('a cancelled night is prepared for another table without an email, once it waits for no refund', async () => {
  const { id, move } = await paidAndMoving()
  const money = { decision: 'keep', reason: 'Cancelled too late', isRefundedIfResold: true } as const
  await done(changeStatus(asStaff(), id, { status: 'cancelled', seen: 'confirmed', money }))
  await expect(move(true)).rejects.toThrow(/sold again/)
  await deps()
    .db.updateTable('reservations')
    .set({ isRefundedIfResold: false })
    .where('id', '=', id)
    .execute()
  expect(await move(true)).toMatchObject({ email: null })
})
