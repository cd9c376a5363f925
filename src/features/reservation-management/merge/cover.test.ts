import { beforeAll, expect, test } from 'vitest'
import { amend, preview } from '../../../../tests/booking/amendments.ts'
import { useMerges } from '../../../../tests/booking/merges.ts'
import { done } from '../../../../tests/booking/staff.ts'
import { findReservationDetails } from '#features/reservation-management/list/service.ts'
import { readSplitSource } from '#features/reservation-management/merge/split/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { previewMerge } from './service.ts'

const { app, asStaff, bookings, merge, split, bookNight, rowOf, settleWindow, mailsOf } = useMerges()

beforeAll(async () => {
  await app().db.updateTable('events').set({ price: '$25' }).execute()
})

async function partyOf(guestCount: number, more: { readonly holderCount?: number } = {}): Promise<string> {
  const id = await bookNight()
  await app()
    .db.updateTable('reservations')
    .set({ guestCount, ...more })
    .where('id', '=', id)
    .execute()
  return id
}

const coverOf = async (id: string) =>
  (await findReservationDetails({ ...asStaff(), ...bookings().deps() }, id))?.coverDue

test('a merged party pays no more cover than both were told, by the preview, the email and the lists of the night', async () => {
  const [stays, goes] = [await partyOf(4), await partyOf(6)]
  const { businessDate } = await rowOf(stays)
  const [one, other] = ['$75 (3 of 4 pay $25)', '$125 (5 of 6 pay $25)']
  expect([await coverOf(stays), await coverOf(goes)]).toEqual([one, other])
  const shown = await previewMerge(asStaff(), stays, goes)
  const together = '$200 (8 of 10 pay $25)'
  expect([shown?.stays.cover, shown?.goes.cover, shown?.after.cover]).toEqual([one, other, together])

  const { actId } = await done(merge(stays, goes))
  expect(await coverOf(stays)).toBe(together)
  expect(await undoChange(asStaff(), stays, actId)).toMatchObject({ ok: true })
  expect([await coverOf(stays), await coverOf(goes)]).toEqual([one, other])

  await done(merge(stays, goes))
  const { parties } = await loadTonight(bookings().deps(), new URLSearchParams({ date: businessDate }))
  expect(parties.find(({ id }) => id === stays)?.cover).toMatchObject({ freeGuests: 2 })
  await settleWindow(stays)
  const [mail] = await mailsOf(stays)
  expect(mail?.text).toContain('$25 a person, 8 of your 10 pay: $200 at the door')

  const third = await partyOf(2)
  await done(merge(third, stays))
  expect(await coverOf(third)).toBe('$225 (9 of 12 pay $25)')
})

test('a merged party that is split pays no more cover than before: each part has a holder, the others stay', async () => {
  const id = await partyOf(4)
  await done(merge(id, await partyOf(4, { holderCount: 2 }), { isEmailed: false }))
  await settleWindow(id)
  expect(await rowOf(id)).toMatchObject({ guestCount: 8, holderCount: 3 })
  const splitOff = async (guests: string) => {
    const { tables = [] } = (await readSplitSource(asStaff(), id)) ?? {}
    return done(split(id, { guests, tableIds: [tables.at(-1)?.id] }))
  }
  const { id: part, actId = '' } = await splitOff('3')
  expect([await rowOf(id), await rowOf(part)]).toMatchObject([
    { guestCount: 5, holderCount: 2 },
    { guestCount: 3, holderCount: 1 },
  ])
  expect(await undoChange(asStaff(), id, actId)).toMatchObject({ ok: true })
  expect(await rowOf(id)).toMatchObject({ guestCount: 8, holderCount: 3 })
  // One guest stays, so that the other holders go along.
  const { id: most } = await splitOff('7')
  expect([await rowOf(id), await rowOf(most)]).toMatchObject([
    { guestCount: 1, holderCount: 1 },
    { guestCount: 7, holderCount: 2 },
  ])
})

test('a party never has more holders than guests: a smaller one has fewer, until the change is undone', async () => {
  const id = await partyOf(2, { holderCount: 2 })
  expect((await preview(asStaff(), id, { guests: '3' })).cover).toEqual({
    before: 'Nothing, the holders enter free ($25 a person)',
    after: '$25 (1 of 3 pays $25)',
  })
  const { act } = await done(amend(asStaff(), id, { guests: '1' }))
  expect(await rowOf(id)).toMatchObject({ guestCount: 1, holderCount: 1 })
  expect(await undoChange(asStaff(), id, act?.actId ?? '')).toMatchObject({ ok: true })
  expect(await rowOf(id)).toMatchObject({ guestCount: 2, holderCount: 2 })
  for (const holderCount of [0, 3])
    // oxlint-disable-next-line no-await-in-loop -- one write after the other
    await expect(partyOf(2, { holderCount })).rejects.toThrow('reservations_holder_count_check')
})
