import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { attendanceOf, headCount } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import { loadOpenNights } from '#features/close-out/open-nights/service.ts'
import { loadCloseOut } from '#features/close-out/service.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { loadPromoterCounts } from '#features/reservation-management/list/figures/service.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const DATE = '2026-11-27'
const NEW_DATE = '2026-12-04'
let database: TestDatabase
let staff: string
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'host@venue.example')
})

const record = async (acts: ArrivalAct[], at = now) => {
  const actor = { id: staff, name: 'Efua Boateng', role: 'host' as const }
  const done = await recordArrivals({ db: database.db, now: at, actor }, { sentAt: at.toISOString(), acts })
  if (!done.ok) throw new Error(done.reason.why)
  return done.value
}

/** A party of three on a list of a night. */
async function listedGuest(slug: string, promoter = '') {
  const { rows } = await database.pool.query<{ id: string; listId: string; eventId: string }>(
    `with night as (insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ($2, 'Postponed', '', 'Nightlife', $1, '21:00', 'Free', 'free') returning id),
     list as (insert into guest_lists (event_id, name, promoter, terms, max_guests)
       select id, 'Friends', $3, 'free', 20 from night returning id, event_id)
     insert into guest_list_entries (list_id, guest_name, guest_count, source) select id, 'Esi Owusu', 3, 'staff' from list
     returning id, list_id as "listId", (select event_id from list) as "eventId"`,
    [DATE, slug, promoter],
  )
  if (!rows[0]) throw new Error('no guest was listed')
  return rows[0]
}

/** At the moment of the tests, whatever the clock of the database says. */
async function postpone(eventId: string): Promise<void> {
  await database.pool.query(`update events set date = $2 where id = $1`, [eventId, NEW_DATE])
  await database.pool.query('update former_event_nights set moved_at = $2 where event_id = $1', [
    eventId,
    now,
  ])
}

test('late arrivals of a guest on the list of an event that was postponed meanwhile count for the night on which they happened', async () => {
  const { id, listId, eventId } = await listedGuest('postponed')
  await postpone(eventId)
  const later = new Date(now.getTime() + 2 * 3_600_000)
  const came = { kind: 'arrived', guests: 2, id: randomUUID(), at: now.toISOString() } as const
  const late: ArrivalAct = { ...came, entryId: id }
  const nightsOf = async () =>
    (
      await database.pool.query<{ night: string }>(
        `select to_char(night, 'YYYY-MM-DD') as night from arrival_events where entry_id = $1 order by seq`,
        [id],
      )
    ).rows.map(({ night }) => night)
  expect(await record([late], later)).toEqual([{ id: late.id, isRecorded: true }])
  expect(await nightsOf()).toEqual([DATE])
  // The close-out of that night counts them, and names them with their list. Two who went out and came in again count once.
  const back = (kind: 'left' | 'arrived', minutes: number): ArrivalAct => ({
    ...late,
    id: randomUUID(),
    kind,
    at: new Date(now.getTime() + minutes * 60_000).toISOString(),
  })
  const again = [back('left', 10), back('arrived', 20)]
  await record(again, later)
  const headsOf = async (date: string) => {
    const { parties, ...others } = await loadTonight(
      { db: database.db, now: later },
      new URLSearchParams({ date }),
    )
    const { arrived, inside } = headCount(
      parties.map((party) => ({ ...party, attendance: attendanceOf(party) })),
      later,
      others,
    )
    return { arrived, inside }
  }
  const closeOut = async () =>
    loadCloseOut({ db: database.db, now: later }, DATE).then(({ movedGuests, report }) => ({
      movedGuests,
      came: report.summary.came,
    }))
  const list = { id: listId, name: 'Friends' }
  expect(await closeOut()).toEqual({
    movedGuests: [{ id, night: DATE, guestName: 'Esi Owusu', guests: 2, date: NEW_DATE, list }],
    came: 2,
  })
  // All screens of that night count them, and those of the new one do not.
  expect(await headsOf(DATE)).toEqual({ arrived: 2, inside: 2 })
  expect(await headsOf(NEW_DATE)).toEqual({ arrived: 0, inside: 0 })
  // Overview counts the parties that the close-out names.
  const movedOnOverview = async () => (await loadOpenNights({ db: database.db, now: later })).moved
  expect(await movedOnOverview()).toEqual([{ night: DATE, count: 1 }])
  for (const { id: undoesId, at } of again.toReversed())
    await record([{ kind: 'undone', entryId: id, undoesId, id: randomUUID(), at }], later)
  // Sent at once, it would be meant for the new date, which is still to come.
  expect(await record([{ ...late, id: randomUUID() }])).toMatchObject([{ isRecorded: false }])
  const undo: ArrivalAct = { kind: 'undone', entryId: id, undoesId: late.id, id: randomUUID(), at: late.at }
  expect(await record([undo], later)).toMatchObject([{ isRecorded: true }])
  expect(new Set(await nightsOf())).toEqual(new Set([DATE]))
  expect(await closeOut()).toEqual({ movedGuests: [], came: 0 })
  expect(await movedOnOverview()).toEqual([])
})

test('late guests of a postponed list, and the cover that they paid then, count for its promoter on the old night', async () => {
  const moved = await listedGuest('postponed-with-promoter', 'Kojo Asante')
  const stays = await listedGuest('not-postponed', 'Ama Mensah')
  await postpone(moved.eventId)
  const later = new Date(now.getTime() + 2 * 3_600_000)
  const arrived = (entryId: string, guests: number): ArrivalAct => ({
    kind: 'arrived',
    guests,
    id: randomUUID(),
    at: now.toISOString(),
    entryId,
  })
  expect(await record([arrived(moved.id, 2), arrived(stays.id, 1)], later)).toMatchObject([
    { isRecorded: true },
    { isRecorded: true },
  ])
  const paid = { kind: 'full', guests: 1, eachCents: 2500 } as const
  const cover = {
    kind: 'cover',
    night: DATE,
    method: 'cash',
    at: now.toISOString(),
    entryId: moved.id,
  } as const
  const actor = { id: staff, name: 'Efua Boateng', role: 'host' as const }
  const mistaken = { ...cover, id: randomUUID(), items: [paid] }
  const acts = [
    { ...cover, id: randomUUID(), items: [paid] },
    mistaken,
    { kind: 'cover_undone' as const, id: randomUUID(), at: cover.at, undoesId: mistaken.id },
  ]
  await recordCover(
    { db: database.db, now: later, actor },
    { sentAt: later.toISOString(), deviceName: '', acts },
  )
  const promotersOf = (date: string) => loadPromoterCounts({ db: database.db }, date)
  const promoters = await promotersOf(DATE)
  expect(promoters).toEqual([
    { promoter: 'Kojo Asante', listed: 0, arrivedParties: 1, heads: 2, paid: 1 },
    { promoter: 'Ama Mensah', listed: 3, arrivedParties: 1, heads: 1, paid: 0 },
  ])
  const { report } = await loadCloseOut({ db: database.db, now: later }, DATE)
  expect(promoters.reduce((sum, { heads }) => sum + heads, 0)).toBe(report.summary.came)
  expect(await promotersOf(NEW_DATE)).toContainEqual({
    promoter: 'Kojo Asante',
    listed: 3,
    arrivedParties: 0,
    heads: 0,
    paid: 0,
  })
})
