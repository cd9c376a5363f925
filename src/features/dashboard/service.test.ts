import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteAllReservations } from '../../../tests/support/empty-reservations.ts'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { recordBackup } from '#platform/backup/records.ts'
import { loadOverview } from './service.ts'

// Friday night: the business date of November 20 ends at 6 AM on Saturday.
const now = new Date('2026-11-21T04:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
  await deleteAllReservations(database.pool)
})
const overview = (role: 'host' | 'manager' | 'owner' = 'manager') =>
  loadOverview({ db: database.db, now, actor: { id: '', name: 'Ama', role } })

type Given = {
  readonly guests: number
  readonly date?: string
  readonly at?: string
  readonly status?: string
  readonly held?: boolean
  readonly cents?: number
}

/** Offers a dinner to a party of the waiting list: it is held until the party answers. */
async function offerDinner(guests: number, startsAt: string): Promise<void> {
  await database.pool.query(
    `with entry as (
       insert into waiting_entries (dinner_at, business_date, guest_name, guest_email, guest_phone, guest_count, consented_at)
       values ($1, business_day_of($1), 'Offered', 'offered@example.com', '972 555 0100', $2, now()) returning *
     )
     insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status, held_until, waiting_entry_id)
     select 'dining', business_date, $1, $1::timestamptz + interval '2 hours', guest_name, guest_email, $2, 'pending',
       $1::timestamptz, id from entry`,
    [startsAt, guests],
  )
}

