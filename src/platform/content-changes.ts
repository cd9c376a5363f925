import pg from 'pg'
import { clientConfig, type Connection } from './db.ts'

const CHANNEL = 'content_changed'
const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5000

export type ContentListener = {
  /** Something about this topic was written, by whatever process. */
  onChange(topic: string): void
  /** Changes may have been missed: the connection was away and is back. */
  onGap(): void
  onLost(error: Error): void
}

export type ContentChanges = { close(): Promise<void> }

/** Listens for what the database announces, on one connection of its own, and comes back by itself when it is cut. */
export function listenForChanges(connection: Connection, listener: ContentListener): ContentChanges {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let retryMs = FIRST_RETRY_MS

  const retry = (error: Error): void => {
    if (closed || timer) return
    listener.onLost(error)
    timer = setTimeout(() => {
      timer = null
      void connect()
    }, retryMs)
    retryMs = Math.min(LAST_RETRY_MS, retryMs * 2)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ ...clientConfig(connection), keepAlive: true })
    client = next
    next.on('error', retry)
    next.on('end', () => retry(new Error('the listening connection ended')))
    next.on('notification', ({ payload }) => listener.onChange(payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      retryMs = FIRST_RETRY_MS
      listener.onGap()
    } catch (error) {
      retry(error instanceof Error ? error : new Error(String(error)))
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
