import { describe, expect, test } from 'vitest'
import { useMerges } from '../../../../../tests/booking/merges.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import {
  findShare,
  listShares,
  makeEntryCalendar,
} from '#features/reservation-management/entry-shares/service.ts'
import { findPartyFacts } from '#features/reservation-management/merge/store.ts'
import { readSplitSource } from '#features/reservation-management/merge/split/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'

const { app, asStaff, merge, split, paidOnline, bookNight, rowOf, linesOf, emailsOf, settleWindow } =
  useMerges()

/** The columns of a reservation that guests and staff see, without the version and the time of its last change. */
const factsOf = async (id: string) => {
  const { version: _version, updatedAt: _updated, cancelledAt: _cancelled, ...row } = await rowOf(id)
  const { lines, tasks } = { lines: await findPartyFacts(app().db, id), tasks: await tasksOf(id) }
  return { row, lines: lines?.lines, tasks }
}
const tasksOf = async (id: string) =>
  (
    await app().pool.query('select id, source from run_sheet_tasks where reservation_id = $1 order by id', [
      id,
    ])
  ).rows
const heldBy = async (id: string): Promise<number> =>
  (await linesOf(id)).reduce((sum, [, , cents]) => sum + Number(cents), 0)
const undo = (id: string, actId = '') => undoChange(asStaff(), id, actId)
const refusalOf = async (id: string, actId: string): Promise<string> => JSON.stringify(await undo(id, actId))

/** Sequence of the calendar file of the only friend of a party. */
async function sequenceOf(reservationId: string): Promise<number> {
  const [share] = await listShares(app().db, [reservationId])
  const friend = share && (await findShare(app().db, { id: share.id }))
  if (!friend) throw new Error('the party has no friend')
  const { venue, now } = { venue: await loadVenue(app()), now: asStaff().now }
  const calendar = makeEntryCalendar({ friend, venue, link: 'https://lounge.example/', now })
  return Number(/SEQUENCE:(\d+)/.exec(calendar)?.[1])
}

describe('a merge', () => {
  test('of two small dinners that is undone leaves no party for staff to confirm', async () => {
    const dinner = async (): Promise<string> =>
      (
        await app().pool.query<{ id: string }>(
          `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
           values ('dining', '2027-01-22', '2027-01-23 00:00Z', '2027-01-23 02:00Z', 'Efua', new_id() || '@example.com', 5, 'pending')
           returning id`,
        )
      ).rows[0]?.id ?? ''
    const [stays, goes] = [await dinner(), await dinner()]
    const { actId } = await done(merge(stays, goes))
    expect(await rowOf(stays)).toMatchObject({ guestCount: 10, isLargeParty: true })
    expect(await undo(stays, actId)).toMatchObject({ ok: true })
    expect(await rowOf(stays)).toMatchObject({ guestCount: 5, isLargeParty: false })
  })

  test('can be undone for 10 seconds: both are as they were, no guest was told, and they can be merged again', async () => {
    const stays = await bookNight('cash')
    const goes = await paidOnline({ birthdayPackage: true, guestCount: 3 })
    const friend = { reservationId: goes, guestName: 'Esi' }
    await app().db.insertInto('entryShares').values(friend).execute()
    // The party that the friend goes over to was changed less often.
    await app().pool.query(`update reservations set staff_note = 'a' where id = $1`, [goes])
    await app().pool.query(`update reservations set staff_note = '' where id = $1`, [goes])
    const sequences = [await sequenceOf(goes)]
    await app().pool.query(
      `insert into run_sheet_tasks (date, reservation_id, source)
       select business_date, id, 'birthday_shoutout' from reservations where id in ($1, $2)`,
      [stays, goes],
    )
    await app().pool.query(
      `update reservations set total_price_cents = total_price_cents - 500, credit_cents = 500, credit_until = '2031-01-01'
       where id = $1`,
      [goes],
    )
    const before = [await factsOf(stays), await factsOf(goes)]
    const { actId } = await done(merge(stays, goes))
    expect(await heldBy(goes)).toBe(0)
    sequences.push(await sequenceOf(stays))
    expect(await undo(stays, actId)).toEqual({ ok: true, value: null })
    expect([await factsOf(stays), await factsOf(goes)]).toEqual(before)
    expect(await rowOf(stays)).toMatchObject({ holderCount: 1 })
    expect(await heldBy(goes)).toBe((await rowOf(goes)).receivedCents)
    const shares = app().db.selectFrom('entryShares').select('guestName').where('reservationId', '=', goes)
    expect(await shares.execute()).toEqual([{ guestName: 'Esi' }])
    // The calendars of the friend take each change.
    sequences.push(await sequenceOf(goes))
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
    expect(await undo(stays, actId)).toMatchObject({ reason: { why: 'refused' } })
    await settleWindow(stays)
    expect(await emailsOf(stays)).not.toContain('reservation_changed')
    expect(await emailsOf(goes)).not.toContain('reservation_merged')
    await done(merge(stays, goes))
    await settleWindow(stays)
    expect([await emailsOf(stays), await emailsOf(goes)]).toEqual([
      expect.arrayContaining(['reservation_changed']),
      expect.arrayContaining(['reservation_merged']),
    ])
  })

  test('is not undone later, nor after guests have arrived or the reservation was changed; no email leaves before', async () => {
    const [stays, goes] = [await bookNight(), await bookNight()]
    const { actId } = await done(merge(stays, goes))
    await finishAmendments(asStaff(), stays)
    expect(await emailsOf(stays)).not.toContain('reservation_changed')
    expect(await undoChange(asStaff('host'), stays, actId)).toMatchObject({ reason: { why: 'not_allowed' } })
    await app().pool.query("update reservations set guest_name = 'Esi Owusu' where id = $1", [stays])
    expect(await refusalOf(stays, actId)).toContain('something was changed since')
    await app().pool.query("update reservations set guest_name = 'Ama Owusu' where id = $1", [stays])
    const arrival = await app().pool.query(
      `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
       values (gen_random_uuid(), $1, 'arrived', 1, now(), gen_random_uuid(), 'Ama') returning id`,
      [stays],
    )
    expect(arrival.rowCount).toBe(1)
    expect(await refusalOf(stays, actId)).toContain('have checked in')
    await settleWindow(stays)
    expect(await emailsOf(stays)).toContain('reservation_changed')
    expect(await refusalOf(stays, actId)).toContain('the time for it is over')
  })
})

test('a split can be undone for 10 seconds: the part has no guests, tables, money or emails any more', async () => {
  const id = await paidOnline({ guestCount: 4, birthdayPackage: true })
  const other = await bookNight('cash')
  await done(merge(id, other))
  await settleWindow(id)
  const before = await factsOf(id)
  const table = (await readSplitSource(asStaff(), id))?.tables.find((it) => it.id !== before.row.tableId)
  const lineIds = before.lines?.filter(({ kind }) => kind === 'package').map((it) => it.id) ?? []
  const { id: part, actId } = await done(
    split(id, { guests: '2', tableIds: [table?.id], lineIds, paid: '10' }),
  )
  expect((await factsOf(id)).row.guestCount).toBe(before.row.guestCount - 2)
  expect(await undo(id, actId)).toEqual({ ok: true, value: null })
  expect(await factsOf(id)).toEqual(before)
  expect(await rowOf(part)).toMatchObject({ status: 'cancelled', mergedIntoId: id, receivedCents: 0 })
  await settleWindow(id)
  expect(await emailsOf(part)).toEqual([])
  await done(split(id, { guests: '2', tableIds: [table?.id], lineIds, paid: '10' }))
})
