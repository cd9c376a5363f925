import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BOOK_KEY, PATH } from './use-book.ts'

const AGAIN_MS = 3000

/** Reads reservations anew as soon as one of them was written, here or anywhere. */
export function useReservationNews(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let source: EventSource | null = null
    let timer: number | undefined
    const listen = (): void => {
      source = new EventSource(`${PATH}/news`)
      source.addEventListener('message', () => void queries.invalidateQueries({ queryKey: BOOK_KEY }))
      source.addEventListener('error', () => {
        if (source?.readyState !== EventSource.CLOSED) return
        // Turned away: the session may have ended. What is asked next says so, and lets its owner in again.
        void queries.invalidateQueries({ queryKey: BOOK_KEY })
        timer = window.setTimeout(listen, AGAIN_MS)
      })
    }
    listen()
    return () => {
      source?.close()
      window.clearTimeout(timer)
    }
  }, [queries])
}
