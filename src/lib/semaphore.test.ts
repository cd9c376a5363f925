import { expect, test } from 'vitest'
import { createSemaphore, QueueTimeout } from './semaphore.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('grants a limited number of permits, in the order of requests, and releases the permit of a failure', async () => {
  const withPermit = createSemaphore({ queue: 'test', permits: 2, timeoutMs: 5000 })
  let now = 0
  let most = 0
  const begun: number[] = []
  const work = (number: number) => async () => {
    begun.push(number)
    now += 1
    most = Math.max(most, now)
    await pause(5)
    now -= 1
    if (number === 3) throw new Error('three fails')
    return number
  }
  const done = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => withPermit('a', work(number))))
  expect(most).toBe(2)
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
  expect(done.filter((it) => it.status === 'rejected')).toHaveLength(1)
})

test('what goes by another name does not wait', async () => {
  const withPermit = createSemaphore({ queue: 'test', permits: 1, timeoutMs: 5000 })
  const done: string[] = []
  const slow = withPermit('a', async () => {
    await pause(30)
    done.push('slow')
  })
  const quick = withPermit('a', async () => void done.push('quick'))
  await withPermit('b', async () => void done.push('other'))
  await Promise.all([slow, quick])
  expect(done).toEqual(['other', 'slow', 'quick'])
})

test('rejects a waiter after the timeout without delaying the next one', async () => {
  const withPermit = createSemaphore({ queue: 'test', permits: 1, timeoutMs: 20 })
  const long = withPermit('a', () => pause(60))
  await expect(withPermit('a', () => pause(0))).rejects.toBeInstanceOf(QueueTimeout)
  await long
  await expect(withPermit('a', async () => 'served')).resolves.toBe('served')
})

test('rejects at once while the queue is full, and names the queue', async () => {
  const withPermit = createSemaphore({ queue: 'pictures', permits: 1, timeoutMs: 5000, maxWaiting: 1 })
  const first = withPermit('a', () => pause(30))
  const second = withPermit('a', async () => 'served')
  await expect(withPermit('a', async () => 'served')).rejects.toMatchObject({ queue: 'pictures' })
  await first
  expect(await second).toBe('served')
  expect(await withPermit('a', async () => 'served')).toBe('served')
})
