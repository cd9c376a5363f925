import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { newEvent } from '../../../../tests/support/event-form.ts'
import { findEvent } from '../service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { type EventForm, eventForm } from './schema.ts'
import { readEventListQuery } from './rules.ts'
import {
  addEvent,
  deleteEvent,
  editEvent,
  listDeletedEvents,
  listStaffEvents,
  markEventSoldOut,
  repeatEvent,
  restoreEvent,
  purgeEvents,
} from './service.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
  await database.pool.query(
    "insert into staff_users (id, name, email, role) values ($1, 'Ama', 'ama@venue.example', 'manager')",
    [AMA],
  )
})
const AMA = '0198c0de-0000-7000-8000-00000000000a'
const as = (role: StaffRole = 'manager') => ({
  db: database.db,
  now,
  actor: { id: AMA, name: 'Ama', role },
})

const night = newEvent({ bookingPercentage: 20 })

async function added(over: Partial<EventForm> = {}) {
  const done = await addEvent(as(), { ...night, ...over })
  if (!done.ok) throw new Error(done.reason.why)
  return done.value
}

/** Inserts a reservation with a table at the event. */
async function book(eventId: string, { status = 'confirmed', heldUntil = null as Date | null } = {}) {
  await database.pool.query(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status, held_until)
     select e.id, t.id, 'nightlife', e.date, e.starts_at, e.ends_at, 'Kofi', 'kofi@example.com', 3, $2, $3
     from events e, venue_tables t where e.id = $1 and t.table_number = 4`,
    [eventId, status, heldUntil],
  )
}

const typed = { ...night, endTime: '', host: '', dj: '', ticketsUrl: '' }
const required = (query: string) => readEventListQuery(new URLSearchParams(query))

describe('the form', () => {
  test.each([
    ['a share that is no ten', { bookingPercentage: 15 }, 'bookingPercentage'],
    ['a share of all', { bookingPercentage: 100 }, 'bookingPercentage'],
    ['a category of its own', { category: 'Karaoke' }, 'category'],
    ['a day that is none', { date: '2031-02-30' }, 'date'],
    ['tickets without a lock', { ticketsUrl: 'http://tickets.example' }, 'ticketsUrl'],
    ['an end before the start', { endTime: '20:00' }, 'endTime'],
    ['a start after closing time', { startTime: '05:30' }, 'startTime'],
    ['tickets behind a name', { ticketsUrl: 'https://venue.example@tickets.example' }, 'ticketsUrl'],
    ['nothing to pay with', { price: ' ' }, 'price'],
    ['less than nothing to pay', { price: '-$5' }, 'price'],
    ['amounts without a dollar sign', { price: '20 – 40' }, 'price'],
  ])('refuses %s', (_name, over, field) => {
    const parsed = eventForm.safeParse({ ...typed, ...over })
    expect(parsed.error?.issues.map((it) => it.path[0])).toEqual([field])
  })

  test('reads a bare amount as dollars, so that cover can be charged', () => {
    expect(eventForm.parse({ ...typed, price: ' 20 ' }).price).toBe('$20')
    expect(eventForm.parse({ ...typed, price: 'Free before 11 PM' }).price).toBe('Free before 11 PM')
  })

  test('takes an end on the morning after', () => {
    expect(eventForm.parse({ ...typed, endTime: '02:00' }).endTime).toBe('02:00')
  })
})

describe('the event list', () => {
  const titled = (title: string, dates: readonly string[]) =>
    Promise.all(dates.map((date, i) => added({ title: `${title} ${i + 1}`, date })))
  const titles = async (query: string) =>
    (await listStaffEvents(database.db, now, required(query))).map((it) => it.title)

  test('filters by time, category, part of a title and limit', async () => {
    await titled('100% Vinyl', ['2026-11-20', '2026-11-21', '2026-11-18', '2026-11-19'])
    expect(await titles('q=100%25 vinyl')).toEqual(['100% Vinyl 1', '100% Vinyl 2'])
    expect(await titles('q=100%25  vínyl')).toEqual(['100% Vinyl 1', '100% Vinyl 2'])
    expect(await titles('q=100%25&when=past')).toEqual(['100% Vinyl 4', '100% Vinyl 3'])
    expect(await titles('q=0%25&when=all&limit=3')).toEqual(['100% Vinyl 3', '100% Vinyl 4', '100% Vinyl 1'])
    expect(await titles('q=100_&when=all')).toEqual([])
    expect(await titles('q=vinyl&when=all&category=Dining')).toEqual([])
    expect(await titles('q=vinyl&category=Karaoke&limit=-1&when=never')).toHaveLength(2)
  })

  test('is sorted by date, title, category or parties', async () => {
    await added({ title: 'Sorted b', date: '2033-03-02', category: 'Spoken Word' })
    const full = await added({ title: 'sorted A', date: '2033-03-03', category: 'Dining' })
    await book(full.id)
    expect(await titles('q=sorted')).toEqual(['Sorted b', 'sorted A'])
    for (const sort of ['latest', 'title', 'category', 'parties'])
      // oxlint-disable-next-line no-await-in-loop -- one order after the other
      expect(await titles(`q=sorted&sort=${sort}`), sort).toEqual(['sorted A', 'Sorted b'])
    expect(await titles('q=sorted&sort=unknown')).toEqual(['Sorted b', 'sorted A'])
  })
})

describe('a night', () => {
  test('is added, visible to guests, and recorded in the audit log', async () => {
    const event = await added({ title: 'First of Its Name' })
    expect(event).toMatchObject({ slug: 'first-of-its-name', version: 1, parties: 0, hasEnded: false })
    expect(await findEvent(as(), 'first-of-its-name')).toMatchObject({ kind: 'event' })
    const again = await added({ title: 'First of Its Name' })
    expect(again.slug).toBe('first-of-its-name-2')
    const { rows } = await database.pool.query(
      "select action, after->>'title' as title from activity where entity_id = $1",
      [event.id],
    )
    expect(rows).toEqual([{ action: 'added', title: 'First of Its Name' }])
  })

  test('is updated only with its current version', async () => {
    const event = await added()
    const first = await editEvent(as(), event, { ...night, title: 'Renamed' })
    expect(first).toMatchObject({ ok: true, value: { title: 'Renamed', version: 2 } })
    const late = await editEvent(as(), event, { ...night, title: 'Late' })
    expect(late).toMatchObject({
      ok: false,
      reason: { why: 'version_conflict', current: { title: 'Renamed' } },
    })
    const host = await editEvent(as('host'), event, night)
    expect(host).toEqual({ ok: false, reason: { why: 'not_allowed' } })
  })

  test('with a reserved table keeps its date and names the guests; its texts may change', async () => {
    const event = await added({ date: '2031-05-09' })
    await book(event.id)
    const kofi = { guestName: 'Kofi', guestCount: 3, tableNumber: 4, date: '2031-05-09' }
    const refused = { ok: false, reason: { why: 'guests', guests: [kofi] } }
    const form = { ...night, date: '2031-05-09' }
    expect(await editEvent(as(), event, { ...form, date: '2031-05-10' })).toMatchObject(refused)
    expect(await editEvent(as(), event, { ...form, startTime: '22:00' })).toMatchObject(refused)
    expect(await deleteEvent(as(), event.id)).toMatchObject(refused)
    expect(await editEvent(as(), event, { ...form, price: '$25' })).toMatchObject({ ok: true })
  })

  test('is moved once a hold on it has lapsed', async () => {
    const event = await added({ date: '2031-05-16' })
    await book(event.id, { status: 'pending', heldUntil: new Date(now.getTime() - 1) })
    const moved = await editEvent(as(), event, { ...night, date: '2031-05-17' })
    expect(moved).toMatchObject({ ok: true, value: { date: '2031-05-17' } })
  })

  test('takes its table blocks along when it moves, and releases them when deleted', async () => {
    const event = await added({ date: '2031-06-01' })
    await database.pool.query(
      `insert into table_blocks (event_id, table_id, reason)
       select $1, id, 'the band' from venue_tables where table_number = 5`,
      [event.id],
    )
    const occupancy = async () =>
      (
        await database.pool.query<{ day: string; is_active: boolean }>(
          `select (lower(o.during) at time zone 'America/Chicago')::date::text as day, o.is_active
           from table_occupancies o join table_blocks b on b.id = o.table_block_id where b.event_id = $1`,
          [event.id],
        )
      ).rows[0]
    await editEvent(as(), event, { ...night, date: '2031-06-03' })
    expect(await occupancy()).toEqual({ day: '2031-06-03', is_active: true })
    expect(await deleteEvent(as(), event.id)).toMatchObject({ ok: true })
    expect(await occupancy()).toEqual({ day: '2031-06-03', is_active: false })
  })

  test('is sold out and available again', async () => {
    const event = await added()
    expect(await markEventSoldOut(as(), event.id, { soldOut: true })).toMatchObject({
      ok: true,
      value: { soldOut: true },
    })
    expect(await markEventSoldOut(as(), event.id, { soldOut: false })).toMatchObject({
      ok: true,
      value: { soldOut: false },
    })
  })

  test('is repeated in the weeks that do not have it yet', async () => {
    const event = await added({ title: 'Every Week', date: '2031-07-04', soldOut: true })
    expect(await repeatEvent(as(), event.id, 2)).toEqual({
      ok: true,
      value: { added: 2, closed: 0, dinnersOn: [] },
    })
    expect(await repeatEvent(as(), event.id, 3)).toEqual({
      ok: true,
      value: { added: 1, closed: 0, dinnersOn: [] },
    })
    const all = await listStaffEvents(database.db, now, required('q=every week'))
    expect(all.map((it) => [it.date, it.soldOut])).toEqual([
      ['2031-07-04', true],
      ['2031-07-11', false],
      ['2031-07-18', false],
      ['2031-07-25', false],
    ])
  })

  test('of some weeks ago is repeated from today on, without its link for tickets', async () => {
    const past = await added({
      title: 'Of October',
      date: '2026-10-23',
      ticketsUrl: 'https://tickets.example/2026-10-23',
    })
    expect(await repeatEvent(as(), past.id, 2)).toMatchObject({ value: { added: 2 } })
    const all = await listStaffEvents(database.db, now, required('q=of october'))
    expect(all.map((it) => [it.date, it.ticketsUrl])).toEqual([
      ['2026-11-20', null],
      ['2026-11-27', null],
    ])
  })

  test('is not repeated on a day on which its service is closed', async () => {
    const event = await added({ title: 'Closed Once', date: '2032-12-17', startTime: '22:00' })
    await database.db
      .insertInto('venueSpecialDays')
      .values([
        { businessDate: '2032-12-24', service: 'social', reason: 'Christmas' },
        { businessDate: '2032-12-31', service: 'restaurant', reason: 'Only the kitchen rests' },
      ])
      .execute()
    expect(await repeatEvent(as(), event.id, 2)).toEqual({
      ok: true,
      value: { added: 1, closed: 1, dinnersOn: [] },
    })
    const all = await listStaffEvents(database.db, now, required('q=closed once'))
    expect(all.map((it) => it.date)).toEqual(['2032-12-17', '2032-12-31'])
  })

  test('that begins at dinner time and ends at night is repeated by the service it belongs to', async () => {
    const early = { startTime: '19:00', date: '2033-01-07' } as const
    const long = await added({ title: 'Into the Night', ...early, endTime: '01:00' })
    const short = await added({ title: 'Supper Concert', ...early, endTime: '20:30' })
    await database.db
      .insertInto('venueSpecialDays')
      .values([
        { businessDate: '2033-01-14', service: 'social', reason: 'Private' },
        { businessDate: '2033-01-21', service: 'restaurant', reason: 'Only the kitchen rests' },
      ])
      .execute()
    await repeatEvent(as(), long.id, 2)
    await repeatEvent(as(), short.id, 2)
    const dates = async (query: string) =>
      (await listStaffEvents(database.db, now, required(query))).map((it) => it.date)
    expect(await dates('q=into the night')).toEqual(['2033-01-07', '2033-01-21'])
    expect(await dates('q=supper concert')).toEqual(['2033-01-07', '2033-01-14'])
  })

  test('is deleted, restored, and purged in the end unless it has reservations', async () => {
    const [gone, booked] = [await added({ title: 'Gone' }), await added({ title: 'Booked' })]
    await book(booked.id, { status: 'cancelled' })
    expect(await deleteEvent(as(), gone.id)).toEqual({ ok: true, value: null })
    expect((await listDeletedEvents(as())).map((it) => it.name)).toContain('Gone, Fri, May 2')
    expect(await restoreEvent(as(), gone.id)).toEqual({ ok: true, value: null })
    expect(await findEvent(as(), 'gone')).toMatchObject({ kind: 'event' })
    await deleteEvent(as(), gone.id)
    await deleteEvent(as(), booked.id)
    await purgeEvents(database.db, new Date(now.getTime() + 1))
    const left = (await listDeletedEvents(as())).map((it) => it.id)
    expect([left.includes(gone.id), left.includes(booked.id)]).toEqual([false, true])
  })
})

test('a hold with outdated times is refused after the event moved', async () => {
  const event = await added({ date: '2031-08-01' })
  const hold = database.pool.query(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, hold_key)
     select $1, id, 'nightlife', '2031-08-01', '2031-08-01T21:00Z', '2031-08-02T05:00Z', 'Late', 'l@example.com', 2,
       gen_random_uuid() from venue_tables where table_number = 6`,
    [event.id],
  )
  await expect(hold).rejects.toMatchObject({ code: '23P01' })
})
