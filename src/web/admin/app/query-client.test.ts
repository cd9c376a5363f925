import { expect, test } from 'vitest'
import { ApiError } from '../data/api-client.ts'
import { createQueries } from './query-client.ts'

test('a query is repeated once where the connection or the server failed, and not where it was refused', () => {
  const { retry } = createQueries().getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function') throw new Error('queries have no rule for a retry')
  const failed = (status: number) => new ApiError(status, { error: 'failed', title: 'Error', text: '' })
  const lost = new TypeError('fetch failed')
  expect([lost, failed(500), failed(503)].map((error) => [retry(0, error), retry(1, error)])).toEqual(
    Array.from({ length: 3 }, () => [true, false]),
  )
  expect([401, 403, 404, 409, 422].map((status) => retry(0, failed(status)))).toEqual(
    Array.from({ length: 5 }, () => false),
  )
})
