import type { ServerResponse } from 'node:http'

/** Connection of one event stream. */
export type SseTransport = {
  readonly isOpen: boolean
  /** Bytes that the client has not read yet. */
  readonly bufferedBytes: number
  open(headers: Readonly<Record<string, string>>): void
  write(chunk: Buffer): void
  /** Closes the stream after the buffered chunks. */
  end(): void
  /** Closes the connection and drops the buffered chunks. */
  destroy(): void
  onClose(listener: () => void): void
}

/** Writes straight to Node's response, which is the cheapest way for many thousand streams. */
export const nodeTransport = (outgoing: ServerResponse): SseTransport => ({
  get isOpen() {
    return !outgoing.destroyed && !outgoing.writableEnded
  },
  get bufferedBytes() {
    return outgoing.writableLength
  },
  open(headers) {
    if (!outgoing.headersSent) outgoing.writeHead(200, headers)
  },
  write: (chunk) => void outgoing.write(chunk),
  end: () => void outgoing.end(),
  destroy: () => void outgoing.destroy(),
  onClose: (listener) => void outgoing.once('close', listener),
})

export type ResponseTransport = SseTransport & {
  /** Response of the opened stream; null before `open`. */
  readonly response: Response | null
}

/** Streams the body of a web `Response`, for a route that is served by Hono. */
export function responseTransport(): ResponseTransport {
  const listeners: (() => void)[] = []
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let response: Response | null = null
  let isOpen = true

  const closed = (): void => {
    if (!isOpen) return
    isOpen = false
    for (const listener of listeners) listener()
  }
  const body = new ReadableStream<Uint8Array>(
    { start: (it) => void (controller = it), cancel: closed },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  )
  const end = (): void => {
    if (!isOpen) return
    controller?.close()
    closed()
  }
  return {
    get isOpen() {
      return isOpen
    },
    get bufferedBytes() {
      return -(controller?.desiredSize ?? 0)
    },
    get response() {
      return response
    },
    open: (headers) => void (response ??= new Response(body, { headers })),
    write: (chunk) => controller?.enqueue(new Uint8Array(chunk)),
    end,
    // An error in the body would be logged as a failed request, so the buffered chunks are left to the closing connection.
    destroy: end,
    onClose: (listener) => void listeners.push(listener),
  }
}
