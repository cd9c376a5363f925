import fc from 'fast-check'
import { GUEST_STEPS, type GuestStep } from './money-guest-acts.ts'
import { DINNER, PARTIES } from './money-scenario.ts'
import { STAFF_STEPS } from './money-staff-acts.ts'

const ACTS = [
  'pay_online',
  'pay_online',
  'pay_online',
  'pay_online',
  'pay_online',
  'pay_online',
  'pay_online',
  'pay_online',
  'pay_venue',
  'pay_venue',
  'pay_venue',
  'correct',
  'give_back',
  'give_back',
  'refund_online',
  'refund_in_dashboard',
  'refund_bounces',
  'allow',
  'dispute',
  'dispute',
  'dispute',
  'dispute_lost',
  'dispute_lost',
  'dispute_won',
  'hear',
  'hear',
  'cover',
  'cover',
  'cover_undone',
  'night_begins',
  'night_ends',
  ...STAFF_STEPS,
] as const
type Act = (typeof ACTS)[number] | GuestStep

export type Step = {
  readonly act: Act
  readonly party: number
  readonly cents: number
  readonly method: 'cash' | 'card'
  readonly times: number
}
const stepOf = (acts: readonly Act[], parties: readonly number[]): fc.Arbitrary<Step> =>
  fc.record({
    act: fc.constantFrom(...acts),
    party: fc.constantFrom(...parties),
    cents: fc.integer({ min: 1, max: 60_000 }),
    method: fc.constantFrom('cash' as const, 'card' as const),
    times: fc.integer({ min: 1, max: 3 }),
  })

export const step = stepOf(ACTS, [0, 1, DINNER])

/** Paid nights whose guests change them, beside what staff do with them. */
const OF_GUESTS = [
  'pay_online',
  'refund_online',
  'hear',
  'cancel_keep',
  'cancel_refund',
  'amend',
  'undo',
  'finish',
  'guest_night',
  'guest_packages',
  'pay_change',
  'give_up',
  'sell_again',
  'sell_again',
  'merge',
  'split',
  ...GUEST_STEPS,
] as const
/** The last party is one that an act added. */
export const guestStep = stepOf(OF_GUESTS, [0, 0, 1, 1, PARTIES])
