import { errorResponse } from '#http/json-response.ts'

const GATHER_MS = 100
const HEARTBEAT_MS = 25_000
/** Whoever listens has to come in by the door again after this time: a session may have ended. */
const LONGEST_MS = 10 * 60_000
const MOST_LISTENERS = 300
/** So many messages may wait for a listener that does not read. */
const MOST_UNREAD = 20
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}
const STOPPING = { error: 'stopping', title: 'Error', text: 'This server is stopping.' }
const FULL = { error: 'too_many', title: 'Error', text: 'Too many screens are open at once.' }

export type AdminEvents = {
  /** Tells everyone who listens that something about reservations was written. */
  tell(): void
  /** An answer that stays open and says each time that there is news; what it is has to be asked for. */
  follow(): Response
  /** How many responses are open. */
  count(): number
  /** Ends every answer that is open. */
  close(): void
}

type Listener = ReadableStreamDefaultController<Uint8Array>

/** Tells the screens of staff that are open when reservations have changed. */
export function createAdminEvents(): AdminEvents {
  const listeners = new Set<Listener>()
  const words = new TextEncoder()
  let timer: NodeJS.Timeout | null = null
  let isClosed = false

  const leave = (listener: Listener): void => {
    if (listeners.delete(listener)) listener.close()
  }
  const send = (text: string): void => {
    for (const listener of listeners) {
      // Whoever does not read has gone to sleep: it comes back by itself.
      if ((listener.desiredSize ?? 0) < -MOST_UNREAD) leave(listener)
      else listener.enqueue(words.encode(text))
    }
  }
  const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS).unref()
  const begin = (listener: Listener): void => {
    listeners.add(listener)
    // What was written before anybody listened here may have been missed.
    listener.enqueue(words.encode('retry: 1000\n\ndata: here\n\n'))
    setTimeout(() => leave(listener), LONGEST_MS).unref()
  }

  return {
    tell() {
      if (listeners.size === 0) return
      timer ??= setTimeout(() => {
        timer = null
        send('data: changed\n\n')
      }, GATHER_MS).unref()
    },
    follow() {
      if (isClosed) return errorResponse(503, STOPPING, { 'Retry-After': '1' })
      if (listeners.size >= MOST_LISTENERS) return errorResponse(503, FULL, { 'Retry-After': '5' })
      let mine: Listener | null = null
      const body = new ReadableStream<Uint8Array>({
        start(listener) {
          mine = listener
          begin(listener)
        },
        cancel() {
          if (mine) listeners.delete(mine)
        },
      })
      return new Response(body, { headers: HEADERS })
    },
    count: () => listeners.size,
    close() {
      isClosed = true
      clearInterval(heartbeat)
      if (timer) clearTimeout(timer)
      for (const listener of listeners) leave(listener)
    },
  }
}
