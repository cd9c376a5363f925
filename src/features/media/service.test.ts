import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { addPicture, openRendition, removeStrayRenditions, storePicture, purgeImages } from './service.ts'

let database: TestDatabase
let directory: string
beforeAll(async () => {
  database = await cloneDatabase()
  directory = await mkdtemp(join(tmpdir(), 'lounge-media-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const deps = () => ({ db: database.db, storage: createDiskStorage(directory) })
const paint = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: '#b85a2f' } })
    .jpeg()
    .toBuffer()

const bytesOf = async (body: ReadableStream | undefined): Promise<Buffer> =>
  Buffer.from(await new Response(body).arrayBuffer())

describe('a picture', () => {
  test.each([
    ['avif', 'heif'],
    ['webp', 'webp'],
    ['jpg', 'jpeg'],
  ] as const)('is sent as %s in the width that was asked for', async (format, seen) => {
    const id = await storePicture(deps(), `pictures/${format}.jpg`, await paint())
    const made = await openRendition(deps(), id, { width: 320, format })
    const meta = await sharp(await bytesOf(made?.body)).metadata()
    expect(meta).toMatchObject({ width: 320, height: 240, format: seen })
  })

  test('is never blown up beyond its own width', async () => {
    const id = await storePicture(deps(), 'pictures/small.jpg', await paint())
    const made = await openRendition(deps(), id, { width: 1600, format: 'webp' })
    expect((await sharp(await bytesOf(made?.body)).metadata()).width).toBe(800)
  })

  test('that many guests ask for at once is made once, and no half of it is ever seen', async () => {
    const id = await storePicture(deps(), 'pictures/busy.jpg', await paint())
    const asked = Array.from({ length: 12 }, () => openRendition(deps(), id, { width: 640, format: 'avif' }))
    const sizes = await Promise.all(
      (await Promise.all(asked)).map(async (it) => (await bytesOf(it?.body)).length),
    )
    expect(new Set(sizes).size).toBe(1)
    expect(await readdir(join(directory, 'renditions', id))).toEqual(['640.avif'])
  })

  test('that is not stored is null', async () =>
    expect(
      await openRendition(deps(), '00000000-0000-7000-8000-000000000000', { width: 320, format: 'webp' }),
    ).toBeNull())

  test('that staff upload lies under admin-uploads, and one of an earlier version is still found and swept', async () => {
    const actor = { id: '00000000-0000-7000-8000-000000000001', role: 'manager' } as const
    const added = await addPicture({ ...deps(), actor: { ...actor, name: 'Ama' } }, await paint())
    if (!added.ok) throw new Error(added.reason)
    const { rows } = await database.pool.query<{ key: string }>(
      'select storage_key as key from media where id = $1',
      [added.value.id],
    )
    expect(rows[0]?.key).toMatch(/^admin-uploads\/[0-9a-f]{2}\/[0-9a-f]{36}\.jpg$/)
    const old = await storePicture(deps(), 'pictures/ab/earlier.jpg', await paint())
    const ids = [added.value.id, old]
    for (const id of ids)
      // oxlint-disable-next-line no-await-in-loop -- two of them
      expect(await openRendition(deps(), id, { width: 320, format: 'webp' })).not.toBeNull()
    await purgeImages({ ...deps(), now: new Date('2026-01-01T00:00:00Z') })
    await purgeImages({ ...deps(), now: new Date('2026-03-01T00:00:00Z') })
    expect(await readdir(join(directory, 'admin-uploads', rows[0]?.key.split('/')[1] ?? ''))).toEqual([])
    expect(await readdir(join(directory, 'pictures/ab'))).toEqual([])
  })
})

test('renditions that no picture has are removed, and interrupted writes, but not those of the last hour', async () => {
  const id = await storePicture(deps(), 'pictures/strays.jpg', await paint())
  const rendition = { width: 160, format: 'jpg' } as const
  await (await openRendition(deps(), id, rendition))?.body.cancel()
  const { storage } = deps()
  const strays = [
    `renditions/${id.toUpperCase()}/160.jpg`,
    'renditions/00000000-0000-7000-8000-000000000000/160.jpg',
    'admin-uploads/ab/interrupted.jpg.f3a1.part',
    `renditions/${id}/161.jpg`,
    `renditions/${id}/160.jpg.f3a1.part`,
  ]
  for (const key of strays) await storage.write(key, Buffer.from('x'))
  const inAnHour = (ms: number) => new Date(Date.now() + 3_600_000 + ms)
  expect(await removeStrayRenditions({ ...deps(), now: inAnHour(-60_000) })).toBe(0)
  expect(await removeStrayRenditions({ ...deps(), now: inAnHour(60_000) })).toBeGreaterThanOrEqual(4)
  for (const key of strays) expect(await storage.stream(key), key).toBeNull()
  const kept = await storage.stream(`renditions/${id}/160.jpg`)
  expect(kept).not.toBeNull()
  await kept?.body.cancel()
})
