import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditLog } from '#features/audit-log/service.ts'
import { purgeTrash } from '#jobs/purge-trash.ts'
import { listTrash, restoreFromTrash } from '#web/admin/api/management/trash-kinds.ts'
import { addGalleryItems, listGalleryItems } from '#features/gallery/service.ts'
import { addPicture, openRendition, purgeImages } from '#features/media/service.ts'
import { menuList, arrangeMenu, loadMenu, markSoldOut } from '#features/menu/service.ts'
import { menuItemForm } from '#features/menu/schema.ts'
import { listActiveModals, modalList } from '#features/home-modals/service.ts'
import { modalForm } from '#features/home-modals/schema.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { addHours } from '#lib/venue-time.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { createStaff } from './sign-in.ts'

let database: TestDatabase
let directory: string
const ids: Partial<Record<StaffRole, string>> = {}
const now = new Date('2026-11-20T23:00:00Z')
beforeAll(async () => {
  database = await cloneDatabase()
  directory = await mkdtemp(join(tmpdir(), 'lounge-pictures-'))
  ids.manager = await createStaff(database, 'manager@example.com')
  ids.host = await createStaff(database, 'host@example.com', { role: 'host' })
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const as = (role: StaffRole, at = now) => ({
  db: database.db,
  now: at,
  storage: createDiskStorage(directory),
  actor: { id: ids[role] ?? '', name: role, role },
})
const form = (name: string) =>
  menuItemForm.parse({
    name,
    price: '$1,012.50',
    category: 'main',
    description: 'Slow',
    ingredients: 'beef, , okra ,',
    dietary: '',
    imageId: null,
  })
async function addDish(name: string) {
  const added = await menuList.add(as('manager'), form(name))
  if (!added.ok) throw new Error(added.reason.why)
  return added.value
}
const auditEntries = async (entityId: string) =>
  (await listAuditLog({ ...database, now: new Date() }, { ...NO_FILTER, entityId })).entries.map(
    ({ action, before, after }) => ({
      action,
      before,
      after,
    }),
  )
const NO_FILTER = {
  entity: null,
  entityId: null,
  actorId: null,
  search: null,
  from: null,
  until: null,
  after: null,
}

describe('a menu item', () => {
  test('is added at the end of its category, in whole cents, under a unique slug', async () => {
    const [one, two] = [await addDish('Crème Stew!'), await addDish('Crème Stew!')]
    expect(one).toMatchObject({ slug: 'creme-stew', priceCents: 101_250, ingredients: ['beef', 'okra'] })
    expect(two.slug).toBe('creme-stew-2')
    const mains = (await loadMenu(as('manager'))).filter((it) => it.category === 'main')
    expect(mains.slice(-2).map((it) => it.id)).toEqual([one.id, two.id])
  })

  test('is added only with the permission, and nothing is written otherwise', async () => {
    const before = await menuList.list(database.db, now)
    expect(await menuList.add(as('host'), form('Not this'))).toMatchObject({ reason: { why: 'not_allowed' } })
    const [item] = before
    const at = { id: item?.id ?? '', version: item?.version ?? 0 }
    expect(await menuList.change(as('host'), at, form('Not this'))).toMatchObject({ ok: false })
    expect(await menuList.remove(as('host'), at.id)).toMatchObject({ ok: false })
    expect(await menuList.list(database.db, now)).toEqual(before)
    expect((await markSoldOut(as('host'), at.id, true)).ok).toBe(true)
  })

  test('that another staff member changed meanwhile is not overwritten, and is returned as it is now', async () => {
    const dish = await addDish('Peanut Soup')
    const both = await Promise.all([
      menuList.change(as('manager'), dish, form('By Ama')),
      menuList.change(as('manager'), dish, form('By Kofi')),
    ])
    const won = both.find((it) => it.ok)
    const lost = both.find((it) => !it.ok)
    const winner = won?.ok ? won.value.name : ''
    expect(lost).toMatchObject({ reason: { why: 'version_conflict', current: { name: winner, version: 2 } } })
    expect((await auditEntries(dish.id)).map((it) => it.action)).toEqual(['updated', 'added'])
  })

  test('is written to the audit log before and after, and a change that fails is not', async () => {
    const dish = await addDish('Yam')
    await menuList.change(as('manager'), dish, { ...form('Yam'), price: 900 })
    expect((await auditEntries(dish.id))[0]).toMatchObject({
      action: 'updated',
      before: { name: 'Yam', priceCents: 101_250 },
      after: { name: 'Yam', priceCents: 900 },
    })
    const tooDear = { ...form('Yam'), price: -1 }
    await expect(menuList.change(as('manager'), { id: dish.id, version: 2 }, tooDear)).rejects.toThrow(
      'check',
    )
    expect(await auditEntries(dish.id)).toHaveLength(2)
  })

  test('is sold out for the night it is marked, and back on the next', async () => {
    const dish = await addDish('Snapper')
    await markSoldOut(as('host'), dish.id, true)
    const isSoldOut = async (at: Date) =>
      (await loadMenu(as('manager', at))).find((it) => it.id === dish.id)?.isSoldOutToday
    expect(await isSoldOut(addHours(now, 8))).toBe(true)
    expect(await isSoldOut(addHours(now, 24))).toBe(false)
  })

  test('keeps the position that staff gave it', async () => {
    const mains = (await loadMenu(as('manager'))).filter((it) => it.category === 'main').map((it) => it.id)
    await arrangeMenu(as('manager'), 'main', mains.toReversed())
    const after = (await loadMenu(as('manager'))).filter((it) => it.category === 'main').map((it) => it.id)
    expect(after).toEqual(mains.toReversed())
  })
})

describe('the trash', () => {
  test('restores what was deleted, under another slug where its own is in use', async () => {
    const dish = await addDish('Waakye')
    await menuList.remove(as('manager'), dish.id)
    expect(await loadMenu(as('manager'))).not.toContainEqual(expect.objectContaining({ id: dish.id }))
    expect(await listTrash(as('manager'))).toContainEqual({
      entity: 'menu_item',
      id: dish.id,
      name: 'Waakye',
      deletedAt: now.toISOString(),
    })
    expect((await addDish('Waakye')).slug).toBe('waakye')
    const at = { entity: 'menu_item', id: dish.id } as const
    expect(await restoreFromTrash(as('host'), at)).toMatchObject({ reason: { why: 'not_allowed' } })
    expect((await restoreFromTrash(as('manager'), at)).ok).toBe(true)
    expect(await restoreFromTrash(as('manager'), at)).toMatchObject({ reason: { why: 'not_found' } })
    const back = (await loadMenu(as('manager'))).find((it) => it.id === dish.id)
    expect(back?.slug).toBe('waakye-2')
    expect((await auditEntries(dish.id)).map((it) => it.action)).toEqual(['restored', 'deleted', 'added'])
  })

  test('is purged of rows older than thirty days, and of no others', async () => {
    const [old, young] = [await addDish('Old'), await addDish('Young')]
    await menuList.remove(as('manager'), old.id)
    await menuList.remove(as('manager', addHours(now, 48)), young.id)
    await purgeTrash({ db: database.db, now: addHours(now, 24 * 31) })
    const left = (await listTrash(as('manager'))).map((it) => it.id)
    expect(left).toContain(young.id)
    expect(left).not.toContain(old.id)
  })
})

describe('a modal', () => {
  const fields = {
    title: 'Offer',
    description: 'Tonight',
    imageId: null,
    primaryButtonText: '',
    primaryButtonAction: '',
    secondaryButtonText: '',
    secondaryButtonAction: '',
    isActive: true,
  }
  test('links only to permitted targets, and the database agrees', async () => {
    const good = [
      'plan-event',
      'menu',
      '/',
      '/menu?tab=drinks',
      'https://x.example/a?b=c',
      `event:${ids.host}`,
    ]
    const bad = [
      'nowhere',
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'http://x.example',
      'https:///x',
      'event:1',
      '/a b',
      'https://x.example/a b',
    ]
    const takes = (primaryButtonAction: string) =>
      modalForm.safeParse({ ...fields, primaryButtonAction }).success
    for (const action of [...good, ...bad]) {
      // oxlint-disable-next-line no-await-in-loop
      const { rows } = await database.pool.query<{ is: boolean }>('select is_modal_action($1) as is', [
        action,
      ])
      expect([action, takes(action)]).toEqual([action, rows[0]?.is])
      expect([action, takes(action)]).toEqual([action, good.includes(action)])
    }
  })

  test('stores an address with its scheme in lower case, and refuses one that hides its host behind a name', () => {
    const read = (primaryButtonAction: string) =>
      modalForm.safeParse({ ...fields, primaryButtonAction }).data?.primaryButtonAction
    expect(read(' HTTPS://x.example/A ')).toBe('https://x.example/A')
    expect(read('https://venue.example@evil.example')).toBeUndefined()
  })

  test('is shown while it is active', async () => {
    const added = await modalList.add(as('manager'), modalForm.parse(fields))
    const modal = added.ok ? added.value : null
    const isShown = async () => (await listActiveModals(database.db)).some((it) => it.id === modal?.id)
    expect(await isShown()).toBe(true)
    const at = { id: modal?.id ?? '', version: modal?.version ?? 0 }
    await modalList.change(as('manager'), at, modalForm.parse({ ...fields, isActive: false }))
    expect(await isShown()).toBe(false)
    expect(await modalList.add(as('host'), modalForm.parse(fields))).toMatchObject({ ok: false })
  })
})

const paint = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#7a2231' } })
    .jpeg()
    .toBuffer()

describe('a picture', () => {
  test('is accepted with the permission, and can be read', async () => {
    expect(await addPicture(as('host'), await paint())).toMatchObject({ reason: 'not_allowed' })
    const added = await addPicture(as('manager'), await paint())
    const picture = added.ok ? added.value : null
    expect(picture).toMatchObject({ width: 300, height: 200 })
    const shown = await openRendition(as('manager'), picture?.id ?? '', { width: 160, format: 'webp' })
    expect(shown?.size).toBeGreaterThan(0)
    await shown?.body.cancel()
  })

  test('that nothing uses any more goes after thirty days, with its copies; one in use or in the bin stays', async () => {
    const [unused, used] = await Promise.all(
      [0, 1].map(async () => {
        const added = await addPicture(as('manager'), await paint())
        if (!added.ok) throw new Error(added.reason)
        return added.value.id
      }),
    )
    await (await openRendition(as('manager'), unused ?? '', { width: 160, format: 'webp' }))?.body.cancel()
    const items = [{ imageId: used ?? '', alt: 'Kept', category: 'food', galleryType: 'main' }] as const
    const hung = await addGalleryItems(as('manager'), { items: [...items] })
    expect(hung.ok).toBe(true)
    await purgeImages(as('manager'))
    const isThere = async (id = '') =>
      (await database.pool.query('select 1 from media where id = $1', [id])).rowCount === 1
    expect([await isThere(unused), await isThere(used)]).toEqual([true, true])
    await purgeImages(as('manager', addHours(now, 24 * 31)))
    expect([await isThere(unused), await isThere(used)]).toEqual([false, true])
    expect(await readdir(join(directory, 'renditions', unused ?? ''))).toEqual([])
    expect((await listGalleryItems(database.db)).some((it) => it.picture.id === used)).toBe(true)
  })

  test.skipIf(process.getuid?.() !== 0)('that finds no space leaves no partial file', async () => {
    const small = join(directory, 'small')
    await mkdir(small)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small])
    try {
      const noise = randomBytes(600 * 400 * 3)
      const sent = await sharp(noise, { raw: { width: 600, height: 400, channels: 3 } })
        .png()
        .toBuffer()
      const count = () => database.pool.query<{ n: number }>('select count(*)::int as n from media')
      const before = (await count()).rows
      const refused = await addPicture({ ...as('manager'), storage: createDiskStorage(small) }, sent)
      expect(refused).toEqual({ ok: false, reason: 'disk_full' })
      const left = await readdir(small, { recursive: true, withFileTypes: true })
      expect(left.filter((it) => it.isFile())).toEqual([])
      expect((await count()).rows).toEqual(before)
    } finally {
      execFileSync('umount', [small])
    }
  })
})

