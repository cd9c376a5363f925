import { describe, expect, test } from 'vitest'
import { coverTakenText } from '#features/payments/cover/rules.ts'
import type { CoverTaken } from '#features/payments/cover/schema.ts'
import {
  coverDueText,
  coverOwed,
  coverOwedText,
  coverPrices,
  coverProblem,
  itemsOf,
  nightOfCover,
  questionBeforeCover,
} from './rules.ts'
import { type CoverTakenAct, coverForm, type PartyCover } from './schema.ts'

const TEN_PM = new Date('2026-11-28T04:00:00Z')
const MIDNIGHT = new Date('2026-11-28T06:00:00Z')
const table: PartyCover = { price: '$25', freeGuests: 1, list: null, taken: [] }
const friends: PartyCover = {
  price: '$25',
  freeGuests: 0,
  list: { reducedCents: null, until: '2026-11-28T05:00:00.000Z' },
  taken: [],
}
const taken = (guests: number, more: Partial<CoverTaken> = {}): CoverTaken => ({
  id: `cover of ${guests}`,
  undoesId: null,
  items: [{ kind: 'full', guests, eachCents: 2500 }],
  happenedAt: '2026-11-28T04:00:00.000Z',
  actorName: 'Ama',
  ...more,
})

const asked = (guests: number, at: Date, arrivals: readonly (readonly [number, Date])[] = []) => ({
  guests,
  at,
  arrivals: arrivals.map(([count, moment]) => ({
    guests: count,
    at: moment.toISOString(),
    wereWalkIns: false,
  })),
})

