import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { lockServiceDay } from '#features/reservations/service-day/service.ts'
import { setSpecialDay } from '#features/reservation-management/special-days/service.ts'
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
