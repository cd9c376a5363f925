import { afterEach, describe, expect, test, vi } from 'vitest'
import { aheadBy, readServerTime, serverNow } from './server-clock.ts'

const HOUR_MS = 3_600_000
const AT = Date.parse('2026-11-28T03:30:00.000Z')
const date = new Date(AT).toUTCString()

describe('the clock of the server', () => {
  test.each([
    ['three hours slow', -3],
    ['a day slow', -24],
    ['a day fast', 24],
  ])('is known on a device that is %s, within the length of a request', (_name, hours) => {
    const sentMs = AT + hours * HOUR_MS
    const ahead = aheadBy({ date, sentMs, receivedMs: sentMs + 400 }) ?? 0
    expect(Math.abs(ahead + hours * HOUR_MS)).toBeLessThanOrEqual(1000)
  })

  test('is that of a device which is right, also on a slow network', () => {
    expect(aheadBy({ date, sentMs: AT - 9000, receivedMs: AT + 9000 })).toBe(0)
    // The header leaves out the part of the second.
    expect(aheadBy({ date, sentMs: AT + 900, receivedMs: AT + 950 })).toBe(0)
  })

  test('is not read from an answer without a time, or over a change of the device’s clock', () => {
    expect(aheadBy({ date: null, sentMs: AT, receivedMs: AT })).toBeNull()
    expect(aheadBy({ date, sentMs: AT + HOUR_MS, receivedMs: AT })).toBeNull()
  })

  afterEach(() => {
    vi.useRealTimers()
    const nowMs = Date.now()
    readServerTime({ date: new Date(nowMs).toUTCString(), sentMs: nowMs, receivedMs: nowMs })
  })

  test('runs on between the answers, and follows a device that is set right', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: AT - 24 * HOUR_MS })
    const answered = (serverMs: number) =>
      readServerTime({
        date: new Date(serverMs).toUTCString(),
        sentMs: Date.now(),
        receivedMs: Date.now(),
      })
    answered(AT)
    expect(serverNow()).toEqual(new Date(AT))
    vi.setSystemTime(AT - 23 * HOUR_MS)
    expect(serverNow()).toEqual(new Date(AT + HOUR_MS))
    vi.setSystemTime(AT + HOUR_MS)
    answered(AT + HOUR_MS)
    expect(serverNow()).toEqual(new Date(AT + HOUR_MS))
  })
})
