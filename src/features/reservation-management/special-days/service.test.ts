import { beforeAll, describe, expect, test } from 'vitest'
import { purgeTrash } from '#jobs/purge-trash.ts'
import { listTrash, restoreFromTrash } from '#web/admin/api/management/trash-kinds.ts'
import { findEvent } from '#features/events/service.ts'
import { readFloorStates } from '#features/floor-plan/chart/service.ts'
import { holdTable } from '#features/holds/service.ts'
import { sendMail } from '#features/emails/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addHours, addSeconds } from '#lib/venue-time.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { recordMails } from '../../../../tests/support/recorded-mails.ts'
import { type DaySet, specialDayForm } from './schema.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { clearSpecialDay, listSpecialDays, setSpecialDay, undoSpecialDay } from './service.ts'
import { holdRequest, newIdentity } from '../../../../tests/booking/booking-fixtures.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase
let actorId = ''
beforeAll(async () => {
  database = await cloneDatabase()
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into staff_users (name, email, role) values ('Ama', 'ama@venue.example', 'manager') returning id`,
  )
  actorId = rows[0]?.id ?? ''
})
const deps = (role: 'manager' | 'host' = 'manager') => ({
  db: database.db,
  now,
  actor: { id: actorId, name: 'Ama', role },
})

const left = (standing: number): DaySet => ({
  standing,
  cancelled: 0,
  emailed: 0,
  waiting: 0,
  listed: { names: 0, reachable: 0 },
  refundCents: 0,
  venueRefundCents: 0,
})

test('a special day is set, counts its reservations, and is cleared again', async () => {
  await database.pool.query(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count)
     values ('dining', '2026-12-25', '2026-12-25T23:00Z', '2026-12-26T01:00Z', 'Kofi', 'kofi@example.com', 2)`,
  )
  const day = {
    date: '2026-12-25',
    service: 'restaurant',
    opens: '',
    closes: '',
    reason: 'Christmas',
    closedEvents: 'not_sold',
  } as const
  expect(await setSpecialDay(deps('host'), day)).toMatchObject({ ok: false })
  expect(await setSpecialDay(deps(), day)).toEqual({ ok: true, value: left(1) })
  expect(await setSpecialDay(deps(), { ...day, opens: '12:00', closes: '16:00' })).toMatchObject({ ok: true })
  expect(await listSpecialDays(deps())).toEqual([{ ...day, opens: '12:00', closes: '16:00' }])
  expect((await loadVenue(deps())).specialDays).toMatchObject([
    { hours: { opens: '12:00', closes: '16:00' } },
  ])
  const cleared = await clearSpecialDay(deps(), day)
  expect(cleared).toMatchObject({ ok: true })
  expect(await clearSpecialDay(deps(), day)).toMatchObject({ reason: { why: 'not_found' } })
  expect(await listSpecialDays(deps())).toEqual([])
})

test('a cleared special day stays in the trash for thirty days, and does not replace another one', async () => {
  const day = {
    date: '2026-12-31',
    service: 'social',
    opens: '',
    closes: '',
    reason: 'Sold privately',
    closedEvents: 'not_sold',
  } as const
  const clear = async (): Promise<string> => {
    await setSpecialDay(deps(), day)
    const cleared = await clearSpecialDay(deps(), day)
    return cleared.ok ? cleared.value.id : ''
  }
  const inTrash = async () => (await listTrash(deps())).filter((it) => it.name.startsWith('Social lounge'))
  const take = (id: string, role: 'manager' | 'host' = 'manager') =>
    restoreFromTrash(deps(role), { entity: 'special_day', id })

  const id = await clear()
  expect(await inTrash()).toMatchObject([{ id, name: 'Social lounge, Thursday, December 31, 2026' }])
  expect(await take(id, 'host')).toMatchObject({ reason: { why: 'not_allowed' } })
  expect(await take(id)).toMatchObject({ ok: true })
  expect(await listSpecialDays(deps())).toEqual([day])
  expect(await take(id)).toMatchObject({ reason: { why: 'not_found' } })

  const second = await clear()
  await setSpecialDay(deps(), { ...day, reason: 'Staff party' })
  expect(await take(second)).toMatchObject({ reason: { why: 'refused' } })
  expect(await inTrash()).toHaveLength(1)
  await purgeTrash({ db: database.db, now: addHours(now, 29 * 24) })
  expect(await inTrash()).toHaveLength(1)
  await purgeTrash({ db: database.db, now: addHours(now, 31 * 24) })
  expect(await inTrash()).toEqual([])
})

