import { fetchWithRetry } from '#ui/network/fetch-with-retry.ts'

type Query = Readonly<Record<string, string | number>>

type Options<Value> = {
  readonly isExpected: (body: unknown) => body is Value
  readonly signal: AbortSignal
}

/** Fetches start times or marked dates. Throws for any response that is not of the expected kind. */
export async function readTimes<Value>(
  path: string,
  query: Query,
  { isExpected, signal }: Options<Value>,
): Promise<Value> {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const response = await fetchWithRetry(`${path}?${params}`, {
    signal,
    headers: { Accept: 'application/json' },
  })
  const body: unknown = response.ok ? await response.json() : null
  if (!isExpected(body)) throw new Error(`the times were answered with ${response.status}`)
  return body
}
