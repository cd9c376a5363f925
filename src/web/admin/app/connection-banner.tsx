import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { shownMoment } from '#ui/admin/shown-time.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { setConnectionStatus, useDashboardState } from './dashboard-state.ts'

const RETRY_MS = 3000

async function checkConnection(): Promise<void> {
  try {
    const { ok } = await fetch('/readyz', { cache: 'no-store' })
    if (ok) setConnectionStatus(true)
  } catch {
    // Still offline.
  }
}

/** Banner while the connection is lost. Polls the health check and refetches every query once the connection is back. */
export function ConnectionBanner() {
  const { lostAt } = useDashboardState()
  const queries = useQueryClient()
  const wasLost = useRef(false)
  useEffect(() => {
    const lost = (): void => setConnectionStatus(false)
    window.addEventListener('offline', lost)
    return () => window.removeEventListener('offline', lost)
  }, [])
  useEffect(() => {
    if (lostAt) {
      wasLost.current = true
      const timer = setInterval(() => void checkConnection(), RETRY_MS)
      return () => clearInterval(timer)
    }
    if (!wasLost.current) return
    wasLost.current = false
    showToast({ tone: 'good', title: 'Connected again' })
    void queries.invalidateQueries()
  }, [lostAt, queries])
  return (
    <div role="status" aria-live="polite">
      {lostAt ? (
        <p className="border-b border-burgundy bg-burgundy px-4 py-2 text-center text-cream">
          Connection lost at {shownMoment(lostAt)}. This page may be out of date; trying again…
        </p>
      ) : null}
    </div>
  )
}
