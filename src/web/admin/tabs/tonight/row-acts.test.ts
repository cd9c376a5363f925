import { expect, test } from 'vitest'
import { party } from '../../../../../tests/staff/night/listed-party.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { countIn, toShown } from './parties.ts'
import { endOfStay, nextAct, otherActs } from './row-acts.ts'
import { phoneState, stateText } from './tonight-copy.ts'

/** While the party may still come. */
const NOW = new Date('2026-11-28T02:00:00.000Z')
const shown = (it: Party, pending?: Party['events'], now = NOW) => toShown(it, now, { pending })
const arrived = {
  id: 'e1',
  kind: 'arrived',
  guests: 2,
  tableNumber: null,
  undoesId: null,
  happenedAt: '2026-11-28T01:10:00.000Z',
  actorName: 'Efua',
} as const

test('a party offers every other act with one choice: a part arrives, leaves, sits down, or never came', () => {
  const labels = (...args: Parameters<typeof shown>) => otherActs(shown(...args)).map(({ label }) => label)
  const six = party('Ada', { guestCount: 6, tableNumbers: [7] })
  expect(labels(six)).toEqual(['1 arrived', '2 arrived', '3 arrived', '4 arrived', 'No-show'])
  // A no-show is possible from the booked time on, as the server decides.
  const early = new Date('2026-11-28T00:59:00.000Z')
  expect(labels(six, [], early)).toEqual(['1 arrived', '2 arrived', '3 arrived', '4 arrived'])
  expect(labels(six, [{ ...arrived, guests: 5 }])).toEqual(['Seated', '1 left', '5 left'])
  const left = {
    ...arrived,
    id: 'e2',
    kind: 'left',
    guests: 2,
    happenedAt: '2026-11-28T01:20:00.000Z',
  } as const
  expect(labels(six, [{ ...arrived, guests: 6 }, left])).toEqual(['2 came back', '1 left', '4 left'])
  // A party that sits already, or is out, still waits for its last guests.
  const seated = { ...arrived, id: 'e3', kind: 'seated', guests: null, tableNumber: 7 } as const
  expect(labels(six, [{ ...arrived, guests: 5 }, seated])).toEqual(['1 arrived', '1 left'])
  expect(labels(six, [{ ...arrived, guests: 2 }, left])).toEqual([
    '1 arrived',
    '2 arrived',
    '3 arrived',
    '4 arrived',
    'Left',
  ])
  // A table that was freed is not freed again.
  const freed = { ...six, leftAt: '2026-11-28T01:30:00.000Z' }
  expect(labels(freed, [{ ...arrived, guests: 2 }, left])).not.toContain('Left')
})

test('a party whose table was released has none to sit down at, until it gets another one', () => {
  const late = party('Grace', { guestCount: 2, tableNumbers: [17] })
  const acts = (leftAt: string | null) => {
    const came = shown({ ...late, leftAt }, [arrived])
    return [nextAct(came)?.label, ...otherActs(came).map(({ label }) => label)]
  }
  expect(acts(null)).toEqual(['Seat', '1 left', '2 left'])
  expect(acts('2026-11-28T01:05:00.000Z')).toEqual(['Left', '1 left'])
})

test('a party whose guests are all outside comes back, or leaves and frees its table', () => {
  const six = party('Ada', { guestCount: 6, tableNumbers: [7] })
  const events = (guests: number) => [
    { ...arrived, guests },
    { ...arrived, id: 'e2', kind: 'left', guests, happenedAt: '2026-11-28T01:20:00.000Z' } as const,
  ]
  const out = shown(six, events(6))
  expect([stateText(out), phoneState(out), nextAct(out)?.label]).toEqual(['Out', 'Out', 'Back in'])
  expect(endOfStay(out)).toMatchObject({
    label: 'Left',
    acts: [
      { kind: 'arrived', guests: 6 },
      { kind: 'left', guests: 6, freesTable: true },
    ],
  })
  // Before its time a table cannot be freed.
  const early = shown(six, events(6), new Date('2026-11-28T00:59:00.000Z'))
  expect([stateText(early), endOfStay(early)]).toEqual(['Out', null])
  // A party that sat down without all its guests has usually left.
  const seated = { ...arrived, id: 'e3', kind: 'seated', guests: null, tableNumber: 7 } as const
  const part = shown(six, [...events(4), seated])
  expect([nextAct(part)?.label, otherActs(part).map(({ label }) => label)]).toEqual([
    'Left',
    ['1 arrived', '2 arrived', '4 came back'],
  ])
  expect([countIn([out], 'here'), countIn([out], 'to_come'), countIn([part], 'to_come')]).toEqual([1, 0, 1])
  const over = shown(six, events(6), new Date('2026-11-28T03:00:00.000Z'))
  expect([stateText(over), nextAct(over)]).toEqual(['Left', null])
})
