import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askFor as askForTable, newIdentity } from '../../../../tests/booking/booking-fixtures.ts'
import { startBookings, type TestBookings } from '../../../../tests/booking/bookings.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { insertDinnerEntry } from '../../../../tests/waiting-list/insert-entry.ts'
import { moveDinner } from '#features/dining/changes/service.ts'
import { releaseHold } from '#features/holds/booking/service.ts'
import { holdTable } from '#features/holds/service.ts'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { amendReservation } from '#features/reservation-management/amend/service.ts'
import { setPartyTables } from '#features/reservation-management/party-tables/service.ts'
import { listTables } from '#features/reservation-management/staff-bookings/service.ts'
import { findOccupant, listSeats } from '#features/reservation-management/store.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addMinutes, momentOf } from '#lib/venue-time.ts'
import { keptText } from './rules.ts'
import { findKeepOffer, findStayLine, keepTable } from './service.ts'
import type { KeepOffer } from './schema.ts'

// Friday, January 15, 2027, at 5 PM in Texas. The event begins at 9 PM.
const DAY = '2027-01-15'
const NOW = momentOf(DAY, '17:00')
let app: TestDatabase
let bookings: TestBookings
let eventId: string
let tables: readonly { readonly id: string; readonly number: number; readonly cents: number }[]
beforeAll(async () => {
  app = await cloneDatabase()
  bookings = await startBookings(app, NOW)
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
     values ('stay', 'Afro Night', '', 'Nightlife', $1, '21:00', '05:00', 'Free', 'free') returning id`,
    [DAY],
  )
  eventId = rows[0]?.id ?? ''
  tables = await rowsOf(
    `select id, table_number as number, reservation_price_cents as cents from venue_tables
     where is_available and deleted_at is null and max_guests >= 4 order by table_number`,
  )
})
// Every test has the room for itself.
beforeEach(async () => {
  bookings.clock.now = NOW
  await app.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'staff', held_until = null
     where business_date = $1 and status <> 'cancelled'`,
    [DAY],
  )
})

async function rowsOf<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const { rows } = await app.pool.query(sql, [...values])
  return rows
}
const table = (i = 0) => tables[i] ?? { id: '', number: 0, cents: 0 }

