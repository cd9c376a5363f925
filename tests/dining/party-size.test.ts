import { beforeAll, describe, expect, test } from 'vitest'
import { moveDinner } from '#features/dining/service.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { at, booked, FAR_SATURDAY, occupanciesOf } from './dining-fixtures.ts'

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
  })
})
