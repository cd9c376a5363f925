import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('what goes by one name is done one after the other, and a failure keeps nobody waiting', async () => {
  const inTurn = createTurns()
  const done: string[] = []
  const work = (name: string, turns: number) => async () => {
    for (let i = 0; i < turns; i += 1) {
      // oxlint-disable-next-line no-await-in-loop -- to be slow is the point
      await Promise.resolve()
    }
    done.push(name)
    return name
  }
  const first = inTurn('a', work('slow', 50))
  const broken = inTurn('a', () => Promise.reject(new Error('broken')))
  const second = inTurn('a', work('quick', 1))
  const other = inTurn('b', work('other', 1))
  await expect(broken).rejects.toThrow('broken')
  expect(await Promise.all([first, second, other])).toEqual(['slow', 'quick', 'other'])
  expect(done).toEqual(['other', 'slow', 'quick'])
})
