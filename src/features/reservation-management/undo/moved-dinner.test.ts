import { beforeAll, expect, test } from 'vitest'
import { at, booked, FAR_SATURDAY } from '../../../../tests/dining/dining-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { moveDinner } from '#features/dining/changes/service.ts'
import { moveToTable, setSittingEnd } from '#features/reservation-management/party-tables/service.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { UNDO_OVER } from '#lib/undo-window.ts'
import { addMinutes } from '#lib/venue-time.ts'
import { undoChange } from './service.ts'

const REFUSED = { ok: false, reason: { why: 'refused', text: UNDO_OVER } }
const date = FAR_SATURDAY
let app: TestDatabase
let actor: Actor
beforeAll(async () => {
  app = await cloneDatabase()
  actor = { id: await createStaff(app, 'undo@venue.example'), name: 'Ama', role: 'manager' }
})

/** A dinner at six, with what its staff and its guest do. */
async function dinner() {
  const id = await booked(app.db, { date, time: '18:00', guests: 2 })
  const guest = await at(app.db)
  const staff = { ...guest, actor }
  const row = () =>
    app.db
      .selectFrom('reservations')
      .where('id', '=', id)
      .select(['tableId', 'startsAt', 'endsAt'])
      .executeTakeFirstOrThrow()
  const move = async (time: string, guests = 2) =>
    expect(await moveDinner(guest, id, { date, time, guests })).toMatchObject({ ok: true })
  return { id, staff, row, move, undo: (actId = '') => undoChange(staff, id, actId) }
}

test('a table that staff chose is not taken back once the guest has moved the dinner', async () => {
  const { id, staff, row, move, undo } = await dinner()
  const { tableId } = await row()
  const other = await app.db
    .selectFrom('venueTables')
    .where('id', '<>', tableId ?? '')
    .where('isAvailable', '=', true)
    .where('deletedAt', 'is', null)
    .orderBy('tableNumber', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  const to = { tableId: other.id, seen: tableId, offSale: [other.id] }
  const moved = await moveToTable(staff, id, to)
  if (!moved.ok) throw new Error(JSON.stringify(moved.reason))
  await move('17:00')
  const before = await row()
  expect(await undo(moved.value?.actId)).toEqual(REFUSED)
  expect(await row()).toEqual(before)
})

test('a sitting does not get its former end back, which may lie before the new start', async () => {
  const { id, staff, row, move, undo } = await dinner()
  const { endsAt } = await row()
  const longer = { endsAt: addMinutes(endsAt, 15).toISOString(), seen: endsAt.toISOString() }
  const moved = await setSittingEnd(staff, id, longer)
  if (!moved.ok) throw new Error(JSON.stringify(moved.reason))
  await move('20:00')
  const before = await row()
  expect(await undo(moved.value?.actId)).toEqual(REFUSED)
  expect(await row()).toEqual(before)
})

test('a sitting keeps its end once the guest brings more people at the same time', async () => {
  const { id, staff, row, move, undo } = await dinner()
  const { endsAt } = await row()
  const longer = { endsAt: addMinutes(endsAt, 15).toISOString(), seen: endsAt.toISOString() }
  const moved = await setSittingEnd(staff, id, longer)
  if (!moved.ok) throw new Error(JSON.stringify(moved.reason))
  await move('18:00', 6)
  const before = await row()
  expect(await undo(moved.value?.actId)).toEqual(REFUSED)
  expect(await row()).toEqual(before)
})

test('a sitting gets its former end back where the dinner stays at its time', async () => {
  const { id, staff, row, undo } = await dinner()
  const before = await row()
  const { endsAt } = before
  const longer = { endsAt: addMinutes(endsAt, 15).toISOString(), seen: endsAt.toISOString() }
  const moved = await setSittingEnd(staff, id, longer)
  if (!moved.ok) throw new Error(JSON.stringify(moved.reason))
  expect(await undo(moved.value?.actId)).toMatchObject({ ok: true })
  expect(await row()).toEqual(before)
})
