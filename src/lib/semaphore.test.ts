import { expect, test } from 'vitest'
import { createTurns, TurnTooLate } from './semaphore.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('so many at once, the others in the order they came, and a failure keeps nobody waiting', async () => {
  const inTurn = createTurns({ queue: 'test', atOnce: 2, patienceMs: 5000 })
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
  const done = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => inTurn('a', work(number))))
  expect(most).toBe(2)
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
  expect(done.filter((it) => it.status === 'rejected')).toHaveLength(1)
})

test('what goes by another name does not wait', async () => {
  const inTurn = createTurns({ queue: 'test', atOnce: 1, patienceMs: 5000 })
  const done: string[] = []
  const slow = inTurn('a', async () => {
    await pause(30)
    done.push('slow')
  })
  const quick = inTurn('a', async () => void done.push('quick'))
  await inTurn('b', async () => void done.push('other'))
  await Promise.all([slow, quick])
  expect(done).toEqual(['other', 'slow', 'quick'])
})

test('who waits too long is turned away, and nobody behind them suffers', async () => {
  const inTurn = createTurns({ queue: 'test', atOnce: 1, patienceMs: 20 })
  const long = inTurn('a', () => pause(60))
  await expect(inTurn('a', () => pause(0))).rejects.toBeInstanceOf(TurnTooLate)
  await long
  await expect(inTurn('a', async () => 'served')).resolves.toBe('served')
})

test('whoever comes while the line is full is turned away at once, with the name of the queue', async () => {
  const inTurn = createTurns({ queue: 'pictures', atOnce: 1, patienceMs: 5000, mostWaiting: 1 })
  const first = inTurn('a', () => pause(30))
  const second = inTurn('a', async () => 'served')
  await expect(inTurn('a', async () => 'served')).rejects.toMatchObject({ queue: 'pictures' })
  await first
  expect(await second).toBe('served')
  expect(await inTurn('a', async () => 'served')).toBe('served')
})
