import { useEffect, useState } from 'react'
import type { FloorSnapshot } from '../schema.ts'
import { watchFloor } from './watch-floor.ts'

const HIDDEN_TIMEOUT_MS = 60_000

type Open = { readonly eventId: string; readonly variant: number; readonly isOn: boolean }

/** Latest streamed snapshot of the floor; null before the first one and while not subscribed. */
export function useLiveFloor({ eventId, variant, isOn }: Open): FloorSnapshot | null {
  const url = isOn ? `/live/floor/${eventId}?variant=${variant}` : null
  const [last, setLast] = useState<{ readonly from: string; readonly snapshot: FloorSnapshot } | null>(null)

  useEffect(() => {
    if (url === null) return
    return watchWhileVisible(url, (snapshot) => setLast({ from: url, snapshot }))
  }, [url])

  return last !== null && last.from === url ? last.snapshot : null
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
