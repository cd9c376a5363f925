import type { FloorSnapshot } from '../schema.ts'

const FIRST_RETRY_MS = 1000
const RECONNECT_WITHIN_MS = 1000
const TIMEOUT_MS = 8000
const POLL_MS = 10_000
const MAX_FAILURES = 3
const POLLS_BEFORE_STREAM = 6
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410])

type Apply = (snapshot: FloorSnapshot) => void

/**
 * Follows the floor until stopped: by an event stream, or by polling every ten seconds where streams fail or are
 * unsupported. While polling it retries the stream regularly, because the obstacle may be temporary.
 */
export function watchFloor(url: string, apply: Apply): () => void {
  let failures = typeof EventSource === 'undefined' ? MAX_FAILURES : 0
  let polls = 0
  let close = (): void => undefined

  const later = (ms: number, next: () => void): void => {
    const timer = setTimeout(next, ms)
    close = () => clearTimeout(timer)
  }

  const openStream = (): void => {
    close = streamOnce(url, {
      apply: (snapshot) => {
        failures = 0
        apply(snapshot)
      },
      fail: () => {
        failures += 1
        if (failures >= MAX_FAILURES) poll()
        // Random jitter: after a server restart, all open charts would reconnect at the same moment.
        else later(FIRST_RETRY_MS * 2 ** (failures - 1) * (0.5 + Math.random()), openStream)
      },
      // The server is being replaced: jitter spreads the reconnects of its clients over time.
      reconnect: () => later(RECONNECT_WITHIN_MS * Math.random(), openStream),
    })
  }

  const poll = (): void => {
    polls += 1
    const next = polls % POLLS_BEFORE_STREAM === 0 && typeof EventSource !== 'undefined' ? openStream : poll
    close = pollOnce(url, { apply, done: () => later(POLL_MS, next) })
  }

  if (failures === 0) openStream()
  else poll()
  return () => close()
}

type StreamHandlers = { readonly apply: Apply; readonly fail: () => void; readonly reconnect: () => void }

/**
 * Opens an event stream and closes it at the first error, or when no event arrives in time: some proxies buffer
 * streams.
 */
function streamOnce(url: string, { apply, fail, reconnect }: StreamHandlers): () => void {
  const source = new EventSource(url)
  const close = (): void => {
    clearTimeout(timeout)
    source.close()
  }
  const onFailure = (): void => {
    close()
    fail()
  }
  const timeout = setTimeout(onFailure, TIMEOUT_MS)
  source.addEventListener('error', onFailure)
  source.addEventListener('reconnect', () => {
    close()
    reconnect()
  })
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    clearTimeout(timeout)
    apply(JSON.parse(data))
  })
  return close
}

/** Reads the floor once; null where it cannot be read. */
export async function fetchFloor(url: string): Promise<FloorSnapshot | null> {
  try {
    const response = await requestFloor(url, AbortSignal.timeout(TIMEOUT_MS))
    return response.ok ? await response.json() : null
  } catch {
    return null
  }
}

const requestFloor = (url: string, signal: AbortSignal): Promise<Response> =>
  fetch(url, { headers: { Accept: 'application/json' }, signal })

type PollHandlers = { readonly apply: Apply; readonly done: () => void }

/** Polls once. An event that is over or deleted is not polled again. */
function pollOnce(url: string, { apply, done }: PollHandlers): () => void {
  const abort = new AbortController()
  const request = async (): Promise<void> => {
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await requestFloor(url, signal)
    if (response.ok) apply(await response.json())
    else if (GONE_STATUSES.has(response.status)) abort.abort()
  }
  void request()
    // A network failure is ignored: the next poll may succeed.
    .catch(() => undefined)
    .then(() => {
      if (!abort.signal.aborted) done()
    })
  return () => abort.abort()
}
