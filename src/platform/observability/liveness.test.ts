import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from '../db/db-errors.ts'
import { createLiveness } from './liveness.ts'

const never = () => new Promise<never>(() => undefined)
const times = { timeoutMs: 40, probeMs: 40 }

test('a query of a database that answers nothing is given up after a probe, as of a database that is away', async () => {
  let probes = 0
  const { query } = createLiveness({ ...times, probe: () => ((probes += 1), never()) })
  const startedAt = performance.now()
  const results = await Promise.allSettled([query(never()), query(never()), query(never())])
  for (const it of results) expect(it.status === 'rejected' && isDatabaseUnavailable(it.reason)).toBe(true)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(75)
  // One probe for all waiting queries.
  expect(probes).toBe(1)
})

test('a slow query is waited for while a probe is answered', async () => {
  const { query, work } = createLiveness({ ...times, probe: async () => undefined })
  expect(await Promise.all([query(sleep(300, 'read')), work(sleep(300, 'written'))])).toEqual([
    'read',
    'written',
  ])
})

test('a slow query is waited for while the database answers others, even if no connection is left for a probe', async () => {
  const { query } = createLiveness({ ...times, probe: never })
  const over = new AbortController()
  const others = (async () => {
    // oxlint-disable-next-line no-await-in-loop -- one query after the other
    while (!over.signal.aborted) await query(sleep(10))
  })()
  expect(await query(sleep(300, 'done'))).toBe('done')
  over.abort()
  await others
  const full = new pg.DatabaseError('sorry, too many clients already', 0, 'error')
  const refusing = createLiveness({ ...times, probe: () => Promise.reject(full) })
  expect(await refusing.query(sleep(200, 'done'))).toBe('done')
})

test('what comes after a query that was given up does not wait as long again, until there is an answer', async () => {
  const { query } = createLiveness({ timeoutMs: 4000, probeMs: 40, probe: never })
  await expect(query(never())).rejects.toThrow('no answer')
  const startedAt = performance.now()
  await expect(query(never())).rejects.toThrow('no answer')
  expect(performance.now() - startedAt).toBeLessThan(3500)
  expect(await query(sleep(20, 'back'))).toBe('back')
  // The database responds again, so the full time limit applies.
  expect(await query(sleep(200, 'slow'))).toBe('slow')
})

test('a session that the database opened is an answer: the query on it gets the whole timeout', async () => {
  const { query, noteAnswer } = createLiveness({ timeoutMs: 400, probeMs: 40, probe: never })
  await expect(query(never())).rejects.toThrow('no answer')
  noteAnswer()
  expect(await query(sleep(250, 'slow after a restart'))).toBe('slow after a restart')
})

test('work that ends without the database is no answer of the database', async () => {
  const { query, work } = createLiveness({ ...times, probe: never })
  const waiting = query(never())
  const busy = setInterval(() => void work(Promise.resolve()), 5)
  await expect(waiting).rejects.toThrow('no answer')
  clearInterval(busy)
})
