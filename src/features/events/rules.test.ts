import { describe, expect, test } from 'vitest'
import {
  nextMorning,
  nightText,
  priceCents,
  rangesOf,
  readEventQuery,
  splitForHome,
  timeText,
} from './rules.ts'

describe('the query of the events list', () => {
  const read = (query: string) => readEventQuery(new URLSearchParams(query))

  test('reads what the filters write', () =>
    expect(read('category=Live+Music&price=Under+%2450&q=jazz&page=2&past=1')).toEqual({
      filter: { category: 'Live Music', price: 'Under $50', search: 'jazz', past: true },
      page: 2,
    }))

  test.each(['page=-1', 'page=0', 'page=1.5', 'page=2e9', 'page=<script>', 'page='])(
    '%j is page 1',
    (query) => expect(read(query).page).toBe(1),
  )

  test('ignores a filter nobody offers', () =>
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

test('an event without an end goes on until the house closes', () => {
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
