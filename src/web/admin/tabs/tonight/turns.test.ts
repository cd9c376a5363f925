import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const noted: string[] = []
const note = (text: string, ms: number) => async (): Promise<string> => {
  noted.push(`${text} begins`)
  await new Promise((resolve) => setTimeout(resolve, ms))
  noted.push(`${text} ends`)
  return text
}

test('work under one key runs in the order in which it was asked for, and other keys do not wait for it', async () => {
  noted.length = 0
  const inTurn = createTurns()
  const all = [inTurn('a', note('first', 40)), inTurn('a', note('second', 1)), inTurn('b', note('other', 1))]
  expect(await Promise.all(all)).toEqual(['first', 'second', 'other'])
  expect(noted).toEqual([
    'first begins',
    'other begins',
    'other ends',
    'first ends',
    'second begins',
    'second ends',
  ])
})

test('work that fails tells who asked for it, and the next runs all the same', async () => {
  noted.length = 0
  const inTurn = createTurns()
  const failed = inTurn('a', () => Promise.reject(new Error('no answer')))
  const next = inTurn('a', note('next', 1))
  await expect(failed).rejects.toThrow('no answer')
  expect(await next).toBe('next')
})
