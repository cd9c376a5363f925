import { describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { exitOf, type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { countWrongBookings, makeVisits, type Visits } from './guest-visits.ts'
import { PROXIES, startBehind, startProxy } from './proxies.ts'
import { describeWith } from './servers.ts'

/* Replaces servers under load. REPLACING_GETS=20000 makes it 20,000 reads and 5,000 bookings. */

const GETS = Number(process.env['REPLACING_GETS'] ?? 1600)
const TAKES_MS = 1_800_000

type Report = { readonly visits: Visits; readonly replaced: number }

/** Repeats a replacement until the guests' visits have ended. */
async function visitWhile(
  { port, database }: { readonly port: number; readonly database: TestDatabase },
  replace: (isOver: () => boolean) => Promise<void>,
): Promise<Report> {
  const over = new AbortController()
  let replaced = 0
  const isEnough = (): boolean => replaced >= 2
  const visiting = makeVisits({ port, database, gets: GETS, isEnough }).finally(() => over.abort())
  while (!over.signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is tried
    await replace(() => over.signal.aborted)
    replaced += 1
  }
  const visits = await visiting
  process.stdout.write(
    `${visits.gets} GETs, ${visits.posts} POSTs, ${visits.failed.length} failed, ${replaced} times replaced\n${visits.failed.slice(0, 5).join('\n')}\n`,
  )
  return { visits, replaced }
}

async function expectNothingLost(database: TestDatabase, { visits, replaced }: Report): Promise<void> {
  expect(visits.failed).toEqual([])
  expect(await countWrongBookings(database, visits.emails)).toEqual([])
  expect(visits.posts).toBeGreaterThanOrEqual(GETS / 4)
  expect(replaced).toBeGreaterThanOrEqual(2)
}

const countOf = (text: string, part: string): number => text.split(part).length - 1

describe('SIGUSR2 without a proxy', () => {
  test.each([1, 2])(
    'replaces %i while guests read and book, and not one request fails',
    async (count) => {
      const database = await cloneDatabase(TODAY_TEMPLATE)
      const server = await startApp({
        env: { DATABASE_URL: database.url, WEB_CONCURRENCY: String(count), LOG_LEVEL: 'info' },
      })
      const port = Number(new URL(server.origin).port)
      const report = await visitWhile({ port, database }, async () => {
        const before = countOf(server.output(), 'process.replaced')
        server.child.kill('SIGUSR2')
        await waitFor(() => countOf(server.output(), 'process.replaced') > before, 120_000)
      })
      await expectNothingLost(database, report)
      expect(server.output()).not.toMatch(/process\.(killed|restarting|replace_failed)/)
      expect(await server.stop()).toBe(0)
    },
    TAKES_MS,
  )
})

for (const proxy of PROXIES) {
  describeWith([proxy.name], `behind ${proxy.name}`, () => {
    test(
      'one server after the other is replaced while guests read and book, and not one request fails',
      async () => {
        const database = await cloneDatabase(TODAY_TEMPLATE)
        const ports = [await freePort(), await freePort()]
        const port = await freePort()
        const env = { ORIGIN: `http://127.0.0.1:${port}`, DATABASE_URL: database.url }
        const servers: RunningApp[] = []
        // oxlint-disable-next-line no-await-in-loop -- the first migrates
        for (const it of ports) servers.push(await startBehind(it, env))
        await startProxy(proxy, port, ports)
        let turn = 0
        const report = await visitWhile({ port, database }, async (isOver) => {
          const place = (turn += 1) % 2
          const old = servers[place]
          if (!old) throw new Error('there are two servers')
          old.child.kill('SIGTERM')
          expect(await exitOf(old.child)).toBe(0)
          const next = await startBehind(ports[place] ?? 0, env)
          servers[place] = next
          // The other server is stopped only once the proxy forwards to this one.
          await waitFor(() => isOver() || countOf(next.output(), '"path":"/menu"') > 0)
        })
        await expectNothingLost(database, report)
        await Promise.all(servers.map((server) => server.stop()))
      },
      TAKES_MS,
    )
  })
}
