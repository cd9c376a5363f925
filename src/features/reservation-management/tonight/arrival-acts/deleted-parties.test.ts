import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { unreachablePayments } from '../../../../../tests/booking/bookings.ts'
import { createStaff } from '../../../../../tests/staff/sign-in.ts'
import { loadCloseOut, prepareCloseOuts } from '#features/close-out/service.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import {
  deleteReservation,
  purgeReservations,
  restoreReservation,
  undoAdded,
} from '#features/reservation-management/deletion/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { recordArrivals } from './service.ts'

/* Staff delete a reservation while the entrance lets its guests in: both did what they could know. */

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const DATE = '2026-11-27'
let database: TestDatabase
let actor: Actor
beforeAll(async () => {
  database = await cloneDatabase()
  actor = { id: await createStaff(database, 'entrance@venue.example'), name: 'Efua Boateng', role: 'owner' }
})
const deps = () => ({ ...unreachablePayments(), db: database.db, now, actor })

async function bookTonight(): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count, status)
     values ('dining', $1, '2026-11-28 03:30Z', '2026-11-28 11:00Z', 'Yaa Asantewaa', 'yaa@example.com', '9725550142', 6, 'confirmed')
     returning id`,
    [DATE],
  )
  return rows[0]?.id ?? ''
}

type Act = { readonly id: string } & (
  | { readonly kind: 'arrived'; readonly guests: number; readonly shareId?: string }
  | { readonly kind: 'left'; readonly guests: number }
  | { readonly kind: 'undone'; readonly undoesId: string }
  | { readonly kind: 'no_show' }
)
async function record(reservationId: string | null, acts: readonly Act[]) {
  const at = now.toISOString()
  const of = reservationId === null ? {} : { reservationId }
  const recorded = await recordArrivals(deps(), {
    sentAt: at,
    acts: acts.map((it): ArrivalAct => ({ ...it, ...of, at })),
  })
  return recorded.ok ? recorded.value.map((it) => (it.isRecorded ? 'recorded' : it.text)) : []
}
const arrival = (guests: number): Act => ({ id: randomUUID(), kind: 'arrived', guests })

async function shown(id: string) {
  // Rows have the time of the real clock.
  const at = new Date()
  const query = new URLSearchParams({ date: DATE, since: at.toISOString() })
  const tonight = await loadTonight({ db: database.db, now: at }, query)
  const party = tonight.parties.find((it) => it.id === id)
  if (!party) return tonight.removed.includes(id) ? 'removed' : undefined
  const { arrived, inside } = attendanceOf(party)
  return { arrived, inside, isDeleted: party.isDeleted, status: party.status }
}
const cameOf = async () => (await loadCloseOut(deps(), DATE)).report.summary.came

test('guests who came before and after the deletion stay on the list and in the figures of the night', async () => {
  const [came, id] = [await cameOf(), await bookTonight()]
  const known = arrival(1)
  await record(id, [known])
  expect((await deleteReservation(deps(), id)).ok).toBe(true)
  expect(await shown(id)).toEqual({ arrived: 1, inside: 1, isDeleted: true, status: 'cancelled' })
  const wrong = arrival(2)
  const acts: Act[] = [
    known,
    arrival(4),
    wrong,
    { id: randomUUID(), kind: 'undone', undoesId: wrong.id },
    { id: randomUUID(), kind: 'left', guests: 1 },
  ]
  for (const _ of ['sent', 'sent again'])
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await record(id, acts)).toEqual(acts.map(() => 'recorded'))
  expect(await record(id, [{ id: randomUUID(), kind: 'no_show' }])).toEqual([
    'This reservation no longer exists.',
  ])
  expect(await shown(id)).toEqual({ arrived: 5, inside: 4, isDeleted: true, status: 'cancelled' })
  expect(await cameOf()).toBe(came + 5)
  const nextDay = new Date('2026-11-28T12:30:00Z')
  expect((await loadCloseOut(deps(), DATE)).staying).toBe(1)
  await prepareCloseOuts({ db: database.db, now: nextDay })
  expect((await loadCloseOut(deps(), DATE)).staying).toBe(0)
  await purgeReservations(deps(), new Date('2027-01-01T00:00:00Z'))
  expect((await restoreReservation(deps(), id)).ok).toBe(true)
  expect(await shown(id)).toEqual({ arrived: 5, inside: 0, isDeleted: false, status: 'confirmed' })
})

test('a party that left while it was deleted is restored without its table, which is free since then', async () => {
  const id = await bookTonight()
  const { rows } = await database.pool.query<{ id: string }>('select id from venue_tables limit 1')
  await database.pool.query('update reservations set table_id = $2 where id = $1', [id, rows[0]?.id])
  await record(id, [arrival(6)])
  await deleteReservation(deps(), id)
  await record(id, [{ id: randomUUID(), kind: 'left', guests: 6 }])
  const later = new Date(now.getTime() + 3_600_000)
  expect((await restoreReservation({ ...deps(), now: later }, id)).ok).toBe(true)
  const restored = await database.pool.query(
    `select left_at as "leftAt", upper(o.during) as until from reservations r
     join table_occupancies o on o.reservation_id = r.id where r.id = $1`,
    [id],
  )
  expect(restored.rows).toEqual([{ leftAt: now, until: now }])
})

test('a party of which a part left while it was deleted is restored with its table: the others still come', async () => {
  const id = await bookTonight()
  const { rows } = await database.pool.query<{ id: string }>('select id from venue_tables offset 1 limit 1')
  const table = rows[0]?.id ?? ''
  await database.pool.query('update reservations set table_id = $2 where id = $1', [id, table])
  await record(id, [arrival(2)])
  await deleteReservation(deps(), id)
  await record(id, [{ id: randomUUID(), kind: 'left', guests: 2 }])
  const later = new Date(now.getTime() + 3_600_000)
  expect((await restoreReservation({ ...deps(), now: later }, id, [table])).ok).toBe(true)
  const restored = await database.pool.query('select left_at as "leftAt" from reservations where id = $1', [
    id,
  ])
  expect(restored.rows).toEqual([{ leftAt: null }])
})

test('an arrival from before the deletion can be taken back, and its party leaves the list', async () => {
  const [came, id, first] = [await cameOf(), await bookTonight(), arrival(6)]
  await record(id, [first])
  await deleteReservation(deps(), id)
  expect(await record(id, [{ id: randomUUID(), kind: 'undone', undoesId: first.id }])).toEqual(['recorded'])
  expect(await shown(id)).toBe('removed')
  expect(await cameOf()).toBe(came)
})

test('a walk-in that was added by mistake, and seated at once, is on no list', async () => {
  const [came, id] = [await cameOf(), await bookTonight()]
  await database.pool.query(`update reservations set source = 'walk_in', created_at = $2 where id = $1`, [
    id,
    now,
  ])
  await record(id, [arrival(2)])
  expect(await undoAdded(deps(), id)).toEqual({ ok: true, value: null })
  expect(await shown(id)).toBe('removed')
  expect(await cameOf()).toBe(came)
})

test('a friend of a deleted party is counted once, whether or not the device knew the party', async () => {
  const id = await bookTonight()
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into entry_shares (reservation_id, guest_name) values ($1, 'Ana Sow') returning id`,
    [id],
  )
  await deleteReservation(deps(), id)
  const scan = (): Act => ({ id: randomUUID(), kind: 'arrived', guests: 1, shareId: rows[0]?.id ?? '' })
  expect(await record(null, [scan()])).toEqual(['recorded'])
  expect(await record(id, [scan()])).toEqual(['recorded'])
  expect(await shown(id)).toMatchObject({ arrived: 1, inside: 1 })
})

test('guests who were let in with a hold that lapsed meanwhile are on the list', async () => {
  const id = await bookTonight()
  await record(id, [arrival(2)])
  await database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'hold_expired' where id = $1`,
    [id],
  )
  expect(await shown(id)).toMatchObject({ inside: 2, status: 'cancelled' })
})
