import { expect, test } from 'vitest'
import { clockWarning, correctedTime, isTooOld, laterNight, wasPutForward } from './device-clock.ts'

const HOUR_MS = 3_600_000
/** Friday, 9:30 PM. */
const snapshot = { at: '2026-11-28T03:30:00.000Z', date: '2026-11-27' }
const AT = Date.parse(snapshot.at)

test.each([
  ['right', 0],
  ['a day slow', -24 * HOUR_MS],
  ['a day fast', 24 * HOUR_MS],
])('a clock that is %s tells the time of the venue, and on whose night the list is', (_name, skewMs) => {
  const known = { snapshot, savedAt: AT + skewMs }
  const after = (hours: number): number => AT + skewMs + hours * HOUR_MS
  expect(correctedTime(known, after(2)).toISOString()).toBe('2026-11-28T05:30:00.000Z')
  expect(laterNight(known, after(8))).toBeNull()
  expect(laterNight(known, after(9))).toBe('2026-11-28')
  expect([after(23), after(25)].map((now) => isTooOld(known, now))).toEqual([false, true])
})

test('a clock that is put back afterwards never makes it earlier than the list', () => {
  const known = { snapshot, savedAt: AT }
  const now = AT - 26 * HOUR_MS
  expect(correctedTime(known, now)).toEqual(new Date(AT))
  expect(laterNight(known, now)).toBeNull()
  expect(clockWarning(known, now)).toMatch(/was put back/)
})

test('a clock that is wrong by more than five minutes is named', () => {
  const warningAt = (minutes: number) =>
    clockWarning({ snapshot, savedAt: AT + minutes * 60_000 }, AT + HOUR_MS * 30)
  expect([0, 5, -5].map(warningAt)).toEqual([null, null, null])
  expect(warningAt(6)).toBe("The clock of this phone is 6 min fast. Check-in goes by the venue's clock.")
  expect(warningAt(-24 * 60)).toContain('24 h slow')
})

test('a clock is known to be put forward where it left the other one behind on a visible screen', () => {
  const before = { deviceMs: AT, tickMs: 1000, isVisible: true }
  const later = (hours: number, ticked: number) => ({
    deviceMs: AT + hours * HOUR_MS,
    tickMs: 1000 + ticked * HOUR_MS,
    isVisible: true,
  })
  expect(wasPutForward(before, later(25, 0))).toBe(true)
  expect(wasPutForward(before, later(25, 25))).toBe(false)
  // A device that sleeps hides its screen, and the other clock may stand still meanwhile.
  expect(wasPutForward({ ...before, isVisible: false }, later(25, 0))).toBe(false)
})
