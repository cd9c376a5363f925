import { expect, test } from 'vitest'
import { messagesOf } from './rules.ts'
import type { Upcoming } from './schema.ts'

const booked = (id: string, guestEmail: string): Upcoming => ({
  id,
  guestEmail,
  title: null,
  startsAt: new Date('2031-03-01T23:00:00Z'),
  guestCount: 2,
  guestPhone: '(972) 555-0142',
})
const upcoming = [
  booked('a', 'ada@example.com'),
  booked('b', 'ada@example.com'),
  booked('c', 'ADA@example.com'),
  booked('d', 'ben@example.com'),
  booked('e', ''),
]
const left = (texts: Readonly<Record<string, number>>) => new Map(Object.entries(texts))

test('each reservation to come is in a text or in one email to its address', () => {
  expect(messagesOf(upcoming, left({ a: 3 }))).toEqual({ texts: ['a'], emails: ['b', 'd'] })
  expect(messagesOf(upcoming, left({}))).toEqual({ texts: [], emails: ['a', 'd'] })
  expect(messagesOf([], left({}))).toEqual({ texts: [], emails: [] })
})

test('the texts that a number has left go to the soonest reservations', () => {
  expect(messagesOf(upcoming, left({ a: 2, b: 2, c: 2, d: 2, e: 2 }))).toEqual({
    texts: ['a', 'b'],
    emails: ['c', 'd'],
  })
})
