import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { storePicture } from '../service.ts'
import type { ShareSubject } from './schema.ts'
import { openSharePicture, purgeSharePictures, sharePictureVersion } from './service.ts'

let database: TestDatabase
let directory: string
beforeAll(async () => {
  database = await cloneDatabase()
  directory = await mkdtemp(join(tmpdir(), 'lounge-share-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const deps = () => ({ db: database.db, storage: createDiskStorage(directory) })
const subject = (changed: Partial<ShareSubject> = {}): ShareSubject => ({
  kind: 'events',
  slug: 'night',
  title: 'Amapiano Night',
  detail: 'Fri Nov 27, 9 PM – Sat 5 AM',
  siteName: 'The Lounge',
  pictureId: null,
  ...changed,
})

async function draw(shown: ShareSubject): Promise<Buffer> {
  const [mudcloth, zellige] = await Promise.all(
    ['mudcloth', 'zellige-strip'].map((name) => readFile(`src/web/patterns/${name}.webp`)),
  )
  if (!mudcloth || !zellige) throw new Error('no patterns')
  const opened = await openSharePicture(deps(), shown, { mudcloth, zellige })
  return Buffer.from(await new Response(opened?.body).arrayBuffer())
}
const drawnFiles = () => readdir(join(directory, 'share-pictures'))

test.each([
  ['a title', {}],
  ['a very long title', { title: 'W'.repeat(300) }],
  ['a title of emoji and Arabic', { title: '😀 ليلة' }],
  ['no drawable text at all', { title: '😀', siteName: 'ليلة', detail: '' }],
  ['a picture that is gone', { pictureId: '00000000-0000-7000-8000-000000000000' }],
])('a share picture with %s is a JPEG of 1200 by 630', async (_name, changed) => {
  const meta = await sharp(await draw(subject(changed))).metadata()
  expect(meta).toMatchObject({ format: 'jpeg', width: 1200, height: 630, channels: 3 })
})

test('the picture of the subject is in it, and so is the title', async () => {
  const red = await sharp({ create: { width: 400, height: 900, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const pictureId = await storePicture(deps(), 'pictures/red.png', red)
  const photo = subject({ pictureId })
  // The right edge has neither text nor pattern.
  const edge = await sharp(
    await sharp(await draw(photo))
      .extract({ left: 1150, top: 60, width: 40, height: 40 })
      .toBuffer(),
  ).stats()
  expect(edge.dominant.r).toBeGreaterThan(150)
  expect(edge.dominant.g).toBeLessThan(60)
  expect(await draw(photo)).not.toEqual(await draw({ ...photo, title: 'Another Night' }))
})

test('every change of what it shows changes its version, and nothing else does', () => {
  const changes: Partial<ShareSubject>[] = [
    {},
    { kind: 'menu' },
    { slug: 'other' },
    { title: 'Other' },
    { detail: '$14' },
    { siteName: 'Other' },
    { pictureId: 'other' },
  ]
  const versions = changes.map((changed) => sharePictureVersion(subject(changed)))
  expect(new Set(versions).size).toBe(changes.length)
  expect(sharePictureVersion({ ...subject() })).toBe(versions[0])
})

test('a picture that many request at once is drawn once, and removed after 30 days', async () => {
  const before = (await drawnFiles()).length
  const pictures = await Promise.all(Array.from({ length: 8 }, () => draw(subject({ title: 'Busy' }))))
  expect(new Set(pictures.map((it) => it.length)).size).toBe(1)
  const files = await drawnFiles()
  expect(files).toHaveLength(before + 1)
  const inDays = (days: number) => ({ ...deps(), now: new Date(Date.now() + days * 86_400_000) })
  expect(await purgeSharePictures(inDays(29))).toBe(0)
  expect(await purgeSharePictures(inDays(31))).toBe(files.length)
  expect(await drawnFiles()).toEqual([])
})
