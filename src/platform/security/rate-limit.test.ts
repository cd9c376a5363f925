import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { countOne, deleteExpiredCounts, uncountOne } from './rate-limit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
const limit = { times: 5, withinS: 3600 }

test('five at once are counted as five, the sixth is told how long to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => countOne(database.db, 'eight', limit)))
  expect(answers.filter((it) => it.ok)).toHaveLength(5)
  const refused = await countOne(database.db, 'eight', limit)
  expect(refused).toMatchObject({ ok: false })
  expect(refused.ok ? 0 : refused.reason.waitS).toBeGreaterThan(3500)
  expect((await countOne(database.db, 'another', limit)).ok).toBe(true)
})

test('one that came to nothing is not counted', async () => {
  for (let i = 0; i < 7; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other on purpose
    expect((await countOne(database.db, 'forgiven', limit)).ok).toBe(true)
    // oxlint-disable-next-line no-await-in-loop
    await uncountOne(database.db, 'forgiven', limit)
  }
})

test('time passes: it counts anew, and old counts are forgotten', async () => {
  const short = { times: 1, withinS: 3600 }
  expect((await countOne(database.db, 'short', short)).ok).toBe(true)
  expect((await countOne(database.db, 'short', short)).ok).toBe(false)
  // The hour passes.
  await database.pool.query(`update rate_limits set expire = expire - 3600000 where key = 'form:short'`)
  expect((await countOne(database.db, 'short', short)).ok).toBe(true)
  await deleteExpiredCounts(database.db, new Date(Date.now() + 24 * 3_600_000))
  expect(await database.db.selectFrom('rateLimits').selectAll().execute()).toEqual([])
})
