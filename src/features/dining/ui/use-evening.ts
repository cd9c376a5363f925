import { useCallback, useEffect, useRef, useState } from 'react'
import type { ServiceDay } from '../schema.ts'
import { readTimes } from './read-times.ts'

const ASK_AGAIN_MS = 15_000

type Wanted = { readonly date: string; readonly guests: number }

const isServiceDay = (it: unknown): it is ServiceDay =>
  typeof it === 'object' && it !== null && 'times' in it && Array.isArray(it.times)

/**
 * State of the shown service day. Fetches it when the date or the party size changes, every 15 seconds while the page
 * is visible, when it becomes visible again, and when the connection returns. A failed background request leaves the form
 * unchanged.
 */
export function useServiceDay(first: ServiceDay, path: string) {
  const [serviceDay, setServiceDay] = useState(first)
  const [wanted, setWanted] = useState<Wanted>({ date: first.date, guests: first.guests })
  const [state, setState] = useState<'fresh' | 'loading' | 'failed'>('fresh')
  const asking = useRef<AbortController | null>(null)

  const ask = useCallback(
    async (next: Wanted, isQuiet: boolean): Promise<void> => {
      asking.current?.abort()
      const own = new AbortController()
      asking.current = own
      if (!isQuiet) setState('loading')
      try {
        setServiceDay(await readTimes(path, next, { isExpected: isServiceDay, signal: own.signal }))
        setState('fresh')
      } catch {
        if (!own.signal.aborted && !isQuiet) setState('failed')
      }
    },
    [path],
  )

  useEffect(() => {
    const again = (): void => {
      // Times that failed to load, too. Skipped while a request of the guest is pending.
      if (document.visibilityState === 'visible' && state !== 'loading') void ask(wanted, true)
    }
    const timer = setInterval(again, ASK_AGAIN_MS)
    document.addEventListener('visibilitychange', again)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      removeEventListener('online', again)
    }
  }, [ask, wanted, state])

  return {
    serviceDay,
    wanted,
    state,
    want: (next: Wanted): void => {
      setWanted(next)
      void ask(next, false)
    },
    readAgain: () => void ask(wanted, false),
  }
}
