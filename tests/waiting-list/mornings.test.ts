import { expect, test } from 'vitest'
import { findPlace } from '#features/waiting-list/service.ts'
import { businessDate, momentAt } from '#lib/venue-time.ts'
import { describeWaiting } from '../../src/web/site/waiting-list/waiting-copy.ts'
import { useWaitingNight } from './waiting-night.ts'

const { bookings, night, now, putInLine, offer, free } = useWaitingNight()

test('a table that is freed before its own night begins at 6 AM is kept until 9 AM as well, and its page says so until then', async () => {
  const date = businessDate(night().event.startsAt)
  const first = await putInLine()
  await putInLine()
  const says = async () => {
    const found = await findPlace(bookings().deps(), first)
    return found && describeWaiting({ ...found, canBook: false, noticeHours: 6, now: now() }).text
  }
  bookings().clock.now = momentAt(date, '02:00')
  await free()
  for (const time of ['02:00', '06:00', '06:16', '08:59']) {
    // oxlint-disable no-await-in-loop -- the night passes
    bookings().clock.now = momentAt(date, time)
    expect(await offer()).toBe(0)
    expect(await says()).toContain('is kept for the line until the morning')
    // oxlint-enable no-await-in-loop
  }
  bookings().clock.now = momentAt(date, '09:00')
  expect(await says()).not.toContain('until the morning')
  expect(await offer()).toBe(1)
  expect((await findPlace(bookings().deps(), first))?.entry.offer?.heldUntil).toEqual(momentAt(date, '09:15'))
})
