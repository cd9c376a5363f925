import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { widthsFor } from '#features/media/rules.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { type RunningApp, startApp, waitFor } from '../support/server.ts'
import { isAlive, picturesChildOf } from '../support/processes.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/*
 * Image renditions generated ahead of requests: by a child process of lowest priority, while no guests are served, and
 * all in the end.
 */

/** The number of renditions left to generate; all of a fresh install take minutes. */
const LEFT = 16

let dataDir: string
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  dataDir = await mkdtemp(join(tmpdir(), 'lounge-pictures-'))
  await cp(join(inject('dataDir'), 'pictures'), join(dataDir, 'pictures'), { recursive: true })
  const wanted = await renditions()
  for (const file of wanted.slice(LEFT)) {
    // oxlint-disable-next-line no-await-in-loop -- a few hundred small files
    await mkdir(join(file, '..'), { recursive: true })
    // oxlint-disable-next-line no-await-in-loop
    await writeFile(file, 'made before')
  }
})
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

async function renditions(): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string; width: number }>('select id, width from media')
  return rows.flatMap(({ id, width }) =>
    widthsFor(width).flatMap((it) =>
      ['avif', 'webp'].map((format) => join(dataDir, 'renditions', id, `${it}.${format}`)),
    ),
  )
}

async function countMade(): Promise<number> {
  const files = await readdir(join(dataDir, 'renditions'), { recursive: true })
  return files.filter((name) => /\d+\.(avif|webp)$/.test(name)).length
}

/** The nice values of a process's threads: the 19th field of each. */
const nicesOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })

/** A guest who requests a page repeatedly until the returned function is called. */
function keepAsking(server: RunningApp): () => Promise<void> {
  const over = new AbortController()
  const asking = (async () => {
    while (!over.signal.aborted) {
      // oxlint-disable no-await-in-loop -- one request after the other
      await (await server.get('/menu')).arrayBuffer()
      await new Promise((resolve) => setTimeout(resolve, 100))
      // oxlint-enable no-await-in-loop
    }
  })()
  return async () => {
    over.abort()
    await asking
  }
}

test('image renditions made ahead wait for guests, have the lowest priority, and are all made in the end', async () => {
  const all = (await renditions()).length
  expect(await countMade()).toBe(all - LEFT)
  const server = await startApp({
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir, PREGENERATE_IMAGES: 'true', LOG_LEVEL: 'warn' },
  })
  const stopAsking = keepAsking(server)
  await waitFor(() => picturesChildOf(server.child.pid) !== null, 20_000)
  const child = picturesChildOf(server.child.pid) ?? 0
  await waitFor(() => nicesOf(child).every((nice) => nice === 19), 20_000)
  // Many times the time that one takes, which is measured below.
  await sleep(20_000)
  expect(await countMade()).toBe(all - LEFT)
  expect(nicesOf(child).every((nice) => nice === 19)).toBe(true)

  await stopAsking()
  const quietAt = performance.now()
  await waitFor(async () => (await countMade()) === all, 120_000)
  const each = (performance.now() - quietAt) / LEFT
  process.stdout.write(`none was made while guests came, after that one took ${Math.round(each)} ms\n`)
  await waitFor(() => !isAlive(child), 20_000)
  expect(server.output()).not.toContain('images.pregenerate_failed')
  expect(await server.stop()).toBe(0)
}, 300_000)

test('a server that stops ends them too', async () => {
  const [file = ''] = await renditions()
  await rm(file, { force: true })
  const server = await startApp({
    env: { DATABASE_URL: database.url, DATA_DIR: dataDir, PREGENERATE_IMAGES: 'true', LOG_LEVEL: 'warn' },
  })
  const stopAsking = keepAsking(server)
  await waitFor(() => picturesChildOf(server.child.pid) !== null, 20_000)
  const child = picturesChildOf(server.child.pid) ?? 0
  await stopAsking()
  expect(await server.stop()).toBe(0)
  expect(isAlive(child)).toBe(false)
}, 120_000)
