import { expect, test } from 'vitest'
import { useAmendedNights } from '../../../../../tests/booking/amended-nights.ts'
import { amend, preview } from '../../../../../tests/booking/amendments.ts'
import { done } from '../../../../../tests/booking/staff.ts'
import { addHours, addMinutes } from '#lib/venue-time.ts'

const { asStaff, at, bookDearest, bookNight, emailsOf, rowOf, tableThat, settleWindow, mailsOf } =
  useAmendedNights()

test('the guest is emailed about a change and its price while the night runs, and no more once it is over', async () => {
  const id = await bookDearest('card')
  const less = await tableThat('less', id)
  const { startsAt, endsAt } = await rowOf(id)
  at(addHours(startsAt, 1))
  expect(await preview(asStaff(), id)).toMatchObject({ isOver: false })
  const price = { decision: 'refund', method: 'card', reason: '' } as const
  const { act } = await done(amend(asStaff(), id, { tableId: less.id, price }))
  expect(act?.email).toBe('reservation_changed')
  await settleWindow(id)
  const [email] = await mailsOf(id)
  expect(email?.text).toContain('is refunded to you at the venue')
  expect(email?.text).toContain(String(less.number))
  at(addMinutes(endsAt, 1))
  expect(await preview(asStaff(), id)).toMatchObject({ isOver: true })
  const late = await done(amend(asStaff(), id, { name: 'Ama Boateng' }))
  expect(late.act?.email).toBeNull()
})

test('the guest who books by phone while the night runs is sent the confirmation', async () => {
  const planned = await bookNight('card')
  const { startsAt } = await rowOf(planned)
  at(addHours(startsAt, 1))
  const id = await bookNight('card', { email: 'kofi@example.com' })
  expect((await rowOf(id)).startsAt).toEqual(addHours(startsAt, 1))
  expect(await emailsOf(id)).toEqual(['confirmation'])
})
