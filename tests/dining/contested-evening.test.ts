import { describe, expect, test } from 'vitest'
import type { DinnerRequest } from '#features/dining/schema.ts'
import { bookDinner } from '#features/dining/service.ts'
import { openDatabase } from '#platform/db/db.ts'
import { cloneDatabase } from '../support/database.ts'
import { askFor, at, countOverlaps, coversOf, FAR_SATURDAY } from './dining-fixtures.ts'

describe('120 guests at once for one evening', () => {
  const race = async (url: string, asks: readonly DinnerRequest[]) => {
    const connections = [openDatabase(url, { max: 15 }), openDatabase(url, { max: 15 })] as const
    const [one, two] = [await at(connections[0].db), await at(connections[1].db)]
    const answers = await Promise.allSettled(asks.map((ask, i) => bookDinner(i % 2 ? one : two, ask)))
    await Promise.all(connections.map((connection) => connection.close()))
    return answers
  }
  const timeOf = (i: number) => `${15 + (Math.floor(i / 2) % 6)}:${i % 2 ? '30' : '00'}`
  const requests = Array.from({ length: 120 }, (_, i) => askFor({ time: timeOf(i), guests: 1 + (i % 7) }))

  test('get tables of their own, within the covers of each half hour', async () => {
    const fresh = await cloneDatabase()
    const answers = await race(fresh.url, requests)
    const told = answers.map((it) => (it.status === 'fulfilled' ? it.value : null))
    const taken = told.filter((it) => it?.ok)
    expect(taken.length).toBeGreaterThan(40)
    expect(told.every((it) => it && (it.ok || it.reason.why === 'full'))).toBe(true)
    expect(await countOverlaps(fresh.db)).toBe(0)
    const covers = await coversOf(fresh.db, FAR_SATURDAY)
    expect(covers.reduce((sum, it) => sum + it.guests, 0)).toBeGreaterThan(100)
    for (const { guests } of covers) expect(guests).toBeLessThanOrEqual(24)
  })

  test('without the lock the covers of a half hour are overdrawn: this race can be lost', async () => {
    const fresh = await cloneDatabase()
    // Each evening has a lock of its own.
    await fresh.pool.query(`
      create schema loose;
      create function loose.pg_advisory_xact_lock(bigint) returns void language sql as 'select null::void';
      -- And everybody takes their time between looking and writing, so that none is done before the next one looks.
      create function loose.write_slowly() returns trigger language plpgsql as 'begin perform pg_sleep(0.3); return new; end';
      create trigger slow_pen before insert on reservations for each row execute function loose.write_slowly();
      alter database ${new URL(fresh.url).pathname.slice(1)} set search_path = loose, pg_catalog, public`)
    await race(
      fresh.url,
      Array.from({ length: 20 }, () => askFor({ guests: 6 })),
    )
    const covers = await coversOf(fresh.db, FAR_SATURDAY)
    expect(Math.max(...covers.map((it) => it.guests))).toBeGreaterThan(24)
    expect(await countOverlaps(fresh.db)).toBe(0)
  })
})
