import { describe, expect, test } from 'vitest'
import { countdownNews, countdownText, missingLine, type TypedForm } from './rules.ts'

const filled: TypedForm = {
  guestName: 'Ada Obi',
  guestEmail: 'ada@example.com',
  guestPhone: '(972) 555-0100',
  guestCount: '4',
  specialRequests: '',
  birthdayPackage: false,
  screenDisplay: false,
}

describe('what is still to be filled in', () => {
  test('is nothing once name, email, phone and guests are there', () => {
    expect(missingLine(filled)).toBeNull()
  })
  test('is told in the words of the labels', () => {
    expect(missingLine({ ...filled, guestPhone: '  ' })).toBe('Still needed: phone')
    expect(missingLine({ ...filled, guestName: '', guestEmail: '', guestPhone: '' })).toBe(
      'Still needed: full name, email and phone',
    )
  })
})

describe('the countdown of a hold', () => {
  test.each([
    [900_000, '15:00'],
    [899_001, '15:00'],
    [899_000, '14:59'],
    [61_000, '01:01'],
    [1, '00:01'],
    [0, '00:00'],
    [-5000, '00:00'],
  ])('with %i milliseconds left reads %s', (ms, text) => expect(countdownText(ms)).toBe(text))

  test('is told aloud once as it passes five minutes, and once as it passes one', () => {
    expect(countdownNews(300_400, 299_900)).toBe('5 minutes left')
    expect(countdownNews(299_900, 299_400)).toBeNull()
    expect(countdownNews(60_100, 60_000)).toBe('1 minute left')
    expect(countdownNews(60_000, 59_500)).toBeNull()
  })
  test('tells only the last of what it slept through, and nothing once it is over', () => {
    expect(countdownNews(600_000, 30_000)).toBe('1 minute left')
    expect(countdownNews(600_000, -1)).toBeNull()
  })
})
