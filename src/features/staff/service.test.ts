import { verifyPassword } from 'better-auth/crypto'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { createFirstOwner } from './service.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
  await database.pool.query('delete from staff_users')
})

test('a venue without staff gets one owner with a random temporary password, stored as a hash', async () => {
  const owner = await createFirstOwner(database, 'Owner@Example.com')
  expect(owner?.email).toBe('owner@example.com')
  expect(owner?.password).toMatch(/^[\w-]{16}$/)
  const { rows } = await database.pool.query<{
    password: string
    role: string
    must_change_password: boolean
  }>(
    'select role, must_change_password, password from staff_users u join staff_accounts a on a.user_id = u.id',
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ role: 'owner', must_change_password: true })
  expect(rows[0]?.password).not.toContain(owner?.password)
  expect(await verifyPassword({ hash: rows[0]?.password ?? '', password: owner?.password ?? '' })).toBe(true)
})

test('a venue with staff gets no second owner', async () =>
  expect(await createFirstOwner(database, 'other@example.com')).toBeNull())
