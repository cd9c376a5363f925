import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { findEvent } from '#features/events/service.ts'
import type { FloorSnapshot } from '#features/floor-plan/chart/schema.ts'
import { type FloorReading, readFloorStates } from '#features/floor-plan/chart/service.ts'
import { isId } from '#lib/address.ts'
import { TRUST_NONE, type TrustProxy } from '#platform/network/client-address.ts'
import type { Db } from '#platform/db/db.ts'
import {
  createSseStreams,
  createCoalescedRefresh,
  type SseLimits,
  type SseStream,
  type SseStreams,
} from '#realtime/sse.ts'
import type { Log } from '#platform/observability/log.ts'
import { addressOf } from '../http/request-entry.ts'
import { reportUnavailable, unavailableOf } from '../http/unavailable-response.ts'

const PATH = '/live/floor/'
// Long enough for the statements of one booking to be heard as one change.
const GATHER_MS = 30
/** Whoever asks within this time of a reading is told what it found, unless something changed since. */
const FRESH_MS = 1000
const RETRY_MS = 2000
const RETRY_AFTER_S = '5'
// A timer cannot wait for a night that is a month away; looking once an hour costs nothing.
const LONGEST_WAIT_MS = 3_600_000
const TIMERS_ARE_EARLY_MS = 50
const READ_AT_ONCE = 4
const WRITTEN_A_TURN = 500
const MAX_VARIANT = 2 ** 31 - 1
const RECONNECT = Buffer.from('retry: 2000\n\n')

type Options = {
  readonly db: Db
  readonly log: Log
  readonly clock?: (() => Date) | undefined
  readonly trustProxy?: TrustProxy
  readonly limits?: Partial<SseLimits>
}

export type FloorStream = {
  /** Answers a request for a live floor; false for any other. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** Tells that tables may have been taken or let go. */
  floorChanged(): void
  /** How many streams are open. */
  count(): number
  /** Ends every stream, whose clients connect again, and takes no more. */
  close(): void
}

type Found =
  | { readonly status: 'missing' }
  | { readonly status: 'open' | 'ended'; readonly reading: FloorReading }

/** What a night's floor was at a time, and after how many changes. */
type Floor = Found & { readonly readAt: number; readonly changes: number }

type Viewer = { readonly stream: SseStream; seen: Buffer }

/** One drawing of a night and who looks at it. Its words are made once for all of them. */
type Chart = {
  readonly variant: number
  readonly viewers: Set<Viewer>
  floor: Floor | null
  json: string
  words: Buffer
}

type Night = {
  readonly id: string
  readonly charts: Map<number, Chart>
  floor: Floor | null
  reading: { readonly floor: Promise<Floor>; readonly changes: number } | null
  timer: NodeJS.Timeout | null
}

type Watch = {
  readonly db: Db
  readonly log: Log
  readonly clock: () => Date
  readonly trustProxy: TrustProxy
  readonly streams: SseStreams
  readonly nights: Map<string, Night>
  changes: number
  lastId: number
  isClosed: boolean
}

/** Shows every guest who has a chart open what becomes of its tables, as it happens. */
export function createFloorStream({ db, log, clock, trustProxy = TRUST_NONE, limits }: Options): FloorStream {
  const watch: Watch = {
    db,
    log,
    clock: clock ?? (() => new Date()),
    trustProxy,
    streams: createSseStreams(limits),
    nights: new Map(),
    changes: 0,
    lastId: 0,
    isClosed: false,
  }
  let retry: NodeJS.Timeout | null = null
  const refresh = async (): Promise<void> => {
    if (await readAgain(watch, watch.nights.values())) return
    // The database may be back without anybody telling us that something changed.
    retry ??= setTimeout(() => {
      retry = null
      rounds.signal()
    }, RETRY_MS).unref()
  }
  const rounds = createCoalescedRefresh(refresh, GATHER_MS, (error) =>
    log.error(
      { event: 'live_floor.refresh_failed', err: error },
      'open charts could not be brought up to date',
    ),
  )
  return {
    handle(incoming, outgoing) {
      if (!incoming.url?.startsWith(PATH)) return false
      answer(watch, incoming, outgoing).catch((error: unknown) => apologise(watch, outgoing, error))
      return true
    },
    floorChanged() {
      watch.changes += 1
      if (watch.streams.count > 0) rounds.signal()
    },
    count: () => watch.streams.count,
    close() {
      watch.isClosed = true
      rounds.close()
      if (retry) clearTimeout(retry)
      for (const { timer } of watch.nights.values()) if (timer) clearTimeout(timer)
      watch.streams.close()
    },
  }
}

