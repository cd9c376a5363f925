import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import type { PaymentShown } from './payment-verification.ts'

const FIRST_LOOK_MS = 4000
const LONGEST_MS = 60_000

/** URL of this page whose response waits for the payment outcome. */
export function useWaitUrl(): string {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.set('wait', '1')
  return `${pathname}?${query}`
}

/** Polls a payment until its outcome is known. A pending bank payment is polled with backoff. */
export function useVerification(known: PaymentShown): { shown: PaymentShown; check: () => void } {
  const navigate = useNavigate()
  const address = useWaitUrl()
  const pause = useRef(FIRST_LOOK_MS)
  const isAsking = useNavigation().state !== 'idle'
  const check = useCallback(
    () => void navigate(address, { replace: true, preventScrollReset: true }),
    [navigate, address],
  )

  useEffect(() => {
    if (isAsking) return
    if (known.state === 'verifying') check()
    if (known.state !== 'waiting') return
    const timer = setTimeout(() => {
      pause.current = Math.min(pause.current * 1.5, LONGEST_MS)
      check()
    }, pause.current)
    return () => clearTimeout(timer)
  }, [known, isAsking, check])

  return { shown: known.state === 'unverified' && isAsking ? { state: 'verifying' } : known, check }
}
