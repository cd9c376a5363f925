import { useEffect, useState } from 'react'
import type { FloorSnapshot } from '../schema.ts'
import { watchFloor } from './watch-floor.ts'

const PATIENCE_HIDDEN_MS = 60_000

type Open = { readonly eventId: string; readonly variant: number; readonly isOn: boolean }

/** Latest streamed snapshot of the floor; null before the first one and while not subscribed. */
export function useLiveFloor({ eventId, variant, isOn }: Open): FloorSnapshot | null {
  const address = isOn ? `/live/floor/${eventId}?variant=${variant}` : null
  const [last, setLast] = useState<{ readonly from: string; readonly snapshot: FloorSnapshot } | null>(null)

  useEffect(() => {
    if (address === null) return
    return watchWhileSeen(address, (snapshot) => setLast({ from: address, snapshot }))
  }, [address])

  return last !== null && last.from === address ? last.snapshot : null
}

/**
 * Subscribes while the page is visible. A page that is left or hidden for long closes its connection, because an open
 * one would keep the browser from storing the page in its back/forward cache.
 */
function watchWhileSeen(address: string, apply: (snapshot: FloorSnapshot) => void): () => void {
  const leaving = new AbortController()
  const { signal } = leaving
  let stop: (() => void) | null = null
  let hiding: ReturnType<typeof setTimeout> | undefined

  const open = (): void => {
    stop ??= watchFloor(address, apply)
  }
  const close = (): void => {
    stop?.()
    stop = null
  }
  const look = (): void => {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(close, PATIENCE_HIDDEN_MS)
    else open()
  }
  document.addEventListener('visibilitychange', look, { signal })
  addEventListener('pagehide', close, { signal })
  addEventListener('pageshow', open, { signal })
  // After a change of network, a phone keeps a dead connection open, so reconnect.
  addEventListener('online', () => (close(), look()), { signal })
  open()
  look()
  return () => {
    leaving.abort()
    clearTimeout(hiding)
    close()
  }
}
