import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { createStaff } from '../../../tests/staff/sign-in.ts'
import type { Actor, StaffRole } from '#features/permissions/schema.ts'
import {
  deleteReservation,
  restoreReservation,
  purgeReservations,
} from '#features/reservation-management/deletion/service.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { restoreFromTrash } from '#web/admin/api/management/trash-kinds.ts'
import { addHours, momentOf } from '#lib/venue-time.ts'
import { formatUsdShort } from '#lib/money.ts'
import { markLeft } from '#features/reservation-management/status/left/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { createLog } from '#platform/observability/log.ts'
import { planStatuses, setStatuses } from './bulk/service.ts'
import { unreachablePayments } from '../../../tests/booking/bookings.ts'
import { listSeatChoices, refundReservation, resendConfirmation, writeStaffNote } from './service.ts'
import { moveToTable } from './party-tables/service.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase
let staff: string
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'staff@venue.example')
})
const payments = unreachablePayments()
const as = (role: StaffRole = 'manager') => {
  const actor: Actor = { id: staff, name: 'Efua Boateng', role }
  return { ...payments, db: database.db, now, actor, log: createLog('silent') }
}
const rowsOf = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query<Row>(statement, values)).rows

let serviceDays = 0
/** Creates a confirmed reservation, and a cancelled one for the same table and time. */
async function twoForOneTable(): Promise<{ has: string; wants: string; tableNumber: number }> {
  serviceDays += 1
  const from = `2031-02-${String(serviceDays).padStart(2, '0')} 23:00Z`
  const [table] = await rowsOf<{ id: string; n: number }>(
    'select id, table_number as n from venue_tables order by table_number limit 1',
  )
  const book = async (name: string, status: string) => {
    const [row] = await rowsOf<{ id: string }>(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
       values ($1, 'dining', ($2::timestamptz)::date, $2, $2::timestamptz + interval '90 minutes', $3, 'g@example.com', 2, $4) returning id`,
      [table?.id, from, name, status],
    )
    return row?.id ?? ''
  }
  return {
    has: await book('Ada Obi', 'confirmed'),
    wants: await book('Kofi Mensah', 'cancelled'),
    tableNumber: table?.n ?? 0,
  }
}
const statusOf = async (id: string) =>
  (await rowsOf<{ status: string }>('select status from reservations where id = $1', [id]))[0]?.status
const auditEntriesOn = async (id: string) =>
  (
    await rowsOf<{ action: string }>(
      'select action from activity where entity_id = $1 order by created_at, id',
      [id],
    )
  ).map((it) => it.action)

describe('a status', () => {
  test('of a party that has come becomes cancelled only once staff agree', async () => {
    const { has } = await twoForOneTable()
    const cancel = { status: 'cancelled', seen: 'confirmed' } as const
    const [arrival] = await rowsOf<{ id: string }>(
      `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
       values (gen_random_uuid(), $1, 'arrived', 2, $2, $3, 'Ama') returning id`,
      [has, now, staff],
    )
    expect(await changeStatus(as('host'), has, cancel)).toMatchObject({ reason: { why: 'arrived' } })
    const bulk = { ids: [has], status: 'cancelled' as const }
    expect(await planStatuses(as(), bulk)).toMatchObject({ changed: 0, refused: [{ id: has }] })
    expect(await setStatuses(as(), bulk)).toMatchObject({ value: { outcomes: [{ outcome: 'refused' }] } })
    expect(await statusOf(has)).toBe('confirmed')
    expect(await changeStatus(as('host'), has, { ...cancel, agreesToArrived: true })).toMatchObject({
      ok: true,
    })
    // An arrival that was taken back asks nothing.
    await changeStatus(as(), has, { status: 'confirmed', seen: 'cancelled' })
    await rowsOf(
      `insert into arrival_events (id, reservation_id, kind, undoes_id, happened_at, actor_id, actor_name)
       values (gen_random_uuid(), $1, 'undone', $4, $2, $3, 'Ama')`,
      [has, now, staff, arrival?.id],
    )
    expect(await changeStatus(as('host'), has, cancel)).toMatchObject({ ok: true })
  })

  test('can change to any other that is true, is audited, and the guest receives one email for the outcome', async () => {
    const { has } = await twoForOneTable()
    expect(await changeStatus(as('host'), has, { status: 'completed', seen: 'confirmed' })).toEqual({
      ok: false,
      reason: {
        why: 'refused',
        text: expect.stringMatching(/^This reservation begins .* It can be set to completed from then on\.$/),
      },
    })
    let seen: 'confirmed' | 'pending' | 'cancelled' = 'confirmed'
    for (const status of ['pending', 'confirmed', 'pending', 'cancelled'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await changeStatus(as('host'), has, { status, seen })).toMatchObject({
        ok: true,
        value: { id: has, status },
      })
      seen = status
    }
    expect(await auditEntriesOn(has)).toEqual(['updated', 'updated', 'updated', 'updated'])
    const kinds = () =>
      rowsOf<{ kind: string }>('select kind from email_queue where reservation_id = $1', [has])
    expect(await kinds()).toEqual([])
    await finishChanges({ db: database.db, now: new Date(now.getTime() + 13_000) }, has)
    expect(await kinds()).toEqual([{ kind: 'dinner_cancelled' }])
  })

  test('is refused with the name of the other party where the table is taken, and nothing changes', async () => {
    const { has, wants, tableNumber } = await twoForOneTable()
    expect(await changeStatus(as(), wants, { status: 'confirmed', seen: 'cancelled' })).toEqual({
      ok: false,
      reason: {
        why: 'refused',
        text: `Table ${tableNumber} is already taken for that time: Ada Obi.`,
      },
    })
    expect([await statusOf(has), await statusOf(wants)]).toEqual(['confirmed', 'cancelled'])
    expect(await auditEntriesOn(wants)).toEqual([])
  })

  test('is a version conflict where another staff member changed it since', async () => {
    const { has } = await twoForOneTable()
    expect(await changeStatus(as(), has, { status: 'cancelled', seen: 'pending' })).toEqual({
      ok: false,
      reason: { why: 'version_conflict', current: { status: 'confirmed' } },
    })
  })
})

describe('a deleted reservation', () => {
  test('releases its table, and is restored to it while it is free', async () => {
    const { has, wants } = await twoForOneTable()
    expect(await deleteReservation(as('host'), has)).toMatchObject({ reason: { why: 'not_allowed' } })
    expect(await deleteReservation(as(), has)).toMatchObject({ ok: true })
    expect(await deleteReservation(as(), has)).toMatchObject({ reason: { why: 'not_found' } })
    expect(await restoreReservation(as(), has)).toEqual({ ok: true, value: null })
    await deleteReservation(as(), has)
    await changeStatus(as(), wants, { status: 'confirmed', seen: 'cancelled' })
    expect(await restoreReservation(as(), has)).toMatchObject({
      ok: false,
      reason: { why: 'refused', text: expect.stringContaining('Kofi Mensah') },
    })
    expect(await auditEntriesOn(has)).toEqual(['deleted', 'restored', 'deleted'])
  })

  test('is purged after its retention period, unless it involved a payment', async () => {
    const { has, wants } = await twoForOneTable()
    await deleteReservation(as(), has)
    await deleteReservation(as(), wants)
    await database.pool.query(
      `insert into checkouts (reservation_id, provider, amount_cents, status, received_cents, expires_at, paid_at)
       values ($1, 'local', 500, 'paid', 500, now(), now())`,
      [has],
    )
    await purgeReservations(database, new Date(now.getTime() + 1000))
    expect([await statusOf(has), await statusOf(wants)]).toEqual(['cancelled', undefined])
  })
})

describe('a refund by staff', () => {
  const left = (text: string) => ({ ok: false, reason: { why: 'refused', text } })

  test('in parts or in parallel never exceeds the amount received, and records the reason', async () => {
    const { has } = await twoForOneTable()
    for (const cents of [3000, 2000])
      // oxlint-disable-next-line no-await-in-loop
      await database.pool.query(
        `insert into checkouts (reservation_id, provider, amount_cents, status, received_cents, expires_at, paid_at)
         values ($1, 'local', $2, 'paid', $2, now(), now())`,
        [has, cents],
      )
    const refund = (amount: number, role: StaffRole = 'manager') =>
      refundReservation(as(role), has, { amount, reason: 'The lights went out' })
    expect(await refund(100, 'host')).toMatchObject({ reason: { why: 'not_allowed' } })
    expect(await refund(5001)).toEqual(left('Only $50.00 is left of what was received.'))
    const both = await Promise.all([refund(3500), refund(3500)])
    expect(both.filter((it) => it.ok)).toHaveLength(1)
    expect(await refund(1500)).toEqual({ ok: true, value: null })
    expect(await refund(1)).toEqual(left('Nothing is left of what was received.'))
    expect(
      await rowsOf(
        `select sum(amount_cents)::integer as cents, min(reason) as reason, min(note) as note from refunds
         where reservation_id = $1`,
        [has],
      ),
    ).toEqual([{ cents: 5000, reason: 'staff', note: 'The lights went out' }])
    expect(await auditEntriesOn(has)).toEqual(['refunded', 'refunded'])
  })
})

describe('moving to another table', () => {
  test('succeeds where it is free, and is refused with the name of the party that has it', async () => {
    const { has, wants, tableNumber } = await twoForOneTable()
    const seats = (await listSeatChoices(as(), wants)) ?? []
    const taken = seats.find((it) => it.tableNumber === tableNumber)
    const free = seats.find((it) => it.isFree)
    expect(taken?.isFree).toBe(false)
    await changeStatus(as(), wants, { status: 'confirmed', seen: 'cancelled' })
    const [before] = await rowsOf<{ id: string }>('select table_id as id from reservations where id = $1', [
      has,
    ])
    const seen = before?.id ?? ''
    expect(await moveToTable(as('host'), has, { tableId: free?.id ?? '', seen })).toMatchObject({ ok: true })
    expect(await moveToTable(as(), has, { tableId: null, seen })).toMatchObject({
      reason: { why: 'version_conflict', current: { tableNumber: free?.tableNumber } },
    })
    expect(await changeStatus(as(), wants, { status: 'confirmed', seen: 'cancelled' })).toMatchObject({
      ok: true,
    })
    expect(await moveToTable(as(), has, { tableId: seen, seen: free?.id ?? '' })).toEqual({
      ok: false,
      reason: { why: 'refused', text: `Table ${tableNumber} is already taken for that time: Kofi Mensah.` },
    })
  })
})

test('a dinner that moves to a table of an event names the table that goes off sale, its price and the time', async () => {
  const [tables, date] = [
    await rowsOf<{ id: string; n: number; cents: number }>(
      'select id, table_number as n, reservation_price_cents as cents from venue_tables where is_available order by table_number limit 2',
    ),
    '2031-08-01',
  ]
  const [from, to] = tables
  await rowsOf(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     values ('afro-night', 'Afro Night', '', 'Nightlife', $1, '21:00', 'Free', 'free')`,
    [date],
  )
  const [dinner] = await rowsOf<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
     values ($1, 'dining', $2, moment_of_business($2, '20:00'), moment_of_business($2, '22:00'), 'Ada', 'a@example.com', 2, 'confirmed')
     returning id`,
    [from?.id, date],
  )
  const form = { tableId: to?.id ?? '', seen: from?.id ?? '' }
  const price = formatUsdShort(to?.cents ?? 0)
  expect(await moveToTable(as('host'), dinner?.id ?? '', form)).toEqual({
    ok: false,
    reason: {
      why: 'off_sale',
      text: `Table ${to?.n} (${price}) will not be for sale for Afro Night until 10:00 PM.`,
      tableIds: [to?.id],
    },
  })
  const agreed = { ...form, offSale: [to?.id ?? ''] }
  expect(await moveToTable(as('host'), dinner?.id ?? '', agreed)).toMatchObject({ ok: true })

  // It asks again before a dinner stands again that was cancelled or deleted, also among others.
  const id = dinner?.id ?? ''
  const offSale = [to?.id ?? '']
  const asks = { ok: false, reason: { why: 'off_sale', tableIds: offSale } }
  await changeStatus(as(), id, { status: 'cancelled', seen: 'confirmed' })
  const again = { status: 'confirmed', seen: 'cancelled' } as const
  expect(await changeStatus(as(), id, again)).toMatchObject(asks)
  expect(await setStatuses(as(), { ids: [id], status: 'confirmed' })).toMatchObject({
    value: { outcomes: [{ outcome: 'refused', text: expect.stringContaining('will not be for sale') }] },
  })
  expect(await changeStatus(as(), id, { ...again, offSale })).toMatchObject({ ok: true })
  await deleteReservation(as(), id)
  await finishChanges({ ...as(), now: addHours(now, 1) }, id)
  const later = { ...as(), now: addHours(now, 1) }
  expect(await restoreReservation(later, id)).toMatchObject(asks)
  expect(await restoreFromTrash(later, { entity: 'reservation', id, offSale })).toEqual({
    ok: true,
    value: null,
  })

  // A party that left put its table on sale again; one that is still here takes it back.
  const atDinner = { ...as(), now: momentOf(date, '20:30') }
  expect(await markLeft(atDinner, id, { hasLeft: true })).toMatchObject({ ok: true })
  expect(await markLeft(atDinner, id, { hasLeft: false })).toMatchObject(asks)
  expect(await markLeft(atDinner, id, { hasLeft: false, offSale })).toMatchObject({ ok: true })
})

test('a note that changed since it was opened is not overwritten', async () => {
  const { has } = await twoForOneTable()
  expect(await writeStaffNote(as('host'), has, { note: 'Window seat', seen: '' })).toMatchObject({ ok: true })
  expect(await writeStaffNote(as(), has, { note: 'Other', seen: '' })).toEqual({
    ok: false,
    reason: { why: 'version_conflict', current: { staffNote: 'Window seat' } },
  })
})

test('a confirmation is sent again at most once a minute, and never for a cancelled reservation', async () => {
  const { has, wants } = await twoForOneTable()
  await resendConfirmation(as(), has)
  await resendConfirmation(as(), has)
  expect(await rowsOf('select kind from email_queue where reservation_id = $1', [has])).toEqual([
    { kind: 'dinner_confirmed' },
  ])
  expect(await resendConfirmation(as(), wants)).toMatchObject({ reason: { why: 'refused' } })
})
