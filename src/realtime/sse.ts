import type { ServerResponse } from 'node:http'
import { no, ok, type Result } from '#lib/result.ts'

export type SseLimits = {
  readonly perAddress: number
  readonly inAll: number
  /** How much may wait for a client that does not read before it is let go. */
  readonly unreadBytes: number
  readonly heartbeatMs: number
}

const LIMITS: SseLimits = { perAddress: 40, inAll: 20_000, unreadBytes: 64 * 1024, heartbeatMs: 25_000 }

export type SseStream = {
  /** Sends the headers and the first words. */
  begin(words: Buffer): void
  send(words: Buffer): void
  end(): void
}

export type SseStreams = {
  /** Gives an answer a place among the open streams; it leaves it when its connection closes, however it was answered. */
  admit(
    outgoing: ServerResponse,
    address: string,
  ): Result<SseStream, 'too_many_from_address' | 'too_many_in_all'>
  readonly count: number
  /** Ends every stream; clients are told first to connect again. */
  close(): void
}

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // A proxy that gathers what we send before it passes it on would make a second of a minute.
  'X-Accel-Buffering': 'no',
  // The connection ends with the stream, so that a server that stops does not wait for it.
  Connection: 'close',
}
const HEARTBEAT = Buffer.from(':\n\n')
/** An end that is no failure. A client that does not know the event sees only that the stream ended, and retries. */
const RECONNECT = Buffer.from('event: reconnect\ndata: {}\n\n')
// Twenty thousand heartbeats at once would be heard by whoever asks for a page just then.
const HEARTBEAT_SHARES = 25

/** Event streams that stay open: counted by address, kept alive, and let go when nobody reads them. */
export function createSseStreams(limits: Partial<SseLimits> = {}): SseStreams {
  const { perAddress, inAll, unreadBytes, heartbeatMs } = { ...LIMITS, ...limits }
  const shares = Array.from({ length: HEARTBEAT_SHARES }, () => new Set<SseStream>())
  const counts = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let count = 0
  let turn = 0

  const shareOf = (n: number): Set<SseStream> => shares[n % HEARTBEAT_SHARES] ?? new Set()

  const beat = (): void => {
    turn += 1
    for (const stream of shareOf(turn)) stream.send(HEARTBEAT)
  }

  const add = (stream: SseStream, address: string): (() => void) => {
    const share = shares.reduce((least, it) => (it.size < least.size ? it : least))
    share.add(stream)
    counts.set(address, (counts.get(address) ?? 0) + 1)
    count += 1
    timer ??= setInterval(beat, heartbeatMs / HEARTBEAT_SHARES).unref()
    return () => {
      share.delete(stream)
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
      count -= 1
      if (count > 0 || !timer) return
      clearInterval(timer)
      timer = null
    }
  }

  return {
    admit(outgoing, from) {
      const address = rateLimitKey(from)
      if (count >= inAll) return no('too_many_in_all')
      if ((counts.get(address) ?? 0) >= perAddress) return no('too_many_from_address')
      const stream = openStream(outgoing, unreadBytes)
      outgoing.once('close', add(stream, address))
      return ok(stream)
    },
    get count() {
      return count
    },
    close() {
      for (const share of shares)
        for (const stream of share) {
          stream.send(RECONNECT)
          stream.end()
        }
    },
  }
}

function openStream(outgoing: ServerResponse, unreadBytes: number): SseStream {
  return {
    begin(words) {
      if (outgoing.destroyed || outgoing.headersSent) return
      outgoing.writeHead(200, HEADERS)
      outgoing.write(words)
    },
    send(words) {
      if (outgoing.destroyed || outgoing.writableEnded || !outgoing.headersSent) return
      // What waits here was sent before: a client that reads has long had it.
      if (outgoing.writableLength > unreadBytes) outgoing.destroy()
      else outgoing.write(words)
    },
    end() {
      if (outgoing.headersSent) outgoing.end()
    },
  }
}

/** Whom an address is counted as: a household has one IPv4 address, but 2^64 of IPv6. */
export function rateLimitKey(address: string): string {
  const inside = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1]
  if (inside || !address.includes(':')) return inside ?? address
  const [left = '', right] = address.toLowerCase().split('%', 1).join('').split('::', 2)
  const groups = left === '' ? [] : left.split(':')
  const after = right === undefined || right === '' ? [] : right.split(':')
  const zeros = right === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}

/**
 * Turns a flurry of signals into rounds of work: the first starts a round shortly, those that come until then are part
 * of it, and those that come while it is under way start one more.
 */
export function createCoalescedRefresh(
  work: () => Promise<void>,
  delayMs: number,
  onError: (error: unknown) => void = () => undefined,
) {
  let timer: NodeJS.Timeout | null = null
  let isWorking = false
  let isWanted = false
  let isClosed = false

  const start = async (): Promise<void> => {
    timer = null
    isWanted = false
    isWorking = true
    try {
      await work()
    } finally {
      isWorking = false
      if (isWanted) signal()
    }
  }
  const signal = (): void => {
    isWanted = true
    if (isClosed || isWorking) return
    timer ??= setTimeout(() => {
      start().catch(onError)
    }, delayMs).unref()
  }
  return {
    signal,
    close(): void {
      isClosed = true
      if (timer) clearTimeout(timer)
    },
  }
}
