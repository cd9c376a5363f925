import { createServer, type Server } from 'node:http'
import pino from 'pino'
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { cloneDatabase, onServer, type TestDatabase } from '../../tests/support/database.ts'
import {
  follow,
  freeTable,
  type Hold,
  holdTable,
  type Tables,
  watchNight,
} from '../../tests/support/floor-stream.ts'
import { trustHops } from '#platform/network/client-address.ts'
import { listenForChanges } from '#platform/db/content-changes.ts'
import type { Db } from '#platform/db/db.ts'
import type { SseLimits } from '#realtime/sse.ts'
import { createRequestEntry } from '../http/request-entry.ts'
import { createFloorStream } from './floor-stream.ts'
import { eventually } from '../../tests/support/eventually.ts'

const SEEDED_AT = Date.parse('2026-11-21T00:00:00Z')
const began = Date.now()
const clock = (): Date => new Date(SEEDED_AT + Date.now() - began)
const log = pino({ level: 'silent' })

let database: TestDatabase
let nights: string[] = []
beforeAll(async () => {
  database = await cloneDatabase()
  await database.pool.query('update events set sold_out = false, booking_percentage = 40')
  // One a date: two nights at one time have their guests in common.
  const { rows } = await database.pool.query<{ id: string }>(
    'select distinct on (date) id from events where starts_at > $1 order by date',
    [new Date(SEEDED_AT + 86_400_000)],
  )
  nights = rows.map((row) => row.id)
})
/** A night of a test's own. */
const takeNight = (): string => nights.pop() ?? ''

const open: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

type Given = { db?: Db; limits?: Partial<SseLimits>; clock?: () => Date; of?: TestDatabase }

