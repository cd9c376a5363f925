import { expect, test } from 'vitest'
import { useGuestChanges } from '../../../../tests/booking/guest-changes.ts'
import { done } from '../../../../tests/booking/staff.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import { moveToTable } from '#features/reservation-management/party-tables/service.ts'
import { UNDO_OVER } from '#lib/undo-window.ts'
import { undoChange } from './service.ts'

const { asStaff, deps, night, rowOf, change, movable, later, reloadNight, useVenueSettings } =
  useGuestChanges()
useVenueSettings({ creditOnMove: true }, { creditOnMove: false })

test('a table that staff chose is not taken back once the guest has moved to another night', async () => {
  const { id, wanted, paidCents, cents } = await movable('dearest', (it, paid) => it < paid)
  const { tableId } = await rowOf(id)
  await reloadNight()
  const other = night().tables.find((it) => it.id !== tableId && it.id !== wanted.tableId)
  const moved = await done(moveToTable(asStaff(), id, { tableId: other?.id ?? '', seen: tableId }))
  later(2)
  await done(change(id, wanted))
  await finishAmendments(deps(), id)
  later(2)
  const undone = await undoChange(asStaff(), id, moved?.actId ?? '')
  expect(undone).toEqual({ ok: false, reason: { why: 'refused', text: UNDO_OVER } })
  expect(await rowOf(id)).toMatchObject({ tableId: wanted.tableId, creditCents: paidCents - cents })
})
