import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { countdownNews } from '../rules.ts'
import { type HoldNews, readHold } from './hold-requests.ts'

const EVERY_MS = 3000
const TICK_MS = 250

/** What is known of a hold. `msAhead`: how far the house's clock is ahead of this browser's. */
type Known = { readonly news: HoldNews; readonly msAhead: number }

type Watch = {
  known: Known | null
  isAsking: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  readonly subscribers: Set<() => void>
}

// The dialog and the notice behind it follow one hold by one asking.
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

/** Asks now, and again every three seconds while anybody wants to know and the page is looked at. */
async function look(token: string): Promise<void> {
  const watch = watchOf(token)
  if (watch.isAsking) return
  watch.isAsking = true
  clearTimeout(watch.timer)
  const asked = Date.now()
  const answer = await readHold(token)
  watch.isAsking = false
  if (answer.ok) {
    // The answer was given between the asking and now, and its date names the second only.
    const msAhead = answer.value.notifiedAt + 500 - (asked + Date.now()) / 2
    watch.known = { news: answer.value, msAhead: steady(watch.known?.msAhead, msAhead) }
  } else if (answer.reason.error === 'unknown_hold') {
    watch.known = { news: { state: 'ended', heldUntil: '', link: null, notifiedAt: asked }, msAhead: 0 }
  }
  for (const hear of watch.subscribers) hear()
  if (watch.subscribers.size > 0 && !document.hidden)
    watch.timer = setTimeout(() => void look(token), EVERY_MS)
}

/** A clock that is only known to the second must not make the time left jump about. */
const steady = (before: number | undefined, now: number): number =>
  before !== undefined && Math.abs(before - now) < 1500 ? before : now

/** How a hold stands, asked anew whenever the guest comes back to the tab; null until the first answer. */
export function useHoldNews(token: string): Known | null {
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

/** Asks at once, because something has been done to the hold. */
export const lookAtHold = (token: string): void => void look(token)

/** Calls when another tab writes something down, and when a guest comes back to this one. */
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

/** The milliseconds left, to the quarter of a second, and what of it is worth telling aloud. */
export function useCountdown(heldUntil: string, msAhead: number): { msLeft: number; news: string | null } {
  const until = Date.parse(heldUntil)
  const [msLeft, setMsLeft] = useState(() => until - Date.now() - msAhead)
  const [news, setNews] = useState<string | null>(null)
  const last = useRef(msLeft)
  useEffect(() => {
    const tick = (): void => {
      const left = until - Date.now() - msAhead
      const told = countdownNews(last.current, left)
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