/** One server process, as far as live floors go. Each client may name the address it comes from. */
async function startStreamServer({ of = database, db = of.db, limits, clock: time = clock }: Given = {}) {
  const live = createFloorStream({
    db,
    log,
    clock: time,
    trustProxy: trustHops(1),
    ...(limits ? { limits } : {}),
  })
  const onGap = vi.fn<() => void>(() => live.floorChanged())
  const onChange = () => live.floorChanged()
  const changes = listenForChanges(of.url, { onChange, onGap, onLost: () => undefined })
  await eventually(() => expect(onGap).toHaveBeenCalled())
  const next = createRequestEntry({
    pages: null,
    log,
    secure: false,
    trustProxy: trustHops(1),
    next: (incoming, outgoing) => live.handle(incoming, outgoing) || outgoing.writeHead(418).end(),
  })
  const server: Server = createServer(next.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  open.push(async () => {
    live.close()
    server.close().closeAllConnections()
    await changes.close()
  })
  return { live, origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}

const hold = (night: string, table: string, how: Hold = {}) => holdTable(database, { night, table }, how)

describe('an open chart', () => {
  test('is shown the floor at once, with headers that let it through', async () => {
    const { origin } = await startStreamServer()
    const follower = await watchNight(origin, takeNight())
    expect(follower.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(follower.headers['x-request-id']).toMatch(/^[\w-]+$/)
    expect(follower.headers).not.toHaveProperty('content-encoding')
    expect(follower.text()).toMatch(/^retry: 2000\n\nid: \d+\ndata: \{"tables":.*\}\n\n$/)
    expect(follower.tables()).toHaveLength(26)
  })

  test('shows a hold and a booking made by another process within a second, and no more than those', async () => {
    const night = takeNight()
    const [here, there] = await Promise.all([startStreamServer(), startStreamServer()])
    const [mine, theirs] = await Promise.all([
      watchNight(here.origin, night),
      watchNight(there.origin, night),
    ])
    const before = mine.tables()
    const table = freeTable(before)
    const started = performance.now()
    await hold(night, table)
    await eventually(() => expect([mine, theirs].map((it) => it.stateOf(table))).toEqual(['held', 'held']))
    const setStatus = (status: string) =>
      database.pool.query('update reservations set status = $3 where event_id = $1 and table_id = $2', [
        night,
        table,
        status,
      ])
    await setStatus('confirmed')
    await eventually(() =>
      expect([mine, theirs].map((it) => it.stateOf(table))).toEqual(['reserved', 'reserved']),
    )
    expect(performance.now() - started).toBeLessThan(2000)
    await setStatus('cancelled')
    await eventually(() => expect(theirs.tables()).toEqual(before))
    expect(theirs.ids()).toHaveLength(4)
  })

  test('keeps its pre-booked share while other tables come and go', async () => {
    const night = takeNight()
    const { origin } = await startStreamServer()
    const [first, same, other] = await Promise.all([
      watchNight(origin, night, 7),
      watchNight(origin, night, 7),
      watchNight(origin, night, 8),
    ])
    expect(same.tables()).toEqual(first.tables())
    expect(other.tables()).not.toEqual(first.tables())
    const before = first.tables()
    const table = freeTable(before)
    await hold(night, table)
    await eventually(() => expect(first.stateOf(table)).toBe('held'))
    expect(first.tables()).toEqual(before.map(([id, state]) => [id, id === table ? 'held' : state]))
    expect(same.ids()).toEqual(first.ids())
  })

  test('is told nothing when a change elsewhere leaves it as it is', async () => {
    const [night, elsewhere] = [takeNight(), takeNight()]
    const { origin } = await startStreamServer()
    const [quiet, busy] = await Promise.all([watchNight(origin, night), watchNight(origin, elsewhere)])
    await hold(elsewhere, freeTable(busy.tables()))
    await eventually(() => expect(busy.ids()).toHaveLength(2))
    expect(quiet.ids()).toHaveLength(1)
  })

  test('shows a table as free when the time to pay for it is up, without any write', async () => {
    const night = takeNight()
    const { origin } = await startStreamServer()
    const follower = await watchNight(origin, night)
    const table = freeTable(follower.tables())
    await hold(night, table, { heldUntil: new Date(clock().getTime() + 700) })
    await eventually(() => expect(follower.stateOf(table)).toBe('held'))
    await eventually(() => expect(follower.stateOf(table)).toBe('available'))
  })

  test('ends when its night has, and is not opened again', async () => {
    const night = takeNight()
    const { rows } = await database.pool.query<{ ends_at: Date }>(
      `select ends_at from events where id = $1`,
      [night],
    )
    const endsAt = rows[0]?.ends_at.getTime() ?? 0
    const offset = endsAt - 600 - Date.now()
    const { origin } = await startStreamServer({ clock: () => new Date(Date.now() + offset) })
    const follower = await watchNight(origin, night)
    await eventually(() => expect(follower.isOver()).toBe(true))
    expect(follower.tables().every(([, state]) => state === 'reserved')).toBe(true)
    expect((await follow(`${origin}/live/floor/${night}?variant=3`)).status).toBe(410)
  })

  test('is brought up to date after the listening connection was cut', async () => {
    const night = takeNight()
    const { origin } = await startStreamServer()
    const follower = await watchNight(origin, night)
    const table = freeTable(follower.tables())
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen%'`,
    )
    await hold(night, table)
    await eventually(() => expect(follower.stateOf(table)).toBe('held'))
    expect(follower.isOver()).toBe(false)
  })
})

describe('many open charts', () => {
  test('cost one reading a change, and each of them is told', async () => {
    const night = takeNight()
    const asked: string[] = []
    const counting = new Proxy(database.db, {
      get(target, name) {
        if (name !== 'selectFrom') {
          const value: unknown = Reflect.get(target, name, target)
          // A method reads private fields, which the proxy does not have.
          return typeof value === 'function' ? value.bind(target) : value
        }
        return (from: 'events') => {
          asked.push(from)
          return target.selectFrom(from)
        }
      },
    })
    const { origin } = await startStreamServer({ db: counting })
    const followers = await Promise.all(
      Array.from({ length: 500 }, (_, i) =>
        follow(`${origin}/live/floor/${night}?variant=${i % 16}`, {
          'X-Forwarded-For': `192.0.2.${i % 200}`,
        }),
      ),
    )
    await eventually(() => expect(followers.every((it) => it.ids().length === 1)).toBe(true))
    // Opening them may take longer than a reading is fresh.
    expect(asked.filter((it) => it.startsWith('tableOccupancies')).length).toBeLessThan(50)
    asked.length = 0
    const { rows } = await database.pool.query<{ id: string }>('select id from venue_tables limit 1')
    const table = rows[0]?.id ?? ''
    await hold(night, table)
    await eventually(() => expect(followers.every((it) => it.stateOf(table) === 'held')).toBe(true))
    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted())
    expect(asked.filter((it) => it.startsWith('tableOccupancies'))).toHaveLength(1)
    expect(new Set(followers.map((it) => it.ids().at(-1))).size).toBe(16)
  })

  test('from one address are limited, by what the proxy says and not the client', async () => {
    const night = takeNight()
    const { origin } = await startStreamServer({ limits: { perAddress: 2 } })
    const url = `${origin}/live/floor/${night}?variant=1`
    const from = (claimed: string) => follow(url, { 'X-Forwarded-For': `${claimed}, 192.0.2.7` })
    const first = await from('198.51.100.1')
    expect((await from('198.51.100.2')).status).toBe(200)
    const third = await from('198.51.100.3')
    expect([third.status, third.headers['retry-after']]).toEqual([429, '5'])
    await eventually(() => expect(JSON.parse(third.text())).toEqual({ reason: 'too_many_from_address' }))
    first.leave()
    await eventually(async () => expect((await from('198.51.100.4')).status).toBe(200))
  })
})

describe('a client that cannot listen', () => {
  const json = { Accept: 'application/json' }

  test('is told the floor as it is each time it asks', async () => {
    const night = takeNight()
    const { origin } = await startStreamServer()
    const url = `${origin}/live/floor/${night}?variant=3`
    const ask = async () => {
      const response = await fetch(url, { headers: json })
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const floor: { tables: Tables } = await response.json()
      return floor
    }
    const { tables } = await ask()
    expect(tables).toEqual((await watchNight(origin, night)).tables())
    const table = freeTable(tables)
    await hold(night, table)
    await eventually(async () => expect((await ask()).tables.find(([id]) => id === table)?.[1]).toBe('held'))
  })

  test.each([
    ['no-such-night?variant=1', 404, 'no_such_event'],
    ['00000000-0000-7000-8000-000000000000?variant=1', 404, 'no_such_event'],
    ['00000000-0000-7000-8000-000000000000', 400, 'bad_variant'],
    ['00000000-0000-7000-8000-000000000000?variant=x', 400, 'bad_variant'],
    ['00000000-0000-7000-8000-000000000000?variant=-1', 400, 'bad_variant'],
    ['00000000-0000-7000-8000-000000000000?variant=2147483648', 400, 'bad_variant'],
  ])('is refused %s with %d', async (path, status, reason) => {
    const { origin } = await startStreamServer()
    for (const headers of [json, { Accept: 'text/event-stream' }]) {
      // oxlint-disable-next-line no-await-in-loop
      const response = await fetch(`${origin}/live/floor/${path}`, { headers })
      expect(response.status).toBe(status)
      // oxlint-disable-next-line no-await-in-loop
      expect(await response.json()).toEqual({ reason })
    }
  })

  test('may only ask', async () => {
    const { origin } = await startStreamServer()
    const response = await fetch(`${origin}/live/floor/${takeNight()}?variant=1`, { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await fetch(`${origin}/live`)).status).toBe(418)
  })
})

test('while the database is away charts stay open, and are brought up to date when it is back', async () => {
  const own = await cloneDatabase()
  const { rows } = await own.pool.query<{ id: string }>(
    'select id from events where starts_at > $1 and not sold_out',
    [clock()],
  )
  const [night = '', other = ''] = rows.map((row) => row.id)
  const { origin } = await startStreamServer({ of: own })
  const follower = await watchNight(origin, night)
  const name = new URL(own.url).pathname.slice(1)
  const server = inject('databaseServer')
  await onServer(server, `alter database ${name} allow_connections false`)
  await onServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const refused = await follow(`${origin}/live/floor/${other}?variant=3`)
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
  expect(follower.isOver()).toBe(false)
  await onServer(server, `alter database ${name} allow_connections true`)
  const table = freeTable(follower.tables())
  await holdTable(own, { night, table })
  await eventually(() => expect(follower.stateOf(table)).toBe('held'))
})