async function answer(watch: Watch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
    return refuse(outgoing, 405, { reason: 'method_not_allowed', headers: { Allow: 'GET, HEAD' } })
  const asked = readAddress(incoming.url ?? '')
  if (!asked) return refuse(outgoing, 404, { reason: 'no_such_event' })
  if (asked.variant === null) return refuse(outgoing, 400, { reason: 'bad_drawing' })
  const { variant } = asked
  if (watch.isClosed) return refuse(outgoing, 503, { reason: 'closing', headers: { Connection: 'close' } })
  const night = nightOf(watch, asked.id)
  if (wantsStream(incoming)) return follow(watch, night, { variant, incoming, outgoing })
  const floor = await latest(watch, night)
  if (floor.status !== 'open') return refuseNight(outgoing, floor)
  send(outgoing, 200, tablesOf(floor.reading, variant))
}

type Asked = {
  readonly variant: number
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

async function follow(watch: Watch, night: Night, { variant, incoming, outgoing }: Asked): Promise<void> {
  const admitted = watch.streams.admit(outgoing, addressOf(incoming, watch.trustProxy))
  if (!admitted.ok) {
    const { reason } = admitted
    return refuse(outgoing, reason === 'too_many_in_all' ? 503 : 429, { reason })
  }
  const floor = await latest(watch, night)
  if (floor.status !== 'open') return refuseNight(outgoing, floor)
  // While the floor was read the guest may have left, and the house may have closed.
  if (outgoing.destroyed || watch.isClosed) return void outgoing.destroy()
  const chart = chartOf(night, variant)
  const viewer: Viewer = { stream: admitted.value, seen: wordsOf(watch, night, chart) }
  chart.viewers.add(viewer)
  outgoing.once('close', () => {
    chart.viewers.delete(viewer)
    if (chart.viewers.size === 0) night.charts.delete(variant)
    if (night.charts.size === 0) waitFor(watch, night)
  })
  waitFor(watch, night)
  viewer.stream.begin(Buffer.concat([RECONNECT, viewer.seen]))
}

function nightOf({ nights }: Watch, id: string): Night {
  const night = nights.get(id) ?? { id, charts: new Map(), floor: null, reading: null, timer: null }
  nights.set(id, night)
  return night
}

function chartOf({ charts }: Night, variant: number): Chart {
  const none = { variant, viewers: new Set<Viewer>(), floor: null, json: '', words: Buffer.alloc(0) }
  const chart = charts.get(variant) ?? none
  charts.set(variant, chart)
  return chart
}

/**
 * The floor after every change we know of. However many ask, one reading is under way; where that began before the last
 * change, one more follows it for all of them.
 */
function latest(watch: Watch, night: Night): Promise<Floor> {
  const { reading, floor } = night
  if (reading) {
    if (reading.changes === watch.changes) return reading.floor
    const again = (): Promise<Floor> => latest(watch, night)
    return reading.floor.then(again, again)
  }
  if (floor && isFresh(watch, floor)) return Promise.resolve(floor)
  const { changes } = watch
  const read = readNight(watch, night.id)
    .then((found) => {
      night.floor = { ...found, changes, readAt: performance.now() }
      publish(watch, night).catch((error: unknown) => watch.log.error({ err: error }, 'a chart was not sent'))
      return night.floor
    })
    .finally(() => {
      night.reading = null
      waitFor(watch, night)
    })
  night.reading = { floor: read, changes }
  return read
}

async function readNight({ db, clock }: Watch, id: string): Promise<Found> {
  const deps = { db, now: clock() }
  const named = await findEvent(deps, id)
  const found = named?.kind === 'moved' ? await findEvent(deps, named.slug) : named
  if (found?.kind !== 'event') return { status: 'missing' }
  return {
    status: found.hasEnded ? 'ended' : 'open',
    reading: await readFloorStates(deps, found.event),
  }
}

const isFresh = (watch: Watch, floor: Floor): boolean =>
  floor.changes === watch.changes && performance.now() - floor.readAt < FRESH_MS && msLeft(watch, floor) > 0

/** How long a reading stays true if nobody writes anything. */
function msLeft({ clock }: Watch, floor: Floor): number {
  const until = floor.status === 'missing' ? null : floor.reading.trueUntil
  return until ? until.getTime() - clock().getTime() : LONGEST_WAIT_MS
}

/** A night that is looked at is read again when a hold on it lapses or it ends; one that is not is forgotten. */
function waitFor(watch: Watch, night: Night): void {
  if (night.timer) clearTimeout(night.timer)
  if (watch.isClosed) return
  if (night.charts.size === 0) {
    const forget = (): unknown => night.charts.size === 0 && !night.reading && watch.nights.delete(night.id)
    night.timer = setTimeout(forget, FRESH_MS).unref()
    return
  }
  const left = night.floor ? msLeft(watch, night.floor) : 0
  const wait = left > 0 ? Math.min(LONGEST_WAIT_MS, left + TIMERS_ARE_EARLY_MS) : RETRY_MS
  night.timer = setTimeout(() => void readAgain(watch, [night]), wait).unref()
}

/** Reads nights again and sends what changed. Says whether all of them could be read. */
async function readAgain(watch: Watch, nights: Iterable<Night>): Promise<boolean> {
  // Whoever waits for a reading that is under way is about to look at that night as well.
  const waiting = [...nights].filter((night) => night.charts.size > 0 || night.reading)
  const faults: unknown[] = []
  const readOn = async (): Promise<void> => {
    for (let night = waiting.pop(); night; night = waiting.pop()) {
      // oxlint-disable-next-line no-await-in-loop -- the pool is for guests who wait for a page as well
      await latest(watch, night).catch((error: unknown) => faults.push(error))
    }
  }
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readOn))
  if (faults.length > 0) watch.log.warn({ err: faults[0] }, 'open charts could not be brought up to date')
  return faults.length === 0
}

