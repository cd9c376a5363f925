import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allowanceShares,
  arrivalsByNight,
  breakDown,
  compareNights,
  compedCover,
  coverShares,
  type Movement,
  type MoneyRow,
  type PaidParty,
  splitCents,
} from './rules.ts'
import type { NightSummary } from './schema.ts'

describe('an amount that is divided', () => {
  test('adds up to the cent, in proportion', () => {
    expect(splitCents(10_000, [30_000, 5000, 5000])).toEqual([7500, 1250, 1250])
    expect(splitCents(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitCents(-100, [1, 1, 1])).toEqual([-34, -33, -33])
    expect(splitCents(500, [0, 0])).toEqual([500, 0])
  })

  test('is never off by a cent, whatever the amounts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 }),
        (cents, weights) => {
          const parts = splitCents(cents, weights)
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cents)
          expect(parts.some((part) => part * cents < 0)).toBe(false)
        },
      ),
    )
  })
})

const row = (it: Partial<MoneyRow>): MoneyRow => ({
  reservationId: 'a',
  kind: 'payment',
  method: 'online',
  amountCents: 0,
  allowanceCents: 0,
  count: 1,
  ...it,
})
const party = (it: Partial<PaidParty>): PaidParty => ({
  id: 'a',
  status: 'completed',
  isNoShow: false,
  tableNumbers: [7],
  zones: [{ zone: 'Main floor', seats: 4 }],
  lines: [
    { kind: 'table', label: 'Table 7', amountCents: 30_000 },
    { kind: 'package', label: 'Birthday Shoutout', amountCents: 5000 },
  ],
  ...it,
})

describe('the money of a night', () => {
  const rows = [
    row({ amountCents: 35_000 }),
    row({ kind: 'refund', amountCents: -7000 }),
    row({ reservationId: 'b', method: 'cash', amountCents: 20_000 }),
    row({ reservationId: 'b', kind: 'comp', method: null, allowanceCents: 5000 }),
    row({ reservationId: 'c', method: 'card', amountCents: 12_345 }),
    row({ reservationId: null, kind: 'cover', method: 'cash', amountCents: 5000, count: 2 }),
  ]
  const parties = [
    party({}),
    party({ id: 'b', tableNumbers: [8, 9], zones: [{ zone: 'VIP', seats: 8 }], isNoShow: true }),
    party({ id: 'c', status: 'cancelled', tableNumbers: [], zones: [], lines: [] }),
  ]
  const broken = breakDown(rows, parties)
  const cents = (shares: readonly { readonly cents: number }[]): number =>
    shares.reduce((sum, it) => sum + it.cents, 0)

  test('divides what a party paid over the zones of its tables, by their seats', () => {
    const zones = [
      { zone: 'Main floor', seats: 4 },
      { zone: 'VIP', seats: 8 },
    ]
    const { byZone } = breakDown([row({ amountCents: 10_000 })], [party({ tableNumbers: [7, 12], zones })])
    expect(byZone).toEqual([
      { label: 'VIP', count: 1, cents: 6667 },
      { label: 'Main floor', count: 1, cents: 3333 },
    ])
  })

  test('adds up to the same sum by zone, by table, by method and by package', () => {
    const kept = rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
    for (const shares of [broken.byZone, broken.byTable, broken.byMethod, broken.byPackage])
      expect(cents(shares)).toBe(kept)
    expect(broken.byTable.map(({ label, cents: sum }) => [label, sum])).toEqual([
      ['Table 7', 28_000],
      ['Tables 8 and 9', 20_000],
      ['No table', 12_345],
      ['Entrance', 5000],
    ])
    expect(broken.byPackage.find(({ label }) => label === 'Birthday Shoutout')?.cents).toBe(4000 + 2857)
  })

  test('names what no-shows and cancelled parties left behind, comps, and cover', () => {
    expect(broken.noShows).toEqual({ count: 1, cents: 20_000 })
    expect(broken.cancelled).toEqual({ count: 1, cents: 12_345 })
    const comps = [{ date: '2026-11-27', kind: 'comp', count: 1, cents: 5000 } as const]
    expect(allowanceShares(comps)).toEqual([{ label: 'Comps', count: 1, cents: 5000 }])
    const figure = {
      date: '2026-11-27',
      kind: 'full',
      method: 'cash',
      guests: 2,
      amountCents: 5000,
      waivedCents: 0,
    } as const
    const comp = { ...figure, kind: 'comp', method: null, amountCents: 0, waivedCents: 5000 } as const
    expect(coverShares([figure, comp])).toEqual([
      { label: 'Full, in cash', count: 2, cents: 5000 },
      { label: 'Comp', count: 2, cents: 0 },
    ])
    expect(compedCover([figure, comp])).toEqual([{ label: 'Comps of cover', count: 2, cents: 5000 }])
  })

  test('counts a party without money only where it was comped and is there', () => {
    const transfer = (amountCents: number, allowanceCents = 0) =>
      row({ reservationId: 'd', kind: 'transfer', amountCents, allowanceCents })
    const comp = (it: Partial<MoneyRow>) => row({ kind: 'comp', method: null, allowanceCents: 35_000, ...it })
    const count = (more: readonly MoneyRow[], it: Partial<PaidParty> = {}) =>
      breakDown([row({ amountCents: 35_000 }), ...more], [party({}), party({ id: 'd', ...it })]).byTable[0]
        ?.count
    const refunded = [35_000, -35_000].map((amountCents) => row({ reservationId: 'd', amountCents }))
    expect(count(refunded)).toBe(1)
    expect(count([comp({ reservationId: 'd' }), transfer(0, -35_000)])).toBe(1)
    expect(count([comp({ reservationId: 'd' })])).toBe(2)
    expect(count([comp({ reservationId: 'd' })], { isNoShow: true })).toBe(1)
    expect(count([comp({ reservationId: 'd' })], { status: 'cancelled' })).toBe(1)
  })

  test('of a night without any is empty', () => {
    expect(breakDown([], [])).toMatchObject({ byZone: [], byMethod: [], noShows: { count: 0, cents: 0 } })
  })
})

