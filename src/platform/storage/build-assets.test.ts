import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { S3_EMULATOR_KEY, type S3Emulator, startS3Emulator } from '../../../tests/support/s3-emulator.ts'
import { createBuildAssets } from './build-assets.ts'
import { createS3Storage } from './s3-storage.ts'
import { createDiskStorage, type Storage } from './storage.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => (): Date => new Date(Date.now() + days * DAY_MS)

let directory: string
let emulator: S3Emulator
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lounge-assets-'))
  emulator = await startS3Emulator('lounge')
})
afterAll(async () => {
  await emulator.close()
  await rm(directory, { recursive: true, force: true })
})

let builds = 0

/** Directory of a client build with these files below assets. Scripts have a compressed copy, as the build makes it. */
async function buildWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = join(directory, `build-${(builds += 1)}`)
  await mkdir(join(root, 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    // oxlint-disable-next-line no-await-in-loop -- a handful of files
    await writeFile(join(root, 'assets', name), text)
    if (name.endsWith('.js'))
      // oxlint-disable-next-line no-await-in-loop
      await writeFile(join(root, 'assets', `${name}.br`), brotliCompressSync(text))
  }
  return root
}

const STORAGES: readonly [string, () => Storage][] = [
  ['a disk', () => createDiskStorage(join(directory, 'data'))],
  [
    'a bucket',
    () =>
      createS3Storage({
        kind: 's3',
        endpoint: emulator.endpoint,
        bucket: 'lounge',
        region: 'us-east-1',
        accessKeyId: S3_EMULATOR_KEY,
        secretAccessKey: S3_EMULATOR_KEY,
      }),
  ],
]

describe.each(STORAGES)('assets of several builds on %s', (_, open) => {
  let storage: Storage
  let before: string
  let now: string
  beforeAll(async () => {
    storage = open()
    before = await buildWith({
      'site-aaaaaaaa.js': 'old script',
      'shared-cccccccc.js': 'shared',
      'font-dddddddd.woff2': 'font',
    })
    now = await buildWith({
      'site-bbbbbbbb.js': 'new script',
      'admin~menu-tab~x-gggggggg.js': 'parts',
      'shared-cccccccc.js': 'shared',
    })
    await createBuildAssets({ storage, clientDir: before }).publish()
    await createBuildAssets({ storage, clientDir: now }).publish()
  })

  const read = async (name: string): Promise<string | null> => {
    const found = await createBuildAssets({ storage, clientDir: now }).find(name)
    if (!found) return null
    const bytes = Buffer.from(await new Response(found.body).arrayBuffer())
    expect(bytes.length).toBe(found.size)
    return (found.isBrotli ? brotliDecompressSync(bytes) : bytes).toString()
  }

  test('are found by their names, and no other file is', async () => {
    expect(await read('site-aaaaaaaa.js')).toBe('old script')
    expect(await read('site-bbbbbbbb.js')).toBe('new script')
    expect(await read('font-dddddddd.woff2')).toBe('font')
    expect(await read('admin~menu-tab~x-gggggggg.js')).toBe('parts')
    for (const name of ['site-eeeeeeee.js', '../asset-builds/x-aaaaaaaa.txt', 'site-aaaaaaaa.js.br', ''])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await read(name)).toBeNull()
  })

  test('of a server that started later are found by one that runs', async () => {
    const running = createBuildAssets({ storage, clientDir: now })
    const later = await buildWith({ 'site-ffffffff.js': 'later script' })
    await createBuildAssets({ storage, clientDir: later }).publish()
    expect((await running.find('site-ffffffff.js'))?.isBrotli).toBe(true)
  })

  test('stay for a week after a server last ran their build, and then go, but not those of a build in use', async () => {
    const at = (days: number) => createBuildAssets({ storage, clientDir: now, clock: inDays(days) })
    expect(await at(7).prune()).toBe(0)
    expect(await read('site-aaaaaaaa.js')).toBe('old script')

    await at(7.5).publish()
    expect(await at(7.5).prune()).toBeGreaterThan(0)
    expect(await read('site-bbbbbbbb.js')).toBe('new script')
    expect(await read('shared-cccccccc.js')).toBe('shared')
    expect(await read('site-aaaaaaaa.js')).toBeNull()
    expect(await storage.stream('assets/site-aaaaaaaa.js.br')).toBeNull()
    expect(await storage.stream('assets/font-dddddddd.woff2')).toBeNull()
  })

  test('that an interrupted write left go after a day', async () => {
    await storage.write('assets/site-99999999.js.br.x.part', Buffer.from('half'))
    await storage.write('asset-builds/x.txt.part', Buffer.from('2'))
    const at = (days: number) => createBuildAssets({ storage, clientDir: now, clock: inDays(days) })
    await at(0.5).prune()
    expect(await storage.stream('assets/site-99999999.js.br.x.part')).not.toBeNull()
    await at(1.5).prune()
    expect(await storage.stream('assets/site-99999999.js.br.x.part')).toBeNull()
    expect(await storage.stream('asset-builds/x.txt.part')).toBeNull()
    expect(await read('site-bbbbbbbb.js')).toBe('new script')
  })
})
