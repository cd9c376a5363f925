import type pg from 'pg'
import { type Connection, openClient } from './connections/connections.ts'
import { asDatabaseError } from './db-errors.ts'
import { REFUSES_WRITES } from '../network/host-finder.ts'

const CHANNEL = 'content_changed'
// A try costs next to nothing, and changes that other processes make are heard again as soon as the database is back.
const RETRY_MS = 200
// A connection whose other end vanished without a word looks like one on which nothing happens.
const PULSE_MS = 20_000
const GOODBYE_MS = 1000

export type ContentListener = {
  /** Something about this topic was written, by whatever process. */
  onChange(topic: string): void
  /** Changes may have been missed: the connection was away and is back. */
  onGap(): void
  /** Called once per outage, not once per reconnect attempt. */
  onLost(error: Error): void
}

export type ContentChanges = {
  /** Resolves when LISTEN runs for the first time: rows read after that are fresh, or a notification follows. */
  readonly listening: Promise<void>
  close(): Promise<void>
}

/** Throws if the server is read-only: after a failover the former primary sends no notifications. */
async function refuseReadOnly(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ refuses: boolean }>(`select ${REFUSES_WRITES} as refuses`)
  if (rows[0]?.refuses) throw new Error('the server of the listening connection became read-only')
}

/** Listens for NOTIFY on a dedicated connection and reconnects after an outage. */
export function listenForChanges(
  connection: Connection,
  listener: ContentListener,
  { pulseMs = PULSE_MS }: { pulseMs?: number } = {},
): ContentChanges {
  const queryTimeoutMs = Math.min(10_000, pulseMs)
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let isUnavailable = false
  const first = Promise.withResolvers<void>()

  const retry = (error: Error): void => {
    timer = setTimeout(begin, RETRY_MS)
    if (!isUnavailable) listener.onLost(asDatabaseError(error))
    isUnavailable = true
  }

  const begin = (): void => {
    connect().catch((error: unknown) => retry(error instanceof Error ? error : new Error(String(error))))
  }

  const connect = async (): Promise<void> => {
    const next = openClient(connection, { queryTimeoutMs })
    client = next
    let pulse: NodeJS.Timeout | null = null
    const lost = (error: Error): void => {
      if (pulse) clearInterval(pulse)
      // An error of a connection that was already replaced is ignored.
      if (client !== next) return
      client = null
      next.end().catch(() => undefined)
      retry(error)
    }
    const listen = async (): Promise<void> => {
      try {
        if (pulse) await refuseReadOnly(next)
        await next.query(`listen ${CHANNEL}`)
      } catch (error) {
        lost(error instanceof Error ? error : new Error(String(error)))
      }
    }
    next.on('error', lost)
    next.on('end', () => lost(new Error('the listening connection ended')))
    next.on('notification', ({ payload }) => listener.onChange(payload ?? ''))
    await next.connect().catch(lost)
    await listen()
    if (client !== next) return
    isUnavailable = false
    pulse = setInterval(() => void listen(), pulseMs).unref()
    listener.onGap()
    first.resolve()
  }

  begin()
  return {
    listening: first.promise,
    async close() {
      const last = client
      client = null
      if (timer) clearTimeout(timer)
      // A connection that fell silent does not say goodbye either.
      const goodbye = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref())
      await Promise.race([last?.end().catch(() => undefined), goodbye])
    },
  }
}
