import { beforeAll, describe, expect, test } from 'vitest'
import { moveDinner } from '#features/dining/changes/service.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { lockActiveBooking } from '#features/reservation-management/service.ts'
import { addDays } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
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

  test('is refused to a party whose friends got their codes at the same moment', async () => {
    const id = await booked(app.db, { date: addDays(FAR_SATURDAY, -1), time: '18:00', guests: 4 })
    const deps = await at(app.db)
    const canHaveSize = async (db: Db, of: string, guests: number) =>
      guests >
      (await db.selectFrom('entryShares').where('reservationId', '=', of).select('id').execute()).length
    const size = { date: addDays(FAR_SATURDAY, -1), time: '18:00', guests: 2 } as const
    const [locked, sharing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const shared = app.db.transaction().execute(async (tx) => {
      await lockActiveBooking(tx, id)
      locked.resolve()
      await tx
        .insertInto('entryShares')
        .values(['Ana', 'Ben', 'Cleo'].map((guestName) => ({ reservationId: id, guestName })))
        .execute()
      await sharing.promise
    })
    await locked.promise
    const moved = moveDinner({ ...deps, canHaveSize }, id, size)
    await eventually(async () => {
      const { rows } = await app.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`)
      expect(rows).not.toEqual([])
    })
    sharing.resolve()
    await shared
    expect(await moved).toMatchObject({ reason: { why: 'too_small' } })
    expect(await findDinner(app, id)).toMatchObject({ guestCount: 4 })
  })

  test('leaves a large party at the three tables where staff seated it', async () => {
    const date = addDays(FAR_SATURDAY, -2)
    const id = await booked(app.db, { date, time: '18:00', guests: 9 })
    await confirmedByStaff(app.db, id)
    const tables = await app.db
      .selectFrom('venueTables')
      .where('isAvailable', '=', true)
      .where('deletedAt', 'is', null)
      .orderBy('maxGuests')
      .orderBy('tableNumber')
      .limit(3)
      .select('id')
      .execute()
    const [tableId = null, secondTableId = null, third = ''] = tables.map((it) => it.id)
    await app.db
      .updateTable('reservations')
      .set({ tableId, secondTableId, extraTableIds: [third] })
      .where('id', '=', id)
      .execute()
    const seated = await occupanciesOf(app.db, id)
    const deps = await at(app.db)
    expect(await moveDinner(deps, id, { date, time: '18:00', guests: 8 })).toMatchObject({ ok: true })
    expect(await findDinner(app, id)).toMatchObject({ guestCount: 8, status: 'confirmed' })
    expect(await occupanciesOf(app.db, id)).toEqual(seated)
    expect(seated).toHaveLength(3)
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
      // At another time, too, its guests are not left without the table that they were promised; one without may go there.
      await booked(app.db, { date, time: '20:00', guests: 2 })
      const late = { date, time: '20:00' } as const
      expect(await moveDinner(deps, id, late)).toMatchObject({
        reason: {
          why: 'full',
          serviceDay: {
            times: expect.arrayContaining([expect.objectContaining({ time: '20:00', state: 'full' })]),
          },
        },
      })
      expect(await occupanciesOf(app.db, id)).toEqual(table)
      const standing = await booked(app.db, { date, time: '18:00', guests: 2 })
      expect((await moveDinner(deps, standing, late)).ok).toBe(true)
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
