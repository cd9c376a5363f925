import { expect, test } from 'vitest'
import { releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { renderWaitingEmail } from '#features/waiting-list/emails/service.ts'
import { canBookNow } from '#features/waiting-list/joining/service.ts'
import { leaveLine } from '#features/waiting-list/offers/service.ts'
import { type Zone, ZONES } from '#features/venue/schema.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import { addMinutes, momentAt } from '#lib/venue-time.ts'
import { describeWaiting } from '../../src/web/site/waiting-list/waiting-copy.ts'
import { insertDinnerEntry } from './insert-entry.ts'
import { useWaitingNight } from './waiting-night.ts'

const { app, bookings, night, now, putInLine, offer, free } = useWaitingNight()

/** The page of an entry, as its guest sees it. */
async function pageOf(id: string) {
  const found = await findPlace(bookings().deps(), id)
  if (!found) throw new Error('no entry')
  const canBook = await canBookNow(bookings().deps(), found.entry)
  return describeWaiting({ ...found, canBook, noticeHours: 6, now: now() })
}
const NO_LONGER_HELD = 'The table is no longer held for you. You were not charged.'

test('an offer that lapsed while no other party waits leads to the table that is on sale again', async () => {
  const id = await putInLine()
  await free()
  await offer()
  bookings().clock.now = addMinutes(now(), 16)
  await releaseExpiredHolds(bookings().deps())
  await offer()
  const { slug } = night().event
  expect(await pageOf(id)).toMatchObject({
    state: 'lapsed',
    text: NO_LONGER_HELD,
    again: {
      book: { href: `/events/${slug}?view=reserve&guests=2`, label: 'Reserve a table now' },
      join: `/waiting-list?event=${slug}`,
    },
  })
  const email = await renderWaitingEmail(bookings().deps(), id, { kind: 'waiting_lapsed' })
  const words = email?.text.replaceAll(/\s+/g, ' ')
  expect(words).toContain(`Your offer was not accepted in time. ${NO_LONGER_HELD}`)
  expect(words).toContain('You can reserve a table where one is free, join the list again, at its end')
})

test('a declined table that is offered to the next in line is not on sale, and its page does not say so', async () => {
  const [first] = [await putInLine(), await putInLine()]
  await free()
  await offer()
  expect(await leaveLine(bookings().deps(), first)).toBe('declined')
  await offer()
  expect(await pageOf(first)).toMatchObject({
    state: 'declined',
    text: NO_LONGER_HELD,
    again: { book: null, join: `/waiting-list?event=${night().event.slug}` },
  })
})

test('a table of another zone than the party waited for can be booked, and none of a sold-out night', async () => {
  const { rows } = await app().pool.query<{ location: Zone }>(
    'select location from venue_tables where id = $1',
    [night().tables[0]?.id],
  )
  const zone = ZONES.find((it) => it !== rows[0]?.location) ?? null
  const id = await putInLine({ zone })
  await free()
  await leaveLine(bookings().deps(), id)
  expect((await pageOf(id)).again?.book).not.toBeNull()
  await app().pool.query('update events set sold_out = true where id = $1', [night().event.id])
  expect((await pageOf(id)).again?.book).toBeNull()
})

test('a dinner that the guest gave up waiting for leads to the free times of its day, and none of a closed one', async () => {
  const pageFor = async (date: string) => {
    const id = await insertDinnerEntry(app(), { dinnerAt: momentAt(date, '18:00').toISOString(), date })
    await leaveLine(bookings().deps(), id)
    return pageOf(id)
  }
  expect((await pageFor('2027-01-16')).again).toEqual({
    book: {
      href: '/reservations?service=dining&guests=2&date=2027-01-16',
      label: 'See the free dinner times',
    },
    join: '/waiting-list?date=2027-01-16&time=18%3A00&guests=2',
  })
  const monday = '2027-01-18'
  expect((await pageFor(monday)).again?.book).toBeNull()
})
