import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { arrivalsByNight } from '#features/close-out/figures/rules.ts'
import { listMovements } from '#features/close-out/figures/service.ts'
import { listWalkIns } from '#features/close-out/figures/store.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { headCount } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import { findReservationDetails } from '#features/reservation-management/list/service.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { recordHeadCounts } from '#features/reservation-management/tonight/head-counts/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { toShown } from '#web/admin/tabs/tonight/parties.ts'
import { unreachablePayments } from '../../../../../tests/booking/bookings.ts'
import { cloneDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { createStaff } from '../../../../../tests/staff/sign-in.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const NIGHT = '2026-11-27'
let database: TestDatabase
let actor: Actor
let party: string

beforeAll(async () => {
  database = await cloneDatabase()
  actor = { id: await createStaff(database, 'floor@venue.example'), name: 'Ama', role: 'host' }
  await database.pool.query(
    `insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
     select 'walk-in-night', 'Walk-in Night', description, $1, '21:00', '02:00', category, '$25', price_range
     from events limit 1`,
    [NIGHT],
  )
  party = await seatWalkIns()
})

/** A party without a booking that was given a table; the id of its reservation. */
async function seatWalkIns(): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (event_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status, total_price_cents, source)
     select id, 'nightlife', date, starts_at, ends_at, 'Walk-in', '', 4, 'confirmed', 0, 'walk_in'
     from events where slug = 'walk-in-night' returning id`,
  )
  return rows[0]?.id ?? ''
}

const deps = () => ({ db: database.db, now, actor })

async function inside() {
  const tonight = await loadTonight({ db: database.db, now }, new URLSearchParams({ date: NIGHT }))
  const { inside: heads, arrived } = headCount(
    tonight.parties.map((it) => toShown(it, now)),
    now,
    tonight,
  )
  return { heads, arrived, walkIns: tonight.walkIns.cameIn }
}

const coverDue = async () =>
  (await findReservationDetails({ ...deps(), ...unreachablePayments() }, party))?.coverDue

const record = (...acts: ArrivalAct[]) => recordArrivals(deps(), { sentAt: now.toISOString(), acts })
const act = () => ({ id: randomUUID(), reservationId: party, at: now.toISOString() })

test('walk-ins who take a table are counted, and asked for cover, once', async () => {
  const cover = [{ kind: 'full' as const, guests: 6, eachCents: 2500 }]
  const taken = { id: randomUUID(), at: now.toISOString(), kind: 'cover' as const, night: NIGHT }
  await recordCover(deps(), {
    sentAt: now.toISOString(),
    deviceName: 'Door',
    acts: [{ ...taken, method: 'cash', items: cover }],
  })
  expect(await inside()).toEqual({ heads: 6, arrived: 6, walkIns: 6 })
  expect(await coverDue()).toBe('$75 (3 of 4 pay $25)')

  const arrived = { ...act(), kind: 'arrived' as const, guests: 4, wereWalkIns: true as const }
  expect(await record(arrived)).toMatchObject({ value: [{ isRecorded: true }] })
  expect(await inside()).toEqual({ heads: 6, arrived: 6, walkIns: 2 })
  expect(await coverDue()).toBe('Nothing more')
  const curve = arrivalsByNight(
    await listMovements(database.db, [NIGHT]),
    await listWalkIns(database.db, [NIGHT]),
  )
  expect(curve.get(NIGHT)?.reduce((sum, { guests }) => sum + guests, 0)).toBe(6)

  const more = await record({ ...act(), kind: 'arrived', guests: 3, wereWalkIns: true })
  expect(more).toMatchObject({
    value: [{ text: 'Only 2 walk-ins are inside. Record the others as arrived.' }],
  })
  // Taken back, they are walk-ins again.
  await record({ ...act(), kind: 'undone', undoesId: arrived.id })
  expect(await inside()).toEqual({ heads: 6, arrived: 6, walkIns: 6 })
  // Guests who come straight to the table are heads more, and owe cover.
  await record({ ...act(), kind: 'arrived', guests: 4 })
  expect(await inside()).toEqual({ heads: 10, arrived: 10, walkIns: 6 })
  expect(await coverDue()).toBe('$75 (3 of 4 pay $25)')
})

test('two parties who sit down at the same moment are not both the same walk-ins', async () => {
  const count = (change: number) =>
    recordHeadCounts(deps(), {
      sentAt: now.toISOString(),
      deviceName: 'Door',
      counts: [{ id: randomUUID(), at: now.toISOString(), change }],
    })
  await count(-(await inside()).walkIns)
  /* oxlint-disable no-await-in-loop -- one round after the other */
  for (let round = 0; round < 20; round += 1) {
    await count(4)
    const parties = [await seatWalkIns(), await seatWalkIns()]
    const outcomes = await Promise.all(
      parties.map((reservationId) =>
        record({ ...act(), reservationId, kind: 'arrived', guests: 4, wereWalkIns: true }),
      ),
    )
    expect(outcomes.filter((it) => it.ok && it.value[0]?.isRecorded === true)).toHaveLength(1)
  }
  /* oxlint-enable no-await-in-loop */
})
