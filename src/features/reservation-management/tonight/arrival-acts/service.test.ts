import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { unreachablePayments } from '../../../../../tests/booking/bookings.ts'
import { insertDinnerEntry } from '../../../../../tests/waiting-list/insert-entry.ts'
import { createStaff } from '../../../../../tests/staff/sign-in.ts'
import { findByCode } from '#features/reservation-management/check-in/store.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import type { Actor, StaffRole } from '#features/permissions/schema.ts'
import { loadCloseOut } from '#features/close-out/service.ts'
import { loadTonight, setTags } from '#features/reservation-management/tonight/service.ts'
import { markLeft } from '#features/reservation-management/status/left/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { recordArrivals } from './service.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const DATE = '2026-11-27'
let database: TestDatabase
let tables = 0
let staff: string
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'door@venue.example')
})
// Every test has the tables of the night for itself.
beforeEach(async () => {
  tables = 0
  await database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'hold_expired' where business_date >= $1`,
    [DATE],
  )
})
const as = (role: StaffRole = 'host', at = now) => {
  const actor: Actor = { id: staff, name: 'Efua Boateng', role }
  return { ...unreachablePayments(), db: database.db, now: at, actor }
}

type Booked = {
  readonly name?: string
  readonly status?: string
  readonly from?: string
  readonly table?: number
  readonly date?: string
}
/** Books a party of six, from 9:30 PM to 5 AM, at a table of its own. */
async function book(booked: Booked = {}): Promise<string> {
  const { name = 'Ada Obi', status = 'confirmed', from, table, date = DATE } = booked
  tables += 1
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status)
     select id, 'dining', $1, $2, '2026-11-28 11:00Z', $3, 'ada@example.com', '9725550142', 6, $4
     from venue_tables order by table_number offset $5 limit 1 returning id`,
    [date, from ?? '2026-11-28 03:30Z', name, status, table ?? tables],
  )
  return rows[0]?.id ?? ''
}

type NewAct = ArrivalAct extends infer It
  ? It extends ArrivalAct
    ? Omit<It, 'id' | 'reservationId' | 'at'>
    : never
  : never
const act = (reservationId: string, newAct: NewAct, at = now): ArrivalAct => ({
  ...newAct,
  id: randomUUID(),
  reservationId,
  at: at.toISOString(),
})
const record = async (acts: ArrivalAct[], deps = as(), sentAt = deps.now) => {
  const done = await recordArrivals(deps, { sentAt: sentAt.toISOString(), acts })
  if (!done.ok) throw new Error(done.reason.why)
  return done.value
}
const tonight = async (query: Record<string, string> = {}, at = now) =>
  loadTonight({ db: database.db, now: at }, new URLSearchParams({ date: DATE, ...query }))
const partyOf = async (id: string) => (await tonight()).parties.find((it) => it.id === id)
const leftAtOf = async (id: string) =>
  (
    await database.pool.query<{ left_at: Date | null }>('select left_at from reservations where id = $1', [
      id,
    ])
  ).rows[0]?.left_at

