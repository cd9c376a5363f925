import { no, ok, type Result } from '#lib/result.ts'
import { rateLimitKey } from '#http/rate-limit-key.ts'
import type { SseTransport } from './sse-transports.ts'

export type SseLimits = {
  /** Streams for each address: an IPv4 address or an IPv6 /64. */
  readonly perAddress: number
  readonly inAll: number
  /** Backpressure: a client with more unread bytes is disconnected. */
  readonly unreadBytes: number
  readonly heartbeatMs: number
  /** Maximum age of a stream. Its client reconnects, and its session is checked again. */
  readonly maxAgeMs: number | null
}

const LIMITS: SseLimits = {
  perAddress: 40,
  inAll: 20_000,
  unreadBytes: 64 * 1024,
  heartbeatMs: 25_000,
  maxAgeMs: null,
}

export type SseStream = {
  /** Sends the headers and the first frame. */
  begin(frame: Buffer): void
  send(frame: Buffer): void
  end(): void
}

export type SseStreams = {
  /** Registers a stream within the limits. It is removed when its connection closes. */
  admit(
    transport: SseTransport,
    address: string,
  ): Result<SseStream, 'too_many_from_address' | 'too_many_in_all'>
  readonly count: number
  /** Sends a frame to every stream. */
  broadcast(frame: Buffer): void
  /** Drains the server: every client is told to reconnect, and its stream ends. */
  close(): void
}

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // nginx would otherwise buffer the frames.
  'X-Accel-Buffering': 'no',
  // The connection ends with the stream, so that a draining server does not wait for it.
  Connection: 'close',
}
const HEARTBEAT = Buffer.from(':\n\n')
/** Tells a planned end from an error. A client that ignores the event sees the stream end, and retries. */
const RECONNECT = Buffer.from('event: reconnect\ndata: {}\n\n')
/** Heartbeats are spread over this many timer ticks: 20,000 writes at once would delay other requests. */
const HEARTBEAT_GROUPS = 25

/** The only SSE implementation: limits by address, heartbeats, backpressure and draining of every event stream. */
export function createSseStreams(limits: Partial<SseLimits> = {}): SseStreams {
  const { perAddress, inAll, unreadBytes, heartbeatMs, maxAgeMs } = { ...LIMITS, ...limits }
  const groups = Array.from({ length: HEARTBEAT_GROUPS }, () => new Set<SseStream>())
  const counts = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let count = 0
  let tick = 0

  const beat = (): void => {
    tick += 1
    for (const stream of groups[tick % HEARTBEAT_GROUPS] ?? []) stream.send(HEARTBEAT)
  }

  const add = (stream: SseStream, address: string): (() => void) => {
    const group = groups.reduce((smallest, it) => (it.size < smallest.size ? it : smallest))
    const lifetime = maxAgeMs === null ? null : setTimeout(() => stream.end(), maxAgeMs).unref()
    group.add(stream)
    counts.set(address, (counts.get(address) ?? 0) + 1)
    count += 1
    timer ??= setInterval(beat, heartbeatMs / HEARTBEAT_GROUPS).unref()
    return () => {
      if (lifetime) clearTimeout(lifetime)
      group.delete(stream)
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
      count -= 1
      if (count > 0 || !timer) return
      clearInterval(timer)
      timer = null
    }
  }

  const broadcast = (frame: Buffer): void => {
    for (const group of groups) for (const stream of group) stream.send(frame)
  }
  return {
    admit(transport, from) {
      const address = rateLimitKey(from)
      if (count >= inAll) return no('too_many_in_all')
      if ((counts.get(address) ?? 0) >= perAddress) return no('too_many_from_address')
      const stream = createStream(transport, unreadBytes)
      transport.onClose(add(stream, address))
      return ok(stream)
    },
    get count() {
      return count
    },
    broadcast,
    close() {
      broadcast(RECONNECT)
      for (const group of groups) for (const stream of group) stream.end()
    },
  }
}

function createStream(transport: SseTransport, unreadBytes: number): SseStream {
  let hasBegun = false
  return {
    begin(frame) {
      if (!transport.isOpen || hasBegun) return
      hasBegun = true
      transport.open(HEADERS)
      transport.write(frame)
    },
    send(frame) {
      if (!transport.isOpen || !hasBegun) return
      // The buffered bytes were sent earlier: a client that reads has received them.
      if (transport.bufferedBytes > unreadBytes) transport.destroy()
      else transport.write(frame)
    },
    end() {
      if (hasBegun && transport.isOpen) transport.end()
    },
  }
}
