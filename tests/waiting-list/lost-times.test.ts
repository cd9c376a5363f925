import { expect, test } from 'vitest'
import {
  clearSpecialDay,
  restoreSpecialDay,
  setSpecialDay,
  undoSpecialDay,
} from '#features/reservation-management/special-days/service.ts'
import { changeWeeklyHours } from '#features/waiting-list/weekly-hours/service.ts'
import { agreedHoursForm } from '#features/venue/settings/schema.ts'
import { listSettings } from '#features/venue/settings/service.ts'
import { renderWaitingEmail } from '#features/waiting-list/emails/service.ts'
import { acceptDinner } from '#features/waiting-list/offers/service.ts'
import { renderCalledOffText } from '#features/waiting-list/texts/service.ts'
import { addSeconds, type CalendarDate, momentAt, type WallTime } from '#lib/venue-time.ts'
import { insertDinnerEntry } from './insert-entry.ts'
import { statusOf } from './waiting-fixtures.ts'
import { useWaitingNight } from './waiting-night.ts'

const { app, bookings, now, asStaff, offer, offerOf, emailsTo } = useWaitingNight()

const THURSDAY = '2026-12-24'

const waitFor = (time: WallTime, date: CalendarDate = THURSDAY) =>
  insertDinnerEntry(app(), { dinnerAt: momentAt(date, time).toISOString(), date })
const statesOf = (ids: readonly string[]) => Promise.all(ids.map((id) => statusOf(app().db, id)))
const hours = (opens: string, closes: string) =>
  ({
    date: THURSDAY,
    service: 'restaurant',
    opens,
    closes,
    reason: 'Christmas Eve',
    closedEvents: null,
  }) as const

const passSeconds = (seconds: number): void => {
  bookings().clock.now = addSeconds(now(), seconds)
}

/** Sells every dinner of every time, so that no party is offered one. */
const fillDinners = (isFull: boolean) =>
  app().pool.query('update venue set dining_covers_per_slot = $1', [isFull ? 1 : 40])

test('special hours end the lines of the dinner times that they leave out, once they can no longer be undone', async () => {
  await fillDinners(true)
  const [kept, lost, other] = [
    await waitFor('16:00'),
    await waitFor('18:00'),
    await waitFor('18:00', '2026-12-23'),
  ]
  const short = hours('15:00', '17:00')
  expect(await setSpecialDay(asStaff(), short)).toMatchObject({
    ok: true,
    value: { waiting: 1, standing: 0 },
  })
  await offer()
  expect(await statusOf(app().db, lost)).toBe('waiting')
  expect(await undoSpecialDay(asStaff(), short)).toMatchObject({ ok: true })
  passSeconds(13)
  await offer()
  expect(await statesOf([kept, lost, other])).toEqual(['waiting', 'waiting', 'waiting'])
  expect(await emailsTo(lost)).toEqual([])

  await setSpecialDay(asStaff(), short)
  passSeconds(13)
  await offer()
  await offer()
  expect(await statesOf([kept, lost, other])).toEqual(['waiting', 'called_off', 'waiting'])
  expect(await emailsTo(lost)).toEqual(['waiting_called_off'])
  const mail = await renderWaitingEmail(bookings().deps(), lost, { kind: 'waiting_called_off' })
  expect(mail?.subject).toContain('Your waiting list has ended: Dinner, Thu, Dec 24, 6:00 PM')
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
    'The opening hours of that day have changed, and that time can no longer be booked.',
  )
  expect((await renderCalledOffText(bookings().deps(), lost))?.body).toContain(
    'No more tables are reserved for Dinner, Thu, Dec 24, 6:00 PM',
  )
})

