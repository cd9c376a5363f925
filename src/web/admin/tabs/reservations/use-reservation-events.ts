import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RESERVATIONS_KEY, PATH } from './use-reservation-list.ts'

const AGAIN_MS = 3000
/** On a busy night there is news all the time; nobody reads a list that changes more often than this. */
const REST_MS = 400

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS))

/** Reads reservations anew, one reading after the other, and once more where there was news meanwhile. */
function createReader(queries: QueryClient) {
  let isWanted = false
  let isReading = false
  return async function read(): Promise<void> {
    isWanted = true
    if (isReading) return
    isReading = true
    // oxlint-disable no-await-in-loop -- one reading after the other is the point
    while (isWanted) {
      // What is being read already may have been asked for before the news.
      isWanted = queries.isFetching({ queryKey: RESERVATIONS_KEY }) > 0
      await queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }, { cancelRefetch: false })
      await rest()
    }
    // oxlint-enable no-await-in-loop
    isReading = false
  }
}

/** Reads reservations anew as soon as one of them was written, here or anywhere. */
export function useReservationNews(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const read = createReader(queries)
    let source: EventSource | null = null
    let timer: number | undefined
    const listen = (): void => {
      source = new EventSource(`${PATH}/stream`)
      source.addEventListener('message', () => void read())
      source.addEventListener('error', () => {
        if (source?.readyState !== EventSource.CLOSED) return
        // Turned away: the session may have ended. What is asked next says so, and lets its owner in again.
        void read()
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
