import { nightText, timeText } from '#lib/venue-time.ts'
import { describe, expect, test } from 'vitest'
import {
  coverEach,
  coverForStaff,
  coverText,
  isFree,
  nextMorning,
  priceCents,
  priceText,
  rangesOf,
  readEventQuery,
  splitForHome,
  offSaleReason,
} from './rules.ts'

describe('the query of the events list', () => {
  const read = (query: string) => readEventQuery(new URLSearchParams(query))

  test('reads what the filters write', () =>
    expect(read('category=Live+Music&price=Under+%2450&q=jazz&page=2&past=1&when=friday')).toEqual({
      filter: { category: 'Live Music', price: 'Under $50', search: 'jazz', past: true, when: 'friday' },
      page: 2,
    }))

  test.each(['page=-1', 'page=0', 'page=1.5', 'page=2e9', 'page=<script>', 'page='])(
    '%j is page 1',
    (query) => expect(read(query).page).toBe(1),
  )

  test('ignores an unknown filter', () =>
    expect(read('category=<script>&price=1').filter).toMatchObject({ category: 'All', price: 'All' }))

  test('cuts a search of ten kilobytes', () =>
    expect(read(`q=${'x'.repeat(10_240)}`).filter.search).toHaveLength(100))
})

test('both upper price filters mean expensive, and Under $50 includes what is free', () => {
  expect(rangesOf('All')).toBeNull()
  expect(rangesOf('Under $50')).toEqual(['moderate', 'free'])
  expect(rangesOf('$50-$100')).toEqual(rangesOf('Over $100'))
})

test('home shows today apart and three of what follows', () => {
  const events = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-25', '2026-11-26'].map((date) => ({
    date,
  }))
  const { today, upcoming } = splitForHome(events, '2026-11-20')
  expect(today).toHaveLength(1)
  expect(upcoming.map((it) => it.date)).toEqual(['2026-11-21', '2026-11-22', '2026-11-25'])
})

test('an event without an end time lasts until the venue closes', () => {
  const event = { date: '2026-11-27', startTime: '21:00', endTime: null }
  expect(timeText(event)).toBe('9:00 PM')
  expect(nightText(event)).toBe('Fri Nov 27, 9 PM – Sat 5 AM')
})

test('a night that ends after midnight says on which day', () => {
  const event = { date: '2026-11-27', endTime: '02:00' }
  expect(nextMorning(event)).toBe('Sat')
  expect(nextMorning({ ...event, endTime: '23:00' })).toBeNull()
  expect(nextMorning({ ...event, endTime: null })).toBeNull()
})

test.each([
  ['Free', 0],
  ['Free before 10 PM', 0],
  ['$25', 2500],
  ['From $1,250.50 a table', 125_050],
  ['At the door', null],
])('the price %j is %j cents', (text, cents) => expect(priceCents(text)).toBe(cents))

test.each([
  ['$0', 'Free'],
  ['$0.00 all night', 'Free'],
  ['Free before 10 PM', 'Free before 10 PM'],
  ['No cover', 'No cover'],
  ['$0 before 11 PM, $20 after', '$0 before 11 PM, $20 after'],
  ['$25', '$25'],
])('the price %j is told as %j', (price, text) => expect(priceText(price)).toBe(text))

const FREE = '$25 a person, and you enter free: nothing to pay at the door'

describe('the cover at the door', () => {
  test.each([
    ['$25', 6, '$25 a person, 5 of your 6 pay: $125 at the door'],
    ['$25', 2, '$25 a person, 1 of your 2 pays: $25 at the door'],
    ['$25', 1, '$25 a person, and you enter free: nothing to pay at the door'],
    ['$12.50', 4, '$12.50 a person, 3 of your 4 pay: $37.50 at the door'],
    ['$1,000 black tie', 3, '$1,000 a person, 2 of your 3 pay: $2,000 at the door'],
    ['$25', null, '$25 a person'],
  ])('%j for a party of %j', (price, guests, text) => expect(coverText(price, guests)).toBe(text))

  test.each([
    ['$25', [10, 2], ['$25 a person, 8 of your 10 pay: $200 at the door', '$200 (8 of 10 pay $25)']],
    ['$25', [4, 3], ['$25 a person, 1 of your 4 pays: $25 at the door', '$25 (1 of 4 pays $25)']],
    ['$25', [2, 2], [FREE, 'Nothing, the holders enter free ($25 a person)']],
    // A party that a change would make smaller than its holders.
    ['$25', [1, 2], [FREE, 'Nothing, the holder enters free ($25 a person)']],
    [
      '$20 – $40',
      [9, 2],
      ['$20 – $40 a person at the door, for 7 of your 9', '$20 – $40 a person, for 7 of 9'],
    ],
    ['Free', [10, 2], [null, null]],
  ] as const)('%j for %j: the guests and the holders of a merged party', (price, [guests, holders], texts) =>
    expect([coverText(price, guests, holders), coverForStaff(price, guests, holders)]).toEqual(texts),
  )

  test.each(['Free', 'free entry', '$0', 'No cover'])('a night that is %j mentions none', (price) => {
    expect(isFree(price)).toBe(true)
    expect(coverText(price, 6)).toBeNull()
    expect(coverForStaff(price, 6)).toBeNull()
  })

  test.each(['$20 – $40', 'Free before 11 PM, $20 after', 'See the host'])(
    '%j names no single amount, so no sum is made up',
    (price) => {
      expect(isFree(price)).toBe(false)
      expect(coverText(price, 6)).toBe(`${price} a person at the door, for everyone but you`)
    },
  )

  test('is said without a party where there is none yet', () => expect(coverEach('$25')).toBe('$25 a person'))

  test.each([
    [6, '$125 (5 of 6 pay $25)'],
    [2, '$25 (1 of 2 pays $25)'],
    [1, 'Nothing, the holder enters free ($25 a person)'],
  ])('staff read what a party of %i owes', (guests, text) => expect(coverForStaff('$25', guests)).toBe(text))
})

describe('tables are on sale', () => {
  const now = new Date('2026-11-27T20:00:00Z')
  const event = {
    tablesForSale: true,
    soldOut: false,
    closure: null,
    endsAt: new Date('2026-11-28T11:00:00Z'),
  }

  test('unless one of these is so', () => {
    expect(offSaleReason(event, now)).toBeNull()
    expect(offSaleReason({ ...event, soldOut: true }, now)).toBe('sold_out')
    expect(offSaleReason({ ...event, tablesForSale: false }, now)).toBe('not_for_sale')
    expect(offSaleReason({ ...event, tablesForSale: false, soldOut: true }, now)).toBe('not_for_sale')
    expect(offSaleReason({ ...event, closure: 'not_sold' }, now)).toBe('closed')
    expect(offSaleReason({ ...event, endsAt: now }, now)).toBe('ended')
  })
})
