import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { createWorkerPool } from '#server/worker-pool.ts'

/** Workers that exit at their start; workers count from 1 in the order of their start. */
const FAILING = [2, 3]

async function runPrimary(): Promise<void> {
  const log = pino()
  const pool = createWorkerPool({
    count: 2,
    database: Promise.resolve(),
    env: {},
    drainMs: 0,
    log,
    onServed: () => undefined,
  })
  process.on('SIGTERM', () => void pool.kill().then(() => process.exit(0)))
  cluster.on('listening', ({ id }) => log.info({ event: 'listening', id }))
  await pool.start()
  log.info({ event: 'started' })
}

function runWorker(id: number): void {
  if (FAILING.includes(id)) process.exit(1)
  createServer((_, response) => response.end()).listen(0, '127.0.0.1')
}

if (cluster.worker) runWorker(cluster.worker.id)
else await runPrimary()
