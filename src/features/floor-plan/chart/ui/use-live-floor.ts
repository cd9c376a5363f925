import { useEffect, useState } from 'react'
import type { FloorSnapshot } from '../schema.ts'
import { watchFloor } from './watch-floor.ts'

const PATIENCE_HIDDEN_MS = 60_000

type Open = { readonly eventId: string; readonly variant: number; readonly isOn: boolean }

/** The latest reading of a night's floor; null until one has come, and while nothing is watched. */
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
 * Watches while the page may be looked at. A page that is left or long hidden lets go of its connection: an open one
 * would keep a browser from putting the page aside whole, and coming back to it would be slow.
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
  // A phone that changed its network holds on to a connection nothing comes through any more.
  addEventListener('online', () => (close(), look()), { signal })
  open()
  look()
  return () => {
    leaving.abort()
    clearTimeout(hiding)
    close()
  }
}
