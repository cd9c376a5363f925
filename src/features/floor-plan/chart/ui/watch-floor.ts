import type { FloorSnapshot } from '../schema.ts'

const FIRST_RETRY_MS = 1000
const RECONNECT_WITHIN_MS = 1000
const SILENCE_MS = 8000
const POLL_MS = 10_000
const MOST_FAILURES = 3
const POLLS_BEFORE_LISTENING = 6
const GONE: ReadonlySet<number> = new Set([404, 410])

type Apply = (snapshot: FloorSnapshot) => void

/**
 * Follows the floor until stopped: by an event stream, or by polling every ten seconds where streams fail or are
 * unsupported. While polling it retries the stream regularly, because the obstacle may be temporary.
 */
export function watchFloor(address: string, apply: Apply): () => void {
  let failures = typeof EventSource === 'undefined' ? MOST_FAILURES : 0
  let polls = 0
  let close = (): void => undefined

  const later = (ms: number, next: () => void): void => {
    const timer = setTimeout(next, ms)
    close = () => clearTimeout(timer)
  }

  const listen = (): void => {
    close = listenOnce(address, {
      apply: (snapshot) => {
        failures = 0
        apply(snapshot)
      },
      fail: () => {
        failures += 1
        if (failures >= MOST_FAILURES) poll()
        // Random jitter: after a server restart, all open charts would reconnect at the same moment.
        else later(FIRST_RETRY_MS * 2 ** (failures - 1) * (0.5 + Math.random()), listen)
      },
      // The server is being replaced. Clients spread their reconnects, so the other servers do not receive all of them
      // at once.
      reconnect: () => later(RECONNECT_WITHIN_MS * Math.random(), listen),
    })
  }

  const poll = (): void => {
    polls += 1
    const next = polls % POLLS_BEFORE_LISTENING === 0 && typeof EventSource !== 'undefined' ? listen : poll
    close = askOnce(address, { apply, answered: () => later(POLL_MS, next) })
  }

  if (failures === 0) listen()
  else poll()
  return () => close()
}

type Listening = { readonly apply: Apply; readonly fail: () => void; readonly reconnect: () => void }

/**
 * Opens an event stream and closes it at the first error, or when no event arrives in time: some proxies buffer
 * streams.
 */
function listenOnce(address: string, { apply, fail, reconnect }: Listening): () => void {
  const source = new EventSource(address)
  const close = (): void => {
    clearTimeout(patience)
    source.close()
  }
  const giveUp = (): void => {
    close()
    fail()
  }
  const patience = setTimeout(giveUp, SILENCE_MS)
  source.addEventListener('error', giveUp)
  source.addEventListener('reconnect', () => {
    close()
    reconnect()
  })
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    clearTimeout(patience)
    apply(JSON.parse(data))
  })
  return close
}

type Asking = { readonly apply: Apply; readonly answered: () => void }

/** Polls once. An event that is over or deleted is not polled again. */
function askOnce(address: string, { apply, answered }: Asking): () => void {
  const asking = new AbortController()
  const ask = async (): Promise<void> => {
    const response = await fetch(address, {
      headers: { Accept: 'application/json' },
      signal: AbortSignal.any([asking.signal, AbortSignal.timeout(SILENCE_MS)]),
    })
    if (response.ok) apply(await response.json())
    else if (GONE.has(response.status)) asking.abort()
  }
  void ask()
    // A network failure is ignored: the next poll may succeed.
    .catch(() => undefined)
    .then(() => {
      if (!asking.signal.aborted) answered()
    })
  return () => asking.abort()
}
