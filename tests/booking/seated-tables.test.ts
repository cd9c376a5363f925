import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listOccupancies } from '#features/floor-plan/chart/store.ts'
import { holdTable } from '#features/holds/service.ts'
import { addMinutes } from '#lib/venue-time.ts'
import { cloneDatabase } from '../support/database.ts'
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
