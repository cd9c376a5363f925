import { expect, test } from 'vitest'
import {
  clearSpecialDay,
  restoreSpecialDay,
  setSpecialDay,
  undoSpecialDay,
} from '#features/reservation-management/special-days/service.ts'
import { hoursForm } from '#features/venue/settings/schema.ts'
import { changeHours, listSettings } from '#features/venue/settings/service.ts'
import { renderWaitingEmail } from '#features/waiting-list/emails/service.ts'
import { renderCalledOffText } from '#features/waiting-list/texts/service.ts'
import { addSeconds, type CalendarDate, momentAt, type WallTime } from '#lib/venue-time.ts'
import { insertDinnerEntry } from './insert-entry.ts'
import { statusOf } from './waiting-fixtures.ts'
import { useWaitingNight } from './waiting-night.ts'

const { app, bookings, now, asStaff, offer, emailsTo } = useWaitingNight()

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

test('other hours of a weekday end the lines of the dinner times that it has no more', async () => {
  const [friday, saturday] = ['2026-12-18', '2026-12-19']
  const ids = [
    await waitFor('15:30', friday),
    await waitFor('18:00', friday),
    await waitFor('18:00', saturday),
  ]
  const found = (await listSettings({ db: app().db })).find(({ id }) => id === 'hours/restaurant')
  if (!found) throw new Error('no hours')
  const form = hoursForm.parse({ ...found.fields, version: found.version, friday: '15:00-17:00' })
  expect(await changeHours(asStaff(), 'restaurant', form)).toMatchObject({ ok: true })
  await offer()
  expect(await statesOf(ids)).toEqual(['waiting', 'called_off', 'waiting'])
  expect(await emailsTo(ids[1] ?? '')).toEqual(['waiting_called_off'])
  await fillDinners(false)
})