function* viewersOf({ charts }: Night): Generator<[Chart, Viewer]> {
  for (const chart of charts.values()) for (const viewer of chart.viewers) yield [chart, viewer]
}

async function publish(watch: Watch, night: Night): Promise<void> {
  let written = 0
  for (const [chart, viewer] of viewersOf(night)) {
    // Asked for each viewer: the floor may have been read again since the first one was written to.
    const words = wordsOf(watch, night, chart)
    if (viewer.seen !== words) {
      viewer.seen = words
      viewer.stream.send(words)
      written += 1
      // oxlint-disable-next-line no-await-in-loop -- guests who wait for a page come between
      if (written % WRITTEN_A_TURN === 0) await nextTurn()
    }
    if (night.floor?.status !== 'open') viewer.stream.end()
  }
}

/** What a chart is told now. Words that would say the same again are the same words. */
function wordsOf(watch: Watch, { floor }: Night, chart: Chart): Buffer {
  if (!floor || floor.status === 'missing' || chart.floor === floor) return chart.words
  const json = tablesOf(floor.reading, chart.variant)
  if (json !== chart.json) {
    watch.lastId += 1
    chart.json = json
    chart.words = Buffer.from(`id: ${watch.lastId}\ndata: ${json}\n\n`)
  }
  chart.floor = floor
  return chart.words
}

const tablesOf = (reading: FloorReading, variant: number): string =>
  JSON.stringify({ tables: reading.statesOf(variant) } satisfies FloorSnapshot)

function readAddress(url: string): { id: string; variant: number | null } | null {
  const [path = '', query = ''] = url.split('?', 2)
  const id = path.slice(PATH.length)
  if (!isId(id)) return null
  const text = new URLSearchParams(query).get('variant') ?? ''
  const variant = /^\d{1,10}$/.test(text) && Number(text) <= MAX_VARIANT ? Number(text) : null
  return { id, variant }
}

/** An event stream, unless the client says that it takes JSON and says nothing of streams. */
function wantsStream({ method, headers: { accept = '' } }: IncomingMessage): boolean {
  return method === 'GET' && (accept.includes('text/event-stream') || !accept.includes('application/json'))
}

function refuseNight(outgoing: ServerResponse, { status }: Floor): void {
  if (status === 'missing') refuse(outgoing, 404, { reason: 'no_such_event' })
  else refuse(outgoing, 410, { reason: 'event_ended' })
}

type Refusal = { readonly reason: string; readonly headers?: Readonly<Record<string, string>> }

const CAN_WAIT = new Set([429, 503])

function refuse(outgoing: ServerResponse, status: number, { reason, headers }: Refusal): void {
  if (CAN_WAIT.has(status)) outgoing.setHeader('Retry-After', RETRY_AFTER_S)
  for (const [name, value] of Object.entries(headers ?? {})) outgoing.setHeader(name, value)
  send(outgoing, status, JSON.stringify({ reason }))
}

function send(outgoing: ServerResponse, status: number, json: string): void {
  if (outgoing.destroyed) return
  const body = Buffer.from(json)
  outgoing.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Content-Length': body.length,
  })
  outgoing.end(body)
}

function apologise(watch: Watch, outgoing: ServerResponse, error: unknown): void {
  const unavailable = unavailableOf(error)
  if (unavailable) reportUnavailable(watch.log, unavailable, error)
  else watch.log.error({ err: error }, 'a live floor could not be shown')
  if (outgoing.headersSent) outgoing.destroy()
  else refuse(outgoing, unavailable ? 503 : 500, { reason: unavailable?.error ?? 'internal_error' })
}