/** A dinner of four, from 7 PM until the event begins unless other times are given. */
async function dine(i = 0, until = '21:00', from = '19:00'): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status)
     values ($1, 'dining', $2, $3, $4, 'Kofi Mensah', 'kofi@example.com', '+19725550142', 4, 'confirmed') returning id`,
    [table(i).id, DAY, momentOf(DAY, from), momentOf(DAY, until)],
  )
  return row?.id ?? ''
}
const set = (id: string, columns: string) =>
  app.pool.query(`update reservations set ${columns} where id = $1`, [id])

const guest = newIdentity()
const offerOf = (id: string) => findKeepOffer(bookings.deps(), id, guest)
async function shown(id: string): Promise<KeepOffer> {
  const offer = await offerOf(id)
  if (!offer) throw new Error('nothing is offered')
  return offer
}
const formOf = ({ event, table: { id: tableId }, key, priceCents: shownCents }: KeepOffer) => ({
  eventId: event.id,
  tableId,
  key,
  shownCents,
})
const WAITING_FOR_LOCK = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const keep = (id: string, offer: KeepOffer, by = guest) =>
  keepTable(bookings.deps(), id, { form: formOf(offer), guest: by })
const holdByOther = (i = 0) =>
  holdTable(
    bookings.deps(),
    askForTable(
      { event: { id: eventId, slug: 'stay', startsAt: NOW, endsAt: NOW }, tables: [] },
      {
        table: { ...table(i), maxGuests: 4 },
      },
    ),
    newIdentity(),
  )
const nightsAt = (tableId: string) =>
  rowsOf<{ id: string; dinnerId: string | null }>(
    `select r.id, r.dinner_id as "dinnerId" from reservations r join table_occupancies o on o.reservation_id = r.id
     where r.event_id = $1 and o.table_id = $2 and o.is_active`,
    [eventId, tableId],
  )

describe('the table of a dinner', () => {
  test('is held for the night at its price, once however often the form is sent, and is kept once it is paid', async () => {
    const id = await dine()
    const offer = await shown(id)
    expect(offer).toMatchObject({
      state: 'open',
      priceCents: table().cents,
      table: { tableNumber: table().number },
      event: { title: 'Afro Night', startTime: '21:00', endTime: '05:00' },
    })
    expect(await findStayLine(bookings.deps(), id)).toContain(
      `Keep table ${table().number} until 5:00 AM for $`,
    )
    const [first, again] = await Promise.all([keep(id, offer), keep(id, offer)])
    if (!first.ok || !again.ok) throw new Error('not held')
    expect(again.value.reservationId).toBe(first.value.reservationId)
    expect(await nightsAt(table().id)).toEqual([{ id: first.value.reservationId, dinnerId: id }])
    // Another device of the guest continues the same hold.
    expect(await findKeepOffer(bookings.deps(), id, newIdentity())).toMatchObject({ state: 'held' })
    const elsewhere = await keep(id, await shown(id), newIdentity())
    expect(elsewhere).toMatchObject({ ok: true, value: { reservationId: first.value.reservationId } })
    const opened = await openCheckout(bookings.deps(), first.value.reservationId)
    const sessionId = opened.ok ? (opened.value.sessionId ?? '') : ''
    await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
    await settleCheckout(bookings.deps(), sessionId)
    expect(await offerOf(id)).toMatchObject({ state: 'kept', nightId: first.value.reservationId })
    expect(await keep(id, offer)).toEqual({ ok: false, reason: 'already_kept' })
    expect(await findStayLine(bookings.deps(), id)).toBeNull()
  })

  test('goes to one of two guests who want it for the night at once, and the other is told', async () => {
    for (const i of [0, 1, 2, 3]) {
      // oxlint-disable no-await-in-loop -- one race after the other
      const id = await dine(i)
      const offer = await shown(id)
      const [own, ...others] = await Promise.all([keep(id, offer), holdByOther(i), holdByOther(i)])
      expect([own, ...others].filter((it) => it.ok)).toHaveLength(1)
      expect(await nightsAt(table(i).id)).toHaveLength(1)
      expect(own).toMatchObject(own.ok ? { ok: true } : { reason: { why: 'table_taken' } })
      expect(await offerOf(id)).toMatchObject({ state: own.ok ? 'held' : 'sold' })
      // oxlint-enable no-await-in-loop
    }
  })

  test('is not sold to a guest whose dinner staff moved meanwhile, and a hold of it stays at its table', async () => {
    const [id, moved] = [await dine(), await dine(1)]
    const staff = await createStaff(app, `${randomUUID()}@venue.example`)
    const actor = { id: staff, name: 'Efua', role: 'host' as const }
    const move = (dinner: string, from: number, to: number) =>
      setPartyTables({ ...bookings.deps(), actor }, dinner, {
        tableIds: [table(to).id],
        seen: [table(from).id],
      })
    const offer = await shown(id)
    expect(await move(id, 0, 2)).toMatchObject({ ok: true })
    expect(await keep(id, offer)).toEqual({ ok: false, reason: 'changed' })
    expect((await shown(id)).table.tableNumber).toBe(table(2).number)
    const seen = await shown(moved)
    const [held] = await Promise.all([keep(moved, seen), move(moved, 1, 3)])
    expect(await nightsAt(table(1).id)).toHaveLength(held.ok ? 1 : 0)
    expect(await nightsAt(table(3).id)).toEqual([])
  })

  test('is refunded where the payment came after another guest had bought it', async () => {
    const id = await dine()
    const held = await keep(id, await shown(id))
    if (!held.ok) throw new Error('not held')
    const { reservationId } = held.value
    const opened = await openCheckout(bookings.deps(), reservationId)
    const sessionId = opened.ok ? (opened.value.sessionId ?? '') : ''
    await bookings.provider.control.pay({ session: sessionId, outcome: 'approve' })
    bookings.clock.now = addMinutes(NOW, 16)
    await app.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'hold_expired', payment_status = 'none' where id = $1`,
      [reservationId],
    )
    expect((await holdByOther()).ok).toBe(true)
    bookings.clock.now = addMinutes(NOW, 20)
    await settleCheckout(bookings.deps(), sessionId)
    const [night] = await rowsOf<{ status: string }>('select status from reservations where id = $1', [
      reservationId,
    ])
    expect(night?.status).toBe('cancelled')
    expect(
      await rowsOf(
        'select 1 from refunds f join checkouts c on c.id = f.checkout_id where c.reservation_id = $1',
        [reservationId],
      ),
    ).toHaveLength(1)
    expect(await offerOf(id)).toMatchObject({ state: 'sold' })
  })

  test('is offered again once the hold was let go', async () => {
    const id = await dine()
    const held = await keep(id, await shown(id))
    if (!held.ok) throw new Error('not held')
    await releaseHold(bookings.deps(), held.value.reservationId, 'guest')
    const offer = await shown(id)
    expect(offer.state).toBe('open')
    expect((await keep(id, { ...offer, priceCents: 1 })).ok).toBe(false)
    expect(await keep(id, offer)).toMatchObject({ ok: true, value: { isNew: true } })
  })
})