describe('acts of staff on the night', () => {
  test('are recorded once, however often a device sends them', async () => {
    const id = await book()
    const four = act(id, { kind: 'arrived', guests: 4 })
    const again = await Promise.all([record([four]), record([four]), record([four])])
    expect(again.flat()).toEqual(Array.from({ length: 3 }, () => ({ id: four.id, isRecorded: true })))
    expect((await partyOf(id))?.events).toMatchObject([
      { kind: 'arrived', guests: 4, actorName: 'Efua Boateng' },
    ])
  })

  test('name their device, and keep the table of a party that only went out', async () => {
    const id = await book()
    const deviceId = randomUUID()
    const acts = [
      act(id, { kind: 'arrived', guests: 6 }),
      act(id, { kind: 'left', guests: 6, keepsTable: true }),
    ]
    await recordArrivals(as(), { sentAt: now.toISOString(), deviceId, acts })
    expect((await partyOf(id))?.events).toMatchObject([{ deviceId }, { kind: 'left', deviceId }])
    expect(await leftAtOf(id)).toBeNull()
    await record([act(id, { kind: 'arrived', guests: 2 })])
    expect((await partyOf(id))?.events.at(-1)).toMatchObject({ guests: 2, deviceId: null })
    await record([act(id, { kind: 'left', guests: 2 })])
    expect(await leftAtOf(id)).toEqual(now)
  })

  test('keep the time of the device, corrected by its clock', async () => {
    const id = await book()
    const wrong = new Date(now.getTime() + 26 * 3_600_000)
    await record([act(id, { kind: 'arrived', guests: 6 }, new Date(wrong.getTime() - 90_000))], as(), wrong)
    expect((await partyOf(id))?.events[0]?.happenedAt).toBe(new Date(now.getTime() - 90_000).toISOString())
  })

  test('happen now where the clock of the device makes no sense', async () => {
    const id = await book()
    await record(
      [act(id, { kind: 'arrived', guests: 6 }, new Date('0001-01-01T00:00:00Z'))],
      as(),
      new Date('9999-12-31T00:00:00Z'),
    )
    expect((await partyOf(id))?.events).toMatchObject([{ guests: 6, happenedAt: now.toISOString() }])
  })

  test('accept a dinner that the waiting list offers: it does not expire under its guests', async () => {
    const id = await book({ status: 'pending' })
    const entry = await insertDinnerEntry(database, { dinnerAt: '2026-11-28 03:30Z', date: DATE })
    await database.pool.query(
      `update reservations set waiting_entry_id = $2, held_until = '2026-11-28 04:05Z' where id = $1`,
      [id, entry],
    )
    expect(await partyOf(id)).toMatchObject({ isHeld: true })
    await record([act(id, { kind: 'arrived', guests: 2 })])
    expect(await partyOf(id)).toMatchObject({ isHeld: false, status: 'pending' })
    const { rows } = await database.pool.query('select status from waiting_entries where id = $1', [entry])
    expect(rows).toEqual([{ status: 'accepted' }])
  })

  test('are refused with a text where they cannot be true, and leave the others', async () => {
    const late = await book({ name: 'Kofi Mensah', from: '2026-11-28 06:00Z' })
    const noTable = await book()
    await database.pool.query('update reservations set table_id = null where id = $1', [noTable])
    const tomorrow = await book({ date: '2026-11-28' })
    const outcomes = await record([
      act(late, { kind: 'no_show' }),
      act(noTable, { kind: 'seated' }),
      act(tomorrow, { kind: 'arrived', guests: 1 }),
      act(randomUUID(), { kind: 'arrived', guests: 1 }),
      act(late, { kind: 'undone', undoesId: randomUUID() }),
      act(late, { kind: 'arrived', guests: 9 }),
    ])
    expect(outcomes.map((it) => (it.isRecorded ? null : it.text))).toEqual([
      expect.stringMatching(
        /^This reservation begins .*12:00 AM\. It can be marked as a no-show from then on\.$/,
      ),
      'Ada Obi has no table yet. Move the party to a table first.',
      expect.stringMatching(
        /^The reservation of Ada Obi is for .* Nothing can be recorded before that day\.$/,
      ),
      'This reservation no longer exists.',
      'This was never recorded, so there is nothing to take back.',
      null,
    ])
  })

  test('that waited on a device until their party was moved to a later night count for the night on which they happened', async () => {
    const id = await book({ table: 12 })
    await database.pool.query(
      `update reservations set business_date = '2026-11-28', starts_at = '2026-11-29 03:30Z', ends_at = '2026-11-29 11:00Z',
         table_id = null where id = $1`,
      [id],
    )
    await database.pool.query('update former_nights set moved_at = $1', [now])
    // Check-in says of their code that they were moved.
    expect((await findByCode(database.db, { id }))?.formerNights).toEqual(['2026-11-27'])
    const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
    const came = act(id, { kind: 'arrived', guests: 4 })
    const acts = [came, act(id, { kind: 'seated' }), act(id, { kind: 'left', guests: 1 })]
    expect(await record(acts, as('host', hours(2)), hours(2))).toEqual(
      acts.map((it) => ({ id: it.id, isRecorded: true })),
    )
    const { rows } = await database.pool.query(
      `select to_char(night, 'YYYY-MM-DD') as night, kind, table_number is not null as "hasTable" from arrival_events
       where reservation_id = $1 order by seq`,
      [id],
    )
    expect(rows).toEqual([
      { night: DATE, kind: 'arrived', hasTable: false },
      { night: DATE, kind: 'seated', hasTable: true },
      { night: DATE, kind: 'left', hasTable: false },
    ])
    const saturday = await loadTonight({ db: database.db, now }, new URLSearchParams({ date: '2026-11-28' }))
    expect(saturday.parties.find((it) => it.id === id)?.events).toEqual([])
    // The manager of that night sees who came.
    const { movedGuests } = await loadCloseOut(as('manager', hours(2)), DATE)
    expect(movedGuests).toEqual([
      { id, night: DATE, guestName: 'Ada Obi', guests: 4, date: '2026-11-28', list: null },
    ])
    // The head counts of that night have them, as its figures do; inside they are until it is closed.
    expect(await tonight()).toMatchObject({ moved: { arrived: 4, inside: 3 } })
    const { pool } = database
    const closing = `insert into night_closings (night, closed_at, actor_name) values ($1, now(), 'Ama')`
    await pool.query(closing, [DATE])
    expect(await tonight()).toMatchObject({ moved: { arrived: 4, inside: 0 } })
    await pool.query('delete from night_closings')
    // An act that is sent at once is meant for the party as it is booked now.
    const [early] = await record([act(id, { kind: 'arrived', guests: 1 })])
    expect(early).toMatchObject({ isRecorded: false })
    // Taken back on the device, it was never an arrival.
    await record([act(id, { kind: 'undone', undoesId: came.id })], as('host', hours(2)), hours(2))
    expect((await loadCloseOut(as('manager', hours(2)), DATE)).movedGuests).toEqual([])
  })

  test('are recorded for a cancelled reservation too: a device that was offline reports facts', async () => {
    const id = await book({ status: 'cancelled' })
    expect(await record([act(id, { kind: 'arrived', guests: 2 })])).toMatchObject([{ isRecorded: true }])
  })

  test('free the table once the whole party left, and give it back when that is taken back', async () => {
    const id = await book()
    await record([act(id, { kind: 'arrived', guests: 6 }), act(id, { kind: 'left', guests: 2 })])
    expect(await leftAtOf(id)).toBeNull()
    const left = act(id, { kind: 'left', guests: 4 })
    await record([left])
    expect(await leftAtOf(id)).toEqual(now)
    await record([act(id, { kind: 'undone', undoesId: left.id })])
    expect(await leftAtOf(id)).toBeNull()
  })

  test('do not take the table of a party that sits there meanwhile', async () => {
    const id = await book({ table: 15 })
    const left = act(id, { kind: 'left', guests: 6 })
    await record([act(id, { kind: 'arrived', guests: 6 }), left])
    await book({ name: 'Yaw Darko', from: '2026-11-28 04:00:01Z', table: 15 })
    const [outcome] = await record([act(id, { kind: 'undone', undoesId: left.id })])
    expect(outcome).toMatchObject({ isRecorded: false, text: expect.stringContaining('Yaw Darko') })
    expect((await partyOf(id))?.events.map(({ kind }) => kind)).toEqual(['arrived', 'left'])
  })

  test('cannot be changed or deleted, except with the reservation', async () => {
    const id = await book()
    const arrived = act(id, { kind: 'arrived', guests: 6 })
    await record([arrived])
    const change = (statement: string) => database.pool.query(statement, [arrived.id])
    await expect(change('update arrival_events set guests = 2 where id = $1')).rejects.toThrow(
      /never changed/,
    )
    await expect(change('delete from arrival_events where id = $1')).rejects.toThrow(/never changed/)
    await database.pool.query('delete from reservations where id = $1', [id])
    expect((await change('select id from arrival_events where id = $1')).rows).toEqual([])
  })
})

