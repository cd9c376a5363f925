import { beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { listDeleted, purgeDeleted, restoreDeleted, softDelete } from './soft-delete.ts'
import { updateVersioned } from './versioned.ts'

const NO_ID = '0198c0de-0000-7000-8000-000000000000'
const now = new Date('2031-05-01T00:00:00Z')
let database: TestDatabase
let item = { id: '', version: 0 }
beforeAll(async () => {
  database = await cloneDatabase()
  const values = {
    slug: 'tea',
    name: 'Tea',
    description: '',
    category: 'beverage',
    priceCents: 500,
    position: 99,
  } as const
  item = await database.db
    .insertInto('menuItems')
    .values({ ...values, ingredients: [], dietary: [] })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
})
const read = () =>
  database.db
    .selectFrom('menuItems')
    .select(['name', 'priceCents', 'ingredients', 'version'])
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow()

test('a row is updated with its current version only', async () => {
  const values = { name: 'Mint Tea', ingredients: ['mint', 'tea'], priceCents: undefined }
  expect(await updateVersioned(database.db, 'menuItems', { ...item, values })).toEqual({
    ok: true,
    value: { version: 2 },
  })
  expect(await read()).toEqual({
    name: 'Mint Tea',
    priceCents: 500,
    ingredients: ['mint', 'tea'],
    version: 2,
  })
  const late = await updateVersioned(database.db, 'menuItems', { ...item, values: { name: 'Late' } })
  expect(late).toEqual({ ok: false, reason: 'version_conflict' })
  expect((await read()).name).toBe('Mint Tea')
})

test('of two updates at once, one wins', async () => {
  const at = { ...item, version: (await read()).version }
  const results = await Promise.all(
    ['A', 'B', 'C'].map((name) => updateVersioned(database.db, 'menuItems', { ...at, values: { name } })),
  )
  expect(results.filter((it) => it.ok)).toHaveLength(1)
  expect(results.filter((it) => !it.ok && it.reason === 'version_conflict')).toHaveLength(2)
})

test('a row that is missing or deleted is not found, until it is restored', async () => {
  const at = { ...item, version: (await read()).version }
  const missing = { ok: false, reason: 'not_found' }
  expect(await updateVersioned(database.db, 'menuItems', { ...at, id: NO_ID, values: {} })).toEqual(missing)
  expect(await softDelete(database.db, 'menuItems', { id: item.id, now })).toBe(true)
  expect(await softDelete(database.db, 'menuItems', { id: item.id, now })).toBe(false)
  const { version } = await read()
  expect(await updateVersioned(database.db, 'menuItems', { ...at, version, values: { name: 'X' } })).toEqual(
    missing,
  )
  expect(await listDeleted(database.db, 'menuItems', ['slug'])).toEqual([
    { id: item.id, deletedAt: now, slug: 'tea' },
  ])
  expect(await restoreDeleted(database.db, 'menuItems', item.id)).toBe(true)
  expect(await restoreDeleted(database.db, 'menuItems', item.id)).toBe(false)
  expect(
    await updateVersioned(database.db, 'menuItems', { ...at, version: version + 1, values: { name: 'X' } }),
  ).toMatchObject({ ok: true })
})

test('deleted rows are purged once they are old enough', async () => {
  await softDelete(database.db, 'menuItems', { id: item.id, now })
  expect(await purgeDeleted(database.db, 'menuItems', now)).toBe(0)
  expect(await purgeDeleted(database.db, 'menuItems', new Date(now.getTime() + 1))).toBe(1)
})

test('a table without soft deletion is updated, too, and an empty update increments the version', async () => {
  const { version } = await database.db.selectFrom('venue').select('version').executeTakeFirstOrThrow()
  const at = { id: true, version, neverDeleted: true } as const
  expect(await updateVersioned(database.db, 'venue', { ...at, values: {} })).toEqual({
    ok: true,
    value: { version: version + 1 },
  })
  expect(await updateVersioned(database.db, 'venue', { ...at, values: {} })).toEqual({
    ok: false,
    reason: 'version_conflict',
  })
})
