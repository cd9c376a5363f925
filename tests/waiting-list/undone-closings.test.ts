import { expect, test } from 'vitest'
import { setSpecialDay, undoSpecialDay } from '#features/reservation-management/special-days/service.ts'
import type { ClosedEvents } from '#features/reservation-management/special-days/schema.ts'
import { addSeconds } from '#lib/venue-time.ts'
import { insertDinnerEntry } from './insert-entry.ts'
import { statusOf } from './waiting-fixtures.ts'
import { useWaitingNight } from './waiting-night.ts'

const { app, bookings, night, now, asStaff, putInLine, offer, free, emailsTo, offerOf, placeOf } =
  useWaitingNight()

const passSeconds = (seconds: number): void => {
  bookings().clock.now = addSeconds(now(), seconds)
}

const dateOfNight = async () => {
  const event = app().db.selectFrom('events').where('id', '=', night().event.id)
  return (await event.select('date').executeTakeFirstOrThrow()).date
}

/** Closes the day of the night, with a decision about its event. */
async function closeDay(closedEvents: ClosedEvents) {
  const day = {
    date: await dateOfNight(),
    service: 'social',
    opens: '',
    closes: '',
    reason: 'Storm',
  } as const
  const set = await setSpecialDay(asStaff(), { ...day, closedEvents })
  return { set, undo: () => undoSpecialDay(asStaff(), day) }
}

test('an offer is as before once the closing of its day is undone, and its party is back in line where its time has passed', async () => {
  const id = await putInLine()
  await free()
  await offer()
  const reservationId = await offerOf(id)
  const first = await closeDay('cancelled')
  expect(await statusOf(app().db, id)).toBe('called_off')
  await first.undo()
  expect([await statusOf(app().db, id), await offerOf(id)]).toEqual(['offered', reservationId])

  await app().pool.query('update reservations set held_until = $2 where id = $1', [
    reservationId,
    addSeconds(now(), 5),
  ])
  const second = await closeDay('cancelled')
  passSeconds(6)
  expect(await second.undo()).toMatchObject({ ok: true })
  expect(await statusOf(app().db, id)).toBe('called_off')
  // All tables but that of the offer are sold, and the job offers it again.
  await offer()
  expect(await statusOf(app().db, id)).toBe('offered')
  expect(await offerOf(id)).not.toBe(reservationId)
  passSeconds(60)
  await offer()
  expect(await emailsTo(id)).not.toContain('waiting_called_off')
})

test('a closed day on which the events take place leaves its lines, and staff read that nobody is told', async () => {
  const id = await putInLine()
  const { set, undo } = await closeDay('kept_open')
  expect(set).toMatchObject({ ok: true, value: { waiting: 0 } })
  passSeconds(13)
  await offer()
  expect([await statusOf(app().db, id), await placeOf(id)]).toEqual(['waiting', 1])
  expect(await undo()).toMatchObject({ reason: { why: 'refused' } })
})

test('a restaurant that is closed without a cancellation ends the lines of its dinners, but those of no other day', async () => {
  const [date, other] = ['2027-02-27', '2027-02-28']
  const id = await insertDinnerEntry(app(), { dinnerAt: '2027-02-28T00:30:00Z', date })
  const later = await insertDinnerEntry(app(), { dinnerAt: '2027-03-01T00:30:00Z', date: other })
  const day = { date, service: 'restaurant', opens: '', closes: '', reason: 'Storm' } as const
  expect(await setSpecialDay(asStaff(), { ...day, closedEvents: 'not_sold' })).toMatchObject({
    value: { waiting: 1 },
  })
  await offer()
  expect(await statusOf(app().db, id)).toBe('waiting')
  passSeconds(13)
  await offer()
  expect([await statusOf(app().db, id), await statusOf(app().db, later)]).toEqual(['called_off', 'waiting'])
  expect(await emailsTo(id)).toContain('waiting_called_off')
})
