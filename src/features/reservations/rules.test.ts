import { expect, test } from 'vitest'
import { momentOf } from '#lib/venue-time.ts'
import {
  cancelledMoneyTexts,
  cancelTermsText,
  cancelUntil,
  feesIn,
  keptFees,
  MOVE_FEE,
  movedTermsText,
} from './rules.ts'

const TABLE = { kind: 'table', packageKey: null, label: 'Table 7', amountCents: 40_000 } as const
const FEE = { kind: 'fee', packageKey: null, label: MOVE_FEE, amountCents: 2500 } as const

const facts = {
  startsAt: momentOf('2026-11-27', '21:00'),
  noticeHours: 24,
  refundableUntil: null,
  paidCents: 40_000,
  lines: [TABLE],
}

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

test('a move says until when the new night can be cancelled for a refund, or that it cannot', () => {
  const [early, late] = [momentOf('2026-11-20', '12:00'), momentOf('2026-11-26', '21:01')]
  expect(movedTermsText(facts, early)).toBe(
    'After this change you can change it or cancel for a refund until Thu, Nov 26, 9:00 PM.',
  )
  expect(movedTermsText(facts, late)).toBe(
    'After this change it can no longer be cancelled for a refund, nor changed online.',
  )
  const unpaid = { ...facts, paidCents: 0 }
  expect([movedTermsText(unpaid, early), movedTermsText(unpaid, late)].join()).not.toContain('refund')
})

test('the terms of a night that was moved for a fee say what does not come back', () => {
  const terms = cancelTermsText({ ...facts, lines: [TABLE, FEE] }, momentOf('2026-11-20', '12:00'))
  expect(terms).toContain('and all you paid comes back except the fee of $25.00 for moving to another night.')
})

test('fees are what a cancellation by the guest in time keeps, and nothing where the venue cancels', () => {
  expect([feesIn([TABLE]), feesIn([TABLE, FEE, FEE])]).toEqual([0, 5000])
  const kept = (cancelReason: 'guest' | 'staff', keptCents: number, lines = [TABLE, FEE]) =>
    keptFees({ cancelReason, keptCents, lines })
  expect([kept('guest', 2500), kept('guest', 1000), kept('guest', 0)]).toEqual([2500, 1000, 0])
  // A table that was given up after the deadline.
  expect([kept('guest', 42_500), kept('staff', 2500)]).toEqual([0, 0])
})

test('the money of a cancelled reservation names a fee that is kept, and what was refunded before', () => {
  const money = {
    by: 'guest',
    paidCents: 42_500,
    venueRefundCents: 0,
    givenBackCents: 0,
    reason: null,
  } as const
  const texts = (refundCents: number, keptCents: number, keptFeeCents: number) =>
    cancelledMoneyTexts({ ...money, refundCents, keptCents, keptFeeCents })
  expect(texts(40_000, 2500, 2500)).toEqual([
    'The fee of $25.00 for moving to another night is not refunded.',
  ])
  expect(texts(42_500, 0, 0)).toEqual([])
  expect(texts(0, 42_500, 0)).toEqual([expect.stringContaining('No refund is due')])
  const later = { ...money, refundCents: 42_500, refundedLaterCents: 5000, keptCents: 0, keptFeeCents: 0 }
  expect(cancelledMoneyTexts(later)).toEqual([
    '$50.00 for a change came through after the cancellation. It goes back to the card you paid with, as a refund of its own.',
  ])
  const after = { ...money, refundCents: 0, refundedBeforeCents: 2500, keptCents: 0, keptFeeCents: 0 }
  expect(cancelledMoneyTexts(after)).toEqual([
    '$25.00 was refunded to you before.',
    'Please call us about the $400.00 you paid.',
  ])
})

test('a night that staff moved after its deadline keeps that deadline', () => {
  const moved = { ...facts, refundableUntil: momentOf('2026-11-12', '21:00') }
  expect(cancelTermsText(moved, momentOf('2026-11-20', '12:00'))).toContain('It is too late to cancel')
  const later = { ...facts, status: 'confirmed', refundableUntil: momentOf('2026-12-24', '21:00') } as const
  expect(cancelUntil(later)).toEqual(momentOf('2026-11-26', '21:00'))
})
