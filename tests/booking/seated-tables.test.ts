import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listOccupancies } from '#features/floor-plan/chart/store.ts'
import { holdTable } from '#features/holds/service.ts'
import { arrivalsForm } from '#features/reservation-management/arrivals/schema.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { addMinutes } from '#lib/venue-time.ts'
import { cloneDatabase } from '../support/database.ts'
import { createStaff } from '../staff/sign-in.ts'
import { unreachablePayments } from './bookings.ts'
import { askFor, findNight, newIdentity, tableOf } from './booking-fixtures.ts'

test('a table at which a dinner sits on after the night began is not sold before its guests have left', async () => {
  const app = await cloneDatabase()
  const night = await findNight(app.db)
  const { startsAt, endsAt } = night.event
  const now = addMinutes(startsAt, 10)
  const table = tableOf(night)
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status)
     values ($1, 'dining', business_day_of($2), $3, $2, 'Dina Addo', 'dina@example.com', 4, 'confirmed') returning id`,
    [table.id, startsAt, addMinutes(startsAt, -120)],
  )
  const record = (kind: 'arrived' | 'left') =>
    app.pool.query(
      `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
       values ($1, $2, $3, 4, $4, $1, 'Ama')`,
      [randomUUID(), rows[0]?.id, kind, now],
    )
  const states = async () =>
    (await listOccupancies(app.db, { from: now, until: endsAt, now })).occupied.get(table.id)
  const hold = () => holdTable({ db: app.db, now }, { ...askFor(night), key: randomUUID() }, newIdentity())

  await record('arrived')
  expect(await states()).toBe('reserved')
  expect(await hold()).toMatchObject({ ok: false, reason: { why: 'table_taken' } })
  await record('left')
  expect(await states()).toBeUndefined()
  expect(await hold()).toMatchObject({ ok: true, value: { tableId: table.id } })
})

const RACES = 50

/** A dinner past its end, whose table is on sale for the night that has begun. */
async function lateDinner() {
  const app = await cloneDatabase()
  const night = await findNight(app.db)
  const { startsAt } = night.event
  const now = addMinutes(startsAt, 10)
  const table = tableOf(night)
  const actor = { id: await createStaff(app, 'host@venue.example'), name: 'Ama', role: 'host' } as const
  const record = async (act: object, then = now): Promise<void> => {
    const at = then.toISOString()
    const form = arrivalsForm.parse({ sentAt: at, acts: [{ id: randomUUID(), at, ...act }] })
    const deps = { ...unreachablePayments(), db: app.db, now: then, actor }
    expect(await recordArrivals(deps, form)).toMatchObject({
      ok: true,
      value: [{ isRecorded: true }],
    })
  }
  const hold = () => holdTable({ db: app.db, now }, { ...askFor(night), key: randomUUID() }, newIdentity())
  const book = async (): Promise<string> => {
    await app.pool.query(
      `update reservations set status = 'cancelled', held_until = null where status <> 'cancelled' and table_id = $1`,
      [table.id],
    )
    const { rows } = await app.pool.query<{ id: string }>(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status)
       values ($1, 'dining', business_day_of($2), $3, $2, 'Dina Addo', 'dina@example.com', 4, 'confirmed') returning id`,
      [table.id, startsAt, addMinutes(startsAt, -120)],
    )
    return rows[0]?.id ?? ''
  }
  const owners = async (): Promise<string[]> => {
    const { rows } = await app.pool.query<{ id: string }>(
      `select reservation_id as id from table_occupancies where table_id = $1 and is_active and during @> $2::timestamptz`,
      [table.id, now],
    )
    return rows.map(({ id }) => id)
  }
  return { now, record, hold, book, owners }
}

test('of a party that arrives after its end and a guest who holds its table in the same instant, one has it', async () => {
  const { record, hold, book, owners } = await lateDinner()
  for (let race = 0; race < RACES; race += 1) {
    // oxlint-disable no-await-in-loop -- each race is run by itself
    const id = await book()
    const [held] = await Promise.all([hold(), record({ kind: 'arrived', reservationId: id, guests: 4 })])
    expect([race, await owners()]).toEqual([race, [held.ok ? held.value.reservationId : id]])
    // oxlint-enable no-await-in-loop
  }
})

test('of a party that comes back after its end and a guest who holds its table in the same instant, one has it', async () => {
  const { now, record, hold, book, owners } = await lateDinner()
  for (let race = 0; race < RACES; race += 1) {
    // oxlint-disable no-await-in-loop -- each race is run by itself
    const id = await book()
    const leftId = randomUUID()
    await record({ kind: 'arrived', reservationId: id, guests: 4 }, addMinutes(now, -5))
    await record({ kind: 'left', id: leftId, reservationId: id, guests: 4 }, addMinutes(now, -3))
    const undone = record({ kind: 'undone', reservationId: id, undoesId: leftId })
    const [held] = await Promise.all([hold(), undone])
    expect([race, await owners()]).toEqual([race, [held.ok ? held.value.reservationId : id]])
    // oxlint-enable no-await-in-loop
  }
})
