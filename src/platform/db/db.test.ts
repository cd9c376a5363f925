import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { openDatabase } from './db.ts'

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
