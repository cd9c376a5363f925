import { beforeAll, describe, expect, test } from 'vitest'
import { cancelDinner, moveDinner } from '#features/dining/changes/service.ts'
import { bookDinner } from '#features/dining/service.ts'
import { addDays, momentOf } from '#lib/venue-time.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { askFor, at, booked, FAR_SATURDAY } from './dining-fixtures.ts'

let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})

describe('settings that staff changed after this server last read them', () => {
  const setVenue = (change: {
    diningCoversPerSlot?: number
    diningDaysAhead?: number
    diningCancelHours?: number
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
})