describe('the time between the dinner and the night', () => {
  /** When the night's guests have its table, by hour of the venue. */
  const keptAt = async (id: string) =>
    (
      await rowsOf<{ from: string; isActive: boolean }>(
        `select to_char(lower(during) at time zone 'America/Chicago', 'HH24:MI') as from, is_active as "isActive"
         from table_occupancies where reservation_id = $1`,
        [id],
      )
    )[0]
  async function kept(i = 0): Promise<{ dinner: string; night: string }> {
    const dinner = await dine(i, '20:30')
    const held = await keep(dinner, await shown(dinner))
    if (!held.ok) throw new Error('not held')
    return { dinner, night: held.value.reservationId }
  }
  const dineBetween = (i = 0) => dine(i, '21:00', '20:30')

  test('belongs to its guests, and is given up with the hold of the night or with the dinner', async () => {
    const { dinner, night } = await kept()
    expect(await keptAt(night)).toEqual({ from: '20:30', isActive: true })
    await expect(dineBetween()).rejects.toThrow('one_party_per_table')
    const [row] = await rowsOf<{ ends: Date }>('select ends_at as ends from reservations where id = $1', [
      dinner,
    ])
    expect(row?.ends).toEqual(momentOf(DAY, '20:30'))
    await releaseHold(bookings.deps(), night, 'guest')
    await dineBetween()
    expect((await shown(dinner)).awayFrom).toBe('20:30')
    const second = await kept(1)
    await set(second.dinner, `status = 'cancelled', cancel_reason = 'guest'`)
    expect(await keptAt(second.night)).toEqual({ from: '21:00', isActive: true })
    await set(second.dinner, `status = 'confirmed', cancel_reason = null`)
    expect(await keptAt(second.night)).toEqual({ from: '20:30', isActive: true })
  })

  test('follows a dinner that stays longer, ends sooner, or has another table', async () => {
    const { dinner, night } = await kept()
    const endAt = (time: string) => set(dinner, `ends_at = '${momentOf(DAY, time).toISOString()}'`)
    await endAt('20:45')
    expect(await keptAt(night)).toMatchObject({ from: '20:45' })
    await endAt('21:00')
    expect(await keptAt(night)).toMatchObject({ from: '21:00' })
    await endAt('20:00')
    expect(await keptAt(night)).toMatchObject({ from: '20:00' })
    await set(dinner, `table_id = '${table(1).id}'`)
    expect(await keptAt(night)).toMatchObject({ from: '21:00' })
    expect(await offerOf(dinner)).toBeNull()
    const between = await dineBetween()
    // The table went to another party meanwhile: the guests have it for dinner and for the night, and are told so.
    await set(dinner, `table_id = '${table().id}'`)
    await endAt('20:30')
    expect(await keptAt(night)).toMatchObject({ from: '21:00' })
    expect(await shown(dinner)).toMatchObject({ state: 'held', awayFrom: '20:30', isTakenBetween: true })
    await set(between, `status = 'cancelled', cancel_reason = 'guest'`)
    const free = await shown(dinner)
    expect(free).toMatchObject({ state: 'held', awayFrom: '20:30', isTakenBetween: false })
    expect(keptText(free)).toContain('It is not kept for you from 8:30 PM to 9:00 PM.')
    // A night at several tables begins with the event at all but its first.
    await set(night, `table_id = '${table(1).id}', extra_table_ids = '{${table().id}}'`)
    expect(await shown(dinner)).toMatchObject({ awayFrom: '20:30', isTakenBetween: false })
  })

  test('is kept again by guests whose hold lapsed a moment before, ahead of the job that releases it', async () => {
    const { dinner } = await kept()
    bookings.clock.now = addMinutes(NOW, 16)
    const offer = await shown(dinner)
    expect(offer).toMatchObject({ state: 'open', awayFrom: null, isTakenBetween: false })
    const again = await keep(dinner, offer)
    if (!again.ok) throw new Error('not held')
    expect(await keptAt(again.value.reservationId)).toEqual({ from: '20:30', isActive: true })
    expect(await shown(dinner)).toMatchObject({ state: 'held', awayFrom: null })
  })

  test('goes to one of two who want it at once: another dinner, or the guests who keep their table', async () => {
    for (const i of [0, 1, 2, 3]) {
      // oxlint-disable no-await-in-loop -- one race after the other
      const dinner = await dine(i, '20:30')
      const offer = await shown(dinner)
      const [held, other] = await Promise.all([keep(dinner, offer), dineBetween(i).catch(() => null)])
      if (!held.ok) throw new Error(`not held: ${JSON.stringify(held.reason)}`)
      expect(await keptAt(held.value.reservationId)).toMatchObject({ from: other ? '21:00' : '20:30' })
      expect(await nightsAt(table(i).id)).toHaveLength(1)
      // A guest holds two tables of a night at most.
      await releaseHold(bookings.deps(), held.value.reservationId, 'guest')
      // oxlint-enable no-await-in-loop
    }
  })

  test('is free for the dinner itself when its guests move it', async () => {
    const { dinner, night } = await kept()
    const moved = await moveDinner(bookings.deps(), dinner, { date: DAY, time: '19:30' })
    expect(moved).toMatchObject({ ok: true })
    const [row] = await rowsOf<{ table: string }>(
      'select table_id as table from reservations where id = $1',
      [dinner],
    )
    expect([row?.table === table().id, await keptAt(night)]).toMatchObject([true, { from: '21:00' }])
  })

  test('is free for the dinner itself when staff lengthen or move it, and nobody else has its table', async () => {
    const { dinner, night } = await kept()
    const other = await dine(1, '20:30')
    const isFree = async (id: string, until: string) => {
      const span = { startsAt: momentOf(DAY, '20:30'), endsAt: momentOf(DAY, until) }
      const [choices, seats, occupant] = await Promise.all([
        listTables(app.db, { ...span, id, ownTables: [] }, NOW),
        listSeats(app.db, { ...span, id, tableIds: [] }),
        findOccupant(app.db, { ...span, id, tableIds: [table().id] }),
      ])
      const found = [...choices, ...seats].filter((it) => it.id === table().id)
      return [...found.map((it) => it.isFree), occupant === undefined]
    }
    expect(await isFree(dinner, '20:45')).toEqual([true, true, true])
    expect(await isFree(dinner, '21:00')).toEqual([true, true, true])
    expect(await isFree(dinner, '21:01')).toEqual([false, false, false])
    expect(await isFree(other, '20:45')).toEqual([false, false, false])
    const actor = {
      id: await createStaff(app, `${randomUUID()}@venue.example`),
      name: 'Efua',
      role: 'host',
    } as const
    const [row] = await rowsOf<{ version: number }>('select version from reservations where id = $1', [
      dinner,
    ])
    const venue = await loadVenue(app)
    const amended = await amendReservation({ ...bookings.deps(), actor, venue }, dinner, {
      version: row?.version ?? 0,
      time: '19:30',
      isEmailed: false,
    })
    expect(amended).toMatchObject({ ok: true, value: { tableNumbers: [table().number] } })
    expect(await keptAt(night)).toMatchObject({ isActive: true })
  })

  test('follows a dinner that moves while its cancelled night is restored', async () => {
    const { dinner, night } = await kept()
    await set(night, `status = 'cancelled', cancel_reason = 'guest', held_until = null`)
    await set(dinner, `ends_at = '${momentOf(DAY, '20:15').toISOString()}'`)
    const restoring = await app.pool.connect()
    try {
      await restoring.query('begin')
      await restoring.query(
        `update reservations set status = 'confirmed', cancel_reason = null where id = $1`,
        [night],
      )
      const moving = set(dinner, `ends_at = '${momentOf(DAY, '20:00').toISOString()}'`)
      await expect
        .poll(async () => (await rowsOf(WAITING_FOR_LOCK)).length, { timeout: 30_000 })
        .toBeGreaterThan(0)
      await restoring.query('commit')
      await moving
    } finally {
      restoring.release()
    }
    expect(await keptAt(night)).toEqual({ from: '20:00', isActive: true })
  })
})

