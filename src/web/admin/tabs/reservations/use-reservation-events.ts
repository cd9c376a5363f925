import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RESERVATIONS_KEY, PATH } from './use-reservation-list.ts'

const AGAIN_MS = 3000
/** Throttle between two reads: a busy night sends events all the time. */
const REST_MS = 400

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS))

/** Refetches the reservation queries, one run at a time, and once more if an event arrived during a run. */
function createReader(queries: QueryClient) {
  let isWanted = false
  let isReading = false
  return async function read(): Promise<void> {
    isWanted = true
    if (isReading) return
    isReading = true
    // oxlint-disable no-await-in-loop -- one reading after the other is the point
    while (isWanted) {
      // A running request may have started before the event.
      isWanted = queries.isFetching({ queryKey: RESERVATIONS_KEY }) > 0
      await queries.invalidateQueries({ queryKey: RESERVATIONS_KEY }, { cancelRefetch: false })
      await rest()
    }
    // oxlint-enable no-await-in-loop
    isReading = false
  }
}

/** Refetches the reservation queries on every server-sent event: any process may have written one. */
export function useReservationEvents(): void {
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
        // The stream was rejected, perhaps because the session ended. The next request opens the sign-in dialog.
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