test('a special day with one time alone is refused', () => {
  const day = { date: '2026-12-25', service: 'social', reason: 'Early', opens: '20:00', closes: '' }
  expect(specialDayForm.safeParse(day).success).toBe(false)
})

describe('closing a service on a day with an event', () => {
  let eventId = ''
  const DATE = '2027-04-02'
  const closed = { date: DATE, service: 'social', opens: '', closes: '', reason: 'Private' } as const
  const set = (closedEvents: 'not_sold' | 'cancelled' | 'kept_open' | null) =>
    setSpecialDay(deps(), { ...closed, closedEvents })
  const night = async () => {
    const { rows } = await database.pool.query<{ starts: Date; ends: Date }>(
      'select starts_at as starts, ends_at as ends from events where id = $1',
      [eventId],
    )
    return rows[0] ?? { starts: now, ends: now }
  }
  const holdFirst = async (tableNumber: number) => {
    const { rows } = await database.pool.query<{ id: string; cents: number }>(
      'select id, reservation_price_cents as cents from venue_tables where table_number = $1',
      [tableNumber],
    )
    const table = rows[0] ?? { id: '', cents: 0 }
    const held = await holdTable(
      deps(),
      holdRequest({ eventId, tableId: table.id, cents: table.cents }, { guestName: 'Ama Mensah' }),
      newIdentity(),
    )
    return held.ok ? held.value.reservationId : held.reason.why
  }
  const sentText = async (mailId: string): Promise<string> => {
    const { sent, depsAt } = recordMails()
    await sendMail(depsAt(database.db, now), mailId)
    return sent.map((mail) => mail.text.replaceAll(/\s+/g, ' ')).join()
  }
  const onSale = async () => {
    const { starts, ends } = await night()
    const event = await findEvent(deps(), 'the-closed-night')
    const closure = event?.kind === 'event' ? event.event.closure : null
    const floor = await readFloorStates(deps(), {
      startsAt: starts,
      endsAt: ends,
      soldOut: false,
      closure,
      bookingPercentage: 0,
    })
    return floor.statesOf(0).filter(([, state]) => state === 'available').length
  }

  test('names the affected reservations and asks; no table is sold until the day opens again', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('the-closed-night', 'The Closed Night', '', 'Nightlife', $1, '21:00', 'Free', 'free') returning id`,
      [DATE],
    )
    eventId = rows[0]?.id ?? ''
    const reservation = await holdFirst(2)
    await database.pool.query(
      `with list as (insert into guest_lists (event_id, name, terms, max_guests) values ($1, 'Friends', 'free', 40) returning id)
       insert into guest_list_entries (list_id, guest_name, guest_count, guest_email, source)
       select id, 'Esi', 1, 'esi@example.com', 'staff' from list union all select id, 'Yaa', 2, null, 'staff' from list`,
      [eventId],
    )
    await database.pool.query(
      "update reservations set status = 'confirmed', held_until = null where id = $1",
      [reservation],
    )
    expect(await set(null)).toEqual({
      ok: false,
      reason: {
        why: 'concerned',
        affected: {
          events: [{ title: 'The Closed Night', time: '9:00 PM', parties: 1 }],
          reservations: [{ name: 'Ama Mensah', time: '9:00 PM', guests: 1 }],
          paidCents: 0,
          refundCents: 0,
          waiting: 0,
          listed: { names: 2, reachable: 1 },
          venueRefundCents: 0,
        },
      },
    })
    // The dialog promises the refund that the cancellation makes: neither what a bank took back nor what staff kept.
    await database.pool.query(
      'update reservations set received_cents = 30000, disputed_cents = 10000, kept_cents = 5000 where id = $1',
      [reservation],
    )
    const asked = await set(null)
    expect(!asked.ok && 'affected' in asked.reason ? asked.reason.affected : asked).toMatchObject({
      paidCents: 20_000,
      refundCents: 0,
      venueRefundCents: 15_000,
    })
    await database.pool.query(
      'update reservations set received_cents = 0, disputed_cents = 0, kept_cents = 0 where id = $1',
      [reservation],
    )
    expect(await listSpecialDays(deps())).not.toContainEqual(expect.objectContaining({ date: DATE }))
    expect(await onSale()).toBeGreaterThan(20)

    expect(await set('not_sold')).toEqual({ ok: true, value: left(1) })
    expect(await onSale()).toBe(0)
    expect(await holdFirst(3)).toBe('event_closed')
    // Changing the reason keeps the earlier decision about the events.
    expect(await setSpecialDay(deps(), { ...closed, reason: 'Other', closedEvents: null })).toMatchObject({
      ok: true,
    })
    expect(await onSale()).toBe(0)

    await set('kept_open')
    expect(await onSale()).toBeGreaterThan(20)
    expect(await holdFirst(3)).toMatch(/^[0-9a-f-]{36}$/)

    // A hold with a payment in progress gets no email: its guest sees the cancellation on the payment page.
    const later = { ...deps(), now: addSeconds(now, 13) }
    const statusNow = async () =>
      (await database.pool.query('select status from reservations where id = $1', [reservation])).rows
    const cancelAll = () => set('cancelled')
    expect(await cancelAll()).toEqual({
      ok: true,
      value: { ...left(0), cancelled: 2, emailed: 1, listed: { names: 2, reachable: 1 } },
    })
    expect(await onSale()).toBe(0)
    // Undone within 10 seconds, the day is as it was before, and no guest is told.
    expect(await undoSpecialDay(deps('host'), closed)).toMatchObject({ reason: { why: 'not_allowed' } })
    expect(await undoSpecialDay(deps(), closed)).toEqual({ ok: true, value: { restored: 2, left: [] } })
    expect(await statusNow()).toEqual([{ status: 'confirmed' }])
    expect(await listSpecialDays(deps())).toContainEqual(
      expect.objectContaining({ date: DATE, closedEvents: 'kept_open' }),
    )
    expect(await onSale()).toBeGreaterThan(20)
    await finishChanges(later, reservation)
    const { rowCount } = await database.pool.query('select from email_queue where reservation_id = $1', [
      reservation,
    ])
    expect(rowCount).toBe(0)
    await cancelAll()
    expect(await undoSpecialDay(later, closed)).toMatchObject({ reason: { why: 'refused' } })
    expect(await statusNow()).toEqual([{ status: 'cancelled' }])
    await finishChanges(later, reservation)
    const { rows: after } = await database.pool.query(
      `select r.status, r.cancel_reason, m.kind, m.id from reservations r left join email_queue m on m.reservation_id = r.id
       where r.id = $1`,
      [reservation],
    )
    expect(after).toMatchObject([{ status: 'cancelled', cancel_reason: 'staff', kind: 'cancelled' }])
    const text = await sentText(after[0]?.id ?? '')
    expect(text).toContain('Your reservation was cancelled. The reason: Private.')
    expect(text).not.toMatch(/as you asked|refund/i)

    await clearSpecialDay(deps(), closed)
    expect(await onSale()).toBeGreaterThan(20)
    expect(await holdFirst(3)).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a trigger refuses an insert that did not check the closure', async () => {
    await set('not_sold')
    const { starts, ends } = await night()
    await expect(
      database.pool.query(
        `insert into reservations (event_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
           guest_count, status) values ($1, 'nightlife', $2, $3, $4, 'Ada', 'ada@example.com', 2, 'confirmed')`,
        [eventId, DATE, starts, ends],
      ),
    ).rejects.toThrow(/closed that day/)
    await clearSpecialDay(deps(), closed)
  })
})
