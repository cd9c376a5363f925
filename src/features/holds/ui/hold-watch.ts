import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { countdownAnnouncement } from '../rules.ts'
import { type HoldStatus, readHold } from './hold-requests.ts'

const EVERY_MS = 3000
const TICK_MS = 250

/** Last known state of a hold. `msAhead`: offset of the server's clock from the browser's, in milliseconds. */
type Known = { readonly news: HoldStatus; readonly msAhead: number }

type Watch = {
  known: Known | null
  isAsking: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  readonly subscribers: Set<() => void>
}

// One poller per hold token, shared by every component that shows the hold.
const watches = new Map<string, Watch>()

function watchOf(token: string): Watch {
  const watch = watches.get(token) ?? {
    known: null,
    isAsking: false,
    timer: undefined,
    subscribers: new Set(),
  }
  watches.set(token, watch)
  return watch
}

/** Polls the hold now, and again every three seconds while it has subscribers and the page is visible. */
async function look(token: string): Promise<void> {
  const watch = watchOf(token)
  if (watch.isAsking) return
  watch.isAsking = true
  clearTimeout(watch.timer)
  const asked = Date.now()
  const answer = await readHold(token)
  watch.isAsking = false
  if (answer.ok) {
    // The response dates from the middle of the request on average; its header is cut to seconds, hence the 500 ms.
    const msAhead = answer.value.notifiedAt + 500 - (asked + Date.now()) / 2
    watch.known = { news: answer.value, msAhead: steady(watch.known?.msAhead, msAhead) }
  } else if (answer.reason.error === 'unknown_hold') {
    watch.known = { news: { state: 'ended', heldUntil: '', link: null, notifiedAt: asked }, msAhead: 0 }
  }
  for (const hear of watch.subscribers) hear()
  if (watch.subscribers.size > 0 && !document.hidden)
    watch.timer = setTimeout(() => void look(token), EVERY_MS)
}

/**
 * Ignores small changes of the clock offset: the header is exact to the second only, and the countdown must not jump.
 */
const steady = (before: number | undefined, now: number): number =>
  before !== undefined && Math.abs(before - now) < 1500 ? before : now

/** State of a hold, polled while mounted and when the guest returns to the tab; null until the first response. */
export function useHoldStatus(token: string): Known | null {
  const subscribe = useCallback(
    (hear: () => void) => {
      const watch = watchOf(token)
      watch.subscribers.add(hear)
      void look(token)
      return () => {
        watch.subscribers.delete(hear)
        if (watch.subscribers.size > 0) return
        clearTimeout(watch.timer)
        watches.delete(token)
      }
    },
    [token],
  )
  const lookNow = useCallback(() => void look(token), [token])
  useReturn(lookNow)
  return useSyncExternalStore(subscribe, () => watches.get(token)?.known ?? null)
}

/** Polls at once, after a request that changed the hold. */
export const refreshHold = (token: string): void => void look(token)

/** Calls back when another tab writes to the storage, and when the guest returns to this tab. */
function useReturn(returned: () => void): void {
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const notice = (): void => {
      if (!document.hidden) returned()
    }
    document.addEventListener('visibilitychange', notice, { signal })
    for (const name of ['focus', 'pageshow', 'storage']) addEventListener(name, notice, { signal })
    return () => leaving.abort()
  }, [returned])
}

/** Time left on a hold in milliseconds, updated four times a second, and the last announcement for screen readers. */
export function useCountdown(heldUntil: string, msAhead: number): { msLeft: number; news: string | null } {
  const until = Date.parse(heldUntil)
  const [msLeft, setMsLeft] = useState(() => until - Date.now() - msAhead)
  const [news, setNews] = useState<string | null>(null)
  const last = useRef(msLeft)
  useEffect(() => {
    const tick = (): void => {
      const left = until - Date.now() - msAhead
      const told = countdownAnnouncement(last.current, left)
      if (told) setNews(told)
      last.current = left
      setMsLeft(left)
    }
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [until, msAhead])
  return { msLeft, news }
}
