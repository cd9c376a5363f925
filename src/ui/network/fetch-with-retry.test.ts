import { afterEach, expect, test, vi } from 'vitest'
import { fetchWithRetry } from './fetch-with-retry.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Answers in turn; `null` stands for a lost connection. */
function answerWith(...statuses: readonly (number | null)[]) {
  vi.useFakeTimers()
  const left = [...statuses]
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async (_url, { signal }) => {
    signal?.throwIfAborted()
    const status = left.shift() ?? null
    if (status === null) throw new TypeError('Failed to fetch')
    return new Response('', { status })
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

async function read(signal: AbortSignal | null = null): Promise<number | string> {
  const answer = fetchWithRetry('/times', { signal }).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof Error ? error.name : ''),
  )
  await vi.runAllTimersAsync()
  return answer
}

test.each([
  ['an answer is not asked for again', [200], [200, 1]],
  ['a refusal is an answer', [404], [404, 1]],
  ['a lost connection is tried once more', [null, 200], [200, 2]],
  ['a failure of the server is tried once more', [503, 200], [200, 2]],
  ['and not a third time', [null, null, 200], ['TypeError', 2]],
] as const)('%s', async (_, statuses, [result, times]) => {
  const fetched = answerWith(...statuses)
  expect(await read()).toBe(result)
  expect(fetched).toHaveBeenCalledTimes(times)
})

test('a request that was aborted is not sent again', async () => {
  const fetched = answerWith(200)
  expect(await read(AbortSignal.abort())).toBe('AbortError')
  expect(fetched).toHaveBeenCalledOnce()
})