test('the usual hours of a day end the lines of its special ones, unless staff undo that', async () => {
  const monday = { ...hours('15:00', '22:00'), date: '2026-12-21' }
  await setSpecialDay(asStaff(), monday)
  passSeconds(13)
  const id = await waitFor('18:00', monday.date)
  const cleared = await clearSpecialDay(asStaff(), monday)
  await offer()
  expect(await statusOf(app().db, id)).toBe('waiting')
  expect(cleared.ok && (await restoreSpecialDay(asStaff(), cleared.value.id))).toMatchObject({ ok: true })
  passSeconds(13)
  await offer()
  expect(await statusOf(app().db, id)).toBe('waiting')
  await clearSpecialDay(asStaff(), monday)
  passSeconds(13)
  await offer()
  expect(await statusOf(app().db, id)).toBe('called_off')
  const mail = await renderWaitingEmail(bookings().deps(), id, { kind: 'waiting_called_off' })
  expect(mail?.text).toContain('The restaurant is closed on that day.')
})

test('an open offer of a dinner time that special hours leave out is withdrawn after Undo, and an accepted one stands', async () => {
  await fillDinners(false)
  const date = '2026-12-23'
  const ids = [await waitFor('18:00', date), await waitFor('18:30', date), await waitFor('15:30', date)]
  const [open = '', accepted = ''] = ids
  await offer()
  expect(await statesOf(ids)).toEqual(['offered', 'offered', 'offered'])
  expect(await acceptDinner(bookings().deps(), accepted)).toBe('accepted')
  const held = await offerOf(open)
  expect(await setSpecialDay(asStaff(), { ...hours('15:00', '17:00'), date })).toMatchObject({
    ok: true,
    value: { waiting: 1, standing: 2 },
  })
  await offer()
  expect(await statusOf(app().db, open)).toBe('offered')
  passSeconds(13)
  await Promise.all([offer(), offer()])
  expect(await statesOf(ids)).toEqual(['called_off', 'accepted', 'offered'])
  expect(await emailsTo(open)).toEqual(['waiting_offer', 'waiting_called_off'])
  expect((await app().pool.query('select status from reservations where id = $1', [held])).rows).toEqual([
    { status: 'cancelled' },
  ])
  expect(await acceptDinner(bookings().deps(), open)).toBe('ended')
  await app().pool.query(
    `update reservations set status = 'cancelled', held_until = null where waiting_entry_id = any($1)`,
    [ids],
  )
  await fillDinners(true)
})

test('other hours of a weekday end the lines and offers of the dinner times that it has no more, once staff agreed to that', async () => {
  const [friday, saturday] = ['2026-12-18', '2026-12-19']
  const ids = [
    await waitFor('15:30', friday),
    await waitFor('18:00', friday),
    await waitFor('18:00', saturday),
  ]
  await fillDinners(false)
  const offered = await waitFor('19:00', friday)
  await app().pool.query(`update waiting_entries set status = 'left' where id = any($1)`, [ids])
  await offer()
  await fillDinners(true)
  await app().pool.query(`update waiting_entries set status = 'waiting' where id = any($1)`, [ids])
  expect(await statesOf([...ids, offered])).toEqual(['waiting', 'waiting', 'waiting', 'offered'])
  const found = (await listSettings({ db: app().db })).find(({ id }) => id === 'hours/restaurant')
  if (!found) throw new Error('no hours')
  const form = agreedHoursForm.parse({ ...found.fields, version: found.version, friday: '15:00-17:00' })
  expect(await changeWeeklyHours(asStaff(), 'restaurant', form)).toEqual({
    ok: false,
    reason: {
      why: 'lines_end',
      text: '2 parties are in line for a dinner time that these hours leave out, or hold an offer of one. They are told by email that the hours have changed and the waiting list has ended. Dinners that are booked stay as they are.',
    },
  })
  await offer()
  expect(await statusOf(app().db, offered)).toBe('offered')
  const agreed = { ...form, agreesToEndedLines: true }
  expect(await changeWeeklyHours(asStaff('host'), 'restaurant', agreed)).toMatchObject({
    reason: { why: 'not_allowed' },
  })
  expect(await changeWeeklyHours(asStaff(), 'restaurant', agreed)).toMatchObject({ ok: true })
  await offer()
  expect(await statesOf([...ids, offered])).toEqual(['waiting', 'called_off', 'waiting', 'called_off'])
  expect(await emailsTo(ids[1] ?? '')).toEqual(['waiting_called_off'])
  expect(await emailsTo(offered)).toEqual(['waiting_offer', 'waiting_called_off'])
  await fillDinners(false)
})
