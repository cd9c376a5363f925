const GATHER_MS = 100
const HEARTBEAT_MS = 25_000
/** Whoever listens has to come in by the door again after this time: a session may have ended. */
const LONGEST_MS = 10 * 60_000
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}

export type DeskNews = {
  /** Tells everyone who listens that something about reservations was written. */
  tell(): void
  /** An answer that stays open and says each time that there is news; what it is has to be asked for. */
  follow(): Response
  /** Ends every answer that is open. */
  close(): void
}

/** Tells the screens of staff that are open when reservations have changed. */
export function createDeskNews(): DeskNews {
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>()
  const words = new TextEncoder()
  let timer: NodeJS.Timeout | null = null

  const send = (text: string): void => {
    for (const listener of listeners) {
      // Whoever does not read has gone to sleep: it comes back by itself.
      if ((listener.desiredSize ?? 0) < -20) leave(listener)
      else listener.enqueue(words.encode(text))
    }
  }
  const leave = (listener: ReadableStreamDefaultController<Uint8Array>): void => {
    if (listeners.delete(listener)) listener.close()
  }
  const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT_MS).unref()

  return {
    tell() {
      if (listeners.size === 0) return
      timer ??= setTimeout(() => {
        timer = null
        send('data: changed\n\n')
      }, GATHER_MS).unref()
    },
    follow() {
      let mine: ReadableStreamDefaultController<Uint8Array> | null = null
      const body = new ReadableStream<Uint8Array>({
        start(listener) {
          mine = listener
          listeners.add(listener)
          listener.enqueue(words.encode('retry: 1000\n\ndata: here\n\n'))
          setTimeout(() => leave(listener), LONGEST_MS).unref()
        },
        cancel() {
          if (mine) listeners.delete(mine)
        },
      })
      return new Response(body, { headers: HEADERS })
    },
    close() {
      clearInterval(heartbeat)
      if (timer) clearTimeout(timer)
      for (const listener of listeners) leave(listener)
    },
  }
}
