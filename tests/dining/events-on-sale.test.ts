import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { moveDinner } from '#features/dining/changes/service.ts'
import { bookDinner } from '#features/dining/service.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { readFloorStates } from '#features/floor-plan/chart/service.ts'
import { holdTable } from '#features/holds/service.ts'
import { joinDinner } from '#features/waiting-list/joining/service.ts'
import { momentOf, wallClock } from '#lib/venue-time.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { newParty } from '../waiting-list/waiting-fixtures.ts'
import { askFor, at, booked, countOverlaps, FRIDAY } from './dining-fixtures.ts'

describe('dinners and tables of an event on one evening', () => {
  const DAY = '2027-01-15'
  let serviceDay: TestDatabase
  let event: { id: string; from: Date; until: Date }
  beforeAll(async () => {
    serviceDay = await cloneDatabase()
    const { rows } = await serviceDay.pool.query<typeof event>(
      `insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('on-sale', 'On Sale', '', 'Nightlife', $1, '21:00', 'Free', 'free')
       returning id, starts_at as from, ends_at as until`,
      [DAY],
    )
    if (!rows[0]) throw new Error('no event')
    event = rows[0]
  })
  const cancelAll = () =>
    serviceDay.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff' where business_date = $1 and status <> 'cancelled'`,
      [DAY],
    )
  const onSale = async (now = FRIDAY) => {
    const floor = await readFloorStates(
      { db: serviceDay.db, now },
      { startsAt: event.from, endsAt: event.until, soldOut: false, closure: null, bookingPercentage: 0 },
    )
    return floor.statesOf(0).filter(([, state]) => state === 'available').length
  }

  test('a dinner never takes a table of the event off sale: it ends when the event begins', async () => {
    const before = await onSale()
    for (const time of ['19:00', '19:30', '20:00'])
      // oxlint-disable-next-line no-await-in-loop
      await booked(serviceDay.db, { date: DAY, time, guests: 4 })
    const late = await bookDinner(await at(serviceDay.db), askFor({ date: DAY, time: '20:30', guests: 4 }))
    expect(late).toMatchObject({ ok: false, reason: { why: 'too_short' } })
    expect(await onSale()).toBe(before)
    const { rows } = await serviceDay.pool.query<{ ends: Date }>(
      "select max(ends_at) as ends from reservations where business_date = $1 and reservation_type = 'dining'",
      [DAY],
    )
    expect(rows[0]?.ends).toEqual(event.from)
  })

  test('a dinner that the event cuts short prefers a table that is sold or blocked for it, others the best fit', async () => {
    await cancelAll()
    const { rows: tables } = await serviceDay.pool.query<{ id: string }>(
      'select id from venue_tables where is_available and deleted_at is null order by max_guests desc, table_number limit 2',
    )
    const [sold, blocked] = tables.map(({ id }) => id)
    await serviceDay.pool.query(
      `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
         guest_email, guest_count, status)
       values ($1, $2, 'nightlife', $3, $4, $5, 'Ada Obi', 'a@example.com', 2, 'confirmed')`,
      [event.id, sold, DAY, event.from, event.until],
    )
    await serviceDay.pool.query(
      `insert into table_blocks (event_id, table_id, reason) values ($1, $2, 'Owner')`,
      [event.id, blocked],
    )
    const tableOf = async (time: string) => {
      const id = await booked(serviceDay.db, { date: DAY, time, guests: 2 })
      const { rows } = await serviceDay.pool.query<{ id: string; ends: Date }>(
        'select table_id as id, ends_at as ends from reservations where id = $1',
        [id],
      )
      return rows[0]
    }
    const [first, second, third] = [await tableOf('20:00'), await tableOf('20:00'), await tableOf('20:00')]
    expect(new Set([first?.id, second?.id])).toEqual(new Set([sold, blocked]))
    expect(first?.ends).toEqual(event.from)
    expect([sold, blocked]).not.toContain(third?.id)
    // Over before the event begins: the smallest table that fits.
    expect([sold, blocked]).not.toContain((await tableOf('15:00'))?.id)
    await serviceDay.pool.query('delete from table_blocks where event_id = $1', [event.id])
    await cancelAll()
  })

  test('whose event is not on sale is occupied by a dinner for its whole turn time', async () => {
    await serviceDay.pool.query('update events set sold_out = true where id = $1', [event.id])
    const id = await booked(serviceDay.db, { date: DAY, time: '20:30', guests: 2 })
    const dinner = await findDinner(serviceDay, id)
    expect(dinner?.endsAt).toEqual(momentOf(DAY, '22:00'))
    await serviceDay.pool.query('update events set sold_out = false where id = $1', [event.id])
  })

  test('a party keeps its table at a time that is not offered any more, and no party waits for that time', async () => {
    await serviceDay.pool.query('update events set sold_out = true where id = $1', [event.id])
    const time = { date: DAY, time: '20:30' }
    const id = await booked(serviceDay.db, { ...time, guests: 4 })
    await serviceDay.pool.query('update events set sold_out = false where id = $1', [event.id])
    const before = await findDinner(serviceDay, id)
    expect((await moveDinner(await at(serviceDay.db), id, { ...time, guests: 2 })).ok).toBe(true)
    expect(await findDinner(serviceDay, id)).toMatchObject({
      guestCount: 2,
      tableNumbers: before?.tableNumbers,
    })
    const joined = await joinDinner({ db: serviceDay.db, now: FRIDAY }, time, newParty({ guestCount: 4 }))
    expect(joined).toMatchObject({ ok: false, reason: { why: 'too_short' } })
  })

  test('a dinner that is over blocks no table of a running event, whatever its status', async () => {
    // The database decides by its own clock, so the event of this test takes place now.
    const now = new Date()
    const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
    const [table] = await serviceDay.db
      .selectFrom('venueTables')
      .select(['id', 'reservationPriceCents as cents'])
      .execute()
    const date = wallClock(now).date
    await serviceDay.pool.query('delete from table_occupancies')
    await serviceDay.pool.query(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status)
       values ($1, 'dining', $2, $3, $4, 'Ada Obi', 'a@example.com', 2, 'confirmed')`,
      [table?.id, date, minutes(-90), minutes(-1)],
    )
    const { rows } = await serviceDay.pool.query<{ id: string }>(
      `insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
       select 'now', 'Now', '', 'Nightlife', (now() at time zone 'America/Chicago' - interval '6 hours')::date,
         '06:00', '05:59', 'Free', 'free' returning id`,
    )
    const held = await holdTable(
      { db: serviceDay.db, now },
      {
        ...nightForm,
        key: randomUUID(),
        eventId: rows[0]?.id ?? '',
        tableId: table?.id ?? '',
        shownTotalCents: table?.cents ?? 0,
      },
      { browser: randomUUID(), address: randomUUID(), network: null },
    )
    expect(held).toMatchObject({ ok: true })
    // The party leaves; occupancies that had ended stay ended.
    const id = held.ok ? held.value.reservationId : ''
    await serviceDay.pool.query(
      "update reservations set status = 'confirmed', held_until = null where id = $1",
      [id],
    )
    await serviceDay.pool.query('update reservations set left_at = $2 where id = $1', [id, minutes(60)])
    expect(await countOverlaps(serviceDay.db)).toBe(0)
  })
})

const nightForm = {
  guestName: 'Kofi Mensah',
  guestEmail: 'kofi@example.com',
  guestPhone: '(972) 555-0142',
  guestCount: 2,
  specialRequests: '',
  birthdayPackage: false,
  screenDisplay: false,
}
