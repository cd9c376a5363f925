import { beforeAll, expect, test } from 'vitest'
import { cancelDinner } from '#features/dining/changes/service.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { readCalendar } from '../support/read-calendar.ts'
import { calendarOf, sequence, useDiningEmails } from './dining-emails.ts'
import { at, booked, confirmedByStaff } from './dining-fixtures.ts'

/* The emails about a dinner that its guest cancelled, and that staff confirmed again. */

let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})
const { emailsOf, kindsOf } = useDiningEmails(() => app.db)

test('a dinner that stands again is cancelled by an email of its own, to guest and staff', async () => {
  const id = await booked(app.db, { guestEmail: 'again@example.com', time: '15:00' })
  const deps = await at(app.db)
  await cancelDinner(deps, id)
  const [first] = await emailsOf(id, 'dinner_cancelled')
  expect(await emailsOf(id, 'dinner_cancelled_notice')).toHaveLength(1)
  await confirmedByStaff(app.db, id, 'cancelled')
  await cancelDinner(deps, id)
  const [second, ...none] = await emailsOf(id, 'dinner_cancelled')
  expect(none).toEqual([])
  expect(readCalendar(calendarOf(second))).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' })
  expect(sequence(second)).toBeGreaterThan(sequence(first))
  expect(await emailsOf(id, 'dinner_cancelled_notice')).toHaveLength(1)
})

test('a dinner is never cancelled by an email that is sent after staff confirmed it again', async () => {
  const id = await booked(app.db, { guestEmail: 'stands@example.com', time: '19:00' })
  const deps = await at(app.db)
  await cancelDinner(deps, id)
  await confirmedByStaff(app.db, id, 'cancelled')
  const kinds = ['dinner_cancelled', 'dinner_cancelled_notice']
  expect((await Promise.all(kinds.map((it) => emailsOf(id, it)))).flat()).toEqual([])
  // The withheld emails do not stand in for those of the next cancellation.
  await cancelDinner(deps, id)
  const ofCancellations = (await kindsOf(id)).filter((it) => kinds.includes(it))
  expect(ofCancellations).toEqual([...kinds, ...kinds].toSorted())
})
