import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useAmendedNights } from '../../../../tests/booking/amended-nights.ts'
import { amend, preview } from '../../../../tests/booking/amendments.ts'
import { done } from '../../../../tests/booking/staff.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { loadShares, shareEntry } from './service.ts'

const { app, asStaff, bookNight, settleWindow, mailsOf } = useAmendedNights()

/** A party of 4 whose host gave three friends a code. */
async function bookWithFriends(): Promise<string> {
  const id = await bookNight()
  await app().db.updateTable('reservations').set({ guestCount: 4 }).where('id', '=', id).execute()
  for (const [seen, guestName] of ['Pal', 'Kojo', 'Esi'].entries())
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await shareEntry(asStaff(), id, { guestName, seen })
  return id
}
const friendsOf = async (id: string) => {
  const loaded = await loadShares(asStaff(), id)
  return [loaded?.shares.map(({ guestName }) => guestName), loaded?.left]
}

describe('a party that staff make smaller than the friends who have a code', () => {
  test('loses the newest codes after the undo window, which the preview and the email name', async () => {
    const id = await bookWithFriends()
    expect((await preview(asStaff(), id, { guests: '3' })).friendsLeftOut).toEqual(['Esi'])
    expect((await preview(asStaff(), id, { guests: '2' })).friendsLeftOut).toEqual(['Kojo', 'Esi'])
    expect((await preview(asStaff(), id, { name: 'Ama Mensah' })).friendsLeftOut).toEqual([])
    await done(amend(asStaff(), id, { guests: '2' }))
    expect(await friendsOf(id)).toEqual([['Pal', 'Kojo', 'Esi'], 0])
    await settleWindow(id)
    expect(await friendsOf(id)).toEqual([['Pal'], 0])
    const [mail] = await mailsOf(id)
    expect(mail?.text).toMatch(/The codes of Kojo and Esi are\s+no\s+longer\s+valid/)
  })

  test('keeps them where staff undo the change', async () => {
    const id = await bookWithFriends()
    const { act } = await done(amend(asStaff(), id, { guests: '2' }))
    await done(undoChange(asStaff(), id, act?.actId ?? ''))
    await settleWindow(id)
    expect(await friendsOf(id)).toEqual([['Pal', 'Kojo', 'Esi'], 0])
  })

  test('keeps the code of a friend who came in', async () => {
    const id = await bookWithFriends()
    await app().pool.query(
      `insert into arrival_events (id, kind, reservation_id, share_id, guests, happened_at, actor_id, actor_name)
       select gen_random_uuid(), 'arrived', r.id, s.id, 1, now(), $2, 'Ama' from reservations r
       join entry_shares s on s.reservation_id = r.id and s.guest_name = 'Esi' where r.id = $1`,
      [id, randomUUID()],
    )
    await done(amend(asStaff(), id, { guests: '2' }))
    await settleWindow(id)
    expect(await friendsOf(id)).toEqual([['Esi'], 0])
  })
})
