import { beforeAll, expect, test } from 'vitest'
import { acceptDinnerOffer } from '#features/dining/service.ts'
import { releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { setSpecialDay } from '#features/reservation-management/special-days/service.ts'
import { addHours, addMinutes } from '#lib/venue-time.ts'
import { FRIDAY } from '../booking/booking-fixtures.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { WAITING_FOR_LOCK } from '../booking/waiting-for-lock.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { insertDinnerEntry } from './insert-entry.ts'

/* An offer of a dinner that its guest accepts while something else ends it: what is accepted stands. */

let app: TestDatabase
let bookings: TestBookings
let staff: string
beforeAll(async () => {
  app = await cloneDatabase()
  bookings = await startBookings(app, FRIDAY)
  staff = await createStaff(app, 'manager@venue.example')
})

const UNTIL = addMinutes(FRIDAY, 10)

/** A dinner that is held for a party in line until ten minutes from now. */
async function offerDinner(date: string): Promise<string> {
  const dinnerAt = `${date}T23:00:00Z`
  const entryId = await insertDinnerEntry(app, { dinnerAt, date })
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count,
       status, held_until, waiting_entry_id)
     values ('dining', $1, $2, $2::timestamptz + interval '2 hours', 'Kofi Mensah', 'kofi@example.com', '9725550142', 2, 'pending',
       $3, $4) returning id`,
    [date, dinnerAt, UNTIL, entryId],
  )
  return rows[0]?.id ?? ''
}

const rowOf = (id: string) =>
  app.db
    .selectFrom('reservations')
    .select(['status', 'cancelReason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const waiting = async (): Promise<number> => (await app.pool.query(WAITING_FOR_LOCK)).rows.length

/** Locks a reservation while `first` and then `second` come to wait for it. */
async function meetingAt<First, Second>(
  id: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const { both } = await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom('reservations').select('id').where('id', '=', id).forUpdate().execute()
    const begun = first()
    await eventually(async () => expect(await waiting()).toBe(1))
    const after = second()
    await eventually(async () => expect(await waiting()).toBe(2))
    return { both: Promise.all([begun, after]) }
  })
  return both
}

test('at the last moment is not expired by a job that had found it before', async () => {
  const id = await offerDinner('2027-03-06')
  const outcomes = await meetingAt(
    id,
    () => acceptDinnerOffer({ ...bookings.deps(), now: addMinutes(UNTIL, -0.001) }, id),
    () => releaseExpiredHolds({ ...bookings.deps(), now: addMinutes(UNTIL, 0.001) }),
  )
  expect(outcomes).toEqual(['accepted', { released: 0, kept: 1 }])
  expect((await rowOf(id)).status).not.toBe('cancelled')
})

test('while staff close its day is cancelled as every other reservation: its guest is told, and there is an Undo', async () => {
  const date = '2027-03-07'
  const id = await offerDinner(date)
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count, status)
     values ('dining', $1, '2027-03-07T22:00Z', '2027-03-08T00:00Z', 'Ada Obi', 'ada@example.com', '9725550143', 2, 'confirmed')
     returning id`,
    [date],
  )
  const other = rows[0]?.id ?? ''
  const actor = { id: staff, name: 'Efua', role: 'manager' } as const
  const day = { date, service: 'restaurant', opens: '', closes: '', reason: 'Repairs' } as const
  const { closing } = await app.db.transaction().execute(async (trx) => {
    await trx.selectFrom('reservations').select('id').where('id', '=', other).forUpdate().execute()
    const running = setSpecialDay({ ...bookings.deps(), actor }, { ...day, closedEvents: 'cancelled' })
    await eventually(async () => expect(await waiting()).toBe(1))
    expect(await acceptDinnerOffer(bookings.deps(), id)).toBe('accepted')
    return { closing: running }
  })
  expect(await closing).toMatchObject({ ok: true, value: { cancelled: 2, emailed: 2 } })
  bookings.clock.now = addHours(FRIDAY, 1)
  await finishChanges(bookings.deps(), id)
  expect(await rowOf(id)).toEqual({ status: 'cancelled', cancelReason: 'staff' })
  const mails = await app.db.selectFrom('emailQueue').select('kind').where('reservationId', '=', id).execute()
  expect(mails.map(({ kind }) => kind)).toContain('dinner_cancelled')
  const acts = await app.db
    .selectFrom('reservationActs')
    .select('kind')
    .where('reservationId', '=', id)
    .execute()
  expect(acts).toEqual([{ kind: 'status' }])
})
