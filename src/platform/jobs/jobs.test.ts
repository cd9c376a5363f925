import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { startWorker } from './job-worker.ts'
import { addJob, migrateJobs } from './jobs.ts'
import { createLog } from '../observability/log.ts'

const EMAILS = 12
const CONCURRENCY = 4

test('a job that can wait is done after everything else in the queue', async () => {
  const { db, url } = await cloneDatabase()
  await migrateJobs(url)
  const done: string[] = []
  const all = Promise.withResolvers<void>()
  const note = (name: string) => async () => {
    done.push(name)
    if (done.length > EMAILS) all.resolve()
    await Promise.resolve()
  }
  for (let i = 0; i < EMAILS; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- queued one after the other
    await addJob(db, { name: 'email', payload: {}, isLowPriority: true })
  await addJob(db, { name: 'money', payload: {} })
  const worker = startWorker(url, {
    tasks: { email: note('email'), money: note('money') },
    schedules: [],
    log: createLog('silent'),
  })
  await all.promise
  await worker.stop()
  expect(done.indexOf('money')).toBeLessThan(CONCURRENCY)
  expect(done).toHaveLength(EMAILS + 1)
})
