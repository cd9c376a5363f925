import { afterEach, beforeAll, beforeEach } from 'vitest'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { offerFreeTables } from '#features/waiting-list/offers/service.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import { findNight, FRIDAY, type Night } from '../booking/booking-fixtures.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { cancel, deliverOffers, join, type newParty, sellOut } from './waiting-fixtures.ts'

/** A night whose tables are all sold, with an empty line, before every test of a file. */
export function useWaitingNight() {
  let app: TestDatabase
  let bookings: TestBookings
  let night: Night
  let sold: Map<number, string>
  let staff: string
  beforeAll(async () => {
    app = await cloneDatabase()
    bookings = await startBookings(app, FRIDAY)
    staff = await createStaff(app, 'manager@venue.example')
  })
  beforeEach(async () => {
    bookings.clock.now = FRIDAY
    await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
    await app.pool.query('update reservations set waiting_entry_id = null where waiting_entry_id is not null')
    await app.pool.query('delete from waiting_entries')
    await app.pool.query('delete from freed_tables')
    await app.pool.query('delete from reservation_acts')
    night = await findNight(app.db)
    sold = await sellOut(app, night)
  })
  afterEach(async () => {
    await app.pool.query('update events set sold_out = false where id = $1', [night.event.id])
    await app.pool.query(`update reservations set status = 'cancelled' where event_id = $1`, [night.event.id])
  })

  const now = () => bookings.clock.now
  const asStaff = (role: 'manager' | 'host' = 'manager') => ({
    ...bookings.deps(),
    actor: { id: staff, name: 'Efua', role },
  })
  const putInLine = (party: Parameters<typeof newParty>[0] = {}) => join(app, night, { now: now(), party })
  const offer = async ({ isMailDown = false } = {}) => {
    const made = await offerFreeTables(bookings.deps())
    if (!isMailDown) await deliverOffers(app.db)
    return made
  }
  const free = (index = 0) => cancel(app.db, sold.get(night.tables[index]?.number ?? 0) ?? '')
  const emailsTo = async (id: string): Promise<string[]> =>
    (
      await app.pool.query<{ kind: string }>(
        'select kind from email_queue where waiting_entry_id = $1 order by created_at, id',
        [id],
      )
    ).rows.map(({ kind }) => kind)
  const offerOf = async (id: string) => {
    const reservationId = (await findPlace(bookings.deps(), id))?.entry.offer?.reservationId
    if (!reservationId) throw new Error('no offer was made')
    return reservationId
  }
  const placeOf = async (id: string) => (await findPlace(bookings.deps(), id))?.place
  async function pay(reservationId: string): Promise<void> {
    const opened = await openCheckout(bookings.deps(), reservationId)
    if (!opened.ok || !opened.value.sessionId) throw new Error('no checkout was opened')
    await bookings.provider.control.pay({ session: opened.value.sessionId, outcome: 'approve' })
    await settleCheckout(bookings.deps(), opened.value.sessionId)
  }
  return {
    app: () => app,
    bookings: () => bookings,
    night: () => night,
    now,
    asStaff,
    putInLine,
    offer,
    free,
    emailsTo,
    offerOf,
    placeOf,
    pay,
  }
}
