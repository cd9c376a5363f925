import { expect, test } from 'vitest'
import { asDatabaseError } from './db-errors.ts'
import { retryWhileUnavailable } from './outage.ts'

const gone = () => asDatabaseError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))

test('work whose database is away for a moment is done again until it succeeds', async () => {
  let tries = 0
  const work = async () => {
    tries += 1
    if (tries < 3) throw gone()
    return 'done'
  }
  expect(await retryWhileUnavailable(work)).toBe('done')
  expect(tries).toBe(3)
})

test('any other error is thrown at once, and so is one after the process was told to stop', async () => {
  let tries = 0
  const fail = (error: Error) => async () => {
    tries += 1
    throw error
  }
  await expect(retryWhileUnavailable(fail(new Error('connect ECONNREFUSED')))).rejects.toThrow('ECONNREFUSED')
  expect(tries).toBe(1)
  await expect(retryWhileUnavailable(fail(gone()), AbortSignal.abort())).rejects.toThrow('ECONNREFUSED')
  expect(tries).toBe(2)
})
