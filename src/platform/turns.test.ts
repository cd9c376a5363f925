import { expect, test } from 'vitest'
import { createTurns, TurnTooLate } from './turns.ts'

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

test('so many at once, the others in the order they came', async () => {
  const inTurn = createTurns({ atOnce: 2, patienceMs: 5000 })
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
  const done = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((number) => inTurn(work(number))))
  expect(most).toBe(2)
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
  expect(done.map((it) => it.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})

test('who waits too long is turned away, and nobody behind them suffers', async () => {
  const inTurn = createTurns({ atOnce: 1, patienceMs: 20 })
  const long = inTurn(() => pause(60))
  await expect(inTurn(() => pause(0))).rejects.toBeInstanceOf(TurnTooLate)
  await long
  await expect(inTurn(async () => 'served')).resolves.toBe('served')
})
