import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/support/database.ts'
import { type Line, openLine } from '../../tests/faults/line.ts'
import { addJob, migrateJobs } from './jobs.ts'
import { startWorker, type Worker } from './job-worker.ts'
import { createLog } from './log.ts'

let worker: Worker | null = null
afterEach(async () => {
  await worker?.stop()
  worker = null
})

/** A database whose connections can be cut, but for those the test looks with. */
async function openCuttable() {
  const { db, url } = await cloneDatabase()
  await migrateJobs(url)
  const cuttable = new URL(url)
  const socketDir = cuttable.searchParams.get('host')
  const port = Number(cuttable.port || 5432)
  const line: Line = await openLine(
    socketDir ? { path: join(socketDir, `.s.PGSQL.${port}`) } : { port, host: cuttable.hostname },
  )
  cuttable.searchParams.delete('host')
  cuttable.hostname = '127.0.0.1'
  cuttable.port = String(line.port)
  const waiting = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs where task_identifier like 'tried_%'`.execute(
      db,
    )
    return rows[0]?.count ?? -1
  }
  return { db, url: cuttable.href, line, waiting }
}

/** Half a second in which nothing that is said arrives: it is still under way whenever the line is cut. */
function cutForAWhile(line: Line): void {
  line.delayMs = 400
  const cutting = setInterval(() => line.reset(), 50)
  setTimeout(() => {
    clearInterval(cutting)
    line.reset()
    line.delayMs = 0
  }, 500)
}

test.each(['done', 'failed'] as const)(
  'a job that was %s in the moment in which the database fell is done again, and nothing is rejected unheard',
  async (outcome) => {
    const { db, url, line, waiting } = await openCuttable()
    let times = 0
    const rejected: unknown[] = []
    const hear = (reason: unknown) => rejected.push(reason)
    process.on('unhandledRejection', hear)
    const startedAt = performance.now()
    worker = startWorker(url, {
      tasks: {
        async tried_job() {
          times += 1
          if (times > 1) return
          cutForAWhile(line)
          if (outcome === 'failed') throw new Error('it failed, and its failure cannot be written either')
        },
      },
      schedules: [],
      log: createLog('silent'),
    })
    await addJob(db, { name: 'tried_job', payload: {} })
    await expect.poll(waiting, { timeout: 20_000, interval: 50 }).toBe(0)
    process.off('unhandledRejection', hear)
    expect(times).toBe(2)
    expect(rejected).toEqual([])
    // Not by the lock of a dead worker running out, which takes 20 s.
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  },
)

test('a job that takes long is not done twice because its queue lost the database meanwhile', async () => {
  const { db, url, line, waiting } = await openCuttable()
  let times = 0
  worker = startWorker(url, {
    tasks: {
      async tried_long() {
        times += 1
        line.reset()
        await new Promise((resolve) => setTimeout(resolve, 3000))
      },
    },
    schedules: [],
    log: createLog('silent'),
  })
  await addJob(db, { name: 'tried_long', payload: {} })
  await expect.poll(waiting, { timeout: 20_000, interval: 50 }).toBe(0)
  expect(times).toBe(1)
})

test('one that is stopped while the database is gone stops soon', async () => {
  const { url, line } = await openCuttable()
  worker = startWorker(url, { tasks: {}, schedules: [], log: createLog('silent') })
  await expect.poll(() => line.count()).toBeGreaterThan(0)
  line.reset()
  const startedAt = performance.now()
  await worker.stop()
  worker = null
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
