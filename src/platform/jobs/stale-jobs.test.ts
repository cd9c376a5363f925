import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { addJob, migrateJobs } from './jobs.ts'
import { recordHeartbeat, releaseStaleJobs } from './stale-jobs.ts'

test('what a dead worker was doing goes back to the queue, and what a living one does stays its own', async () => {
  const { db, url } = await cloneDatabase()
  await migrateJobs(url)
  for (const name of ['of_the_dead', 'of_the_living', 'just_begun'])
    // oxlint-disable-next-line no-await-in-loop -- only three
    await addJob(db, { name, payload: {} })
  await sql`
    update graphile_worker._private_jobs j set locked_by = 'pool-' || t.identifier,
      locked_at = now() - case t.identifier when 'just_begun' then interval '1 second' else interval '1 minute' end
    from graphile_worker._private_tasks t where t.id = j.task_id
      and t.identifier in ('of_the_dead', 'of_the_living', 'just_begun')
  `.execute(db)
  const living = new pg.Client(url)
  await living.connect()
  await recordHeartbeat(living, 'pool-of_the_living')
  expect(await releaseStaleJobs(living)).toBe(1)
  expect(await releaseStaleJobs(living)).toBe(0)
  const { rows } = await sql<{ name: string }>`
    select task_identifier as name from graphile_worker.jobs where locked_by is not null order by 1
  `.execute(db)
  expect(rows.map((it) => it.name)).toEqual(['just_begun', 'of_the_living'])
  await living.end()
})
