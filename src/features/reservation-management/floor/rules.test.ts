import { describe, expect, test } from 'vitest'
import { at, event, gone, party, seated, table } from '../../../../tests/staff/night/floor-party.ts'
import {
  dinnersBeforeNight,
  moveProblem,
  partiesToMove,
  partiesWithoutTable,
  seatedProblem,
  shownAt,
  tablesNow,
} from './rules.ts'
import type { FloorBlock, FloorNight, FloorParty } from './schema.ts'

const night: FloorNight = {
  id: 'n',
  title: 'Afro Night',
  startsAt: at('03:00'),
  endsAt: at('08:00'),
  isOnSale: true,
}
const block: FloorBlock = { id: 'b', tableId: 't1', reason: 'Owner', from: at('03:00'), until: at('08:00') }

type Facts = {
  readonly parties?: readonly FloorParty[]
  readonly blocks?: readonly FloorBlock[]
  readonly nights?: readonly FloorNight[]
  readonly turnMinutes?: number
}
const facts = ({ parties = [], blocks = [], nights = [], turnMinutes }: Facts, time: string) => ({
  turnMinutes: turnMinutes ?? null,
  parties,
  blocks,
  nights,
  now: new Date(at(time)),
})
const first = (given: Facts, time = '01:30', it = table(1)) => tablesNow([it], facts(given, time))[0]

