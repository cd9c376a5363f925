import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { lockBookableDay } from '#features/dining/service.ts'
import { lockServiceDay } from '#features/reservations/service-day/service.ts'
import { setSpecialDay } from '#features/reservation-management/special-days/service.ts'
import { lockClosing } from '#features/venue/closings/service.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { FRIDAY } from './dining-fixtures.ts'

let database: TestDatabase
let staff = ''
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'manager@venue.example')
})
const deps = () => ({
  db: database.db,
  now: FRIDAY,
  actor: { id: staff, name: 'Ama', role: 'manager' as const },
})

test('closing the restaurant waits for a dinner that is booked at the same moment', async () => {
  const date = '2027-03-03'
  let isSet = false
  const closing = await database.db.transaction().execute(async (trx) => {
    await lockServiceDay(trx, date)
    const setting = setSpecialDay(deps(), {
      date,
      service: 'restaurant',
      opens: '',
      closes: '',
      reason: 'Kitchen works',
      closedEvents: 'not_sold',
    }).finally(() => (isSet = true))
    await sleep(300)
    expect(isSet).toBe(false)
    return { setting }
  })
  expect(await closing.setting).toMatchObject({ ok: true })
})

test('a night is closed after the dinner that is booked at the same moment, so that the close-out asks about it', async () => {
  const date = '2026-11-20'
  let isClosing = false
  const closing = await database.db.transaction().execute(async (trx) => {
    await lockBookableDay({ db: trx, now: FRIDAY }, date)
    const locked = database.db
      .transaction()
      .execute((other) => lockClosing(other, date))
      .finally(() => (isClosing = true))
    await sleep(300)
    expect(isClosing).toBe(false)
    return { locked }
  })
  await closing.locked
  expect(isClosing).toBe(true)
})
