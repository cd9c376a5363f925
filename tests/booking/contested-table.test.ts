import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { holdTable } from '#features/holds/service.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { askFor, findNight, FRIDAY, newIdentity, tableOf } from './booking-fixtures.ts'

let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})

test('a table that others were just refused is held again as soon as it is free', async () => {
  const night = await findNight(app.db)
  const deps = { db: app.db, now: FRIDAY }
  const ask = () => holdTable(deps, { ...askFor(night), key: randomUUID() }, newIdentity())
  const { id: tableId } = tableOf(night)
  expect(await ask()).toMatchObject({ ok: true, value: { tableId, isNew: true } })
  const taken = { ok: false, reason: { why: 'table_taken' } }
  expect(await ask()).toMatchObject(taken)
  expect(await ask()).toMatchObject(taken)
  const { maxGuests } = await app.db
    .selectFrom('venueTables')
    .select('maxGuests')
    .where('id', '=', tableId)
    .executeTakeFirstOrThrow()
  const tooMany = { ...askFor(night), key: randomUUID(), guestCount: maxGuests + 1 }
  expect(await holdTable(deps, tooMany, newIdentity())).toMatchObject({
    reason: { why: 'too_many_guests', maxGuests },
  })

  const release = () =>
    app.db
      .updateTable('reservations')
      .set({ status: 'cancelled' })
      .where('tableId', '=', tableId)
      .where('status', '=', 'pending')
      .execute()
  await release()
  expect(await ask()).toMatchObject({ ok: true, value: { isNew: true } })
  expect(await ask()).toMatchObject(taken)
})
