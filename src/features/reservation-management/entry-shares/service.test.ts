import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { arrivalsForm } from '#features/reservation-management/arrivals/schema.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { listMovements } from '#features/close-out/figures/store.ts'
import { verdictOnFriend } from '#features/reservation-management/check-in/rules.ts'
import { friendPass } from '#features/reservation-management/wallet-passes/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { isUnconfirmed } from './rules.ts'
import { findShare, loadShares, shareEntry as share, takeShareBack } from './service.ts'

const DAY = '2031-03-01'
const NIGHT = new Date('2031-03-02T00:30:00Z')
let database: TestDatabase
let staff: string
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'shares@venue.example')
})
const deps = (now = NIGHT) => ({ db: database.db, now })

async function book({ guests = 6, status = 'confirmed' } = {}): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_phone, guest_count, status, source)
     values ('dining', $1, $1::date + time '23:00', $1::date + interval '26 hours', 'Kim Obi', 'kim@example.com', '(972) 555-0142', $2, $3, 'phone') returning id`,
    [DAY, guests, status],
  )
  return rows[0]?.id ?? ''
}

const shareEntry = (at: ReturnType<typeof deps>, id: string, guestName: string) =>
  share(at, id, { guestName, seen: 0 })
const valueOf = (shared: Awaited<ReturnType<typeof shareEntry>>): string => (shared.ok ? shared.value : '')

type Act = Parameters<typeof recordArrivals>[1]['acts'][number]

async function record(
  ...acts: readonly (Omit<Extract<Act, { kind: 'arrived' }>, 'id' | 'at' | 'kind'> | Act)[]
) {
  const at = NIGHT.toISOString()
  const done = await recordArrivals(
    { ...deps(), actor: { id: staff, name: 'Ama', role: 'manager' } },
    { sentAt: at, acts: acts.map((act) => ({ id: randomUUID(), at, kind: 'arrived' as const, ...act })) },
  )
  return done.ok ? done.value : []
}

const partyOf = async (id: string) => {
  const { parties } = await loadTonight(deps(), new URLSearchParams({ date: DAY }))
  const party = parties.find((it) => it.id === id)
  if (!party) throw new Error('the party is not on the list')
  return party
}

describe('a party that staff have to confirm first', () => {
  test('has codes that are not valid yet, for its host, its friends and their passes', async () => {
    const id = await book({ guests: 9, status: 'pending' })
    const ana = valueOf(await shareEntry(deps(), id, 'Ana'))
    const seen = async () => {
      const friend = await findShare(database.db, { id: ana })
      if (!friend) throw new Error('no friend')
      const venue = await loadVenue(database)
      const common = {
        venue,
        serial: ana,
        authenticationToken: '',
        entryLink: 'https://x.example/',
        now: NIGHT,
      }
      const { content, isLiving } = friendPass({ ...friend, title: 'Dinner' }, common)
      const status = content.further.find(({ key }) => key === 'status')?.value
      return [(await loadShares(deps(), id))?.isWaiting, isUnconfirmed(friend), status, isLiving]
    }
    expect(await seen()).toEqual([true, true, 'Not confirmed yet', false])
    const { parties } = await loadTonight(deps(), new URLSearchParams({ date: DAY }))
    const party = parties.find((it) => it.id === id)
    const first = party?.shares[0]
    expect(
      party && first && verdictOnFriend({ party: { ...party, phoneEnd: null }, share: first }, NIGHT),
    ).toMatchObject({ kind: 'unconfirmed' })
    await database.pool.query(`update reservations set status = 'confirmed' where id = $1`, [id])
    expect(await seen()).toEqual([false, false, 'Valid', true])
  })
})

describe('the entry of a party', () => {
  test('is shared with five friends of a party of six, and refused to the sixth, also at once', async () => {
    const id = await book()
    const done = await Promise.all(
      Array.from({ length: 10 }, (_, i) => shareEntry(deps(), id, `Friend ${i}`)),
    )
    expect(done.filter(({ ok }) => ok)).toHaveLength(5)
    expect(done.flatMap((it) => (it.ok ? [] : [it.reason]))).toEqual(Array.from({ length: 5 }, () => 'full'))
    const loaded = await loadShares(deps(), id)
    expect([loaded?.shares.length, loaded?.left]).toEqual([5, 0])
    expect(new Set(loaded?.shares.map(({ entryCode }) => entryCode)).size).toBe(5)
  })

  test('is shared once where a form is sent twice, and refused to a second friend of one name', async () => {
    const id = await book()
    const [ana, again] = await Promise.all([shareEntry(deps(), id, 'Ana'), shareEntry(deps(), id, 'ANA')])
    expect(again).toEqual(ana)
    const seen = (await loadShares(deps(), id))?.ever ?? 0
    expect(seen).toBe(1)
    expect(await share(deps(), id, { guestName: 'ana', seen })).toEqual({ ok: false, reason: 'same_name' })
    expect((await share(deps(), id, { guestName: 'Ana Sow', seen })).ok).toBe(true)
    // A name is free again once its code was taken back.
    await takeShareBack(deps(), id, valueOf(ana))
    expect((await share(deps(), id, { guestName: 'Ana', seen: 2 })).ok).toBe(true)
  })

  test('is not shared where the party is cancelled, over, or alone', async () => {
    expect(await shareEntry(deps(), await book({ status: 'cancelled' }), 'Ana')).toMatchObject({
      reason: 'not_live',
    })
    expect(await shareEntry(deps(new Date('2031-03-05')), await book(), 'Ana')).toMatchObject({
      reason: 'not_live',
    })
    expect(await shareEntry(deps(), await book({ guests: 1 }), 'Ana')).toMatchObject({ reason: 'full' })
  })

  test('is taken back by the host of this party, and makes room for another friend', async () => {
    const [id, other] = [await book({ guests: 2 }), await book()]
    const ana = valueOf(await shareEntry(deps(), id, 'Ana'))
    expect(await takeShareBack(deps(), other, ana)).toMatchObject({ reason: 'not_found' })
    expect(await takeShareBack(deps(), id, ana)).toMatchObject({ ok: true })
    expect(await takeShareBack(deps(), id, ana)).toMatchObject({ ok: true })
    expect(await findShare(database.db, { id: ana })).toMatchObject({ isTakenBack: true })
    expect((await shareEntry(deps(), id, 'Ben')).ok).toBe(true)
  })

  test('is not taken back from a friend who came in, until that was an error', async () => {
    const id = await book()
    const ana = valueOf(await shareEntry(deps(), id, 'Ana'))
    const [arrived] = await record({ reservationId: id, guests: 1, shareId: ana })
    expect(arrived).toMatchObject({ isRecorded: true })
    expect(await takeShareBack(deps(), id, ana)).toMatchObject({ reason: 'used' })
    await record({
      id: randomUUID(),
      at: NIGHT.toISOString(),
      kind: 'undone',
      reservationId: id,
      undoesId: arrived?.id ?? '',
    })
    expect(await takeShareBack(deps(), id, ana)).toMatchObject({ ok: true })
  })

  test('counts each friend once where two devices scanned one code, beside guests of the host', async () => {
    const id = await book()
    const [ana, ben] = [
      valueOf(await shareEntry(deps(), id, 'Ana')),
      valueOf(await shareEntry(deps(), id, 'Ben')),
    ]
    await record(
      { reservationId: id, guests: 1, shareId: ana },
      { reservationId: id, guests: 1, shareId: ana },
      { reservationId: id, guests: 3 },
      { reservationId: id, guests: 1, shareId: ben },
    )
    const party = await partyOf(id)
    expect(party.events).toHaveLength(4)
    expect(attendanceOf(party)).toMatchObject({ arrived: 5, inside: 5, state: 'part_arrived' })
    const moved = (await listMovements(database.db, [DAY])).filter(({ partyId }) => partyId === id)
    expect(moved.map(({ guests }) => guests).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual([1, 1, 3])
  })

  test('refuses guests with the code of another party', async () => {
    const [id, other] = [await book(), await book()]
    const ana = valueOf(await shareEntry(deps(), id, 'Ana'))
    expect(await record({ reservationId: other, guests: 1, shareId: ana })).toMatchObject([
      { isRecorded: false, text: 'The code of this friend belongs to another party.' },
    ])
    expect(await record({ reservationId: id, guests: 2, shareId: ana })).toMatchObject([
      { isRecorded: false },
    ])
  })

  test('is found by the code of the friend alone, which a device scanned before it knew the party', async () => {
    const id = await book()
    const ana = valueOf(await shareEntry(deps(), id, 'Ana'))
    const [arrived] = await record({ guests: 1, shareId: ana })
    expect(arrived).toMatchObject({ isRecorded: true })
    expect((await partyOf(id)).events).toMatchObject([{ kind: 'arrived', guests: 1, shareId: ana }])
    const undone = { id: randomUUID(), at: NIGHT.toISOString(), kind: 'undone', shareId: ana } as const
    expect(await record({ ...undone, undoesId: arrived?.id ?? '' })).toMatchObject([{ isRecorded: true }])
    expect(attendanceOf(await partyOf(id))).toMatchObject({ arrived: 0 })
    const acts = [{ id: randomUUID(), at: NIGHT.toISOString(), kind: 'arrived', guests: 1 }]
    expect(arrivalsForm.safeParse({ sentAt: NIGHT.toISOString(), acts }).success).toBe(false)
    const ofFriend = acts.map((act) => ({ ...act, shareId: ana }))
    expect(arrivalsForm.safeParse({ sentAt: NIGHT.toISOString(), acts: ofFriend }).success).toBe(true)
  })

  test('reaches devices with the changes since their last answer', async () => {
    const id = await book()
    // The times of rows are those of the database.
    const { rows } = await database.pool.query<{ at: Date }>('select now() as at')
    const since = new Date((rows[0]?.at.getTime() ?? 0) + 3_600_000)
    await database.pool.query(`update reservations set guest_name = guest_name where id = $1`, [id])
    await database.pool.query(
      `insert into entry_shares (reservation_id, guest_name, updated_at) values ($1, 'Ana', $2)`,
      [id, new Date(since.getTime() + 60_000)],
    )
    const { parties } = await loadTonight(
      { db: database.db, now: new Date(since.getTime() + 120_000) },
      new URLSearchParams({ date: DAY, since: since.toISOString() }),
    )
    expect(parties.map((it) => [it.id, it.shares.map(({ guestName }) => guestName)])).toEqual([[id, ['Ana']]])
  })

  test('goes with the name of its host', async () => {
    const id = await book()
    const ana = valueOf(await shareEntry(deps(), id, 'Ana'))
    await database.pool.query(
      `update reservations set guest_name = 'No longer kept', anonymised_at = now() where id = $1`,
      [id],
    )
    expect(await findShare(database.db, { id: ana })).toMatchObject({
      guestName: 'No longer kept',
      isDeleted: true,
    })
  })
})
