import { describe, expect, test } from 'vitest'
import {
  accountRows,
  compareAccount,
  hasAccount,
  isSameAccount,
  type LedgerSide,
  mismatchText,
  payoutRows,
  type ProviderSide,
  readingText,
} from './rules.ts'

const reading = { readAt: '2026-11-28T12:00:00.000Z', failingSince: null }

const line = (it: Partial<LedgerSide>): LedgerSide => ({
  group: 'charges',
  checkoutId: 'c1',
  reservationId: 'r1',
  code: 'K7MXQ2RT',
  amountCents: 0,
  underWayCents: 0,
  ...it,
})

const moved = (it: Partial<ProviderSide>): ProviderSide => {
  const { amountCents = 0, feeCents = 0 } = it
  return {
    id: `txn ${it.kind ?? 'charge'} ${amountCents}`,
    kind: 'charge',
    checkoutId: 'c1',
    paymentIntentId: 'pi_1',
    reservationId: 'r1',
    code: 'K7MXQ2RT',
    amountCents,
    feeCents,
    netCents: amountCents - feeCents,
    availableOn: '2026-11-30',
    isHeldBack: false,
    payout: null,
    ...it,
  }
}

const compare = (ledger: readonly LedgerSide[], provider: readonly ProviderSide[]) =>
  compareAccount({ ledger, provider, reading })
const why = (ledger: readonly LedgerSide[], provider: readonly ProviderSide[]) =>
  compare(ledger, provider).mismatches.map((it) => it.why)

const charge = line({ amountCents: 50_000 })
const charged = moved({ amountCents: 50_000, feeCents: 1480 })

describe('a payment that both have', () => {
  test('matches by its sum, whether a refund failed and was made again, or a dispute was won', () => {
    const figures = compare(
      [charge, line({ group: 'refunds', amountCents: -7000 })],
      [
        charged,
        moved({ kind: 'refund', amountCents: -7000 }),
        moved({ kind: 'refund_failed', amountCents: 7000 }),
        moved({ kind: 'refund', amountCents: -7000 }),
        moved({ kind: 'dispute', amountCents: -50_000, feeCents: 1500 }),
        moved({ kind: 'dispute_reversed', amountCents: 50_000 }),
      ],
    )
    expect(figures.mismatches).toEqual([])
    expect(accountRows(figures)).toEqual([
      { label: 'Charges', ledgerCents: 50_000, providerCents: 50_000 },
      { label: 'Refunds', ledgerCents: -7000, providerCents: -7000 },
      { label: 'Total', ledgerCents: 43_000, providerCents: 43_000 },
      { label: 'Fees', ledgerCents: null, providerCents: -2980 },
      { label: 'Net', ledgerCents: null, providerCents: 40_020 },
    ])
  })

  test('of two reservations after a split is one line with both codes where it differs', () => {
    const other = line({ group: 'refunds', amountCents: -2000, reservationId: 'r2', code: 'ZZ345678' })
    const { mismatches } = compare(
      [charge, line({ group: 'refunds', amountCents: -1000 }), other],
      [charged, moved({ kind: 'refund', amountCents: -1000 })],
    )
    expect(mismatches).toMatchObject([{ code: 'K7MXQ2RT + ZZ345678', ledgerCents: -3000, why: 'differs' }])
  })
})

describe('a payment that does not match', () => {
  test('is in the ledger only, at the provider only, or differs', () => {
    expect(why([charge], [])).toEqual(['ledger_only'])
    expect(why([], [charged])).toEqual(['provider_only'])
    expect(why([line({ amountCents: 49_900 })], [charged])).toEqual(['differs'])
  })

  test('is not settled where all of the difference is under way or held back by the bank', () => {
    const refund = line({ group: 'refunds', amountCents: -3000, underWayCents: -1000 })
    const dispute = moved({ kind: 'dispute', amountCents: -50_000, isHeldBack: true })
    expect(why([line({ amountCents: 50_000, underWayCents: 50_000 })], [])).toEqual(['not_settled'])
    expect(why([charge, refund], [charged, moved({ kind: 'refund', amountCents: -2000 })])).toEqual([
      'not_settled',
    ])
    expect(why([charge, refund], [charged])).toEqual(['ledger_only'])
    expect(why([charge], [charged, dispute])).toEqual(['not_settled'])
    expect(why([charge], [charged, { ...dispute, isHeldBack: false }])).toEqual(['provider_only'])
  })

  test('is said in words, by the payment at the provider where no reservation is known', () => {
    const lost = moved({ amountCents: 7000, checkoutId: null, reservationId: null, code: null })
    const { mismatches } = compare([charge], [lost])
    expect(mismatches.map((it) => [it.code, it.reservationId, mismatchText(it)])).toEqual([
      ['K7MXQ2RT', 'r1', 'Charge, in the ledger only: $500.00'],
      ['pi_1', null, 'Charge, at the provider only: $70.00'],
    ])
  })
})

