import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listExpectedEntries, addEntries } from '#features/guest-lists/entries/service.ts'
import { addGuestList } from '#features/guest-lists/service.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import { cloneDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { createStaff } from '../../../../../tests/staff/sign-in.ts'
import { recordArrivals } from './service.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const NIGHT = '2026-11-27'
let database: TestDatabase
let actor: Actor
/** An entry of a guest list for four, free until 11 PM. */
let entryId = ''

beforeAll(async () => {
  database = await cloneDatabase()
  actor = { id: await createStaff(database, 'free@venue.example'), name: 'Ama', role: 'host' }
})
const deps = () => ({ db: database.db, now, actor })

beforeEach(async () => {
  await database.pool.query('update events set deleted_at = now() where date = $1', [NIGHT])
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into events (slug, title, description, date, start_time, end_time, category, price, price_range)
     select 'free-' || substr(new_id()::text, 25), 'Cover Night', description, $1, '21:00', '02:00', category, '$25',
       price_range from events limit 1 returning id`,
    [NIGHT],
  )
  const manager = { ...deps(), actor: { ...actor, role: 'manager' as const } }
  const added = await addGuestList(manager, {
    eventId: rows[0]?.id ?? '',
    name: 'Friends of Kojo',
    promoter: 'Kojo Asante',
    reduced: null,
    untilTime: '23:00',
    maxGuests: 40,
    isOpen: true,
  })
  await addEntries(manager, added.ok ? added.value.id : '', { lines: 'Esi Owusu +3' })
  const [entry] = await listExpectedEntries(database.db, { date: NIGHT, since: null })
  entryId = entry?.id ?? ''
})

const stamp = () => ({ id: randomUUID(), at: now.toISOString() })
const sentAt = now.toISOString()
const arrive = async (guests: number): Promise<string> => {
  const act = { ...stamp(), entryId, kind: 'arrived' as const, guests }
  await recordArrivals(deps(), { sentAt, acts: [act] })
  return act.id
}
const takeBack = (undoesId: string) =>
  recordArrivals(deps(), { sentAt, acts: [{ ...stamp(), entryId, kind: 'undone', undoesId }] })
const cover = (guests: number, id: string) =>
  recordCover(deps(), {
    sentAt,
    deviceName: 'iPhone',
    acts: [
      {
        ...stamp(),
        id,
        entryId,
        kind: 'cover',
        night: NIGHT,
        method: null,
        items: [{ kind: 'guest_list', guests, eachCents: 0 }],
      },
    ],
  })
const coverBack = (undoesId: string) =>
  recordCover(deps(), {
    sentAt,
    deviceName: 'iPhone',
    acts: [{ ...stamp(), kind: 'cover_undone', undoesId }],
  })
/** Guests of each line, in the order of recording. */
const lines = async () =>
  (
    await database.pool.query<{ guests: number }>(
      'select cover_guests::int as guests from ledger_lines where entry_id = $1 order by created_at, id',
      [entryId],
    )
  ).rows.map(({ guests }) => guests)

describe('an arrival that is taken back', () => {
  test('takes the free cover that it recorded with it, and no other', async () => {
    const [two, one] = [await arrive(2), await arrive(1)]
    await cover(2, two)
    await cover(1, one)
    await takeBack(two)
    expect(await lines()).toEqual([2, 1, -2])
    await takeBack(two)
    expect(await lines()).toEqual([2, 1, -2])
  })

  test('leaves no cover of a device that sends it only afterwards', async () => {
    const arrival = await arrive(3)
    await takeBack(arrival)
    await cover(3, arrival)
    await cover(3, arrival)
    expect((await lines()).toSorted((a, b) => a - b)).toEqual([-3, 3])
  })

  test('takes cover back once, where the device says so itself, before or after', async () => {
    const [before, after] = [await arrive(2), await arrive(1)]
    await cover(2, before)
    await cover(1, after)
    await coverBack(before)
    await takeBack(before)
    await takeBack(after)
    expect(await coverBack(after)).toMatchObject({ ok: true, value: [{ isRecorded: true }] })
    expect(await lines()).toEqual([2, 1, -2, -1])
  })

  test('leaves cover of an older page, which has an id of its own, to that page', async () => {
    const arrival = await arrive(2)
    const id = randomUUID()
    await cover(2, id)
    await coverBack(id)
    expect(await takeBack(arrival)).toMatchObject({ ok: true, value: [{ isRecorded: true }] })
    expect(await lines()).toEqual([2, -2])
  })
})
