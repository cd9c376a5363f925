import { describe, expect, test } from 'vitest'
import { measureLoad, waitUntilIdle } from './wait-until-idle.ts'

describe('what can wait', () => {
  const loads = (all: readonly number[]) => {
    const seen: number[] = []
    const measure = () => {
      const load = all[Math.min(seen.length, all.length - 1)] ?? 0
      seen.push(load)
      return Promise.resolve(load)
    }
    return { seen, measure }
  }

  test('waits until the event loop is idle', async () => {
    const { seen, measure } = loads([1, 0.95, 0.3, 1])
    await waitUntilIdle(measure)
    expect(seen).toEqual([1, 0.95, 0.3])
  })

  test('stops waiting after a limit, however busy the event loop is', async () => {
    const { seen, measure } = loads([1])
    await waitUntilIdle(measure)
    expect(seen).toHaveLength(40)
  })

  test('knows a process that works from one that waits', async () => {
    await expect.poll(() => measureLoad()).toBeLessThan(0.5)
    const work = setInterval(() => {
      const until = performance.now() + 20
      while (performance.now() < until);
    })
    await expect.poll(() => measureLoad()).toBeGreaterThan(0.8)
    clearInterval(work)
  })
})