test('a party marked as left on its reservation has left tonight, and is back when that is undone', async () => {
  const id = await book()
  const done = await markLeft(as('manager'), id, { hasLeft: true })
  expect((await partyOf(id))?.events.map(({ kind, guests }) => [kind, guests])).toEqual([
    ['arrived', 6],
    ['left', 6],
  ])
  const actId = done.ok ? (done.value?.actId ?? '') : ''
  expect(await undoChange(as('manager'), id, actId)).toEqual({ ok: true, value: null })
  expect((await partyOf(id))?.events.map(({ kind }) => kind)).toEqual(['arrived', 'left', 'undone', 'undone'])
})

describe('the list of a night', () => {
  test('has all parties of its date with what is due, and cancelled ones, but no lapsed holds', async () => {
    const id = await book({ name: 'Esi Owusu' })
    const cancelled = await book({ name: 'Nana Addo', status: 'cancelled' })
    const lapsed = await book({ name: 'Lapsed Hold', status: 'cancelled' })
    await database.pool.query(`update reservations set cancel_reason = 'hold_expired' where id = $1`, [
      lapsed,
    ])
    const ids = (await tonight()).parties.map((it) => it.id)
    expect(ids).toEqual(expect.arrayContaining([id, cancelled]))
    expect(ids).not.toContain(lapsed)
    expect(await partyOf(id)).toMatchObject({
      guestPhone: '(972) 555-0142',
      dueCents: 0,
      cover: null,
      tags: [],
    })
  })

  test('is followed by changes only: new, changed, arrived, removed', async () => {
    const [changed, arrived, removed, same] = [await book(), await book(), await book(), await book()]
    await database.pool.query('alter table reservations disable trigger reservations_touched')
    await database.pool.query(
      `update reservations set updated_at = now() - interval '1 hour', created_at = now() - interval '1 hour'`,
    )
    await database.pool.query('alter table reservations enable trigger reservations_touched')
    // The tables of the room are new in this database, too.
    await database.pool.query(`alter table venue_tables disable trigger user;
      update venue_tables set updated_at = now() - interval '1 hour';
      alter table venue_tables enable trigger user`)
    const at = new Date()
    const before = await tonight({}, at)
    await database.pool.query('update reservations set guest_count = 5 where id = $1', [changed])
    await database.pool.query('update reservations set deleted_at = now() where id = $1', [removed])
    await record([act(arrived, { kind: 'arrived', guests: 6 })])
    const added = await book()
    const after = await tonight({ since: at.toISOString() }, new Date())
    expect(after.isWhole).toBe(false)
    const ids = after.parties.map((it) => it.id)
    expect(ids).toEqual(expect.arrayContaining([changed, arrived, added]))
    expect(ids).not.toContain(same)
    expect(after.removed).toContain(removed)
    expect(after.total).toBe(before.total)
  })

  test('has marks that staff set, ordered, and not over those of a colleague', async () => {
    const id = await book()
    expect(await setTags(as(), id, { tags: ['allergy', 'vip'], seen: [] })).toEqual({
      ok: true,
      value: { tags: ['vip', 'allergy'] },
    })
    expect(await setTags(as(), id, { tags: ['birthday'], seen: [] })).toEqual({
      ok: false,
      reason: { why: 'version_conflict', current: { tags: ['vip', 'allergy'] } },
    })
  })
})
