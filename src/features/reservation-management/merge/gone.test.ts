import { expect, test } from 'vitest'
import { useMerges } from '../../../../tests/booking/merges.ts'
import { done } from '../../../../tests/booking/staff.ts'
import { describeMissing, mergeReservations } from './service.ts'

const { app, asStaff, merge, paidOnline, rowOf } = useMerges()

test('a merge with a reservation that is gone meanwhile says which one, and where it went', async () => {
  const [stays, goes, third] = [await paidOnline(), await paidOnline(), await paidOnline()]
  const name = async (id: string) => (await rowOf(id)).guestName
  const form = { version: 1, otherVersion: 1, isEmailed: false }
  await done(merge(third, goes))
  const merged = `The reservation of ${await name(goes)} was merged into that of ${await name(third)} meanwhile. Nothing was changed.`
  const refused = (text: string) => ({ why: 'refused', text })
  expect(await mergeReservations(asStaff(), stays, { ...form, otherId: goes })).toEqual({
    ok: false,
    reason: refused(merged),
  })
  expect(await mergeReservations(asStaff(), goes, { ...form, otherId: stays })).toEqual({
    ok: false,
    reason: refused(merged),
  })
  expect(await describeMissing(app().db, [stays, goes])).toEqual(refused(merged))
  const { rows } = await app().pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count,
       status, deleted_at)
     select 'dining', business_date, starts_at, ends_at, 'Esi Owusu', 'esi@example.com', 2, 'confirmed', now()
     from reservations where id = $1 returning id`,
    [stays],
  )
  const deleted = 'The reservation of Esi Owusu was deleted meanwhile. Nothing was changed.'
  expect(await mergeReservations(asStaff(), third, { ...form, otherId: rows[0]?.id ?? '' })).toEqual({
    ok: false,
    reason: refused(deleted),
  })
})
