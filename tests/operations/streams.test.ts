import { expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { exitOf, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { openStreams } from './event-streams.ts'
import { PROXIES, startBehind, startProxy } from './proxies.ts'
import { describeWith } from './servers.ts'

/* Event streams behind proxies: they end with their clients, and tell clients to reconnect when the server stops. */

async function floorPath({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query(
    `select id from events where starts_at > now() + interval '1 day' order by starts_at limit 1`,
  )
  return `/live/floor/${rows[0].id}?variant=1`
}

for (const proxy of PROXIES) {
  describeWith([proxy.name], `event streams behind ${proxy.name}`, () => {
    test('of guests who left are closed within seconds; the others hear of changes and, at a stop, where to go', async () => {
      const database = await cloneDatabase(TODAY_TEMPLATE)
      const port = await freePort()
      const serverPort = await freePort()
      const metricsPort = await freePort()
      const server = await startBehind(serverPort, {
        ORIGIN: `http://127.0.0.1:${port}`,
        DATABASE_URL: database.url,
        METRICS_PORT: String(metricsPort),
        DRAIN_SECONDS: '3',
      })
      await startProxy(proxy, port, [serverPort])
      const count = async (): Promise<number> => {
        const figures = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
        return Number(/^lounge_event_streams (\d+)/m.exec(figures)?.[1])
      }
      const path = await floorPath(database)
      const streams = await openStreams({ port, path, count: 95 })
      expect(await count()).toBe(95)
      for (const stream of streams.slice(0, 82)) stream.close()
      const left = streams.slice(82)
      const since = performance.now()
      await waitFor(async () => (await count()) === left.length, 5000)
      process.stdout.write(`closed after ${Math.round(performance.now() - since)} ms\n`)

      const before = left.map((it) => it.notified().length)
      await database.pool.query(
        `update venue_tables set is_available = not is_available where id = (select id from venue_tables
           where deleted_at is null and reservation_price_cents is not null order by table_number limit 1)`,
      )
      await waitFor(() => left.every((it, i) => it.notified().length > (before[i] ?? 0)), 5000)

      server.child.kill('SIGTERM')
      const stopped = exitOf(server.child)
      const ready = `http://127.0.0.1:${serverPort}/readyz`
      await waitFor(async () => (await fetch(ready)).status === 503)
      const answer = await fetch(`http://127.0.0.1:${serverPort}/menu`)
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
      await waitFor(() => left.every((it) => it.isOver()), 15_000)
      expect(left.every((it) => it.notified().endsWith('event: reconnect\ndata: {}\n\n'))).toBe(true)
      expect(await stopped).toBe(0)
    }, 180_000)
  })
}