test('payouts say what they have of the night, and when it arrives; the rest waits', () => {
  const payout = {
    payoutId: 'po_1',
    state: 'on_its_way',
    failure: null,
    arrivesOn: '2026-12-02',
    amountCents: 90_000,
    again: null,
  } as const
  const failed = {
    ...payout,
    payoutId: 'po_0',
    state: 'failed',
    failure: 'The bank account has been closed.',
    arrivesOn: '2026-12-01',
    again: { state: 'paid', failure: null, arrivesOn: '2026-12-04' },
  } as const
  const figures = compare(
    [charge],
    [
      { ...charged, payout },
      moved({ kind: 'refund', amountCents: -1000, payout }),
      moved({ amountCents: 200, payout: failed }),
      moved({ amountCents: 300, availableOn: '2026-12-01' }),
      moved({ amountCents: 300 }),
    ],
  )
  expect(payoutRows(figures).map(({ text, cents }) => [text, cents])).toEqual([
    ['Failed, was expected Tue, Dec 1: The bank account has been closed. Sent again: Paid Fri, Dec 4', 200],
    ['On its way, expected Wed, Dec 2', 50_000 - 1480 - 1000],
    ['Not paid out yet, available Tue, Dec 1', 600],
  ])
})

test('mismatches are listed by their codes, and a payment that the database does not know is one, however often it moved', () => {
  const unknown = { checkoutId: null, reservationId: null, code: null }
  const later = line({ amountCents: 100, checkoutId: 'c2', reservationId: 'r2', code: 'AA345678' })
  const { mismatches } = compare(
    [charge, later],
    [
      moved({ ...unknown, kind: 'refund', amountCents: -1000 }),
      moved({ ...unknown, kind: 'refund_failed', amountCents: 1000 }),
    ],
  )
  expect(mismatches.map(({ code }) => code)).toEqual(['AA345678', 'K7MXQ2RT'])
})

test('payouts are listed by the day on which they arrive', () => {
  const payout = { state: 'paid', failure: null, amountCents: 90_000, again: null } as const
  const { payouts } = compare(
    [],
    [
      moved({ amountCents: 100, payout: { ...payout, payoutId: 'po_1', arrivesOn: '2026-12-02' } }),
      moved({ amountCents: 200, payout: { ...payout, payoutId: 'po_2', arrivesOn: '2026-12-01' } }),
    ],
  )
  expect(payouts.map(({ payoutId }) => payoutId)).toEqual(['po_2', 'po_1'])
})

describe('a night whose online money adds up to nothing', () => {
  const failed = [
    moved({ kind: 'refund', amountCents: -1000 }),
    moved({ kind: 'refund_failed', amountCents: 1000 }),
  ]
  const payout = {
    payoutId: 'po_1',
    state: 'on_its_way',
    failure: null,
    arrivesOn: '2026-12-02',
    amountCents: 0,
    again: null,
  } as const
  const paidOut = failed.map((it) => ({ ...it, payout }))
  const refund = line({ group: 'refunds', amountCents: -1000 })

  test('has an account all the same where payments do not match, were paid out, or wait for it', () => {
    const other = line({ group: 'refunds', amountCents: 1000, checkoutId: 'c2' })
    expect(hasAccount(compare([refund, other], []))).toBe(true)
    expect(hasAccount(compare([], failed))).toBe(true)
    expect(hasAccount(compare([], paidOut))).toBe(true)
  })

  test('is not the same once a payment is settled, or its payout arrived', () => {
    const sent = line({ group: 'refunds', amountCents: -1000, underWayCents: -1000 })
    expect(isSameAccount(compare([sent], []), compare([refund], []))).toBe(false)
    const arrived = paidOut.map((it) => ({ ...it, payout: { ...payout, state: 'paid' as const } }))
    expect(isSameAccount(compare([], paidOut), compare([], arrived))).toBe(false)
  })
})

test('figures are the same whenever they were read, and a night without online money has none', () => {
  const before = compare([charge], [charged])
  const later = { ...before, readAt: '2026-11-29T12:00:00.000Z', failingSince: '2026-11-29T13:00:00.000Z' }
  expect(isSameAccount(before, later)).toBe(true)
  expect(isSameAccount(before, compare([charge], []))).toBe(false)
  expect([hasAccount(before), hasAccount(compare([], []))]).toEqual([true, false])
  expect(readingText(later, new Date())).toMatch(/^As of .+\. The provider has not answered since .+\.$/)
  expect(readingText({ readAt: null, failingSince: null }, new Date())).toBe('The provider was not read yet.')
})
