import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { moveDinner } from '#features/dining/changes/service.ts'
import { releaseHold } from '#features/holds/booking/service.ts'
import { amendReservation } from '#features/reservation-management/amendments/amend/service.ts'
import { listTables } from '#features/reservation-management/staff-bookings/service.ts'
import { findOccupant, listSeats } from '#features/reservation-management/store.ts'
import { confirmReservation } from '#features/reservations/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addMinutes, momentOf } from '#lib/venue-time.ts'
import { keptText } from './rules.ts'
import {
  DAY,
  NOW,
  app,
  bookings,
  rowsOf,
  table,
  dine,
  set,
  offerOf,
  shown,
  keep,
  nightsAt,
  useKeepTable,
} from '../../../../tests/booking/keep-table-fixtures.ts'

useKeepTable()
import { WAITING_FOR_LOCK } from '../../../../tests/booking/waiting-for-lock.ts'

describe('the time between the dinner and the night', () => {
  /** When the night's guests have its table, by hour of the venue. */
  const keptAt = async (id: string) =>
    (
      await rowsOf<{ from: string; isActive: boolean }>(
        `select to_char(lower(during) at time zone 'America/Chicago', 'HH24:MI') as from, is_active as "isActive"
         from table_occupancies where reservation_id = $1`,
        [id],
      )
    )[0]
  async function kept(i = 0): Promise<{ dinner: string; night: string }> {
    const dinner = await dine(i, '20:30')
    const held = await keep(dinner, await shown(dinner))
    if (!held.ok) throw new Error('not held')
    return { dinner, night: held.value.reservationId }
  }
  const dineBetween = (i = 0) => dine(i, '21:00', '20:30')

  test('stays with the table of the night, where the dinner moves and gets smaller at once', async () => {
    const { dinner, night } = await kept()
    await app.db.transaction().execute((tx) => confirmReservation(tx, night))
    const deps = { db: app.db, now: NOW, venue: await loadVenue({ db: app.db }) }
    expect(await moveDinner(deps, dinner, { date: DAY, time: '19:30', guests: 2 })).toMatchObject({
      ok: true,
    })
    expect(
      await rowsOf('select table_id as id, guest_count as guests from reservations where id = $1', [dinner]),
    ).toEqual([{ id: table().id, guests: 2 }])
  })

  test('belongs to its guests, and is given up with the hold of the night or with the dinner', async () => {
    const { dinner, night } = await kept()
    expect(await keptAt(night)).toEqual({ from: '20:30', isActive: true })
    await expect(dineBetween()).rejects.toThrow('one_party_per_table')
    const [row] = await rowsOf<{ ends: Date }>('select ends_at as ends from reservations where id = $1', [
      dinner,
    ])
    expect(row?.ends).toEqual(momentOf(DAY, '20:30'))
    await releaseHold(bookings.deps(), night, 'guest')
    await dineBetween()
    expect((await shown(dinner)).awayFrom).toBe('20:30')
    const second = await kept(1)
    await set(second.dinner, `status = 'cancelled', cancel_reason = 'guest'`)
    expect(await keptAt(second.night)).toEqual({ from: '21:00', isActive: true })
    await set(second.dinner, `status = 'confirmed', cancel_reason = null`)
    expect(await keptAt(second.night)).toEqual({ from: '20:30', isActive: true })
  })

  test('follows a dinner that stays longer, ends sooner, or has another table', async () => {
    const { dinner, night } = await kept()
    const endAt = (time: string) => set(dinner, `ends_at = '${momentOf(DAY, time).toISOString()}'`)
    await endAt('20:45')
    expect(await keptAt(night)).toMatchObject({ from: '20:45' })
    await endAt('21:00')
    expect(await keptAt(night)).toMatchObject({ from: '21:00' })
    await endAt('20:00')
    expect(await keptAt(night)).toMatchObject({ from: '20:00' })
    await set(dinner, `table_id = '${table(1).id}'`)
    expect(await keptAt(night)).toMatchObject({ from: '21:00' })
    expect(await offerOf(dinner)).toBeNull()
    const between = await dineBetween()
    // The table went to another party meanwhile: the guests have it for dinner and for the night, and are told so.
    await set(dinner, `table_id = '${table().id}'`)
    await endAt('20:30')
    expect(await keptAt(night)).toMatchObject({ from: '21:00' })
    expect(await shown(dinner)).toMatchObject({ state: 'held', awayFrom: '20:30', isTakenBetween: true })
    await set(between, `status = 'cancelled', cancel_reason = 'guest'`)
    const free = await shown(dinner)
    expect(free).toMatchObject({ state: 'held', awayFrom: '20:30', isTakenBetween: false })
    expect(keptText(free)).toContain('It is not kept for you from 8:30 PM to 9:00 PM.')
    // A night at several tables begins with the event at all but its first.
    await set(night, `table_id = '${table(1).id}', extra_table_ids = '{${table().id}}'`)
    expect(await shown(dinner)).toMatchObject({ awayFrom: '20:30', isTakenBetween: false })
  })

  test('is kept again by guests whose hold lapsed a moment before, ahead of the job that releases it', async () => {
    const { dinner } = await kept()
    bookings.clock.now = addMinutes(NOW, 16)
    const offer = await shown(dinner)
    expect(offer).toMatchObject({ state: 'open', awayFrom: null, isTakenBetween: false })
    const again = await keep(dinner, offer)
    if (!again.ok) throw new Error('not held')
    expect(await keptAt(again.value.reservationId)).toEqual({ from: '20:30', isActive: true })
    expect(await shown(dinner)).toMatchObject({ state: 'held', awayFrom: null })
  })

  test('goes to one of two who want it at once: another dinner, or the guests who keep their table', async () => {
    for (const i of [0, 1, 2, 3]) {
      // oxlint-disable no-await-in-loop -- one race after the other
      const dinner = await dine(i, '20:30')
      const offer = await shown(dinner)
      const [held, other] = await Promise.all([keep(dinner, offer), dineBetween(i).catch(() => null)])
      if (!held.ok) throw new Error(`not held: ${JSON.stringify(held.reason)}`)
      expect(await keptAt(held.value.reservationId)).toMatchObject({ from: other ? '21:00' : '20:30' })
      expect(await nightsAt(table(i).id)).toHaveLength(1)
      // A guest holds two tables of a night at most.
      await releaseHold(bookings.deps(), held.value.reservationId, 'guest')
      // oxlint-enable no-await-in-loop
    }
  })

  test('is free for the dinner itself when its guests move it', async () => {
    const { dinner, night } = await kept()
    const moved = await moveDinner(bookings.deps(), dinner, { date: DAY, time: '19:30' })
    expect(moved).toMatchObject({ ok: true })
    const [row] = await rowsOf<{ table: string }>(
      'select table_id as table from reservations where id = $1',
      [dinner],
    )
    expect([row?.table === table().id, await keptAt(night)]).toMatchObject([true, { from: '21:00' }])
  })

  test('is free for the dinner itself when staff lengthen or move it, and no other party has its table', async () => {
    const { dinner, night } = await kept()
    const other = await dine(1, '20:30')
    const isFree = async (id: string, until: string) => {
      const span = { startsAt: momentOf(DAY, '20:30'), endsAt: momentOf(DAY, until) }
      const [choices, seats, occupant] = await Promise.all([
        listTables(app.db, { ...span, id, ownTables: [] }, NOW),
        listSeats(app.db, { ...span, id, tableIds: [] }, NOW),
        findOccupant(app.db, { ...span, id, tableIds: [table().id] }),
      ])
      const found = [...choices, ...seats].filter((it) => it.id === table().id)
      return [...found.map((it) => it.isFree), occupant === undefined]
    }
    expect(await isFree(dinner, '20:45')).toEqual([true, true, true])
    expect(await isFree(dinner, '21:00')).toEqual([true, true, true])
    expect(await isFree(dinner, '21:01')).toEqual([false, false, false])
    expect(await isFree(other, '20:45')).toEqual([false, false, false])
    const actor = {
      id: await createStaff(app, `${randomUUID()}@venue.example`),
      name: 'Efua',
      role: 'host',
    } as const
    const [row] = await rowsOf<{ version: number }>('select version from reservations where id = $1', [
      dinner,
    ])
    const venue = await loadVenue(app)
    const amended = await amendReservation({ ...bookings.deps(), actor, venue }, dinner, {
      version: row?.version ?? 0,
      time: '19:30',
      isEmailed: false,
    })
    expect(amended).toMatchObject({ ok: true, value: { tableNumbers: [table().number] } })
    expect(await keptAt(night)).toMatchObject({ isActive: true })
  })

  test('is given up by a night that is paid late, for a dinner that is booked at that moment', async () => {
    const { night } = await kept()
    await set(night, `status = 'cancelled', cancel_reason = 'hold_expired', held_until = null`)
    const between = await dineBetween()
    await set(between, `status = 'cancelled', cancel_reason = 'guest'`)
    const booking = await app.pool.connect()
    try {
      await booking.query('begin')
      await booking.query(
        `update reservations set status = 'confirmed', cancel_reason = null where id = $1`,
        [between],
      )
      const confirming = app.db.transaction().execute((tx) => confirmReservation(tx, night))
      await expect
        .poll(async () => (await rowsOf(WAITING_FOR_LOCK)).length, { timeout: 30_000 })
        .toBeGreaterThan(0)
      await booking.query('commit')
      expect(await confirming).toBe('confirmed')
    } finally {
      booking.release()
    }
    expect(await keptAt(night)).toEqual({ from: '21:00', isActive: true })
  })

  test('follows a dinner that moves while its cancelled night is restored', async () => {
    const { dinner, night } = await kept()
    await set(night, `status = 'cancelled', cancel_reason = 'guest', held_until = null`)
    await set(dinner, `ends_at = '${momentOf(DAY, '20:15').toISOString()}'`)
    const restoring = await app.pool.connect()
    try {
      await restoring.query('begin')
      await restoring.query(
        `update reservations set status = 'confirmed', cancel_reason = null where id = $1`,
        [night],
      )
      const moving = set(dinner, `ends_at = '${momentOf(DAY, '20:00').toISOString()}'`)
      await expect
        .poll(async () => (await rowsOf(WAITING_FOR_LOCK)).length, { timeout: 30_000 })
        .toBeGreaterThan(0)
      await restoring.query('commit')
      await moving
    } finally {
      restoring.release()
    }
    expect(await keptAt(night)).toEqual({ from: '20:00', isActive: true })
  })
})