describe('the cover that a party owes', () => {
  test('is for everyone but the holder of a table, and less what was recorded', () => {
    expect(coverOwed(table, asked(6, TEN_PM))).toEqual([{ kind: 'full', eachCents: 2500, guests: 5 }])
    expect(coverOwed(table, asked(1, TEN_PM))).toEqual([])
    expect(coverOwed({ ...table, taken: [taken(2)] }, asked(6, TEN_PM))).toMatchObject([{ guests: 3 }])
    expect(coverOwed({ ...table, taken: [taken(5)] }, asked(6, TEN_PM))).toEqual([])
    expect(coverOwed({ ...table, taken: [taken(5), taken(5, { id: 'again' })] }, asked(6, TEN_PM))).toEqual(
      [],
    )
  })

  test('is for everyone but the holders of a party that was merged', () => {
    const merged: PartyCover = { ...table, freeGuests: 2 }
    expect(coverOwed(merged, asked(10, TEN_PM))).toEqual([{ kind: 'full', eachCents: 2500, guests: 8 }])
    expect(coverOwedText(merged, asked(10, TEN_PM))).toBe('$200 (8 of 10 pay $25)')
    expect(coverDueText(merged, asked(10, TEN_PM))).toBe('$200 (8 of 10 pay $25)')
    const partly = { ...merged, taken: [taken(5)] }
    expect(coverDueText(partly, asked(10, TEN_PM))).toBe('$75 (3 of 10 still pay $25)')
    expect(coverOwed(merged, asked(2, TEN_PM))).toEqual([])
    expect(coverDueText(merged, asked(2, TEN_PM))).toBe('Nothing, the holders enter free ($25 a person)')
  })

  test('counts again once what was recorded is taken back, in whichever order both arrive', () => {
    const undo = taken(0, { id: 'undo', undoesId: 'cover of 2', items: [] })
    expect(coverOwed({ ...table, taken: [taken(2), undo] }, asked(6, TEN_PM))).toMatchObject([{ guests: 5 }])
    expect(coverOwed({ ...table, taken: [undo, taken(2)] }, asked(6, TEN_PM))).toMatchObject([{ guests: 5 }])
  })

  test('follows the terms of a guest list until their hour, then the price of the night', () => {
    expect(coverOwed(friends, asked(4, TEN_PM))).toEqual([{ kind: 'guest_list', eachCents: 0, guests: 4 }])
    expect(coverOwed(friends, asked(4, MIDNIGHT))).toEqual([{ kind: 'full', eachCents: 2500, guests: 4 }])
    const reduced = { ...friends, list: { reducedCents: 1000, until: null } }
    expect(coverOwed(reduced, asked(4, MIDNIGHT))).toEqual([{ kind: 'reduced', eachCents: 1000, guests: 4 }])
    expect(coverOwedText(reduced, asked(4, MIDNIGHT))).toBe('$40 (4 of 4 pay $10)')
  })

  test('is decided by the hour at which each guest of a list came, not by that of the question', () => {
    const twoEarly = asked(4, MIDNIGHT, [[2, TEN_PM]])
    expect(coverOwed(friends, twoEarly)).toEqual([
      { kind: 'guest_list', eachCents: 0, guests: 2 },
      { kind: 'full', eachCents: 2500, guests: 2 },
    ])
    expect(coverOwedText(friends, twoEarly)).toBe('$50 (2 of 4 pay $25)')
    expect(coverOwedText(friends, asked(4, MIDNIGHT, [[4, TEN_PM]]))).toBeNull()
    const late = asked(4, MIDNIGHT, [
      [2, TEN_PM],
      [2, MIDNIGHT],
    ])
    expect(coverOwed({ ...friends, taken: [taken(2)] }, late)).toMatchObject([
      { kind: 'guest_list', guests: 2 },
    ])
    // Staff let a guest in free who came late.
    const free = taken(3, { items: [{ kind: 'guest_list', guests: 3, eachCents: 0 }] })
    expect(coverOwed({ ...friends, taken: [free] }, late)).toMatchObject([{ kind: 'full', guests: 1 }])
    const reduced = { ...friends, list: { reducedCents: 1000, until: '2026-11-28T05:00:00.000Z' } }
    expect(coverOwedText(reduced, late)).toBe('$70 (2 of 4 pay $10, 2 pay $25)')
    expect(coverOwed({ ...reduced, taken: [taken(4)] }, late)).toEqual([])
  })

  test.each(['Free', '$0', 'No cover'])('is nothing on a night that is %s', (price) => {
    expect(coverOwed({ ...table, price }, asked(6, TEN_PM))).toEqual([])
    expect(coverOwed({ ...friends, price }, asked(6, MIDNIGHT))).toEqual([])
  })

  test('has no sum where the night names no single price', () => {
    expect(coverOwed({ ...table, price: '$20 – $40' }, asked(6, TEN_PM))).toMatchObject([
      { eachCents: null, guests: 5 },
    ])
    expect(coverOwedText({ ...table, price: '$20 – $40' }, asked(6, TEN_PM))).toBe(
      '$20 – $40 a person, for 5 of 6',
    )
  })

  test('reads the same everywhere, and says what is still to pay', () => {
    expect(coverOwedText(table, asked(6, TEN_PM))).toBe('$125 (5 of 6 pay $25)')
    expect(coverDueText(table, asked(6, TEN_PM))).toBe('$125 (5 of 6 pay $25)')
    const partly = { ...table, taken: [taken(3)] }
    expect(coverOwedText(partly, asked(6, TEN_PM))).toBe('$50 (2 of 6 still pay $25)')
    expect(coverDueText(partly, asked(6, TEN_PM))).toBe('$50 (2 of 6 still pay $25)')
    expect(coverDueText({ ...table, taken: [taken(5)] }, asked(6, TEN_PM))).toBe('Nothing more')
    // The holder may have paid as well; more than all of them cannot.
    expect(coverDueText({ ...table, taken: [taken(6)] }, asked(6, TEN_PM))).toBe('Nothing more')
    expect(coverDueText({ ...table, taken: [taken(5), taken(5)] }, asked(6, TEN_PM))).toBe(
      'Taken twice? Cover recorded for 10 of 6',
    )
    expect(coverOwedText(friends, asked(4, TEN_PM))).toBeNull()
    expect(coverDueText(null, asked(6, TEN_PM))).toBeNull()
  })

  test('is not asked again from walk-ins who take a table, only from those who join them', () => {
    const walkIns = { guests: 4, at: TEN_PM.toISOString(), wereWalkIns: true }
    const seated = { guests: 4, at: TEN_PM, arrivals: [walkIns] }
    expect(coverOwed(table, seated)).toEqual([])
    expect(coverDueText(table, seated)).toBe('Nothing more')
    expect(coverOwedText(table, { ...seated, guests: 6 })).toBe('$25 (1 of 6 still pays $25)')
  })

  test('counts what was recorded by kind', () => {
    const mixed = taken(3, {
      items: [
        { kind: 'comp', guests: 1, eachCents: 2500 },
        { kind: 'full', guests: 3, eachCents: 2500 },
      ],
    })
    expect(coverTakenText([mixed, taken(2)])).toBe('5 full, 1 comp')
    expect(coverTakenText([])).toBeNull()
  })
})

