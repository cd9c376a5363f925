import { expect, test } from 'vitest'
import { releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { cloneDatabase } from '../support/database.ts'
import { askFor, findNight, FRIDAY } from './booking-fixtures.ts'
import { startBookings } from './bookings.ts'

test('a payment that the provider refuses to close keeps its own table and no other', async () => {
  const { db, ...app } = await cloneDatabase()
  const bookings = await startBookings({ db, ...app }, FRIDAY)
  const night = await findNight(db)
  const [first, second] = night.tables
  if (!first || !second) throw new Error('the night has fewer than two tables')
  const later = (minutes: number) =>
    void (bookings.clock.now = new Date(bookings.clock.now.getTime() + minutes * 60_000))
  const find = (id: string) =>
    db.selectFrom('reservations').select(['status', 'cancelReason']).where('id', '=', id).executeTakeFirst()

  const refused = await bookings.begin(night, askFor(night, { table: first }))
  later(1)
  const other = await bookings.begin(night, askFor(night, { table: second }))
  later(16)
  const only = `POST /v1/checkout/sessions/${refused.sessionId}/expire`
  await bookings.provider.control.setFaults({ api: 'refuse', only, webhooks: { deliver: 'lost' } })
  expect(await releaseExpiredHolds(bookings.deps())).toEqual({ released: 1, kept: 1 })
  expect(await find(refused.id)).toMatchObject({ status: 'pending' })
  expect(await find(other.id)).toMatchObject({ status: 'cancelled', cancelReason: 'hold_expired' })
})
