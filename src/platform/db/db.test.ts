import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { inTransaction, openDatabase } from './db.ts'
import { breaksConnection, isDatabaseUnavailable } from './db-errors.ts'

test('a connection cut while a transaction has it is a fault of that transaction, not the end of the process', async () => {
  const { url } = await cloneDatabase()
  const told: Error[] = []
  const database = openDatabase(url, { max: 2, onLost: (error) => told.push(error) })
  const cutShort = database.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    // Nothing is being asked when the cut comes: only the connection itself can tell.
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await sql`select 1`.execute(trx)
  })
  await expect(cutShort).rejects.toThrow(/terminat|Connection/i)
  expect(told.length).toBeGreaterThan(0)
  await database.close()
})

test('of two transactions that wait for each other both are done, the one that was ended a second time', async () => {
  const { db } = await cloneDatabase()
  await sql`create table locked (id int primary key, times int not null default 0)`.execute(db)
  await sql`insert into locked (id) values (1), (2)`.execute(db)
  let began = 0
  let bothBegan = (): void => undefined
  const both = new Promise<void>((resolve) => (bothBegan = resolve))
  const addInOrder = (first: number, second: number) =>
    inTransaction(db, async (trx) => {
      await sql`update locked set times = times + 1 where id = ${first}`.execute(trx)
      began += 1
      if (began === 2) bothBegan()
      await both
      await sql`update locked set times = times + 1 where id = ${second}`.execute(trx)
    })
  await Promise.all([addInOrder(1, 2), addInOrder(2, 1)])
  const { rows } = await sql`select id, times from locked order by id`.execute(db)
  expect(rows).toEqual([
    { id: 1, times: 2 },
    { id: 2, times: 2 },
  ])
  expect(began).toBe(3)
})

test('a statement that a busy server does not answer in time is an outage, and its connection serves the next one', async () => {
  const { url } = await cloneDatabase()
  const database = openDatabase(url, { max: 1 })
  const pidOf = async (): Promise<unknown> =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)).rows[0]?.pid
  const pid = await pidOf()
  await sql`set statement_timeout = 50`.execute(database.db)
  const error: unknown = await sql`select pg_sleep(5)`.execute(database.db).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect([isDatabaseUnavailable(error), breaksConnection(error)]).toEqual([true, false])
  expect(await pidOf()).toBe(pid)
  await database.close()
})
