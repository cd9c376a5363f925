import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { type Line, openLine } from '../../../tests/faults/line.ts'
import { asDatabaseError } from '../db/db-errors.ts'
import { addJob, migrateJobs } from './jobs.ts'
import { startWorker, type Worker } from './job-worker.ts'
import { createLog } from '../observability/log.ts'

let worker: Worker | null = null
afterEach(async () => {
  await worker?.stop()
  worker = null
})

/** A database whose connections can be cut, except those of the test itself. */
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

/** Delays all data for half a second, so that some is in transit whenever the connection is cut. */
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
    await expect.poll(waiting, { interval: 50 }).toBe(0)
    process.off('unhandledRejection', hear)
    expect(times).toBe(2)
    expect(rejected).toEqual([])
    // Sooner than the lock of a dead worker is released, which takes 20 s.
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
  await expect.poll(waiting, { interval: 50 }).toBe(0)
  expect(times).toBe(1)
})

test('a job that meets a short outage is done in the same attempt, and is not delayed as one that failed', async () => {
  const { db, url, waiting } = await openCuttable()
  let times = 0
  const logged: string[] = []
  worker = startWorker(url, {
    tasks: {
      async tried_outage() {
        times += 1
        if (times < 3) throw asDatabaseError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
      },
    },
    schedules: [],
    log: createLog('info', { write: (line) => void logged.push(line) }),
  })
  await addJob(db, { name: 'tried_outage', payload: {} })
  await expect.poll(() => times, { interval: 10 }).toBe(1)
  await expect.poll(waiting, { interval: 50 }).toBe(0)
  expect(times).toBe(3)
  // A second attempt would have been logged as the failure of the first.
  expect(logged.filter((line) => line.includes('job.failed'))).toEqual([])
})

test('a job that fails is one line of the log, with one stack', async () => {
  const { db, url } = await openCuttable()
  const logged: string[] = []
  worker = startWorker(url, {
    tasks: { tried_failure: () => Promise.reject(new Error('this one always fails')) },
    schedules: [],
    log: createLog('info', { write: (line) => void logged.push(line) }),
  })
  await addJob(db, { name: 'tried_failure', payload: {} })
  await expect.poll(() => logged.length, { interval: 10 }).toBeGreaterThan(0)
  await worker.stop()
  worker = null
  // On a loaded machine the second attempt may start before the queue has stopped.
  const attempts = logged
    .filter((line) => line.includes('this one always fails'))
    .map((line) => JSON.parse(line).attempt)
  expect(attempts).toEqual(attempts.map((_, i) => i + 1))
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ event: 'job.failed', job: 'tried_failure', attempt: 1 })
})

test('an outage is one line of the log for the queue, without stacks, and another when it runs again', async () => {
  const { url, line } = await openCuttable()
  const logged: string[] = []
  worker = startWorker(url, {
    tasks: { tried_nothing: async () => undefined },
    schedules: [],
    log: createLog('info', { write: (text) => void logged.push(text) }),
  })
  await expect.poll(() => line.count()).toBeGreaterThan(1)
  const cutting = setInterval(() => line.reset(), 5)
  await new Promise((resolve) => setTimeout(resolve, 1500))
  clearInterval(cutting)
  line.reset()
  await expect.poll(() => logged.some((text) => text.includes('component.restarted'))).toBe(true)
  const events = logged.map((text) => JSON.parse(text).event)
  // A run that starts between two cuts and fails again counts as another outage.
  expect(events.filter((it) => it === 'component.restarting').length).toBeLessThanOrEqual(3)
  expect(new Set(events)).toEqual(new Set(['component.restarting', 'component.restarted']))
  for (const text of logged) expect(text).not.toMatch(/\\n\s+at /)
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

test('one that is stopped while its LISTEN is answered, and then loses the database, rejects nothing unheard', async () => {
  const { db, url, line } = await openCuttable()
  line.delayMs = 150
  const rejected: unknown[] = []
  const hear = (reason: unknown) => rejected.push(reason)
  process.on('unhandledRejection', hear)
  const started = startWorker(url, { tasks: {}, schedules: [], log: createLog('silent') })
  const listening = async (): Promise<number> => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and query like 'LISTEN %'`.execute(db)
    return rows.length
  }
  await expect.poll(listening, { interval: 10 }).toBe(1)
  const stopped = started.stop()
  await new Promise((resolve) => setTimeout(resolve, 20))
  line.reset()
  await stopped
  process.off('unhandledRejection', hear)
  expect(rejected).toEqual([])
})

test('a host that slept for three hours finds a recurring job of each minute in its queue once', async () => {
  const { db, url } = await cloneDatabase()
  await migrateJobs(url)
  const minute = 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / minute) * minute - 2000 })
  try {
    const schedules = [{ name: 'tried_each_minute', cron: '* * * * *' }]
    worker = startWorker(url, {
      tasks: { async tried_each_minute() {} },
      schedules,
      log: createLog('silent'),
    })
    const lastAdded = async () => {
      const { rows } = await sql<{ at: Date | null }>`
        select last_execution as at from graphile_worker._private_known_crontabs`.execute(db)
      return rows.map(({ at }) => at?.getTime() ?? 0)
    }
    // Registered, and its timer for the next minute is set.
    await expect.poll(lastAdded).toHaveLength(1)
    const awakeAt = Date.now() + 180 * minute
    vi.setSystemTime(awakeAt)
    await expect.poll(async () => Math.max(...(await lastAdded()))).toBeGreaterThan(awakeAt - 2 * minute)
    const { rows } = await sql`select from graphile_worker.jobs`.execute(db)
    expect(rows).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})
