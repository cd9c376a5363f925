import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { amend } from '../../../../tests/booking/amendments.ts'
import { findNight } from '../../../../tests/booking/booking-fixtures.ts'
import { unreachablePayments } from '../../../../tests/booking/bookings.ts'
import { at, booked, FRIDAY } from '../../../../tests/dining/dining-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { dinnerForm, nightForm } from '#features/reservation-management/staff-bookings/schema.ts'
import { addDinner, addNight } from '#features/reservation-management/staff-bookings/service.ts'
import { lockClosing } from '#features/venue/closings/service.ts'
import { addHours, businessDate, momentOf } from '#lib/venue-time.ts'

const DINNER_DATE = '2026-11-20'
const OTHER_DATE = '2027-01-16'

let app: TestDatabase
let staff: string
beforeAll(async () => {
  app = await cloneDatabase()
  staff = await createStaff(app, 'staff@venue.example')
})

const as = async (now = FRIDAY) => ({
  ...(await at(app.db, now)),
  actor: { id: staff, name: 'Efua', role: 'manager' as const },
  ...unreachablePayments(),
})
const typed = () => ({
  source: 'phone',
  guests: '2',
  name: 'Ama Owusu',
  phone: '972 555 0142',
  email: '',
  note: '',
  key: randomUUID(),
})
const dinner = (date: string) => dinnerForm.parse({ ...typed(), date, time: '20:00', tableId: 'best' })
const walkIn = () => ({ ...dinner(DINNER_DATE), source: 'walk_in' as const, time: 'now' })

const tableOfNight = async (from: Date) => {
  const { event, tables } = await findNight(app.db, from)
  const table = tables[0]
  return {
    date: businessDate(event.startsAt),
    event,
    form: nightForm.parse({
      ...typed(),
      eventId: event.id,
      tableId: table?.id,
      packages: [],
      payment: 'cash',
      paymentNote: '',
      shownTotalCents: table?.cents,
    }),
  }
}
const close = (night: string) =>
  app.db.insertInto('nightClosings').values({ night, closedAt: FRIDAY, actorName: 'Ama' }).execute()
const open = (night: string) => app.db.deleteFrom('nightClosings').where('night', '=', night).execute()
const refusedFor = (night: string) => ({
  ok: false,
  reason: { why: 'refused', text: expect.stringMatching(new RegExp(`^The night of .*${night}.* is closed`)) },
})

test('no dinner or walk-in is added to a closed night by staff, and none is moved to it, until it is open again', async () => {
  const other = await booked(app.db, { date: OTHER_DATE })
  await close(DINNER_DATE)
  expect(await addDinner(await as(), dinner(DINNER_DATE))).toMatchObject(refusedFor('Nov 20'))
  expect(await addDinner(await as(), walkIn())).toMatchObject(refusedFor('Nov 20'))
  expect(await amend(await as(), other, { date: DINNER_DATE, time: '20:00' })).toMatchObject(
    refusedFor('Nov 20'),
  )
  expect(await amend(await as(), other, { time: '20:00' })).toMatchObject({ ok: true })
  await open(DINNER_DATE)
  expect(await addDinner(await as(), dinner(DINNER_DATE))).toMatchObject({ ok: true })
  expect(await amend(await as(), other, { date: DINNER_DATE, time: '20:00' })).toMatchObject({ ok: true })
})

test('no table of a closed night is sold by staff, and no party is moved to it', async () => {
  const first = await tableOfNight(FRIDAY)
  const second = await tableOfNight(addHours(first.event.startsAt, 1))
  const added = await addNight(await as(), first.form)
  if (!added.ok) throw new Error(added.reason.why)
  const now = momentOf(second.date, '23:30')
  await close(second.date)
  expect(await addNight(await as(now), second.form)).toMatchObject(refusedFor(''))
  expect(await amend(await as(), added.value.id, { eventId: second.event.id })).toMatchObject(refusedFor(''))
  await open(second.date)
  expect(await amend(await as(), added.value.id, { eventId: second.event.id })).toMatchObject({ ok: true })
})

test('a walk-in waits for a closing that is under way', async () => {
  const adding = await app.db.transaction().execute(async (trx) => {
    await lockClosing(trx, DINNER_DATE)
    const added = addDinner(await as(), walkIn())
    await new Promise((resolve) => setTimeout(resolve, 200))
    await trx
      .insertInto('nightClosings')
      .values({ night: DINNER_DATE, closedAt: FRIDAY, actorName: 'Ama' })
      .execute()
    return { added }
  })
  expect(await adding.added).toMatchObject(refusedFor('Nov 20'))
})