describe('the state of a table', () => {
  test.each([
    ['free', {}, {}],
    ['off_sale', {}, { isAvailable: false }],
    ['expected', { parties: [party('Ada')] }, {}],
    ['held', { parties: [party('Ada', { status: 'pending', isHeld: true })] }, {}],
    ['arrived', { parties: [party('Ada', { events: [event('arrived', 2)] })] }, {}],
    ['seated', { parties: [party('Ada', { events: seated })] }, {}],
    ['no_show', { parties: [party('Ada', { events: [event('no_show')] })] }, {}],
    ['blocked', { blocks: [{ ...block, from: at('01:00') }] }, {}],
    ['blocked', { blocks: [block] }, {}],
    ['out', { parties: [party('Ada', { events: [...seated, event('left', 4, '01:20')] })] }, {}],
    ['out', { parties: [party('Ada', { events: [event('arrived', 2), event('left', 2, '01:20')] })] }, {}],
    ['free', { parties: [gone('Ada', '01:20')] }, {}],
    ['free', { parties: [party('Ada', { status: 'cancelled' })] }, {}],
    ['free', { parties: [party('Ada', { leftAt: at('01:20'), events: [event('no_show')] })] }, {}],
    // People at a table that is not in use any more are still there.
    ['seated', { parties: [party('Ada', { events: seated })] }, { isAvailable: false }],
  ] as const)('is %s', (standing, given, more) => {
    expect(first(given, '01:30', table(1, more))?.standing).toBe(standing)
  })

  test('is about the party that sits there, and names the one that follows', () => {
    const ada = party('Ada', { events: seated })
    const kofi = party('Kofi', { type: 'nightlife', startsAt: at('04:00'), endsAt: at('08:00') })
    expect(first({ parties: [kofi, ada] })).toMatchObject({
      standing: 'seated',
      party: { guestName: 'Ada' },
      next: { guestName: 'Kofi' },
      outBy: at('04:00'),
    })
  })

  test('names every party that sits there, also one whose time is over', () => {
    const dina = party('Dina', { events: seated, endsAt: at('01:20') })
    const boris = party('Boris', { events: [event('arrived', 4)], startsAt: at('01:20') })
    expect(first({ parties: [boris, dina] })).toMatchObject({
      party: { guestName: 'Boris' },
      others: [{ guestName: 'Dina' }],
    })
    expect(first({ parties: [dina] })).toMatchObject({ party: { guestName: 'Dina' }, others: [] })
    const tables = tablesNow([table(1), table(2)], facts({ parties: [boris, dina] }, '01:30'))
    expect(tables.map(({ others }) => others.length)).toEqual([1, 0])
  })

  test('stays that of a party whose guests are all outside, until its time is over', () => {
    const outside = [event('arrived', 2), event('left', 2, '01:20')]
    const ada = party('Ada', { events: outside })
    const kofi = party('Kofi', { type: 'nightlife', startsAt: at('03:00'), endsAt: at('08:00') })
    const given = { parties: [kofi, ada], turnMinutes: 30 }
    expect(first(given)).toMatchObject({
      standing: 'out',
      party: { guestName: 'Ada' },
      next: { guestName: 'Kofi' },
      outBy: at('03:00'),
      freeUntil: null,
    })
    const [now] = tablesNow([table(1)], facts(given, '01:30'))
    const boris = party('Boris', { tableIds: ['t2'] })
    expect(now && moveProblem(now, boris, new Date(at('01:30')))).toBe('Table 1 is taken for that time: Ada.')
    expect(first({ parties: [ada], turnMinutes: 30 }, '03:00')).toMatchObject({
      standing: 'free',
      party: null,
    })
    expect(
      dinnersBeforeNight(tablesNow([table(1)], facts(given, '01:30')), facts(given, '01:30')),
    ).toMatchObject([{ party: { guestName: 'Ada' }, outBy: at('03:00') }])
  })

  test('is not taken from a party that sits there by one that came early and is outside', () => {
    const outside = [event('arrived', 2), event('left', 2, '01:20')]
    const ada = party('Ada', { startsAt: at('02:00'), events: outside })
    const dina = party('Dina', { endsAt: at('02:00'), events: seated })
    expect(first({ parties: [ada, dina] }, '01:45')).toMatchObject({
      standing: 'due_out',
      party: { guestName: 'Dina' },
      others: [],
      next: { guestName: 'Ada' },
    })
    expect(first({ parties: [ada] }, '01:45')).toMatchObject({ standing: 'out', party: { guestName: 'Ada' } })
    // Both have the table by now: one of them moves or leaves.
    expect(first({ parties: [ada, dina] }, '02:10')).toMatchObject({
      party: { guestName: 'Dina' },
      others: [{ guestName: 'Ada' }],
    })
  })

  test('is due to leave half an hour before the table is needed', () => {
    const ada = party('Ada', { events: seated })
    expect(first({ parties: [ada], nights: [night] }, '02:29')).toMatchObject({
      standing: 'seated',
      outBy: at('03:00'),
    })
    expect(first({ parties: [ada], nights: [night] }, '02:30')?.standing).toBe('due_out')
    expect(first({ parties: [ada], blocks: [block] }, '02:45')?.standing).toBe('due_out')
    // Without a party or an event that needs the table, the party stays as long as it likes.
    expect(first({ parties: [ada] }, '02:45')).toMatchObject({ standing: 'seated', outBy: null })
    expect(first({ parties: [ada], nights: [{ ...night, isOnSale: false }] }, '02:45')?.outBy).toBeNull()
    // Staff gave the dinner the table beyond the start of the night.
    const long = party('Ada', { events: seated, endsAt: at('04:00') })
    expect(first({ parties: [long], nights: [night] }, '02:45')?.outBy).toBeNull()
  })

  test('is free for people who walk in until it is needed, and then for a short stay only', () => {
    const turnMinutes = 90
    const ada = party('Ada', { startsAt: at('03:00'), endsAt: at('05:00') })
    const early = first({ parties: [ada], turnMinutes }, '01:30')
    expect(early).toMatchObject({ standing: 'free', party: null, next: ada, freeUntil: at('03:00') })
    expect(first({ parties: [ada], turnMinutes }, '01:31')).toMatchObject({
      standing: 'expected',
      party: ada,
      freeUntil: at('03:00'),
    })
    expect(first({ parties: [ada], turnMinutes }, '02:31')).toMatchObject({ freeUntil: null })
    expect(first({ blocks: [block], turnMinutes }, '01:00')).toMatchObject({ standing: 'free', block })
    expect(first({ blocks: [block], turnMinutes }, '02:00')).toMatchObject({
      standing: 'blocked',
      freeUntil: at('03:00'),
    })
    // Guests walk in tonight only, and a party that sits there is not moved out.
    expect(first({ parties: [ada] }, '01:30')).toMatchObject({ standing: 'expected', freeUntil: null })
    expect(first({ parties: [party('Kofi', { events: seated }), ada], turnMinutes }, '01:30')).toMatchObject({
      standing: 'seated',
      freeUntil: null,
    })
    expect(
      early &&
        moveProblem(early, party('Esi', { tableIds: ['t2'], endsAt: at('03:30') }), new Date(at('01:30'))),
    ).toBe('Table 1 is taken for that time: Ada.')
  })

  test('follows a party to each of its tables', () => {
    const ada = party('Ada', { events: seated, tableIds: ['t1', 't2', 't3'] })
    const all = tablesNow([table(1), table(2), table(3), table(4)], facts({ parties: [ada] }, '01:30'))
    expect(all.map(({ standing }) => standing)).toEqual(['seated', 'seated', 'seated', 'free'])
  })

  test('on another date shows what is booked, from the morning of that day', () => {
    const now = new Date(at('20:00'))
    expect(shownAt('2026-11-27', '2026-11-28', now).toISOString()).toBe('2026-11-27T12:00:00.000Z')
    expect(shownAt('2026-11-28', '2026-11-28', now)).toBe(now)
  })
})

