import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { superuser } from '#platform/embedded-postgres/cluster.ts'
import { startApp, waitFor } from '../support/server.ts'
import { proportionalMb, workersOf } from '../support/processes.ts'
import { openStreams } from './event-streams.ts'

/*
 * The memory of a whole server without PostgreSQL: its primary and its worker. Shared pages, such as Node's own code,
 * are counted once; the sum of `ps` would count them for each process.
 */

const IDLE_MB = 250
const BUSY_MB = 350
const VIEWS = 20_000
const STREAMS = 500
const AT_ONCE = 8

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lounge-memory-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

const ask = (agent: Agent, port: number, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const asking = request({ host: '127.0.0.1', port, path, agent }, (answer) => {
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.once('end', () => resolve(answer.statusCode === 200 ? text : `status ${answer.statusCode}`))
    })
    asking.once('error', reject)
    asking.end()
  })

/** Queries the embedded database with its own password. */
async function findEventId(): Promise<string> {
  const host = join(dataDir, 'postgres')
  const password = (await readFile(join(host, 'lounge.password'), 'utf8')).trim()
  const client = new pg.Client({ host, port: 5432, user: superuser, password, database: 'postgres' })
  await client.connect()
  const { rows } = await client.query('select id from events where starts_at > now() limit 1')
  await client.end()
  return String(rows[0]?.id)
}

/** Reads cached pages of every kind, and pages that are rendered for each request. */
async function view(port: number, events: readonly string[]): Promise<void> {
  const paths = ['/', '/menu', '/events', '/gallery', '/reservations', ...events]
  let count = 0
  const read = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (count < VIEWS) {
      count += 1
      const path = count % 40 === 0 ? `/events?q=night${count}` : (paths[count % paths.length] ?? '/')
      // oxlint-disable-next-line no-await-in-loop -- a reader reads one page after the other
      const text = await ask(agent, port, path)
      if (!text.includes('</html>')) throw new Error(`${path}: ${text.slice(0, 200)}`)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, read))
}

test(`one server has at most ${IDLE_MB} MB idle, and ${BUSY_MB} MB after ${VIEWS} views with ${STREAMS} streams`, async () => {
  const server = await startApp({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'warn' } })
  const port = Number(new URL(server.origin).port)
  const primary = server.child.pid ?? 0
  const [worker = 0] = workersOf(primary)
  const report = (what: string): number => {
    const parts = [proportionalMb(primary), proportionalMb(worker)]
    const sum = parts.reduce((a, b) => a + b)
    process.stdout.write(
      `${what}: ${Math.round(sum)} MB (primary ${Math.round(parts[0] ?? 0)}, worker ${Math.round(parts[1] ?? 0)})\n`,
    )
    return sum
  }
  expect(report('after the first start, which filled the database')).toBeLessThan(IDLE_MB)

  const page = await (await server.get('/events')).text()
  const events = [
    ...new Set(Array.from(page.matchAll(/href="(\/events\/[a-z0-9-]+)"/g), ([, path = '']) => path)),
  ]
  expect(events.length).toBeGreaterThan(5)
  const id = await findEventId()
  const streams = await openStreams({ port, path: `/live/floor/${id}?variant=1`, count: STREAMS })
  await view(port, events)
  expect(report(`after ${VIEWS} views with ${STREAMS} streams`)).toBeLessThan(BUSY_MB)
  for (const stream of streams) stream.close()
  await waitFor(() => streams.every((it) => it.isOver()))
  expect(await server.stop()).toBe(0)
}, 600_000)
