import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { registry } from './metrics.ts'
import { supervise } from './supervise.ts'

const log = createLog('silent')
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const restartsOf = async (component: string): Promise<number> => {
  const { values } = (await registry.getSingleMetric('lounge_component_restarts_total')?.get()) ?? {
    values: [],
  }
  return values.find((it) => it.labels['component'] === component)?.value ?? 0
}

test('a component that fails is stopped and started again, and each restart is counted', async () => {
  const runs: { fail: (error: Error) => void; isStopped: boolean }[] = []
  const supervised = supervise(
    'test_component',
    async () => {
      const ended = Promise.withResolvers<never>()
      const run = { fail: ended.reject, isStopped: false }
      runs.push(run)
      return { ended: ended.promise, stop: async () => void (run.isStopped = true) }
    },
    { log, firstDelayMs: 5 },
  )
  await expect.poll(() => runs.length).toBe(1)
  runs[0]?.fail(new Error('it broke'))
  await expect.poll(() => runs.length).toBe(2)
  expect(runs.map((it) => it.isStopped)).toEqual([true, false])
  runs[1]?.fail(new Error('and again'))
  await expect.poll(() => runs.length).toBe(3)
  await supervised.stop()
  expect(runs.map((it) => it.isStopped)).toEqual([true, true, true])
  expect(await restartsOf('test_component')).toBe(2)
})

test('a component that does not start is tried again, less often each time, up to the limit', async () => {
  const at: number[] = []
  const supervised = supervise(
    'never_starts',
    async () => {
      at.push(performance.now())
      throw new Error('no')
    },
    { log, firstDelayMs: 20, maxDelayMs: 80 },
  )
  await expect.poll(() => at.length, { timeout: 5000 }).toBeGreaterThan(4)
  await supervised.stop()
  const gaps = at.slice(1).map((it, index) => it - (at[index] ?? 0))
  for (const [index, least] of [19, 39, 79, 79].entries()) expect(gaps[index]).toBeGreaterThanOrEqual(least)
  const { length } = at
  await pause(120)
  expect(at).toHaveLength(length)
})

test('one that is stopped while it starts is stopped when it has started', async () => {
  let isStopped = false
  const supervised = supervise(
    'slow_to_start',
    async () => {
      await pause(30)
      return { ended: new Promise(() => undefined), stop: async () => void (isStopped = true) }
    },
    { log },
  )
  await supervised.stop()
  expect(isStopped).toBe(true)
})