test.each([
  ['$25', { listCents: null, venueCents: 0 }, { fullCents: 2500, reducedCents: null }],
  ['$25', { listCents: null, venueCents: 1500 }, { fullCents: 2500, reducedCents: 1500 }],
  ['$10', { listCents: null, venueCents: 1500 }, { fullCents: 1000, reducedCents: null }],
  ['$25', { listCents: 1000, venueCents: 1500 }, { fullCents: 2500, reducedCents: 1000 }],
  ['$20 – $40', { listCents: null, venueCents: 1500 }, { fullCents: 4000, reducedCents: 2000 }],
  [
    'Free before 11 PM, $20 after',
    { listCents: null, venueCents: 0 },
    { fullCents: 2000, reducedCents: null },
  ],
  ['See the host', { listCents: null, venueCents: 1500 }, { fullCents: null, reducedCents: 1500 }],
])('the prices of %j with the reduced prices %j are %j', (price, reduced, prices) =>
  expect(coverPrices(price, reduced)).toEqual(prices),
)

test('many guests in one tap are asked about', () => {
  expect(questionBeforeCover(20, 50_000, null)).toBeNull()
  expect(questionBeforeCover(500, 1_250_000, null)).toBe('500 guests at once, $12,500. Is that right?')
  const room = { inside: 38, capacity: 40 }
  expect(questionBeforeCover(2, 5000, room)).toBeNull()
  expect(questionBeforeCover(3, 7500, room)).toBe(
    'Only 2 places left inside for 3 guests. Let them in all the same?',
  )
})

test('kinds without a guest are no items', () =>
  expect(
    itemsOf({ full: 2, reduced: 0, guest_list: 0, comp: 1 }, { fullCents: 2500, reducedCents: null }),
  ).toEqual([
    { kind: 'full', guests: 2, eachCents: 2500 },
    { kind: 'comp', guests: 1, eachCents: 2500 },
  ]))

describe('an act of cover', () => {
  const act = (more: Partial<CoverTakenAct> = {}): CoverTakenAct => ({
    id: '01a2b3c4-d5e6-4f80-9a1b-2c3d4e5f6071',
    at: '2026-11-28T04:00:00.000Z',
    kind: 'cover',
    night: '2026-11-27',
    method: 'cash',
    items: [{ kind: 'full', guests: 2, eachCents: 2500 }],
    ...more,
  })
  const messageOf = (more: Partial<CoverTakenAct>) =>
    coverForm.safeParse({ sentAt: '2026-11-28T04:00:00.000Z', deviceName: 'iPhone', acts: [act(more)] }).error
      ?.issues[0]?.message

  test.each([-3, 0, 501])('of %i guests is refused with the limits', (guests) =>
    expect(messageOf({ items: [{ kind: 'full', guests, eachCents: 2500 }] })).toBe(
      'Record cover for 1 to 500 guests at a time.',
    ),
  )

  test('is refused with what would be right', () => {
    const item = { kind: 'full', guests: 300, eachCents: 2500 } as const
    expect(coverProblem(act())).toBeNull()
    expect(coverProblem(act({ method: null }))).toMatch(/in cash or by card/)
    expect(coverProblem(act({ items: [item, item] }))).toMatch(/Add its guests up/)
    expect(coverProblem(act({ items: [item, { ...item, kind: 'reduced' }] }))).toMatch(/at most 500/)
    expect(coverProblem(act({ items: [{ ...item, eachCents: 10 }] }))).toMatch(/Record a comp/)
    expect(coverProblem(act({ method: null, items: [{ ...item, kind: 'comp' }] }))).toBeNull()
  })

  test('counts for the night of the list on the device, though its clock is a day off', () => {
    const now = new Date('2026-11-28T06:00:00Z')
    const wrong = new Date('2026-11-27T06:00:00Z')
    expect(nightOfCover('2026-11-27', wrong, now)).toBe('2026-11-27')
    expect(nightOfCover('2027-01-01', now, now)).toBe('2026-11-27')
    expect(nightOfCover('2026-10-01', now, now)).toBe('2026-11-27')
  })
})
