import type { IncomingMessage, ServerResponse } from 'node:http'
import { readVariant } from '#features/floor-plan/chart/rules.ts'
import { isId } from '#lib/address.ts'
import type { TrustProxy } from '#platform/network/client-address.ts'
import type { Log } from '#platform/observability/log.ts'
import { addressOf } from '../http/request-entry.ts'
import { reportUnavailable, unavailableOf } from '../http/unavailable-response.ts'
import type { CachedFloor, FloorCache } from './floor-cache.ts'
import type { FloorScheduler } from './floor-scheduler.ts'
import { type FloorSubscribers, snapshotJson } from './floor-subscribers.ts'
import type { SseStreams } from './sse.ts'
import { nodeTransport } from './sse-transports.ts'

export const FLOOR_PATH = '/live/floor/'
const RETRY_AFTER_S = '5'
const RETRY_HINT = Buffer.from('retry: 2000\n\n')

export type FloorEndpoint = {
  readonly cache: FloorCache
  readonly subscribers: FloorSubscribers
  readonly scheduler: FloorScheduler
  readonly streams: SseStreams
  readonly trustProxy: TrustProxy
  isClosed: boolean
}

/** Serves the floor of one event: an event stream, or one JSON snapshot. */
export async function handleFloorRequest(
  endpoint: FloorEndpoint,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
    return sendError(outgoing, 405, { reason: 'method_not_allowed', headers: { Allow: 'GET, HEAD' } })
  const target = parseTarget(incoming.url ?? '')
  if (!target) return sendError(outgoing, 404, { reason: 'no_such_event' })
  const { id, variant } = target
  if (variant === null) return sendError(outgoing, 400, { reason: 'bad_variant' })
  if (endpoint.isClosed)
    return sendError(outgoing, 503, { reason: 'closing', headers: { Connection: 'close' } })
  if (wantsStream(incoming)) return openStream(endpoint, { id, variant, incoming, outgoing })
  const floor = await endpoint.cache.load(id)
  if (floor.status !== 'open') return sendNotOpen(outgoing, floor)
  sendJson(outgoing, 200, snapshotJson(floor, variant))
}

type StreamRequest = {
  readonly id: string
  readonly variant: number
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

async function openStream(endpoint: FloorEndpoint, request: StreamRequest): Promise<void> {
  const { cache, subscribers, scheduler, streams, trustProxy } = endpoint
  const { id, variant, incoming, outgoing } = request
  const admitted = streams.admit(nodeTransport(outgoing), addressOf(incoming, trustProxy))
  if (!admitted.ok) {
    const { reason } = admitted
    return sendError(outgoing, reason === 'too_many_in_all' ? 503 : 429, { reason })
  }
  const floor = await cache.load(id)
  if (floor.status !== 'open') return sendNotOpen(outgoing, floor)
  // The client may have disconnected, or the server started to drain, during the read.
  if (outgoing.destroyed || endpoint.isClosed) return void outgoing.destroy()
  const { frame, remove } = subscribers.add(id, variant, admitted.value)
  outgoing.once('close', () => {
    remove()
    if (!subscribers.has(id)) scheduler.schedule(id)
  })
  scheduler.schedule(id)
  admitted.value.begin(Buffer.concat([RETRY_HINT, frame]))
}

function parseTarget(url: string): { id: string; variant: number | null } | null {
  const [path = '', query = ''] = url.split('?', 2)
  const id = path.slice(FLOOR_PATH.length)
  if (!isId(id)) return null
  return { id, variant: readVariant(new URLSearchParams(query).get('variant')) }
}

/** An event stream, unless the client accepts JSON and does not name event streams. */
function wantsStream({ method, headers: { accept = '' } }: IncomingMessage): boolean {
  return method === 'GET' && (accept.includes('text/event-stream') || !accept.includes('application/json'))
}

function sendNotOpen(outgoing: ServerResponse, { status }: CachedFloor): void {
  if (status === 'missing') sendError(outgoing, 404, { reason: 'no_such_event' })
  else sendError(outgoing, 410, { reason: 'event_ended' })
}

type FloorError = { readonly reason: string; readonly headers?: Readonly<Record<string, string>> }

const RETRYABLE = new Set([429, 503])

function sendError(outgoing: ServerResponse, status: number, { reason, headers }: FloorError): void {
  if (RETRYABLE.has(status)) outgoing.setHeader('Retry-After', RETRY_AFTER_S)
  for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value)
  sendJson(outgoing, status, JSON.stringify({ reason }))
}

function sendJson(outgoing: ServerResponse, status: number, json: string): void {
  if (outgoing.destroyed) return
  const body = Buffer.from(json)
  outgoing.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Content-Length': body.length,
  })
  outgoing.end(body)
}

/** Logs a failed request and sends 503 for an unavailable component, else 500. */
export function sendFloorError(log: Log, outgoing: ServerResponse, error: unknown): void {
  const unavailable = unavailableOf(error)
  if (unavailable) reportUnavailable(log, unavailable, error)
  else log.error({ event: 'live_floor.request_failed', err: error }, 'a seating chart could not be loaded')
  if (outgoing.headersSent) outgoing.destroy()
  else sendError(outgoing, unavailable ? 503 : 500, { reason: unavailable?.error ?? 'internal_error' })
}
