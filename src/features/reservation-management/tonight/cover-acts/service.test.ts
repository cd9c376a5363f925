import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addEntries, listExpectedEntries } from '#features/guest-lists/entries/service.ts'
import { addGuestList } from '#features/guest-lists/service.ts'
import type { CoverItem } from '#features/payments/cover/schema.ts'
import { recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { unreachablePayments } from '../../../../../tests/booking/bookings.ts'
import { listCoverFigures, readLedger, readMoneyByDate } from '#features/payments/ledger/service.ts'
import { loadPromoterCounts } from '#features/reservation-management/list/figures/service.ts'
import { findReservationDetails } from '#features/reservation-management/list/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { cloneDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { createStaff } from '../../../../../tests/staff/sign-in.ts'
import { coverOwedText } from '#features/reservation-management/arrivals/cover/rules.ts'
import type { CoverAct, CoverTakenAct } from '#features/reservation-management/arrivals/cover/schema.ts'
import { recordCover } from './service.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const NIGHT = '2026-11-27'
const EARLIER = '2026-11-20'
const LATER = '2026-12-04'
const SPAN = { from: NIGHT, until: NIGHT }
let database: TestDatabase
let actor: Actor
let table: string
let list: string
let entry: string

beforeAll(async () => {
  database = await cloneDatabase()
  actor = { id: await createStaff(database, 'cover@venue.example'), name: 'Ama', role: 'host' }
})
const deps = () => ({ db: database.db, now, actor })
const manager = () => ({
  ...unreachablePayments(),
  ...deps(),
  actor: { ...actor, role: 'manager' as const },
})

beforeEach(async () => {
  await database.pool.query(`alter table ledger_lines disable trigger user;
    alter table head_counts disable trigger user;
    delete from ledger_lines; delete from head_counts; delete from payment_exceptions;
    alter table ledger_lines enable trigger user;
    alter table head_counts enable trigger user;
    delete from reservations; delete from guest_list_entries; delete from guest_lists`)
  const { rows } = await database.pool.query<{ event: string; table: string }>(
    `with night as (
       insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
       select 'cover-night-' || substr(new_id()::text, 25), 'Cover Night', description, $1, '21:00', '02:00', category,
         '$25', price_range from events limit 1 returning *
     ), booked as (
       insert into reservations (event_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status, total_price_cents)
       select id, 'nightlife', date, starts_at, ends_at, 'Ada Obi', 'ada@example.com', 6, 'confirmed', 40000 from night
       returning id
     )
     select (select id from night) as event, (select id from booked) as table`,
    [NIGHT],
  )
  table = rows[0]?.table ?? ''
  const added = await addGuestList(manager(), {
    eventId: rows[0]?.event ?? '',
    name: 'Friends of Kojo',
    promoter: 'Kojo Asante',
    reduced: 1000,
    untilTime: '23:00',
    maxGuests: 40,
    isOpen: true,
  })
  list = added.ok ? added.value.id : ''
  await addEntries(manager(), list, { lines: 'Esi Owusu +3' })
  const [first] = await listExpectedEntries(database.db, { date: NIGHT, since: null })
  entry = first?.id ?? ''
})

const full = (guests: number): CoverItem => ({ kind: 'full', guests, eachCents: 2500 })
const cover = (more: Partial<CoverTakenAct> = {}): CoverTakenAct => ({
  id: randomUUID(),
  at: now.toISOString(),
  kind: 'cover',
  night: NIGHT,
  method: 'cash',
  items: [full(2)],
  ...more,
})
const undo = ({ id }: CoverTakenAct): CoverAct => ({
  id: randomUUID(),
  at: now.toISOString(),
  kind: 'cover_undone',
  undoesId: id,
})
const record = async (...acts: CoverAct[]) => {
  const done = await recordCover(deps(), { sentAt: now.toISOString(), deviceName: 'iPhone', acts })
  if (!done.ok) throw new Error(done.reason.why)
  return done.value
}
const tonight = (date = NIGHT) => loadTonight({ db: database.db, now }, new URLSearchParams({ date }))
const owedBy = async (id: string, date = NIGHT) => {
  const party = (await tonight(date)).parties.find((it) => it.id === id)
  return party && coverOwedText(party.cover, { guests: party.guestCount, at: now, arrivals: [] })
}
const linesOf = async () =>
  (
    await database.pool.query<{ kind: string; cover: string; guests: number; cents: number; method: string }>(
      `select kind, cover_kind as cover, cover_guests as guests, amount_cents as cents, method from ledger_lines
       order by created_at, cover_kind desc`,
    )
  ).rows

describe('cover of a party', () => {
  test('is a line for each kind, lowers what the party owes, and changes no sum of its reservation', async () => {
    expect(await owedBy(table)).toBe('$125 (5 of 6 pay $25)')
    const comp = { kind: 'comp', guests: 1, eachCents: 2500 } as const
    await record(cover({ reservationId: table, method: 'card', items: [full(2), comp] }))
    expect(await linesOf()).toEqual([
      { kind: 'cover', cover: 'full', guests: 2, cents: 5000, method: 'card' },
      { kind: 'cover', cover: 'comp', guests: 1, cents: 0, method: null },
    ])
    expect(await owedBy(table)).toBe('$50 (2 of 6 still pay $25)')
    const details = await findReservationDetails(manager(), table)
    expect(details).toMatchObject({ receivedCents: 0, dueCents: 40_000, ledger: [] })
    expect(details?.coverDue).toBe('$50 (2 of 6 still pay $25)')
    expect(await readLedger(database, table)).toEqual([])
  })

  test('is not among the money that a refund at the venue returns', async () => {
    await recordVenuePayment(manager(), table, {
      key: randomUUID(),
      amount: 40_000,
      method: 'cash',
      note: '',
    })
    await record(cover({ reservationId: table, method: 'card', items: [full(5)] }))
    const cancelled = await changeStatus(manager(), table, {
      status: 'cancelled',
      seen: 'confirmed',
      money: { decision: 'refund', reason: 'The band is ill' },
    })
    expect(cancelled.ok).toBe(true)
    await finishChanges({ ...manager(), now: new Date(now.getTime() + 60_000) }, table)
    const { rows } = await database.pool.query<{ detail: string }>(
      'select detail from payment_exceptions where reservation_id = $1',
      [table],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.detail).toContain('$400')
    expect(rows[0]?.detail).not.toContain('125')
    expect(rows[0]?.detail).not.toContain('card')
  })

  test('stays with the night on which it was taken, wherever the reservation is moved', async () => {
    await record(cover({ reservationId: table }))
    await database.pool.query('update reservations set business_date = business_date + 7 where id = $1', [
      table,
    ])
    const { nights } = await readMoneyByDate({ db: database.db, now }, '2026-12-20')
    expect(nights).toMatchObject([{ date: NIGHT, coverCents: 5000, keptCents: 5000, transferredCents: 0 }])
  })

  test('pays for no other night: a party that was moved owes its cover there, on every screen', async () => {
    const moveTo = (date: string) =>
      database.pool.query('update reservations set business_date = $2 where id = $1', [table, date])
    await moveTo(EARLIER)
    const wrong = cover({ reservationId: table, night: EARLIER })
    await record(wrong, undo(wrong), cover({ reservationId: table, night: EARLIER, items: [full(5)] }))
    expect(await owedBy(table, EARLIER)).toBeNull()
    await moveTo(NIGHT)
    expect(await owedBy(table)).toBe('$125 (5 of 6 pay $25)')
    const owing = { coverDue: '$125 (5 of 6 pay $25)', coverTaken: null }
    expect(await findReservationDetails(manager(), table)).toMatchObject(owing)
    await record(cover({ reservationId: table }))
    expect(await owedBy(table)).toBe('$75 (3 of 6 still pay $25)')
    // Back on its first night, the party has what it paid there.
    await moveTo(EARLIER)
    expect(await owedBy(table, EARLIER)).toBeNull()
    const paid = { coverDue: 'Nothing more', coverTaken: '5 full' }
    expect(await findReservationDetails(manager(), table)).toMatchObject(paid)
  })

  test('on a guest list stays with the first date of an event that was postponed', async () => {
    await record(cover({ entryId: entry, items: [full(4)] }))
    const takenOn = async (date: string) =>
      (await tonight(date)).parties.find(({ id }) => id === entry)?.cover?.taken.length
    expect(await takenOn(NIGHT)).toBe(1)
    await database.pool.query(
      'update events set date = $2 where id = (select event_id from guest_lists where id = $1)',
      [list, LATER],
    )
    expect(await takenOn(LATER)).toBe(0)
  })

  test('is counted once, though two devices send the same batch at once, and again', async () => {
    const acts = [cover({ reservationId: table }), cover(), cover({ entryId: entry })]
    await Promise.all([record(...acts), record(...acts.toReversed())])
    expect(await record(...acts)).toEqual(acts.map(({ id }) => ({ id, isRecorded: true })))
    expect(await listCoverFigures(database.db, SPAN)).toEqual([
      { date: NIGHT, kind: 'full', method: 'cash', guests: 6, amountCents: 15_000, waivedCents: 0 },
    ])
    expect((await tonight()).walkIns).toEqual({ cameIn: 2, wentOut: 0 })
  })

  test('that two devices took without knowing of each other is kept: both are facts', async () => {
    await Promise.all([
      record(cover({ reservationId: table, items: [full(5)] })),
      record(cover({ reservationId: table, items: [full(5)] })),
    ])
    expect(await owedBy(table)).toBeNull()
    expect(await listCoverFigures(database.db, SPAN)).toMatchObject([{ guests: 10, amountCents: 25_000 }])
  })

  test('is announced to devices that ask for changes only', async () => {
    await database.pool.query(`alter table reservations disable trigger user;
      update reservations set updated_at = now() - interval '1 hour', created_at = now() - interval '1 hour';
      alter table reservations enable trigger user`)
    const at = new Date()
    await record(cover({ reservationId: table }), cover({ entryId: entry }))
    const query = new URLSearchParams({ date: NIGHT, since: at.toISOString() })
    const changed = await loadTonight({ db: database.db, now: new Date() }, query)
    expect(changed.parties.map(({ id }) => id)).toEqual(expect.arrayContaining([table, entry]))
  })
})

describe('cover that is taken back', () => {
  test('leaves lines of its own, once, and everything is as before', async () => {
    const party = cover({ reservationId: table })
    const walkIns = cover({ items: [full(3)] })
    await record(party, walkIns)
    await Promise.all([record(undo(party), undo(walkIns)), record(undo(walkIns), undo(party))])
    expect((await linesOf()).map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual([
      -7500, -5000, 5000, 7500,
    ])
    expect(await listCoverFigures(database.db, SPAN)).toEqual([])
    expect(await owedBy(table)).toBe('$125 (5 of 6 pay $25)')
    expect((await tonight()).walkIns).toEqual({ cameIn: 0, wentOut: 0 })
  })

  test('without having been recorded is refused with a reason', async () => {
    expect(await record(undo(cover()))).toMatchObject([
      { isRecorded: false, text: 'This was never recorded, so there is nothing to take back.' },
    ])
  })
})

describe('figures of cover', () => {
  test('are part of the night and the day by method, and the payments tab names each kind', async () => {
    const reduced = { kind: 'reduced', guests: 2, eachCents: 1000 } as const
    const free = { kind: 'guest_list', guests: 2, eachCents: 0 } as const
    await record(
      cover({ items: [full(4)] }),
      cover({ method: 'card', reservationId: table, items: [full(1)] }),
      cover({ entryId: entry, items: [reduced, free] }),
    )
    const { nights, days, cover: figures } = await readMoneyByDate({ db: database.db, now }, NIGHT)
    expect(nights).toMatchObject([{ coverCents: 14_500, receivedCents: 0, keptCents: 14_500 }])
    expect(days).toMatchObject([{ coverCents: 14_500, netCents: 14_500, cashCents: 12_000, cardCents: 2500 }])
    expect(figures.map(({ kind, method, guests }) => [kind, method, guests])).toEqual([
      ['full', 'card', 1],
      ['full', 'cash', 4],
      ['reduced', 'cash', 2],
      ['guest_list', null, 2],
    ])
    expect(await loadPromoterCounts({ db: database.db }, NIGHT)).toMatchObject([
      { promoter: 'Kojo Asante', listed: 4, paid: 2 },
    ])
  })
})

test('one refused act leaves the others, and nothing of it is recorded', async () => {
  const outcomes = await record(
    cover({ method: null }),
    cover({ reservationId: randomUUID() }),
    cover({ entryId: randomUUID() }),
    cover(),
  )
  expect(outcomes).toMatchObject([
    { isRecorded: false, text: 'Say whether the cover was paid in cash or by card.' },
    { isRecorded: false, text: 'This reservation no longer exists.' },
    { isRecorded: false, text: 'This entry of a guest list no longer exists.' },
    { isRecorded: true },
  ])
  expect(await linesOf()).toHaveLength(1)
})

test('a clock that is a day off changes neither the night nor the moment', async () => {
  const wrong = '2026-11-26T04:00:00.000Z'
  await recordCover(deps(), { sentAt: wrong, deviceName: 'iPhone', acts: [cover({ at: wrong })] })
  const { rows } = await database.pool.query('select night::text, moved_at from ledger_lines')
  expect(rows).toEqual([{ night: NIGHT, moved_at: now }])
})

test.each([
  ['a payment without a reservation', `('payment', 'cash', 2500, null::uuid, null, null::int, null::int)`],
  ['cover without an act', `('cover', 'cash', 2500, null::uuid, 'full', 1, 2500)`],
  ['cover whose sum is another', `('cover', 'cash', 2400, new_id(), 'full', 1, 2500)`],
  ['a comp that brings money', `('cover', 'cash', 2500, new_id(), 'comp', 1, 2500)`],
  ['negative guests', `('cover', 'cash', -2500, new_id(), 'full', -1, 2500)`],
  ['cover paid online', `('cover', 'online', 2500, new_id(), 'full', 1, 2500)`],
])('the database refuses %s', async (_what, values) => {
  const insert = database.pool.query(
    `insert into ledger_lines (source_key, night, moved_at, kind, method, amount_cents, act_id, cover_kind, cover_guests,
       cover_each_cents) select 'wrong:' || new_id(), '${NIGHT}', now(), v.* from (values ${values}) v`,
  )
  await expect(insert).rejects.toThrow(/check constraint/)
})