describe('the audit log', () => {
  test('is read in pages, and filtered by actor, action, date and text', async () => {
    const read = (filter: Partial<typeof NO_FILTER> | Record<string, unknown>) =>
      listAuditLog({ ...database, now: new Date() }, { ...NO_FILTER, ...filter })
    await database.pool.query(
      `insert into activity (staff_user_id, actor, action, entity, after, created_at)
       select $1, 'host', 'updated', 'event', jsonb_build_object('title', 'Night 100% ' || n), now() + n * interval '1 second'
       from generate_series(1, 120) n`,
      [ids.host],
    )
    const first = await read({ entity: 'event' })
    expect([first.entries.length, first.entries[0]?.after]).toEqual([50, { title: 'Night 100% 120' }])
    const second = await read({ entity: 'event', after: first.next })
    const third = await read({ entity: 'event', after: second.next })
    expect([second.entries.length, third.entries.length, third.next]).toEqual([50, 20, null])
    expect((await read({ search: '100% 77' })).entries).toHaveLength(1)
    expect((await read({ search: '100_ 77' })).entries).toHaveLength(0)
    expect((await read({ actorId: ids.manager, entity: 'event' })).entries).toHaveLength(0)
    expect((await read({ from: addHours(new Date(), 1), entity: 'event' })).entries).toHaveLength(0)
  })
})
