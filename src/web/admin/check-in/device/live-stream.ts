const PATH = '/admin/api/reservations/stream'
const AGAIN_MS = 3000
/** Pause between two reads: a busy night announces changes all the time. */
const REST_MS = 400

type Listener = {
  /** Something changed, or may have changed while there was no connection. */
  readonly onChange: () => void
  readonly onLive: (isLive: boolean) => void
}

export type LiveStream = {
  /** Connects, and stays connected while the screen is visible. */
  readonly listen: (listener: Listener) => void
  readonly close: () => void
}

/** Server-sent events about the night. */
export function openLiveStream(): LiveStream {
  let source: EventSource | null = null
  let again: number | undefined
  const close = (): void => {
    window.clearTimeout(again)
    source?.close()
    source = null
  }
  const connect = (listener: Listener): void => {
    close()
    const opened = new EventSource(PATH)
    source = opened
    opened.addEventListener('open', () => listener.onLive(true))
    opened.addEventListener('message', listener.onChange)
    opened.addEventListener('error', () => {
      listener.onLive(false)
      // The browser retries a lost connection by itself, and gives up where the server refused it.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return
      listener.onChange()
      again = window.setTimeout(() => connect(listener), AGAIN_MS)
    })
  }
  return {
    close,
    listen({ onChange, onLive }) {
      const listener = { onLive, onChange: atMostEvery(REST_MS, onChange) }
      const reconnect = (): void => {
        if (source?.readyState !== EventSource.OPEN) connect(listener)
      }
      window.addEventListener('online', reconnect)
      // A browser may hold a stream for open long after its network is gone.
      window.addEventListener('offline', () => {
        close()
        onLive(false)
      })
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') return reconnect()
        close()
        onLive(false)
      })
      reconnect()
    },
  }
}

/** Runs a function once for all calls within a pause, at its end. */
function atMostEvery(ms: number, run: () => void): () => void {
  let timer: number | undefined
  return () => {
    timer ??= window.setTimeout(() => {
      timer = undefined
      run()
    }, ms)
  }
}
