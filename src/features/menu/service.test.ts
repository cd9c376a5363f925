import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { findMenuItem, loadMenu } from './service.ts'

const now = new Date('2026-11-21T00:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
const deps = () => ({ db: database.db, now })

describe('the menu', () => {
  test('of the seeded venue has 52 items with a picture and a price each', async () => {
    const items = await loadMenu(deps())
    expect(items).toHaveLength(52)
    expect(items.every((item) => item.picture && item.priceCents > 0 && item.description)).toBe(true)
    expect(new Set(items.map((item) => item.category)).size).toBe(4)
  })

  test('leaves out what staff deleted', async () => {
    await database.db
      .updateTable('menuItems')
      .set({ deletedAt: now })
      .where('slug', '=', 'malva-pudding')
      .execute()
    expect((await loadMenu(deps())).map((item) => item.slug)).not.toContain('malva-pudding')
    expect(await findMenuItem(deps(), 'malva-pudding')).toBeNull()
  })

  test('says what has run out today, and forgets it tomorrow', async () => {
    const slug = 'oxtail-orzo'
    await database.db
      .updateTable('menuItems')
      .set({ soldOutOn: '2026-11-20' })
      .where('slug', '=', slug)
      .execute()
    const soldOut = async (at: string) => {
      const found = await findMenuItem({ db: database.db, now: new Date(at) }, slug)
      return found?.kind === 'item' && found.item.isSoldOutToday
    }
    expect(await soldOut('2026-11-21T08:00:00Z')).toBe(true)
    expect(await soldOut('2026-11-21T13:00:00Z')).toBe(false)
  })
})

describe('one item', () => {
  test('comes with up to three others of its kind', async () => {
    const found = await findMenuItem(deps(), 'jollof-arancini')
    if (found?.kind !== 'item') throw new Error('the seeded item is not there')
    expect(found.related).toHaveLength(3)
    expect(found.related.every((it) => it.category === 'appetizer' && it.id !== found.item.id)).toBe(true)
  })

  test('asked for by its id answers with its readable address', async () => {
    const [item] = await loadMenu(deps())
    expect(await findMenuItem(deps(), item?.id ?? '')).toEqual({ kind: 'moved', slug: item?.slug })
  })

  test.each([
    'nothing-like-it',
    '00000000-0000-7000-8000-000000000000',
    `'; drop table menu_items; --`,
    'x'.repeat(10_000),
  ])('that is not there is null: %.40s', async (address) =>
    expect(await findMenuItem(deps(), address)).toBeNull(),
  )
})
