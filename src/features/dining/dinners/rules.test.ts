import { expect, test } from 'vitest'
import { momentOf } from '#lib/venue-time.ts'
import { changeText } from './rules.ts'

test('an email about a dinner says what its link can still do', () => {
  const dinner = {
    status: 'pending',
    startsAt: momentOf('2026-11-27', '18:00'),
    endsAt: momentOf('2026-11-27', '19:30'),
  } as const
  const textAt = (time: string) =>
    changeText(dinner, { diningCancelHours: 2, phone: '+14695550142' }, momentOf('2026-11-27', time))
  expect(textAt('16:00')).toMatch(
    /^You can move or cancel with the link above until Fri, Nov 27, 4:00 PM, 2 hours/,
  )
  // Booked with half an hour's notice: the deadline had passed before the email was sent.
  expect(textAt('17:30')).toMatch(
    /^If you cannot come, please tell us with the link above\. To move your dinner, please call/,
  )
  expect(textAt('19:30')).toBeNull()
})
