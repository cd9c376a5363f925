import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBuildAssets } from '#platform/storage/build-assets.ts'
import { createDiskStorage } from '#platform/storage/storage.ts'
import { createStaticFiles } from './static-files.ts'

let directory: string
let server: Server
let origin: string
const errors: unknown[] = []
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lounge-static-'))
  await mkdir(join(directory, 'client/assets'), { recursive: true })
  for (const name of ['site-aaaaaaaa.js', 'font-bbbbbbbb.woff2'])
    // oxlint-disable-next-line no-await-in-loop -- two files
    await writeFile(join(directory, 'client/assets', name), `content of ${name}`)
  await writeFile(join(directory, 'client/favicon.svg'), '<svg/>')
  const clientDir = join(directory, 'client')
  const assets = createBuildAssets({ storage: createDiskStorage(join(directory, 'data')), clientDir })
  await assets.publish()
  server = createServer(
    createStaticFiles({
      root: clientDir,
      findAsset: (name) => assets.find(name),
      onError: (error) => errors.push(error),
      next: (_, outgoing) => outgoing.writeHead(418).end(),
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(async () => {
  server.close()
  await rm(directory, { recursive: true, force: true })
})

test('a file that could not be read once is sent as soon as it can be read again', async () => {
  const path = join(directory, 'client/favicon.svg')
  await rm(path)
  await mkdir(path)
  expect((await fetch(`${origin}/favicon.svg`)).status).not.toBe(200)
  expect(errors.splice(0)).toHaveLength(1)
  await rm(path, { recursive: true })
  await writeFile(path, '<svg/>')
  const again = await fetch(`${origin}/favicon.svg`)
  expect([again.status, await again.text()]).toEqual([200, '<svg/>'])
})

test('a server sends its own assets after the next build has deleted them', async () => {
  const script = `${origin}/assets/site-aaaaaaaa.js`
  // The first response leaves the entity tag in memory.
  expect(await (await fetch(script)).text()).toBe('content of site-aaaaaaaa.js')
  await rm(join(directory, 'client'), { recursive: true })
  const again = await fetch(script)
  expect([again.status, await again.text()]).toEqual([200, 'content of site-aaaaaaaa.js'])
  expect(again.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const first = await fetch(`${origin}/assets/font-bbbbbbbb.woff2`)
  expect([first.status, await first.text()]).toEqual([200, 'content of font-bbbbbbbb.woff2'])

  const icon = await fetch(`${origin}/favicon.svg`)
  expect([icon.status, await icon.text()]).toEqual([404, 'Not found\n'])
  expect(errors).toEqual([])
})
