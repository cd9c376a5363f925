import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Month } from '#lib/calendar-month.ts'
import type { DiningMonth } from '../calendar/schema.ts'
import { DINING_TIMES } from './dining-path.ts'
import { readTimes } from './read-times.ts'

const READ_AGAIN_MS = 60_000

type Wanted = { readonly month: Month; readonly guests: number }

const isDiningMonth = (it: unknown): it is DiningMonth =>
  typeof it === 'object' && it !== null && 'weeks' in it && Array.isArray(it.weeks)

/**
 * State of the calendar. Fetches a month when the calendar turns or the party size changes, every minute while the page is
 * visible, when it becomes visible again, and when the connection returns. A failed background request leaves the marks unchanged.
 */
export function useDiningMonth(first: DiningMonth) {
  const [shown, setShown] = useState(first)
  const [isFailed, setFailed] = useState(false)
  const wanted = useRef<Wanted>(first)
  const asking = useRef<AbortController | null>(null)

  const ask = async (change: Partial<Wanted>, isQuiet: boolean): Promise<void> => {
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    wanted.current = { month: wanted.current.month, guests: wanted.current.guests, ...change }
    if (!isQuiet) setFailed(false)
    try {
      setShown(
        await readTimes(DINING_TIMES, wanted.current, { isExpected: isDiningMonth, signal: own.signal }),
      )
      setFailed(false)
    } catch {
      if (!own.signal.aborted && !isQuiet) setFailed(true)
    } finally {
      if (asking.current === own) asking.current = null
    }
  }
  const readQuietly = useEffectEvent(() => {
    // Skipped while a month that the guest asked for is on its way.
    if (document.visibilityState === 'visible' && asking.current === null) void ask({}, true)
  })
  useEffect(() => {
    const timer = setInterval(() => readQuietly(), READ_AGAIN_MS)
    const again = (): void => readQuietly()
    document.addEventListener('visibilitychange', again)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      removeEventListener('online', again)
    }
  }, [])
  return {
    shown,
    isFailed,
    /** Asks for a month or a party, unless that is what was asked for last: the one that is shown may be about to be replaced. */
    want: (change: Partial<Wanted>): void => {
      const { month, guests } = { ...wanted.current, ...change }
      if (month !== wanted.current.month || guests !== wanted.current.guests || isFailed)
        void ask(change, false)
    },
    readAgain: (): void => void ask({}, false),
  }
}
