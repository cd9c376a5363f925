import { assert as check, constantFrom, integer, nat, property, record, uniqueArray, array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { empty, occupied, SATURDAY, timeWith, venue } from '../../../../tests/dining/service-days.ts'
import { assignmentsFor, freeAssignments, notForSaleFirst, occupancyOf } from './rules.ts'

describe('a party', () => {
  test('of two gets the smallest table, and a larger one only when that is taken', () => {
    expect(assignmentsFor(empty, 2).map((it) => it.tableId)).toEqual(['two', 'four-a', 'four-b', 'six'])
    const facts = { ...empty, occupancies: [occupied('two', '17:00', '18:30')] }
    expect(timeWith({}, facts).assignments[0]?.tableId).toBe('four-a')
    // Occupancies are half-open: one may begin as another ends.
    expect(timeWith({ time: '18:30' }, facts).assignments[0]?.tableId).toBe('two')
  })

  test('of seven gets two combined tables where no single one is large enough', () =>
    expect(timeWith({ guests: 7 }).assignments).toEqual([{ tableId: 'four-a', secondTableId: 'four-b' }]))

  test('of five gets a table of six before two of four, and no pair with an occupied table', () => {
    expect(timeWith({ guests: 5 }).assignments.map((it) => it.tableId)).toEqual(['six', 'four-a'])
    const facts = { ...empty, occupancies: [occupied('four-b', '15:00', '19:00')] }
    expect(timeWith({ guests: 5 }, facts).assignments.map((it) => it.tableId)).toEqual(['six'])
  })

  test('is not offered a table whose night reservation overlaps its occupancy', () => {
    const facts = { ...empty, occupancies: [occupied('two', '21:00', '05:00')] }
    expect(timeWith({ time: '19:30' }, facts).assignments[0]?.tableId).toBe('two')
    expect(timeWith({ time: '20:00' }, facts).assignments[0]?.tableId).toBe('four-a')
  })
})

test('on any floor plan, the best assignment is free, large enough, and no smaller one is free', () => {
  const floor = uniqueArray(
    record({ id: nat(30).map((n) => `t${n}`), seats: integer({ min: 1, max: 10 }) }),
    {
      selector: ({ id }) => id,
      maxLength: 12,
    },
  )
  const occupancies = array(
    record({
      tableId: nat(30).map((n) => `t${n}`),
      time: constantFrom('15:00', '16:30', '18:00', '19:30', '21:00'),
    }),
    { maxLength: 15 },
  )
  const pairs = array(record({ a: nat(30).map((n) => `t${n}`), b: nat(30).map((n) => `t${n}`) }), {
    maxLength: 8,
  })
  const party = integer({ min: 1, max: 10 })
  check(
    property(record({ floor, occupancies, pairs, party }), (it) => {
      const pushed = it.pairs.filter(({ a, b }) => a !== b).map(({ a, b }) => [a, b] as const)
      const occupancy = occupancyOf(venue, { date: SATURDAY, guests: it.party }, '18:00')
      const busy = it.occupancies.map(({ tableId, time }) => occupied(tableId, time, '22:00'))
      const taken = new Set(
        busy
          .filter(
            ({ from, until }) => from < occupancy.endsAt.getTime() && until > occupancy.startsAt.getTime(),
          )
          .map(({ tableId }) => tableId),
      )
      const assignments = assignmentsFor({ tables: it.floor, pairs: pushed }, it.party)
      const [best] = freeAssignments(assignments, busy, occupancy)
      const free = it.floor.filter(({ id }) => !taken.has(id))
      const singles = free.filter(({ seats }) => seats >= it.party)
      const joined = pushed
        .map((ids) => free.filter(({ id }) => ids.includes(id)))
        .filter((two) => two.length === 2 && two[0] !== two[1])
        .map((two) => two.reduce((sum, { seats }) => sum + seats, 0))
        .filter((seats) => seats >= it.party)
      const given = [best?.tableId, best?.secondTableId].flatMap((id) => free.filter((at) => at.id === id))
      const wanted = Math.min(...(singles.length > 0 ? singles.map(({ seats }) => seats) : joined))
      expect(best ? given.reduce((sum, { seats }) => sum + seats, 0) : Infinity).toBe(wanted)
    }),
  )
})

test('a dinner before an event takes tables that are not for sale first, each part in the order of fit', () => {
  const event = { title: 'Afro Night', from: 100, until: 200 }
  const one = (tableId: string, secondTableId: string | null = null) => ({ tableId, secondTableId })
  const all = [one('two'), one('four-a'), one('six'), one('four-a', 'four-b'), one('six', 'four-a')]
  const sold = [
    { tableId: 'four-a', from: 100, until: 200 },
    { tableId: 'six', from: 150, until: 160 },
    // Over before the event begins, and after it has ended.
    { tableId: 'two', from: 0, until: 100 },
    { tableId: 'four-b', from: 200, until: 300 },
  ]
  expect(notForSaleFirst(all, sold, event)).toEqual([
    one('four-a'),
    one('six'),
    one('six', 'four-a'),
    one('two'),
    one('four-a', 'four-b'),
  ])
  expect(notForSaleFirst(all, sold, null)).toEqual(all)
})
