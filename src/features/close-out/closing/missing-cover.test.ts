import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useCloseOutNights } from '../../../../tests/staff/close-out-nights.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'

const { as, arrive, book, database, date, page } = useCloseOutNights()

const cover = (reservationId: string, guests: number) =>
  recordCover(as(), {
    sentAt: as().now.toISOString(),
    deviceName: 'phone',
    acts: [
      {
        kind: 'cover',
        id: randomUUID(),
        reservationId,
        night: date(),
        method: 'cash',
        items: [{ kind: 'full', guests, eachCents: 2500 }],
        at: as().now.toISOString(),
      },
    ],
  })

test('names the parties that came in without cover, by the guests who came', async () => {
  const [none, part, all, away] = [
    await book({ name: 'Ada' }),
    await book({ name: 'Kofi' }),
    await book({ name: 'Efua' }),
    await book({ name: 'Kwesi' }),
  ]
  await database().pool.query(
    `with night as (
       insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('afrobeats-of-the-night', 'Afrobeats', '', 'Nightlife', $1, '21:00', '$25', 'moderate') returning id)
     update reservations set event_id = night.id from night where business_date = $1`,
    [date()],
  )
  await arrive(none, 4)
  await arrive(part, 6)
  await arrive(all, 6)
  expect(away).not.toBe('')
  await cover(part, 3)
  await cover(all, 5)
  // The holder of each reservation is free.
  expect((await page()).uncovered).toEqual([
    { id: none, guestName: 'Ada', text: '$75 (3 of 4 pay $25)', list: null },
    { id: part, guestName: 'Kofi', text: '$50 (2 of 6 still pay $25)', list: null },
  ])
  // Staff have decided about a party that they delete: nothing is asked of it any more.
  const deletion = (at: Date | null) =>
    database().pool.query('update reservations set deleted_at = $2 where id = $1', [none, at])
  await deletion(as().now)
  expect((await page()).uncovered.map(({ id }) => id)).toEqual([part])
  await deletion(null)
  await cover(none, 3)
  await cover(part, 2)
  expect((await page()).uncovered).toEqual([])
  // Two devices took it.
  expect((await page()).overcovered).toEqual([])
  await cover(all, 5)
  expect((await page()).overcovered).toEqual([
    { id: all, guestName: 'Efua', text: 'Taken twice? Cover recorded for 10 of 6', list: null },
  ])
})
