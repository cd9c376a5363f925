import { describe, expect, test } from 'vitest'
import { countdownAnnouncement, countdownText } from './rules.ts'

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

  test('is announced once at five minutes and once at one minute', () => {
    expect(countdownAnnouncement(300_400, 299_900)).toBe('5 minutes left')
    expect(countdownAnnouncement(299_900, 299_400)).toBeNull()
    expect(countdownAnnouncement(60_100, 60_000)).toBe('1 minute left')
    expect(countdownAnnouncement(60_000, 59_500)).toBeNull()
  })
  test('announces only the last threshold after a pause, and none once the hold has ended', () => {
    expect(countdownAnnouncement(600_000, 30_000)).toBe('1 minute left')
    expect(countdownAnnouncement(600_000, -1)).toBeNull()
  })
})
