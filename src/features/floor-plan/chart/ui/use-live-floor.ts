import { useCallback, useEffect, useRef, useState } from 'react'
import type { FloorSnapshot } from '../schema.ts'
import { fetchFloor, watchFloor } from './watch-floor.ts'

const HIDDEN_TIMEOUT_MS = 60_000

type Open = { readonly eventId: string; readonly variant: number; readonly isOn: boolean }

export type LiveFloor = {
  /** Latest snapshot of the floor; null before the first one and while not subscribed. */
  readonly snapshot: FloorSnapshot | null
  /** Requests the floor now, because the stream may have broken off. Null without a response. */
  readonly refresh: () => Promise<FloorSnapshot | null>
}

/** The floor of an event as the server streams it. */
export function useLiveFloor({ eventId, variant, isOn }: Open): LiveFloor {
  const url = isOn ? `/live/floor/${eventId}?variant=${variant}` : null
  const [last, setLast] = useState<{ readonly from: string; readonly snapshot: FloorSnapshot } | null>(null)
  const streamed = useRef<FloorSnapshot | null>(null)

  useEffect(() => {
    if (url === null) return
    return watchWhileVisible(url, (snapshot) => {
      streamed.current = snapshot
      setLast({ from: url, snapshot })
    })
  }, [url])

  const refresh = useCallback(async () => {
    const before = streamed.current
    const snapshot = url === null ? null : await fetchFloor(url)
    // News of the stream that came meanwhile is newer than the answer.
    if (streamed.current !== before) return streamed.current
    if (url !== null && snapshot !== null) setLast({ from: url, snapshot })
    return snapshot
  }, [url])

  return { snapshot: last !== null && last.from === url ? last.snapshot : null, refresh }
}

/**
 * Subscribes while the page is visible. A page that is left or hidden for long closes its connection, because an open
 * one would keep the browser from storing the page in its back/forward cache.
 */
function watchWhileVisible(url: string, apply: (snapshot: FloorSnapshot) => void): () => void {
  const unmounting = new AbortController()
  const { signal } = unmounting
  let stop: (() => void) | null = null
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const open = (): void => {
    stop ??= watchFloor(url, apply)
  }
  const close = (): void => {
    stop?.()
    stop = null
  }
  const onVisibility = (): void => {
    clearTimeout(hiddenTimer)
    if (document.hidden) hiddenTimer = setTimeout(close, HIDDEN_TIMEOUT_MS)
    else open()
  }
  document.addEventListener('visibilitychange', onVisibility, { signal })
  addEventListener('pagehide', close, { signal })
  addEventListener('pageshow', open, { signal })
  // After a change of network, a phone keeps a dead connection open, so reconnect.
  addEventListener('online', () => (close(), onVisibility()), { signal })
  open()
  onVisibility()
  return () => {
    unmounting.abort()
    clearTimeout(hiddenTimer)
    close()
  }
}