describe('dinners before the night', () => {
  const tables = (given: Facts) => tablesNow([table(1), table(2)], facts(given, '02:00'))
  const dinners = (given: Facts) => dinnersBeforeNight(tables(given), facts(given, '02:00'))

  test('are those whose table is sold, without an offer', () => {
    const kofi = party('Kofi', { type: 'nightlife', startsAt: at('03:00'), endsAt: at('08:00') })
    expect(dinners({ parties: [party('Ada', { events: seated }), kofi], nights: [night] })).toMatchObject([
      { party: { guestName: 'Ada' }, outBy: at('03:00'), next: { guestName: 'Kofi' }, offer: null },
    ])
  })

  test('do not have to leave where their own guests keep the table', () => {
    const ada = party('Ada', { events: seated })
    const stay = { type: 'nightlife', startsAt: at('03:00'), endsAt: at('08:00'), dinnerId: 'Ada' } as const
    const own = party('Ada, night', stay)
    expect(dinners({ parties: [ada, own] })).toMatchObject([
      { isKept: true, next: { guestName: 'Ada, night' } },
    ])
    expect(first({ parties: [ada, own] }, '02:45')).toMatchObject({ standing: 'seated', outBy: null })
    expect(dinners({ parties: [ada, { ...own, dinnerId: 'Kofi' }] })).toMatchObject([{ isKept: false }])
  })

  test('keep it from the end of their dinner: no other party sits down before the night', () => {
    const own = {
      startsAt: at('03:00'),
      endsAt: at('08:00'),
      dinnerId: 'Ada',
      keptFrom: at('02:00'),
    } as const
    const stays = party('Ada, night', { type: 'nightlife', ...own })
    const left = gone('Ada', '01:50', { endsAt: at('02:00') })
    const turn = { parties: [left, stays], turnMinutes: 30 }
    expect(first(turn, '02:01')).toMatchObject({ standing: 'expected', freeUntil: null })
    expect(first({ ...turn, parties: [left, { ...stays, keptFrom: null }] }, '02:01')).toMatchObject({
      standing: 'free',
      freeUntil: at('03:00'),
    })
    const other = party('Kofi', { startsAt: at('02:00'), endsAt: at('02:30'), tableIds: ['t2'] })
    const now = first(turn, '01:55')
    expect(now && moveProblem(now, other, new Date(at('01:55')))).toContain(
      'is taken for that time: Ada, night',
    )
    expect(now && moveProblem(now, { ...other, id: 'Ada' }, new Date(at('01:55')))).toBeNull()
  })

  test('are those whose table is for sale, with its price', () => {
    expect(dinners({ parties: [party('Ada')], nights: [night] })).toMatchObject([
      { outBy: at('03:00'), next: null, offer: { night: { title: 'Afro Night' }, priceCents: 35_000 } },
    ])
  })

  test('are not those that have left, or have the table for longer, or have no table', () => {
    const parties = [
      gone('Left', '01:40'),
      party('Long', { endsAt: at('04:00') }),
      party('Nowhere', { tableIds: [], tableNumbers: [] }),
    ]
    expect(dinners({ parties, nights: [night] })).toEqual([])
  })
})

test('a move is refused early where the table is known to be taken, and says by whom', () => {
  const ada = party('Ada', { events: seated })
  const kofi = party('Kofi', { tableIds: ['t2'], tableNumbers: [2] })
  const all = tablesNow([table(1), table(2), table(3)], facts({ parties: [ada, kofi] }, '01:30'))
  const onto = (i: number): string | null => {
    const it = all[i]
    return it ? moveProblem(it, ada, new Date(at('01:30'))) : ''
  }
  expect(onto(0)).toBe('Ada has table 1 already.')
  expect(onto(1)).toBe('Table 2 is taken for that time: Kofi.')
  expect(onto(2)).toBeNull()
})