/** Inserts a nightlife reservation in the given state. */
async function reserve({ guests, date = '2026-11-20', at, status = 'confirmed', held, cents }: Given) {
  const startsAt = at ?? `${date}T23:00:00Z`
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status, payment_status, hold_key, held_until)
     values ('nightlife', $1, $2, $2::timestamptz + interval '2 hours', 'Guest', 'guest@example.com', $3, $4, $5, $6,
       case when $6::uuid is not null then $2::timestamptz end)
     returning id`,
    [
      date,
      startsAt,
      guests,
      status,
      cents ? 'paid' : 'none',
      held ? '0198c0de-0000-7000-8000-000000000001' : null,
    ],
  )
  if (cents)
    await database.pool.query(
      `insert into checkouts (reservation_id, provider, amount_cents, received_cents, status, paid_at, expires_at)
       values ($1, 'local', $2, $2, 'paid', $3, $3)`,
      [rows[0]?.id, cents, startsAt],
    )
}

describe('the overview', () => {
  test('without reservations shows no arrivals and thirty empty nights', async () => {
    const { recent, tonight, nights, tables, counts } = await overview()
    expect(recent).toEqual([])
    expect(tonight).toMatchObject({
      date: '2026-11-20',
      covers: 0,
      tablesSold: 0,
      moneyCents: 0,
      arrivals: [],
    })
    expect(nights).toHaveLength(30)
    expect([nights[0]?.date, nights.at(-1)?.date]).toEqual(['2026-10-21', '2026-11-19'])
    expect(tables.map((it) => it.tableNumber)).toEqual([1, 2, 3, 4, 5])
    expect(counts).toMatchObject({ menuItems: 52, activeReservations: 0 })
  })

  test('counts tonight’s guests without holds, offers and cancelled reservations', async () => {
    await reserve({ guests: 4, at: '2026-11-21T01:10:00Z', cents: 25_000 })
    await reserve({ guests: 2, at: '2026-11-21T01:29:00Z' })
    await reserve({ guests: 6, at: '2026-11-21T01:30:00Z', status: 'pending' })
    await reserve({ guests: 9, status: 'pending', held: true })
    await offerDinner(7, '2026-11-21T01:10:00Z')
    await reserve({ guests: 8, status: 'cancelled' })
    await reserve({ guests: 3, date: '2026-11-14', cents: 10_000 })
    const { counts, tonight, nights, recent } = await overview()
    expect(counts.activeReservations).toBe(3)
    expect(tonight).toMatchObject({ covers: 12, moneyCents: 25_000 })
    expect(tonight.arrivals).toEqual([
      { at: '2026-11-21T01:00:00.000Z', guests: 6, parties: 2 },
      { at: '2026-11-21T01:30:00.000Z', guests: 6, parties: 1 },
    ])
    expect(nights.find((it) => it.date === '2026-11-14')).toMatchObject({ covers: 3, moneyCents: 10_000 })
    expect(recent.map((it) => it.guestCount)).toEqual([3, 8, 7, 9, 6])
  })

  test('shows a host no money', async () => {
    const { tonight, nights } = await overview('host')
    expect([tonight, ...nights].every((it) => it.moneyCents === null)).toBe(true)
  })

  test('lists the tasks that wait, each for the roles that can do it', async () => {
    await database.pool.query(
      `insert into inquiries (name, email, phone, event_type, guest_count, event_details)
       values ('Kofi', 'kofi@example.com', '972 555 0100', 'wedding', 40, 'A wedding'),
         ('Esi', 'esi@example.com', '972 555 0101', 'wedding', 20, 'A birthday')`,
    )
    await database.pool.query(
      `insert into payment_exceptions (kind, subject, amount_cents, detail)
       values ('unknown_payment', 'cs_1', 5000, 'The provider received a payment that we never asked for.')`,
    )
    // One owes its price, one was cancelled, and two are of another night.
    await database.pool.query(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
         status, total_price_cents, hold_key)
       select 'nightlife', date, starts_at, starts_at + interval '8 hours', 'Guest', 'guest@example.com', 2, status, 30000,
         case status when 'pending' then null else gen_random_uuid() end
       from (values ('confirmed', '2026-11-20'::date, timestamptz '2026-11-21T03:00Z'), ('cancelled', '2026-11-20',
         '2026-11-21T03:00Z'), ('confirmed', '2026-11-21', '2026-11-22T03:00Z'), ('pending', '2026-11-21',
         '2026-11-22T03:00Z')) as it (status, date, starts_at)`,
    )
    const due = { kind: 'due_tonight', count: 1, cents: 30_000, night: null }
    const unconfirmed = { kind: 'unconfirmed', count: 1, cents: null, night: null }
    expect((await overview('manager')).attention).toEqual([
      { kind: 'payment_issues', count: 1, cents: null, night: null },
      // Three guests were expected a week ago.
      { kind: 'nights_to_close', count: 1, cents: null, night: '2026-11-14' },
      unconfirmed,
      due,
      { kind: 'new_inquiries', count: 2, cents: null, night: null },
    ])
    expect((await overview('host')).attention).toEqual([unconfirmed, { ...due, cents: null }])
    // A party that left without paying still has to; one that never came and lost its table does not.
    await database.pool.query(
      `update reservations set left_at = '2026-11-21T04:00Z' where business_date = '2026-11-20' and total_price_cents = 30000`,
    )
    const dueNow = async () => (await overview('host')).attention.filter(({ kind }) => kind === 'due_tonight')
    expect(await dueNow()).toEqual([])
    await database.pool.query(
      `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
       select gen_random_uuid(), id, 'arrived', 2, starts_at, gen_random_uuid(), 'Efua'
       from reservations where business_date = '2026-11-20' and total_price_cents = 30000 and status = 'confirmed'`,
    )
    expect(await dueNow()).toEqual([{ ...due, cents: null }])
  })

  test('counts the parties whose table was taken out of use, each once', async () => {
    const toMove = async (role: 'host' | 'manager') =>
      (await overview(role)).attention.filter(({ kind }) => kind === 'parties_to_move')
    await database.pool.query(
      `insert into reservations (table_id, second_table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
         guest_email, guest_count, status)
       select a.id, b.id, 'dining', '2026-12-19', '2026-12-19T23:00Z', '2026-12-20T01:00Z', 'Guest', 'guest@example.com', 6, 'confirmed'
       from venue_tables a, venue_tables b where a.table_number = 3 and b.table_number = 4`,
    )
    expect(await toMove('host')).toEqual([])
    await database.pool.query('update venue_tables set is_available = false where table_number in (3, 4)')
    const counted = [{ kind: 'parties_to_move', count: 1, cents: null, night: null }]
    expect([await toMove('host'), await toMove('manager')]).toEqual([counted, counted])
    await database.pool.query('update venue_tables set is_available = true')
    await database.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff' where business_date = '2026-12-19'`,
    )
  })

  test('names the night that is not closed, a party that two devices admitted, and moved guests who came, until each is settled', async () => {
    const night = '2026-11-14'
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from reservations where business_date = $1`,
      [night],
    )
    const id = rows[0]?.id ?? ''
    const kindsFor = async (role: 'host' | 'manager') =>
      (await overview(role)).attention.flatMap((it) => (it.night === null ? [] : [[it.kind, it.night]]))
    const arrive = async (actorName: string, guests: number) => {
      const event = randomUUID()
      await database.pool.query(
        `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
         values ($1, $2, 'arrived', $3, '2026-11-15T02:00Z', $1, $4)`,
        [event, id, guests, actorName],
      )
      return event
    }
    const undo = (event: string) =>
      database.pool.query(
        `insert into arrival_events (id, reservation_id, kind, undoes_id, happened_at, actor_id, actor_name)
         values ($1, $2, 'undone', $3, '2026-11-15T02:10Z', $1, 'Ama')`,
        [randomUUID(), id, event],
      )
    await arrive('Ama', 3)
    const second = await arrive('Kofi', 3)
    expect(await kindsFor('host')).toEqual([['admitted_twice', night]])
    expect(await kindsFor('manager')).toEqual([
      ['nights_to_close', night],
      ['admitted_twice', night],
    ])
    await undo(second)
    expect(await kindsFor('host')).toEqual([])

    await database.pool.query(`update reservations set business_date = '2026-12-05' where id = $1`, [id])
    const late = await arrive('Esi', 2)
    expect(await kindsFor('manager')).toContainEqual(['moved_guests', night])
    await undo(late)
    await database.pool.query(
      `insert into night_closings (night, closed_at, actor_id, actor_name) values ($1, now(), $2, 'Ama')`,
      [night, randomUUID()],
    )
    expect(await kindsFor('manager')).toEqual([])
  })

  test('shows backup problems to roles with access to settings only', async () => {
    const backUp = (startedAt: string, problem: string | null = null) =>
      recordBackup(database.db, {
        name: 'lounge.tar.gz',
        startedAt: new Date(startedAt),
        endedAt: new Date(startedAt),
        bytes: problem === null ? 1000 : null,
        problem,
        walArchive: null,
      })
    expect((await overview('owner')).backups).toBeNull()
    await backUp('2026-11-19T03:59:00Z')
    const lastGoodAt = '2026-11-19T03:59:00.000Z'
    expect((await overview('owner')).backups).toEqual({ kind: 'old', lastGoodAt })
    expect((await overview('manager')).backups).toEqual({ kind: 'old', lastGoodAt })
    expect((await overview('host')).backups).toBeNull()
    await backUp('2026-11-20T12:30:00Z', 'The disk of /backups is full.')
    expect((await overview('owner')).backups).toEqual({ kind: 'failing', lastGoodAt })
    await backUp('2026-11-20T13:30:00Z')
    expect((await overview('owner')).backups).toBeNull()
  })

  test('tells a table that is out of service from one that a party has now', async () => {
    await database.pool.query('update venue_tables set is_available = false where table_number = 2')
    await database.pool.query(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status)
       select id, 'dining', '2026-11-20', '2026-11-21T03:30Z', '2026-11-21T05:30Z', 'Efua', 'efua@example.com', 2, 'confirmed'
       from venue_tables where table_number = 3`,
    )
    const { tables } = await overview()
    expect(tables.filter((it) => !it.isAvailable).map((it) => it.tableNumber)).toEqual([2])
    expect(tables.filter((it) => it.isTakenNow).map((it) => it.tableNumber)).toEqual([3])
  })
})

