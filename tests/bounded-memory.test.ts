import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { ServerBuild } from 'react-router'
import { createSemaphore } from '#lib/semaphore.ts'
import { createRoutePatterns } from '../src/http/route-patterns.ts'
import { createPageCache } from '../src/page-cache/page-cache.ts'
import { createPageServer } from '../src/page-cache/serve-pages.ts'
import { createSseStreams } from '../src/realtime/sse.ts'
import type { SseTransport } from '../src/realtime/sse-transports.ts'

/*
 * Memory that is keyed by what a client sends: URLs and addresses. Each is flooded with 200,000 of them, as a robot or a
 * botnet does, and may then have grown by a few megabytes. Rate limits are rows of the database, purged every night.
 */

const FLOOD = 200_000
const MOST_MB = 12

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Growth of the heap in megabytes while `fill` runs. Its result is alive when the heap is measured. */
async function growthOf<Held>(fill: () => Held | Promise<Held>): Promise<{ megabytes: number; held: Held }> {
  collectGarbage()
  const before = process.memoryUsage()
  const held = await fill()
  collectGarbage()
  const after = process.memoryUsage()
  const used = (it: NodeJS.MemoryUsage): number => it.heapUsed + it.external
  return { megabytes: (used(after) - used(before)) / 1e6, held }
}

/** A URL or path of its own for each number, long enough that 200,000 of them are seen in the heap. */
const pathOf = (n: number): string => `/events/${String(n).padStart(200, 'a')}`
const addressOf = (n: number): string => `2001:db8:${(n >> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page server reads these three fields
const requestFor = (url: string) => ({ method: 'GET', url, headers: {} }) as unknown as IncomingMessage

test('the heap of a map without a limit would be seen', async () => {
  const { megabytes } = await growthOf(
    () => new Map(Array.from({ length: FLOOD }, (_, n) => [`${pathOf(n)}.`, n])),
  )
  expect(megabytes).toBeGreaterThan(2 * MOST_MB)
})

test(`cached pages and their URLs, after requests for ${FLOOD} pages that do not exist`, async () => {
  const cache = createPageCache()
  const { megabytes, held } = await growthOf(async () => {
    const pages = createPageServer({
      cache,
      render: async () => ({
        kind: 'other',
        response: new Response(null, { status: 404 }),
        isUnavailable: false,
      }),
    })
    for (let n = 0; n < FLOOD; n += 1) {
      const found = pages.find(requestFor(pathOf(n)))
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      if (found?.kind === 'miss') await found.render()
    }
    return pages
  })
  expect(held).toBeDefined()
  expect(cache.count).toBe(0)
  expect(megabytes).toBeLessThan(MOST_MB)
})

test(`route patterns, after requests for ${FLOOD} paths`, async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a route needs no more here
  const routes = { event: { id: 'event', path: 'events/:slug' } } as unknown as ServerBuild['routes']
  const patternOf = createRoutePatterns(routes)
  const { megabytes } = await growthOf(() => {
    const patterns = new Set<string>()
    for (let n = 0; n < FLOOD; n += 1) patterns.add(patternOf(pathOf(n)))
    return patterns
  })
  expect(megabytes).toBeLessThan(MOST_MB)
  expect(patternOf(pathOf(1))).toBe(patternOf(pathOf(2)))
})

test(`event streams, after ${FLOOD} addresses opened and left one`, async () => {
  const streams = createSseStreams()
  const { megabytes } = await growthOf(() => {
    for (let n = 0; n < FLOOD; n += 1) {
      const closing: (() => void)[] = []
      const transport: SseTransport = {
        isOpen: true,
        bufferedBytes: 0,
        open: () => undefined,
        write: () => undefined,
        end: () => undefined,
        destroy: () => undefined,
        onClose: (run) => void closing.push(run),
      }
      expect(streams.admit(transport, addressOf(n)).ok).toBe(true)
      for (const close of closing) close()
    }
  })
  expect(streams.count).toBe(0)
  expect(megabytes).toBeLessThan(MOST_MB)
})

test(`semaphores, after work under ${FLOOD} keys`, async () => {
  const withPermit = createSemaphore({ queue: 'flood', permits: 1, timeoutMs: 1000 })
  const { megabytes } = await growthOf(async () => {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    for (let n = 0; n < FLOOD; n += 1) await withPermit(pathOf(n), async () => undefined)
  })
  expect(megabytes).toBeLessThan(MOST_MB)
})
