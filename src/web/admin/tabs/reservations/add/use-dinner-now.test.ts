import { expect, test } from 'vitest'
import { isDinnerOver } from './use-dinner-now.ts'

const slot = (time: string) => ({ time, state: 'free' as const, covers: 0, places: 9 })
const at = (utc: string, canStartNow = false, day: 'open' | 'closed' = 'open') =>
  isDinnerOver(
    { date: '2026-11-27', day, canStartNow, slots: [slot('20:00'), slot('20:30')] },
    new Date(`2026-11-28T${utc}Z`),
  )

test('dinner is over once its last time has begun and nobody is seated right away, also after midnight', () => {
  expect(at('02:20')).toBe(false)
  expect(at('02:40', true)).toBe(false)
  expect(at('03:10')).toBe(true)
  expect(at('08:00')).toBe(true)
  expect(at('08:00', false, 'closed')).toBe(false)
})