describe('the tables sold of a night', () => {
  const DATE = '2026-12-12'
  const later = new Date('2026-12-13T04:00:00Z')
  const serviceDay = () =>
    loadOverview({ db: database.db, now: later, actor: { id: '', name: 'Ama', role: 'manager' } })
  const sell = async (
    table: number,
    change: { status?: string; type?: string; from?: string; until?: string } = {},
  ) => {
    const { status = 'confirmed', type = 'nightlife' } = change
    const { from = '2026-12-13T03:00:00Z', until = '2026-12-13T11:00:00Z' } = change
    await database.pool.query(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
         guest_email, guest_count, status)
       values ((select id from venue_tables where table_number = $1),
         $2, $3, $4, $5, 'Guest', 'guest@example.com', 2, $6)`,
      [table, type, DATE, from, until, status],
    )
  }

  test('counts tables, not reservations: a table used by two parties counts once', async () => {
    await database.pool.query('update venue_tables set is_available = true')
    await sell(5, { until: '2026-12-13T05:00:00Z', status: 'completed' })
    await sell(5, { from: '2026-12-13T05:00:00Z' })
    await sell(6)
    await sell(7)
    await sell(8, { status: 'pending' })
    await sell(9, { status: 'cancelled' })
    await sell(10, { type: 'dining', from: '2026-12-12T23:00:00Z', until: '2026-12-13T01:00:00Z' })
    const { tonight } = await serviceDay()
    expect(tonight).toMatchObject({ date: DATE, tablesSold: 3 })
    const { rows } = await database.pool.query<{ n: number }>(
      'select count(*)::int as n from venue_tables where is_available and deleted_at is null',
    )
    expect(tonight.tablesToSell).toBe(rows[0]?.n)
  })

  test('never exceed the tables for sale, even if tables are taken out of service later', async () => {
    await database.pool.query('update venue_tables set is_available = false where table_number not in (5, 6)')
    const { tonight } = await serviceDay()
    expect(tonight.tablesSold).toBe(3)
    expect(tonight.tablesToSell).toBeGreaterThanOrEqual(tonight.tablesSold)
    await database.pool.query('update venue_tables set is_available = true')
    // Deleted reservations count as no tables sold.
    await database.pool.query(
      `update reservations set status = 'cancelled', cancel_reason = 'staff', deleted_at = now(), deleted_status = 'confirmed'
       where business_date = $1`,
      [DATE],
    )
    expect((await serviceDay()).tonight.tablesSold).toBe(0)
  })
})
