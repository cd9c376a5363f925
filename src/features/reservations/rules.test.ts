import { expect, test } from 'vitest'
import { momentOf } from '#lib/venue-time.ts'
import { cancelTermsText } from './rules.ts'

const facts = { startsAt: momentOf('2026-11-27', '21:00'), noticeHours: 24, paidCents: 40_000 }

test('the terms of a night table name the very hour until which the money comes back', () => {
  const now = momentOf('2026-11-20', '12:00')
  expect(cancelTermsText(facts, now)).toBe(
    'You can cancel with the link above until Thu, Nov 26, 9:00 PM, and all you paid comes back.',
  )
  expect(cancelTermsText({ ...facts, paidCents: 0 }, now)).toBe(
    'You can cancel with the link above until Thu, Nov 26, 9:00 PM.',
  )
  const late = momentOf('2026-11-26', '21:01')
  expect(cancelTermsText(facts, late)).toBe(
    'It is too late to cancel for a refund. If your plans change, please give up your table with the link above.',
  )
  expect(cancelTermsText({ ...facts, paidCents: 0 }, late)).not.toContain('refund')
  expect(cancelTermsText(facts, facts.startsAt)).toBe('If your plans change, please call us.')
})
