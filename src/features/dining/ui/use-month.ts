import { useRef, useState } from 'react'
import type { Month } from '#lib/calendar-month.ts'
import type { DiningMonth } from '../calendar/schema.ts'
import { DINING_TIMES } from './dining-path.ts'
import { readTimes } from './read-times.ts'

type Wanted = { readonly month: Month; readonly guests: number }

const isDiningMonth = (it: unknown): it is DiningMonth =>
  typeof it === 'object' && it !== null && 'weeks' in it && Array.isArray(it.weeks)

/** State of the calendar. Fetches a month when the calendar turns or the party size changes. */
export function useDiningMonth(first: DiningMonth) {
  const [shown, setShown] = useState(first)
  const [isFailed, setFailed] = useState(false)
  const wanted = useRef<Wanted>(first)
  const asking = useRef<AbortController | null>(null)

  const want = async (change: Partial<Wanted>): Promise<void> => {
    asking.current?.abort()
    const own = new AbortController()
    asking.current = own
    wanted.current = { month: wanted.current.month, guests: wanted.current.guests, ...change }
    setFailed(false)
    try {
      setShown(
        await readTimes(DINING_TIMES, wanted.current, { isExpected: isDiningMonth, signal: own.signal }),
      )
    } catch {
      if (!own.signal.aborted) setFailed(true)
    }
  }
  return {
    shown,
    isFailed,
    want: (change: Partial<Wanted>): void => void want(change),
    readAgain: (): void => void want({}),
  }
}
