import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findNight } from '../../../../tests/booking/booking-fixtures.ts'
import { at } from '../../../../tests/dining/dining-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase } from '../../../../tests/support/database.ts'
import { momentOf } from '#lib/venue-time.ts'
import { nightForm } from './schema.ts'
import { addNight } from './service.ts'

test('a table that is booked after midnight is recorded with the date of its night', async () => {
  const app = await cloneDatabase()
  const { event, tables } = await findNight(app.db)
  const { rows: nights } = await app.pool.query<{ date: string }>(
    'select date::text from events where id = $1',
    [event.id],
  )
  const date = nights[0]?.date ?? ''
  const deps = await at(app.db, momentOf(date, '00:43'))
  const actor = { id: await createStaff(app, 'staff@venue.example'), name: 'Efua', role: 'host' as const }
  const form = nightForm.parse({
    source: 'walk_in',
    guests: '2',
    name: 'Ama Owusu',
    phone: '972 555 0142',
    email: '',
    note: '',
    eventId: event.id,
    tableId: tables[0]?.id,
    packages: [],
    payment: 'cash',
    paymentNote: '',
    shownTotalCents: tables[0]?.cents,
    key: randomUUID(),
  })
  expect(await addNight({ ...deps, actor }, form)).toEqual({ ok: true, value: { id: expect.any(String) } })
  const { rows } = await app.pool.query<{ date: string }>(
    `select after->>'date' as date from activity where action = 'added' and entity = 'reservation'`,
  )
  expect(rows).toEqual([{ date }])
})
