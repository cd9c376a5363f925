import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuildAssets } from '#platform/storage/build-assets.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* Pages sent before an upgrade keep loading their own scripts, from any server of the cluster. */

const IMMUTABLE = 'public, max-age=31536000, immutable'
const DAY_MS = 86_400_000

let database: string
let directory: string
let dataDir: string
let app: RunningApp
beforeAll(async () => {
  database = (await cloneDatabase(TODAY_TEMPLATE)).url
  directory = await mkdtemp(join(tmpdir(), 'lounge-old-assets-'))
  dataDir = join(directory, 'data')
  await publishBuild('site-aaaaaaaa.js', 'console.log("the version before")', 0)
  await publishBuild('site-wwwwwwww.js', 'console.log("of eight days ago")', -8)
  app = await start()
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const start = () => startApp({ env: { DATABASE_URL: database, DATA_DIR: dataDir, LOG_LEVEL: 'info' } })

/** Publishes another build with one script, as a server of that version did so many days from now. */
async function publishBuild(name: string, text: string, days: number): Promise<void> {
  const clientDir = join(directory, name)
  await mkdir(join(clientDir, 'assets'), { recursive: true })
  await writeFile(join(clientDir, 'assets', name), text)
  await writeFile(join(clientDir, 'assets', `${name}.br`), brotliCompressSync(text))
  const at = new Date(Date.now() + days * DAY_MS)
  await createBuildAssets({ storage: createDiskStorage(dataDir), clientDir, clock: () => at }).publish()
  await utimes(join(dataDir, 'assets', `${name}.br`), at, at)
}

const textOf = async (path: string): Promise<string> => (await app.get(path)).text()

test('a script of the build before is sent for as long as its pages may be open, compressed and not', async () => {
  const response = await app.get('/assets/site-aaaaaaaa.js', { headers: { 'Accept-Encoding': 'br' } })
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('console.log("the version before")')
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(response.headers.get('cache-control')).toBe(IMMUTABLE)
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const plain = await app.get('/assets/site-aaaaaaaa.js', { headers: { 'Accept-Encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe('console.log("the version before")')
  const head = await app.get('/assets/site-aaaaaaaa.js', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a script of a newer version is sent by the server that it has not replaced yet', async () => {
  await publishBuild('site-nnnnnnnn.js', 'console.log("the next version")', 0)
  await waitFor(async () => (await app.get('/assets/site-nnnnnnnn.js')).status === 200)
  expect(await textOf('/assets/site-nnnnnnnn.js')).toContain('the next version')
})

test('a script that no server has run for a week is removed', async () => {
  await waitFor(() => app.output().includes('assets.pruned'))
  expect((await app.get('/assets/site-wwwwwwww.js')).status).toBe(404)
  expect(await readdir(join(dataDir, 'assets'))).not.toContain('site-wwwwwwww.js.br')
  expect(await readdir(join(dataDir, 'asset-builds'))).toHaveLength(3)
})

test('a server has stored the assets of its own build before it answers', async () => {
  const own = (await readdir('build/client/assets')).filter((name) => /\.(js|woff2)$/.test(name))
  const stored = new Set(await readdir(join(dataDir, 'assets')))
  expect(own.filter((name) => !stored.has(name) && !stored.has(`${name}.br`))).toEqual([])
  const script = own.find((name) => name.startsWith('site-')) ?? ''
  const unpacked = brotliDecompressSync(await readFile(join(dataDir, 'assets', `${script}.br`)))
  expect(unpacked.equals(await readFile(join('build/client/assets', script)))).toBe(true)
})