test('guests who came are counted in the quarter hour of their first arrival, and walk-ins with them', () => {
  const date = '2026-11-27'
  const at = (time: string) => new Date(`2026-11-28T${time}:00Z`)
  const move = (partyId: string, time: string, [kind, guests]: [Movement['kind'], number]): Movement => ({
    date,
    partyId,
    id: `${partyId} ${kind} ${time}`,
    wereWalkIns: partyId === 'walked in',
    kind,
    guests,
    at: at(time),
  })
  const movements = [
    move('a', '04:01', ['arrived', 4]),
    move('a', '04:20', ['left', 4]),
    move('a', '04:31', ['arrived', 5]),
    move('b', '04:14', ['arrived', 2]),
    { ...move('c', '04:31', ['arrived', 3]), date: '2026-11-28' },
  ]
  const nights = arrivalsByNight(movements, [{ date, at: at('04:45'), guests: 7 }])
  expect(nights.get(date)).toEqual([
    { at: '2026-11-28T04:00:00.000Z', guests: 6 },
    { at: '2026-11-28T04:30:00.000Z', guests: 1 },
    { at: '2026-11-28T04:45:00.000Z', guests: 7 },
  ])
  expect(nights.get('2026-11-28')).toEqual([{ at: '2026-11-28T04:30:00.000Z', guests: 3 }])
})

describe('a night beside earlier ones', () => {
  const night = (date: string, keptCents: number, parties = 10): NightSummary => ({
    date,
    parties,
    covers: 40,
    came: 36,
    noShows: 1,
    tablesSold: 8,
    keptCents,
  })

  test('is compared with the same weekday, and with the mean of those of the last four that had business', () => {
    const empty = { ...night('2026-10-30', 0, 0), came: 0 }
    const all = [empty, night('2026-11-06', 10_000), night('2026-11-13', 20_000), night('2026-11-20', 30_001)]
    const { weekBefore, mean, meanOf } = compareNights([...all, night('2026-11-19', 1)], '2026-11-27')
    expect(weekBefore?.keptCents).toBe(30_001)
    expect([mean?.keptCents, mean?.came, meanOf]).toEqual([20_000, 36, 3])
  })

  test('has nothing to be compared with on a new installation', () => {
    expect(compareNights([], '2026-11-27')).toEqual({ weekBefore: null, mean: null, meanOf: 0 })
  })
})