describe('nothing is offered', () => {
  test('for a dinner at several tables, one that is offered itself, one that is cancelled or over, or stays longer', async () => {
    const id = await dine()
    expect(await offerOf(id)).not.toBeNull()
    await set(id, `second_table_id = '${table(1).id}'`)
    expect(await offerOf(id)).toBeNull()
    await set(id, `second_table_id = null, extra_table_ids = '{${table(1).id}}'`)
    expect(await offerOf(id)).toBeNull()
    const entry = await insertDinnerEntry(app, { dinnerAt: `${DAY} 19:00Z`, date: DAY })
    await set(
      id,
      `extra_table_ids = '{}', status = 'pending', waiting_entry_id = '${entry}', held_until = '${DAY} 23:30Z'`,
    )
    expect(await offerOf(id)).toBeNull()
    await set(id, `held_until = null, ends_at = ends_at + interval '1 minute'`)
    expect(await offerOf(id)).toBeNull()
    await set(id, `ends_at = ends_at - interval '1 minute'`)
    expect(await offerOf(id)).not.toBeNull()
    bookings.clock.now = momentOf(DAY, '21:00')
    expect(await offerOf(id)).toBeNull()
    bookings.clock.now = NOW
    await set(id, `status = 'cancelled', cancel_reason = 'guest'`)
    expect(await offerOf(id)).toBeNull()
  })

  test('for a night that is not on sale, and to a guest whose bookings staff refuse', async () => {
    const id = await dine()
    await app.pool.query('update events set tables_for_sale = false where id = $1', [eventId])
    expect(await offerOf(id)).toBeNull()
    await app.pool.query('update events set tables_for_sale = true, sold_out = true where id = $1', [eventId])
    expect(await offerOf(id)).toMatchObject({ state: 'sold' })
    await app.pool.query('update events set sold_out = false where id = $1', [eventId])
    await app.pool.query(
      `update guests set block_reason = 'Broke a window', blocked_at = now() where id = (select guest_id from reservations where id = $1)`,
      [id],
    )
    expect(await offerOf(id)).toBeNull()
  })
})
