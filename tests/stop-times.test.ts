import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ARCHIVE_WITHIN_MS } from '#platform/backup/archive-at-stop.ts'
import { readConfig } from '#platform/config/config.ts'
import { STOP_WITHIN_MS } from '#platform/embedded-postgres/stop.ts'
import { STOP_LIMIT_MS } from '#server/worker-pool.ts'

/* Supervisors kill a server after a timeout, which must be longer than the server's own limit for stopping. */

const { drainMs } = readConfig({ TRUST_PROXY: '1' })
/** Time to start and end the processes around the server. */
const SPARE_MS = 5000
const WORKERS_MS = drainMs + STOP_LIMIT_MS.drain + SPARE_MS
const WITH_DATABASE_MS = WORKERS_MS + ARCHIVE_WITHIN_MS + STOP_WITHIN_MS

const service = z.object({ build: z.string().optional(), stop_grace_period: z.string().optional() })
const file = z.object({ services: z.record(z.string(), service) })

/** The stop_grace_period, in seconds, of each container of the product. */
function graceOf(path: string): number[] {
  const tree: unknown = parse(readFileSync(path, 'utf8'), { merge: true })
  const apps = Object.values(file.parse(tree).services).filter(({ build }) => build !== undefined)
  expect(apps.length).toBeGreaterThan(0)
  // Docker's default is ten seconds.
  return apps.map((it) => Number(/^(\d+)s$/.exec(it.stop_grace_period ?? '10s')?.[1]))
}

test('a proxy has time to notice by default', () => {
  expect(drainMs).toBeGreaterThan(0)
})

test('systemd waits longer than the server and its embedded database may take to stop', () => {
  const unit = readFileSync('deploy/lounge.service', 'utf8')
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
  expect(seconds * 1000).toBeGreaterThan(WITH_DATABASE_MS)
})

test('the demonstration, which has the embedded database, is given that time by Docker', () => {
  for (const seconds of graceOf('compose.yaml')) expect(seconds * 1000).toBeGreaterThan(WITH_DATABASE_MS)
})

test('servers on a database of its own container are given the time of their processes', () => {
  for (const seconds of graceOf('compose.production.yaml')) expect(seconds * 1000).toBeGreaterThan(WORKERS_MS)
})
