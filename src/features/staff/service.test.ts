import { verifyPassword } from 'better-auth/crypto'
import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { changeAccount, createAccount, createFirstOwner } from './service.ts'

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

test('the last owner stays an owner with access, whichever of the two is changed', async () => {
  const { rows } = await database.pool.query<{ id: string }>('select id from staff_users')
  const id = rows[0]?.id ?? ''
  const change = (it: { role?: 'host'; hasAccess?: boolean }) =>
    changeAccount({ ...database, actor: { id, name: 'Owner', role: 'owner' } }, id, it)
  expect(await change({ role: 'host' })).toEqual({ ok: false, reason: 'last_owner' })
  expect(await change({ hasAccess: false })).toEqual({ ok: false, reason: 'last_owner' })
  const second = { name: 'Ama', email: 'ama@example.com', password: 'a long enough password' }
  await createAccount(database, { ...second, role: 'owner', mustChangePassword: false })
  expect(await change({ role: 'host' })).toEqual({ ok: true, value: null })
})
