import { expect, test } from 'vitest'
import { businessDate } from '#lib/venue-time.ts'
import { cookiePolicyDate } from './stored-in-browser.ts'

// 8:30 PM on November 22 in Texas, when the date of UTC is November 23.
const EVENING = new Date('2026-11-23T02:30:00Z')

test('the cookie policy of a new installation has the day of its installation, also in a Texas evening', () => {
  const installedOn = businessDate(EVENING)
  expect(installedOn).toBe('2026-11-22')
  expect(cookiePolicyDate(installedOn, businessDate(EVENING))).toBe(installedOn)
  expect(cookiePolicyDate(installedOn, businessDate(EVENING), '2026-11-23')).toBe(installedOn)
})

test('the cookie policy has the date of the later change', () => {
  expect(cookiePolicyDate('2026-01-01', '2027-03-01', '2026-11-22')).toBe('2026-11-22')
  expect(cookiePolicyDate('2027-02-01', '2027-03-01', '2026-11-22')).toBe('2027-02-01')
})
