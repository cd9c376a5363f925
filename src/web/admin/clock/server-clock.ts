import { useEffect, useState } from 'react'

/** Milliseconds by which the server's clock is ahead of the clock of this device. */
let aheadMs = 0
const listeners = new Set<() => void>()

/** The time by the server's clock, from its last response: a device may be hours off. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)

/** `Date` headers leave out the part of a second. */
const SECOND_MS = 1000

type Exchange = {
  /** `Date` header of the answer; null where it has none. */
  readonly date: string | null
  /** Times by the device's clock at which the request was sent and its answer came. */
  readonly sentMs: number
  readonly receivedMs: number
}

/**
 * How far the server is ahead by one answer; null where that cannot be told. The answer was made between the request and its
 * receipt, so a device's clock that agrees with this is taken as right, however slow the network is.
 */
export function aheadBy({ date, sentMs, receivedMs }: Exchange): number | null {
  const serverMs = Date.parse(date ?? '')
  // A clock that was put back meanwhile tells nothing about this answer.
  if (Number.isNaN(serverMs) || receivedMs < sentMs) return null
  return serverMs > receivedMs ? serverMs - receivedMs : Math.min(0, serverMs + SECOND_MS - sentMs)
}

/** Sets the clock by an answer of the staff API. */
export function readServerTime(exchange: Exchange): void {
  const ahead = aheadBy(exchange)
  if (ahead === null || ahead === aheadMs) return
  aheadMs = ahead
  for (const notify of listeners) notify()
}

const TICK_MS = 20_000

/** The time by the server's clock, often enough for minutes. */
export function useClock(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const tick = (): void => setNow(serverNow())
    const timer = setInterval(tick, TICK_MS)
    listeners.add(tick)
    return () => {
      clearInterval(timer)
      listeners.delete(tick)
    }
  }, [])
  return now
}
