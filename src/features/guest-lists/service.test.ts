import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { createStaff } from '../../../tests/staff/sign-in.ts'
import type { Actor, StaffRole } from '#features/permissions/schema.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import { attendanceOf, headCount } from '#features/reservation-management/arrivals/rules.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { recordHeadCounts } from '#features/reservation-management/tonight/head-counts/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { businessDate } from '#lib/venue-time.ts'
import { unreachablePayments } from '../../../tests/booking/bookings.ts'
import { readLine, splitLines } from './entries/rules.ts'
import { addEntries, editEntry, loadGuestList, setEntryRemoved } from './entries/service.ts'
import type { GuestList, GuestListForm } from './schema.ts'
import { addGuestList, editGuestList, loadListedNights } from './service.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const DATE = '2026-11-27'
let database: TestDatabase
let staff: string
let event: string
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'lists@venue.example')
})
beforeEach(async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
     select 'list-night-' || substr(new_id()::text, 25), 'List Night', description, $1, '21:00', '02:00', category, '$25',
       price_range from events limit 1 returning id`,
    [DATE],
  )
  event = rows[0]?.id ?? ''
})

const as = (role: StaffRole = 'manager', at = now) => {
  const actor: Actor = { id: staff, name: 'Efua Boateng', role }
  return { ...unreachablePayments(), db: database.db, now: at, actor }
}
const form = (more: Partial<GuestListForm> = {}): GuestListForm => ({
  eventId: event,
  name: 'Friends of Kojo',
  promoter: 'Kojo Asante',
  reduced: null,
  untilTime: '23:00',
  maxGuests: 40,
  isOpen: true,
  ...more,
})
async function makeList(more: Partial<GuestListForm> = {}): Promise<GuestList> {
  const added = await addGuestList(as(), form(more))
  if (!added.ok) throw new Error(added.reason.why)
  return added.value
}
async function add(list: GuestList, lines: string) {
  const done = await addEntries(as(), list.id, { lines })
  if (!done.ok) throw new Error(done.reason.why)
  return done.value
}
const countOf = async (list: GuestList) => (await loadGuestList(as(), list.id))?.list.guests

describe('a typed line', () => {
  test.each([
    ['Ama Mensah +3', 'Ama Mensah', 4],
    ['Ama Mensah', 'Ama Mensah', 1],
    ['  Nana Yaa Ofori  + 2 ', 'Nana Yaa Ofori', 3],
    ['Kofi, +1', 'Kofi', 2],
    ['Zoë Ångström-O’Neil +29', 'Zoë Ångström-O’Neil', 30],
  ])('%j is a guest and those who come along', (line, guestName, guestCount) => {
    expect(readLine(line)).toEqual({ ok: true, value: { guestName, guestCount } })
  })

  test.each([
    ['Ama +99', /At most 30 guests in one entry: write \+29 or less/],
    ['Ama +999999999', /At most 30 guests/],
    ['Ama -3', /without a minus sign/],
    ['+3', /enter the name/],
    ['😀'.repeat(300), /name/],
  ])('%j is refused with a reason', (line, reason) => {
    const read = readLine(line)
    expect(read.ok ? '' : read.reason).toMatch(reason)
  })

  test('of a pasted list loses its number or bullet', () => {
    expect(splitLines('1. Ama +1\r\n\n- Kofi\n• Esi +2\n12) Yaw')).toEqual([
      'Ama +1',
      'Kofi',
      'Esi +2',
      'Yaw',
    ])
  })
})

describe('a guest list', () => {
  test('is made for a night, shown with it, and edited by its version', async () => {
    const list = await makeList()
    expect(list).toMatchObject({ name: 'Friends of Kojo', guests: 0, isOpen: true, untilTime: '23:00' })
    expect(list.code).toMatch(/^[A-Za-z0-9]{20}$/)
    const [night] = (await loadListedNights(as(), { from: DATE, until: DATE })).filter(
      ({ id }) => id === event,
    )
    expect(night?.lists).toEqual([list])
    const { eventId: _eventId, ...edit } = form({ name: 'Kojo and friends', reduced: 1000, isOpen: false })
    const edited = await editGuestList(as(), list.id, { ...edit, version: list.version })
    expect(edited).toMatchObject({
      ok: true,
      value: { name: 'Kojo and friends', reducedCents: 1000, isOpen: false, version: list.version + 1 },
    })
    expect(await editGuestList(as(), list.id, { ...edit, version: list.version })).toMatchObject({
      ok: false,
      reason: { why: 'version_conflict' },
    })
  })

  test('is made by managers, and read by hosts', async () => {
    const list = await makeList()
    expect(await addGuestList(as('host'), form())).toMatchObject({ reason: { why: 'not_allowed' } })
    expect(await addEntries(as('host'), list.id, { lines: 'Ama' })).toMatchObject({
      reason: { why: 'not_allowed' },
    })
  })

  test('has terms that end after the night began, and a cap of at least its guests', async () => {
    const early = await addGuestList(as(), form({ untilTime: '20:30' }))
    expect(early).toMatchObject({ reason: { text: expect.stringMatching(/begins at 9:00 PM/) } })
    expect(await addGuestList(as(), form({ untilTime: '01:00' }))).toMatchObject({ ok: true })
    const list = await makeList()
    await add(list, 'Ama +4')
    const { eventId: _eventId, ...edit } = form({ maxGuests: 4 })
    expect(await editGuestList(as(), list.id, { ...edit, version: list.version })).toMatchObject({
      reason: { text: 'There are 5 guests on the list already. The cap can be 5 or more.' },
    })
  })

  test('takes pasted names, and returns the lines that it cannot take', async () => {
    const list = await makeList({ maxGuests: 6 })
    const { added, refused } = await add(list, 'Ama Mensah +3\nKofi -2\nEsi +5\nYaw +1')
    expect(added.map(({ guestName, guestCount }) => [guestName, guestCount])).toEqual([
      ['Ama Mensah', 4],
      ['Yaw', 2],
    ])
    expect(refused.map(({ line }) => line)).toEqual(['Kofi -2', 'Esi +5'])
    expect(refused[1]?.text).toMatch(/takes 6 guests, and there are only 2 places left/)
    expect(await countOf(list)).toBe(6)
  })

  test('counts removed guests no more, and again when that is undone', async () => {
    const list = await makeList({ maxGuests: 4 })
    const { added } = await add(list, 'Ama +3')
    const id = added[0]?.id ?? ''
    expect(await setEntryRemoved(as(), id, { isRemoved: true })).toMatchObject({ ok: true })
    expect(await countOf(list)).toBe(0)
    await add(list, 'Kofi')
    expect(await setEntryRemoved(as(), id, { isRemoved: false })).toMatchObject({
      reason: { text: expect.stringMatching(/only 3 places left/) },
    })
  })

  test('is changed entry by entry, within the cap', async () => {
    const list = await makeList({ maxGuests: 5 })
    const [entry] = (await add(list, 'Ama +3')).added
    const edit = { guestName: 'Ama Mensah', guestPhone: '(972) 555-0142', guestEmail: null, note: 'VIP' }
    const id = entry?.id ?? ''
    const version = entry?.version ?? 0
    expect(await editEntry(as(), id, { ...edit, guestCount: 6, version })).toMatchObject({
      reason: { why: 'refused' },
    })
    expect(await editEntry(as(), id, { ...edit, guestCount: 5, version })).toMatchObject({
      ok: true,
      value: { guestName: 'Ama Mensah', guestCount: 5, guestPhone: '(972) 555-0142', note: 'VIP' },
    })
    expect(await editEntry(as(), id, { ...edit, guestCount: 2, version })).toMatchObject({
      reason: { why: 'version_conflict' },
    })
    expect(await countOf(list)).toBe(5)
  })

  test('never has more guests than its cap, even where code forgot to ask', async () => {
    const list = await makeList({ maxGuests: 2 })
    const insert = (guests: number) =>
      database.pool.query(
        `insert into guest_list_entries (list_id, guest_name, guest_count, source) values ($1, 'Ama', $2, 'staff')`,
        [list.id, guests],
      )
    await insert(2)
    await expect(insert(1)).rejects.toThrow(/guest_lists_within_cap/)
  })
})

type NewAct = ArrivalAct extends infer It
  ? It extends ArrivalAct
    ? Omit<It, 'id' | 'reservationId' | 'entryId' | 'at'>
    : never
  : never
const act = (entryId: string, more: NewAct): ArrivalAct => ({
  ...more,
  id: randomUUID(),
  entryId,
  at: now.toISOString(),
})
const record = async (...acts: ArrivalAct[]) => {
  const done = await recordArrivals(as('host'), { sentAt: now.toISOString(), acts })
  if (!done.ok) throw new Error(done.reason.why)
  return done.value
}
const tonight = (query: Record<string, string> = {}, at = now) =>
  loadTonight({ db: database.db, now: at }, new URLSearchParams({ date: DATE, ...query }))

describe('guests of a list on the night', () => {
  test('are expected with the terms of their list, arrive in parts and leave, once for each act', async () => {
    const list = await makeList({ name: 'Arriving' })
    const [entry] = (await add(list, 'Ama Mensah +3')).added
    const id = entry?.id ?? ''
    const three = act(id, { kind: 'arrived', guests: 3 })
    await Promise.all([record(three), record(three)])
    await record(act(id, { kind: 'arrived', guests: 1 }), act(id, { kind: 'left', guests: 2 }))
    const party = (await tonight()).parties.find((it) => it.id === id)
    expect(party).toMatchObject({
      type: 'guest_list',
      status: 'confirmed',
      guestCount: 4,
      list: { id: list.id, name: 'Arriving', terms: 'Free until 11:00 PM' },
    })
    expect(party && attendanceOf(party)).toMatchObject({ arrived: 4, inside: 2, state: 'arrived' })
  })

  test('cannot sit down at a table, nor arrive before their night', async () => {
    const list = await makeList()
    const [entry] = (await add(list, 'Ama')).added
    const outcomes = await record(act(entry?.id ?? '', { kind: 'seated' }))
    expect(outcomes).toMatchObject([{ isRecorded: false, text: 'Ama is on a guest list and has no table.' }])
    const early = await recordArrivals(as('host', new Date('2026-11-26T04:00:00Z')), {
      sentAt: now.toISOString(),
      acts: [act(entry?.id ?? '', { kind: 'arrived', guests: 1 })],
    })
    expect(early).toMatchObject({
      value: [{ isRecorded: false, text: expect.stringMatching(/^The guest list of Ama is for/) }],
    })
  })

  test('are shown as removed, and can still be recorded by a device that was offline', async () => {
    const list = await makeList()
    const [entry] = (await add(list, 'Ama')).added
    const id = entry?.id ?? ''
    await setEntryRemoved(as(), id, { isRemoved: true })
    expect((await tonight()).parties.find((it) => it.id === id)?.status).toBe('cancelled')
    expect(await record(act(id, { kind: 'arrived', guests: 1 }))).toMatchObject([{ isRecorded: true }])
  })

  test('are followed by changes only', async () => {
    const list = await makeList()
    const [same, changed] = (await add(list, 'Same\nThe other')).added
    const ages = ['guest_list_entries', 'guest_lists', 'events'].map(
      (table) => `alter table ${table} disable trigger user;
        update ${table} set updated_at = now() - interval '1 hour';
        alter table ${table} enable trigger user;`,
    )
    await database.pool.query(ages.join('\n'))
    const at = new Date()
    const before = await tonight({}, at)
    await record(act(changed?.id ?? '', { kind: 'arrived', guests: 1 }))
    const after = await tonight({ since: at.toISOString() }, new Date())
    const ids = after.parties.map(({ id }) => id)
    expect(ids).toContain(changed?.id)
    expect(ids).not.toContain(same?.id)
    expect(after.total).toBe(before.total)
  })
})

describe('people without a booking', () => {
  const count = (change: number) => ({ id: randomUUID(), at: now.toISOString(), change })
  const send = (...counts: Parameters<typeof recordHeadCounts>[1]['counts']) =>
    recordHeadCounts(as('host'), { sentAt: now.toISOString(), deviceName: 'Left entrance', counts })

  test('are counted in and out once, however often a device sends them, and taken back', async () => {
    const before = (await tonight()).walkIns
    const [six, two, wrong] = [count(6), count(-2), count(50)]
    await Promise.all([send(six, two), send(two, six), send(wrong)])
    const undo = { id: randomUUID(), at: now.toISOString(), undoesId: wrong.id }
    await Promise.all([send(undo), send(undo), send({ ...undo, id: randomUUID() })])
    const { walkIns, parties, capacity } = await tonight()
    expect(walkIns).toEqual({ cameIn: before.cameIn + 6, wentOut: before.wentOut + 2 })
    const shown = parties.map((it) => ({ guestCount: it.guestCount, attendance: attendanceOf(it) }))
    expect(headCount(shown, now, { walkIns }).inside - headCount(shown, now).inside).toBe(
      walkIns.cameIn - walkIns.wentOut,
    )
    expect(capacity).toBe(0)
  })

  test('only guests who were counted out come back without a place among the walk-ins', async () => {
    const { walkIns: before } = await tonight()
    const back = () => ({ ...count(1), isReturn: true as const })
    const at = (minutes: number) => ({ at: new Date(now.getTime() + minutes * 60_000).toISOString() })
    // Of two who come back only one was counted out before, and the third goes out later.
    await send({ ...back(), ...at(-70 - 60 * 24) }, { ...count(-1), ...at(-60 - 60 * 24) })
    const of = async (days: number) => {
      const date = businessDate(new Date(now.getTime() - days * 86_400_000))
      return (await loadTonight({ db: database.db, now }, new URLSearchParams({ date }))).walkIns
    }
    expect(await of(1)).toEqual({ cameIn: 0, wentOut: 1 })
    await send(count(-2))
    const one = back()
    await send(one, one)
    expect((await tonight()).walkIns).toEqual({ cameIn: before.cameIn, wentOut: before.wentOut + 1 })
    await send({ id: randomUUID(), at: now.toISOString(), undoesId: one.id })
    expect((await tonight()).walkIns).toEqual({ cameIn: before.cameIn, wentOut: before.wentOut + 2 })
  })

  test('are never changed or deleted, and what was never counted is not taken back', async () => {
    const one = count(1)
    await send(one)
    const change = (statement: string) => database.pool.query(`${statement} where id = $1`, [one.id])
    await expect(change('update head_counts set change = 2')).rejects.toThrow(/never changed/)
    await expect(change('delete from head_counts')).rejects.toThrow(/never changed/)
    expect(await send({ id: randomUUID(), at: now.toISOString(), undoesId: randomUUID() })).toMatchObject({
      value: [{ isRecorded: false }],
    })
  })
})
