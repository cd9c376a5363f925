import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '#platform/observability/log.ts'
import { runQueued } from './booking-queue.ts'

afterEach(() => vi.useRealTimers())

test('six bookings run at once, the next one runs after one of them, and waits for eight seconds at most', async () => {
  vi.useFakeTimers()
  const log = createLog('silent')
  const running = Array.from({ length: 6 }, () => Promise.withResolvers<string>())
  const first = running.map(({ promise }) => runQueued(log, () => promise))
  const next = vi.fn<() => Promise<string>>().mockResolvedValue('next')
  const waiting = runQueued(log, next)
  await vi.advanceTimersByTimeAsync(7000)
  expect(next).not.toHaveBeenCalled()
  running[0]?.resolve('done')
  expect(await waiting).toBe('next')

  const last = Promise.withResolvers<string>()
  const held = runQueued(log, () => last.promise)
  const late = runQueued(log, next)
  await vi.advanceTimersByTimeAsync(8001)
  expect(await late).toBe('queue_timeout')
  expect(next).toHaveBeenCalledOnce()

  for (const it of [...running, last]) it.resolve('done')
  expect(await Promise.all([...first, held])).toEqual(Array.from({ length: 7 }, () => 'done'))
})
