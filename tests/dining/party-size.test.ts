import { beforeAll, describe, expect, test } from 'vitest'
import { moveDinner } from '#features/dining/changes/service.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { addDays } from '#lib/venue-time.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { at, booked, confirmedByStaff, FAR_SATURDAY, occupanciesOf } from './dining-fixtures.ts'

let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})

describe('a change of a dinner by its guest', () => {
  test('of a party to another size takes a table and covers for that size, at the same time', async () => {
    const date = FAR_SATURDAY
    const id = await booked(app.db, { date, time: '18:00', guests: 2 })
    const deps = await at(app.db)
    expect((await moveDinner(deps, id, { date, time: '18:00', guests: 6 })).ok).toBe(true)
    expect(await findDinner(app, id)).toMatchObject({ time: '18:00', guestCount: 6 })
    expect(await occupanciesOf(app.db, id)).not.toEqual([])
    // Staff would have to confirm it, and the guest would lose their table until then.
    expect(await moveDinner(deps, id, { date, time: '18:00', guests: 9 })).toMatchObject({
      reason: { why: 'large_party' },
    })
    await app.db.updateTable('venue').set({ diningCoversPerSlot: 6 }).execute()
    expect((await moveDinner(deps, id, { date, time: '18:00', guests: 7 })).ok).toBe(false)
    await app.db.updateTable('venue').set({ diningCoversPerSlot: 24 }).execute()
    expect(await findDinner(app, id)).toMatchObject({ guestCount: 6 })
    // A smaller party keeps the table that it has, though a smaller one is free.
    const table = await occupanciesOf(app.db, id)
    expect((await moveDinner(deps, id, { date, time: '18:00', guests: 2 })).ok).toBe(true)
    expect(await findDinner(app, id)).toMatchObject({ guestCount: 2 })
    expect(await occupanciesOf(app.db, id)).toEqual(table)
  })

  test('loses no table that it has, though the venue books without a table', async () => {
    const date = addDays(FAR_SATURDAY, 1)
    const id = await booked(app.db, { date, time: '18:00', guests: 2 })
    await confirmedByStaff(app.db, id)
    const table = await occupanciesOf(app.db, id)
    const own = await app.db
      .selectFrom('reservations')
      .select('tableId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('venue').set({ allowOverbooking: true }).execute()
    await app.db
      .updateTable('venueTables')
      .set({ isAvailable: false })
      .where('id', '<>', own.tableId ?? '')
      .execute()
    try {
      const deps = await at(app.db)
      expect(await moveDinner(deps, id, { date, time: '18:00', guests: 7 })).toMatchObject({
        reason: { why: 'full' },
      })
      expect(await findDinner(app, id)).toMatchObject({ guestCount: 2 })
      // Staff seated more guests than the table is for: the smaller party stays there.
      await app.db.updateTable('reservations').set({ guestCount: 7 }).where('id', '=', id).execute()
      expect((await moveDinner(deps, id, { date, time: '18:00', guests: 6 })).ok).toBe(true)
      expect(await occupanciesOf(app.db, id)).toEqual(table)
    } finally {
      await app.db.updateTable('venue').set({ allowOverbooking: false }).execute()
      await app.db.updateTable('venueTables').set({ isAvailable: true }).execute()
    }
  })
})