test('no party is moved to a table at which another one still sits past its end, or to which one that sits belongs', () => {
  const late = party('Dina', { events: seated, endsAt: at('01:10') })
  const boris = party('Boris', { startsAt: at('01:20'), tableIds: ['t2'], tableNumbers: [2], events: seated })
  const all = tablesNow([table(1), table(2), table(3)], facts({ parties: [late, boris] }, '01:30'))
  const now = new Date(at('01:30'))
  const onto = (i: number, moving: FloorParty): unknown => {
    const it = all[i]
    return it && seatedProblem(it, moving, now)
  }
  expect(onto(0, boris)).toMatchObject({
    party: { guestName: 'Dina' },
    text: 'Dina is still seated at table 1.',
  })
  expect(onto(1, late)).toMatchObject({ text: 'Boris is still seated at table 2.' })
  expect(onto(2, late)).toBeNull()
  expect(onto(0, late)).toBeNull()
  // A party that is expected later may get it: the other one leaves before.
  const kofi = party('Kofi', { startsAt: at('03:00'), tableIds: ['t2'], tableNumbers: [2] })
  expect(onto(0, kofi)).toBeNull()
})

test('a table that was freed is open to a party that is here, whenever its time began', () => {
  const left = gone('Gone', '01:20')
  const late = party('Late', { startsAt: at('02:30'), endsAt: at('04:00') })
  const moving = party('Boris', { tableIds: ['t2'], events: seated, endsAt: at('02:00') })
  const all = tablesNow([table(1)], facts({ parties: [left, late] }, '01:30'))
  expect(all[0] && moveProblem(all[0], moving, new Date(at('01:30')))).toBeNull()
})

test('parties without a table, or none any more, are those here first, then those expected; none that left, is over, or is on a list', () => {
  const none = { tableIds: [], tableNumbers: [] }
  const leaving = [event('arrived', 4), event('left', 4, '01:30')]
  const parties = [
    party('later', { ...none, startsAt: at('02:30'), endsAt: at('04:00') }),
    party('soon', none),
    party('here', { ...none, startsAt: at('02:00'), events: [event('arrived', 2)] }),
    party('seated', { events: seated }),
    party('gone', { ...none, events: leaving }),
    party('back', { leftAt: at('01:30'), events: [...leaving, event('arrived', 1, '01:45')] }),
    party('missing', { ...none, events: [event('no_show')] }),
    party('over', { ...none, endsAt: at('01:30') }),
    party('offered', { ...none, isHeld: true, status: 'pending' }),
    party('listed', { ...none, type: 'guest_list' }),
    party('cancelled', { ...none, status: 'cancelled' }),
  ]
  const names = partiesWithoutTable(parties, new Date(at('02:00'))).map(({ guestName }) => guestName)
  expect(names).toEqual(['back', 'here', 'soon', 'later'])
})

test('parties at a table that is not in use need another one, until they have left', () => {
  const parties = [
    party('expected', { startsAt: at('02:30'), endsAt: at('04:00') }),
    party('seated', { events: seated }),
    party('with two', { tableIds: ['t2', 't1'], startsAt: at('02:40'), endsAt: at('04:00') }),
    party('elsewhere', { tableIds: ['t2'] }),
    party('paying', { isHeld: true, status: 'pending' }),
    party('cancelled', { status: 'cancelled' }),
    gone('gone', '01:20'),
  ]
  const names = (isAvailable: boolean) =>
    partiesToMove(parties, [table(1, { isAvailable }), table(2)], new Date(at('01:30'))).map(
      ({ guestName }) => guestName,
    )
  expect(names(false)).toEqual(['seated', 'expected', 'with two'])
  expect(names(true)).toEqual([])
})

test('no party is brought to a table that is not in use, also where another one still has it', () => {
  const [broken] = tablesNow([table(1, { isAvailable: false })], facts({ parties: [party('Ada')] }, '01:30'))
  const moving = party('Kofi', { tableIds: ['t2'] })
  expect(broken && moveProblem(broken, moving, new Date(at('01:30')))).toBe('Table 1 is not in use.')
})
