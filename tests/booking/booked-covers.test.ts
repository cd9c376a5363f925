import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listBooked } from '#features/close-out/figures/service.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { deleteReservation } from '#features/reservation-management/deletion/service.ts'
import { loadCalendar } from '#features/reservation-management/tonight/service.ts'
import { type CalendarDate, momentOf } from '#lib/venue-time.ts'
import { useMerges } from './merges.ts'
import { done } from './staff.ts'

const { app, asStaff, begin, bookNight, cancel, merge, paidOnline, reloadNight, rowOf, settleWindow, split } =
  useMerges()

/** Party of a kind that needs no table; `columns` are set on its row. */
async function addRow(
  date: CalendarDate,
  { type = 'dining', guests, columns = '' }: { type?: string; guests: number; columns?: string },
) {
  const { rows } = await app().pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone,
       guest_count, status, source)
     values ($1, $2, $3, $4, 'Esi', 'esi@example.com', '+19725550111', $5, 'confirmed', 'phone') returning id`,
    [type, date, momentOf(date, type === 'dining' ? '18:00' : '21:00'), momentOf(date, '23:00'), guests],
  )
  const id = rows[0]?.id ?? ''
  if (columns !== '') await app().pool.query(`update reservations set ${columns} where id = $1`, [id])
  return id
}

/** Covers of a date by the calendar, and by the dashboard and the close-out. */
async function bothOf(date: CalendarDate) {
  const days = await loadCalendar(asStaff(), new URLSearchParams({ month: date.slice(0, 7) }))
  const [booked] = await listBooked(app().db, [date])
  const day = days.find((it) => it.date === date)
  return {
    calendar: { covers: day?.covers ?? 0, parties: day?.parties ?? 0 },
    bookings: { covers: booked?.covers, parties: booked?.parties },
  }
}

test('the calendar and the bookings of a night count the same covers, whatever became of the parties', async () => {
  const first = await bookNight('at_door', { guests: '2' })
  const date = (await rowOf(first)).businessDate
  const other = '2031-03-07'
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a dinner', () => addRow(date, { guests: 4 })],
    ['a walk-in', () => addRow(date, { guests: 3, columns: `source = 'walk_in'` })],
    ['a request', () => addRow(date, { guests: 9, columns: `status = 'pending'` })],
    ['a night paid online', () => paidOnline({ guestCount: 2 })],
    ['a hold that is being paid', () => reloadNight().then(begin)],
    [
      'a failed payment',
      () =>
        addRow(date, {
          type: 'nightlife',
          guests: 5,
          columns: `status = 'cancelled', cancel_reason = 'payment_failed'`,
        }),
    ],
    ['a party of a guest list', () => listEntry()],
    ['heads without a name', () => app().pool.query(headCount, [randomUUID(), date])],
    ['a merge', async () => done(merge(first, await bookNight('at_door', { guests: '3' })))],
    ['a merge that stands', () => settleWindow(first)],
    [
      'a split',
      async () => done(split(first, { guests: '1', tableIds: (await rowOf(first)).extraTableIds })),
    ],
    ['a cancellation', async () => done(cancel(await paidOnline(), 'keep'))],
    ['a deletion', async () => done(deleteReservation(asStaff(), await addRow(date, { guests: 6 })))],
    ['a no-show', async () => noShow(await addRow(date, { type: 'nightlife', guests: 2 }))],
    ['a party that came and was deleted', async () => cameAndGone(await addRow(date, { guests: 7 }))],
    [
      'a move to another date',
      async () =>
        app().pool.query(
          `update reservations set business_date = $2, starts_at = $3, ends_at = $4 where id = $1`,
          [await addRow(date, { guests: 8 }), other, momentOf(other, '18:00'), momentOf(other, '20:00')],
        ),
    ],
  ]
  const headCount = `insert into head_counts (id, night, change, happened_at, actor_id, actor_name, device_name)
    values ($1, $2, 5, now(), $1, 'Host', 'Phone')`
  const listEntry = () =>
    app().pool.query(
      `with list as (insert into guest_lists (event_id, name, promoter, terms, max_guests)
         select event_id, 'Friends', 'Kojo', 'free', 40 from reservations where id = $1 returning id)
       insert into guest_list_entries (list_id, guest_name, guest_count, source)
       select id, 'Esi Owusu', 4, 'staff' from list`,
      [first],
    )
  async function act(id: string, kind: 'no_show' | 'arrived') {
    const { startsAt } = await rowOf(id)
    const now = new Date(startsAt.getTime() + 3_600_000)
    const common = { id: randomUUID(), at: now.toISOString(), reservationId: id } as const
    const acts = [kind === 'arrived' ? { ...common, kind, guests: 2 } : { ...common, kind }]
    return done(recordArrivals({ ...asStaff(), now }, { sentAt: now.toISOString(), acts }))
  }
  const noShow = (id: string) => act(id, 'no_show')
  async function cameAndGone(id: string): Promise<void> {
    await act(id, 'arrived')
    await done(deleteReservation(asStaff(), id))
  }
  for (const [what, step] of steps) {
    // oxlint-disable no-await-in-loop -- one after the other
    await step()
    const { calendar, bookings } = await bothOf(date)
    expect(calendar, what).toEqual(bookings)
    // oxlint-enable no-await-in-loop
  }
  const { calendar, bookings } = await bothOf(other)
  expect(calendar).toEqual({ covers: 8, parties: 1 })
  expect(bookings).toEqual(calendar)
  expect((await bothOf(date)).calendar.covers).toBeGreaterThan(20)
})
