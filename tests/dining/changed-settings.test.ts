import { beforeAll, describe, expect, test } from 'vitest'
import { cancelDinner, moveDinner } from '#features/dining/changes/service.ts'
import { promiseOf } from '#features/dining/dinners/rules.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { bookDinner, listTimes } from '#features/dining/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { amend } from '../booking/amendments.ts'
import { unreachablePayments } from '../booking/bookings.ts'
import { createStaff } from '../staff/sign-in.ts'
import { addDays, momentOf } from '#lib/venue-time.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { askFor, at, booked, confirmedByStaff, FAR_SATURDAY } from './dining-fixtures.ts'

let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})

describe('settings that staff changed after this server last read them', () => {
  const setVenue = (change: {
    diningCoversPerSlot?: number
    diningDaysAhead?: number
    diningCancelHours?: number
    largePartySize?: number
  }) => app.db.updateTable('venue').set(change).execute()

  test('decide whether a dinner is taken: pacing, days ahead, closed days and opened ones', async () => {
    const date = FAR_SATURDAY
    const seen = await at(app.db)
    await setVenue({ diningCoversPerSlot: 2 })
    await booked(app.db, { date })
    expect(await bookDinner(seen, askFor({ date }))).toMatchObject({ reason: { why: 'full' } })
    await setVenue({ diningCoversPerSlot: 24, diningDaysAhead: 10 })
    expect(await bookDinner(seen, askFor({ date }))).toMatchObject({
      reason: { why: 'too_far', serviceDay: { day: 'too_far' } },
    })
    await setVenue({ diningDaysAhead: 60 })
    const closed = { businessDate: date, service: 'restaurant' as const, reason: 'A wedding' }
    await app.db.insertInto('venueSpecialDays').values(closed).execute()
    const seenClosed = await at(app.db)
    expect(await bookDinner(seen, askFor({ date }))).toMatchObject({
      reason: { why: 'closed_day', serviceDay: { reason: 'A wedding', times: [] } },
    })
    await app.db.deleteFrom('venueSpecialDays').where('businessDate', '=', date).execute()
    expect(await bookDinner(seenClosed, askFor({ date }))).toMatchObject({ ok: true })
  })

  test('decide whether a dinner may be moved or cancelled', async () => {
    const date = addDays(FAR_SATURDAY, 1)
    const seen = { ...(await at(app.db)), now: momentOf(date, '14:00') }
    const id = await booked(app.db, { date, time: '18:00' })
    await booked(app.db, { date, time: '19:00' })
    await setVenue({ diningCoversPerSlot: 2 })
    expect(await moveDinner(seen, id, { date, time: '19:00' })).toMatchObject({ reason: { why: 'full' } })
    await setVenue({ diningCoversPerSlot: 24, diningCancelHours: 12 })
    expect(await moveDinner(seen, id, { date, time: '19:00' })).toMatchObject({ reason: { why: 'late' } })
    expect(await cancelDinner(seen, id)).toEqual({ ok: false, reason: 'late' })
    await setVenue({ diningCancelHours: 2 })
    expect(await cancelDinner(seen, id)).toEqual({ ok: true, value: null })
  })

  test('answer no request for a large party: staff do, or the guest changes it', async () => {
    const date = addDays(FAR_SATURDAY, -3)
    const promise = async (id: string) => {
      const dinner = await findDinner(app, id)
      return dinner && promiseOf(dinner)
    }
    const [unanswered, moved, confirmed] = [
      await booked(app.db, { date, guests: 8 }),
      await booked(app.db, { date, guests: 8, time: '19:00' }),
      await booked(app.db, { date, guests: 8, time: '19:00' }),
    ]
    await setVenue({ largePartySize: 10, diningCoversPerSlot: 8 })
    expect(await promise(unanswered)).toBe('waiting')
    // It takes no covers yet.
    const { times } = await listTimes(await at(app.db), { date, guests: 2 })
    expect(times.find(({ time }) => time === '18:00')?.state).toBe('free')
    await setVenue({ diningCoversPerSlot: 24 })
    expect(await moveDinner(await at(app.db), moved, { date, time: '17:00' })).toMatchObject({
      value: { isRequest: false },
    })
    expect(await promise(moved)).toBe('kept')
    await confirmedByStaff(app.db, confirmed)
    expect(await promise(confirmed)).toBe('confirmed')
    // Nor does a lower setting make a request of a dinner that was none.
    const small = await booked(app.db, { date, guests: 6 })
    await app.pool.query('update reservations set table_id = null where id = $1', [small])
    await setVenue({ largePartySize: 6 })
    expect(await promise(small)).toBe('expected')
    await setVenue({ largePartySize: 8 })
  })

  test('are not asked about a dinner that staff made large by mistake and took back', async () => {
    const actor = { id: await createStaff(app, 'undo@venue.example'), name: 'Ama', role: 'manager' as const }
    const deps = { ...(await at(app.db)), ...unreachablePayments(), actor }
    const id = await booked(app.db, { date: FAR_SATURDAY, guests: 4 })
    const isLarge = async () => (await findDinner(app, id))?.isLargeParty
    const changed = await amend(deps, id, { guests: '12', tableId: 'none' })
    expect([changed.ok, await isLarge()]).toEqual([true, true])
    const undone = await undoChange(deps, id, changed.ok ? (changed.value.act?.actId ?? '') : '')
    expect([undone.ok, await isLarge()]).toEqual([true, false])
  })

  test('that the former version writes without the column is a request by the setting of that moment', async () => {
    const date = addDays(FAR_SATURDAY, 5)
    const { rows } = await app.pool.query<{ id: string; is: boolean }>(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count)
       select 'dining', $1::date, $1::date + interval '24 hours', $1::date + interval '26 hours', 'Kofi', 'kofi@example.com', n
       from unnest(array[7, 8]) n returning id, is_large_party as is`,
      [date],
    )
    expect(rows.map(({ is }) => is)).toEqual([false, true])
    const sized = (guests: number) =>
      app.db
        .updateTable('reservations')
        .set({ guestCount: guests })
        .where('id', '=', rows[0]?.id ?? '')
        .returning('isLargeParty')
        .executeTakeFirst()
    expect(await sized(9)).toEqual({ isLargeParty: true })
    // Staff made it smaller, and have still to confirm it.
    expect(await sized(4)).toEqual({ isLargeParty: true })
  })
})
