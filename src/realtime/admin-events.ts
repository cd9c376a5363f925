import { errorResponse } from '#http/json-response.ts'
import { createCoalescedRefresh } from './coalesced-refresh.ts'
import { createSseStreams } from './sse.ts'
import { responseTransport } from './sse-transports.ts'

const COALESCE_MS = 100
const LIMITS = { perAddress: Infinity, inAll: 300, maxAgeMs: 10 * 60_000 }
const STOPPING = { error: 'stopping', title: 'Error', text: 'The server is restarting.' }
const FULL = { error: 'too_many', title: 'Error', text: 'Too many screens are open at the same time.' }

/** The first frame makes the screen refetch: it may have missed changes before it connected. */
const FIRST = Buffer.from('retry: 1000\n\ndata: here\n\n')
const CHANGED = Buffer.from('data: changed\n\n')

export type AdminEvents = {
  /** Notifies every open staff screen that reservations have changed. */
  notify(): void
  /** Event stream of one staff screen. It carries no data: the screen refetches with its own permissions. */
  openStream(): Response
  /** Number of open streams. */
  count(): number
  /** Ends every stream and admits no more. */
  close(): void
}

/** Server-sent events for the open screens of staff. */
export function createAdminEvents(): AdminEvents {
  const streams = createSseStreams(LIMITS)
  const changes = createCoalescedRefresh(async () => streams.broadcast(CHANGED), COALESCE_MS)
  let isClosed = false
  return {
    notify() {
      if (streams.count > 0) changes.signal()
    },
    openStream() {
      if (isClosed) return errorResponse(503, STOPPING, { 'Retry-After': '1' })
      const transport = responseTransport()
      const admitted = streams.admit(transport, 'staff')
      if (admitted.ok) admitted.value.begin(FIRST)
      return transport.response ?? errorResponse(503, FULL, { 'Retry-After': '5' })
    },
    count: () => streams.count,
    close() {
      isClosed = true
      changes.close()
      streams.close()
    },
  }
}
