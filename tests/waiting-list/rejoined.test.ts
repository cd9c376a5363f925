import { beforeAll, expect, test } from 'vitest'
import { addEvent } from '#features/events/management/service.ts'
import { findEvent } from '#features/events/service.ts'
import { listOfferableTables } from '#features/holds/table-blocks/service.ts'
import { clearSpecialDay, setSpecialDay } from '#features/reservation-management/special-days/service.ts'
import { joinNight } from '#features/waiting-list/joining/service.ts'
import { offerFreeTables, offerTable } from '#features/waiting-list/offers/service.ts'
import { listWaitingParties } from '#features/waiting-list/lines/service.ts'
import { FRIDAY } from '../booking/booking-fixtures.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { createStaff } from '../staff/sign-in.ts'
import { done } from '../booking/staff.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { newEvent } from '../support/event-form.ts'
import { newParty, statusOf } from './waiting-fixtures.ts'

let app: TestDatabase
let bookings: TestBookings
let staff = ''
beforeAll(async () => {
  app = await cloneDatabase()
  bookings = await startBookings(app, FRIDAY)
  staff = await createStaff(app, 'manager@venue.example')
})
const asStaff = () => ({ ...bookings.deps(), actor: { id: staff, name: 'Efua', role: 'manager' as const } })

test('a guest whose offer ended with its day, and who joined again before the line went on, is in line once', async () => {
  const times = { date: '2027-03-05', startTime: '21:00', endTime: '05:00', soldOut: true }
  const night = await done(addEvent(asStaff(), newEvent({ title: 'Highlife', ...times })))
  const found = await findEvent(bookings.deps(), night.slug)
  if (found?.kind !== 'event') throw new Error('the night has no page')
  const party = newParty()
  const join = (key: string) => done(joinNight(bookings.deps(), found.event, { ...party, key }))
  const first = await join('one')
  const [waiting] = await listWaitingParties(app.db, { eventId: night.id })
  const [table] = await listOfferableTables(app.db, night.id, FRIDAY)
  if (!waiting || !table) throw new Error('nothing to offer')
  await app.db
    .transaction()
    .execute((db) => offerTable({ db, now: FRIDAY }, { night, party: waiting, table }))
  const day = { date: night.date, service: 'social', opens: '', closes: '', reason: 'Repairs' } as const
  await done(setSpecialDay(asStaff(), { ...day, closedEvents: 'cancelled' }))
  expect(await statusOf(app.db, first)).toBe('called_off')
  await done(clearSpecialDay(asStaff(), day))
  const second = await join('two')
  await offerFreeTables(bookings.deps())
  expect([await statusOf(app.db, first), await statusOf(app.db, second)]).toEqual(['called_off', 'offered'])
})
