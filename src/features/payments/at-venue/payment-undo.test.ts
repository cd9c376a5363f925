import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { FRIDAY } from '../../../../tests/booking/booking-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase } from '../../../../tests/support/database.ts'
import { readLedger } from '../ledger/service.ts'
import { undoVenuePayment } from './corrections/service.ts'
import { recordVenuePayment } from './service.ts'

test('a payment is taken back within seconds by who recorded it, a host too, and by a line of its own', async () => {
  const database = await cloneDatabase()
  const host = {
    db: database.db,
    now: FRIDAY,
    actor: { id: await createStaff(database, 'host@venue.example'), name: 'Ama', role: 'host' as const },
  }
  const after = (ms: number) => ({ ...host, now: new Date(FRIDAY.getTime() + ms) })
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status, total_price_cents)
     values ('nightlife', '2026-11-20', '2026-11-21T03:00Z', '2026-11-21T11:00Z', 'Efua', 'efua@example.com', 4, 'confirmed', 50000)
     returning id`,
  )
  const id = rows[0]?.id ?? ''
  const form = { key: randomUUID(), amount: 50_000, method: 'card' as const, note: '' }
  const undo = { key: form.key }
  const lines = async () =>
    (await readLedger(database, id)).map(({ kind, method, amountCents }) => [kind, method, amountCents])
  await recordVenuePayment(host, id, form)
  const other = { ...host, actor: { ...host.actor, id: randomUUID() } }
  expect(await undoVenuePayment(other, id, undo)).toMatchObject({ ok: false })
  expect(await undoVenuePayment(after(13_000), id, undo)).toMatchObject({ ok: false })
  expect(await lines()).toEqual([['payment', 'card', 50_000]])
  expect(await undoVenuePayment(after(9000), id, undo)).toEqual({ ok: true, value: null })
  expect(await undoVenuePayment(after(9000), id, undo)).toEqual({ ok: true, value: null })
  expect(await lines()).toEqual([
    ['payment', 'card', 50_000],
    ['payment_reversed', 'card', -50_000],
  ])
})
