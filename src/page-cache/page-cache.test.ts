import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { createPageCache, type PageCache, type Rendering } from './page-cache.ts'
import { acceptedEncodings, type CachedPage } from './page-encodings.ts'

/** Opens a page, cached or rendered. */
const load = async (pages: PageCache, ...page: Parameters<PageCache['open']>) => pages.open(...page)

function createTestCache() {
  let now = 1_000_000
  let rendered = 0
  const pages = createPageCache({ clock: () => now })
  const page = (text = `page ${rendered}`): Rendering => ({
    kind: 'page',
    headers: {},
    body: Buffer.from(text),
  })
  const render = async (): Promise<Rendering> => {
    rendered += 1
    return page()
  }
  const open = (key = '/menu') => load(pages, key, ['menu', 'venue'], render)
  return {
    pages,
    page,
    open,
    passSeconds: (seconds: number) => {
      now += seconds * 1000
    },
    rendered: () => rendered,
  }
}

const text = (page: CachedPage | Response): string =>
  page instanceof Response ? '' : page.bodies.identity.toString()

describe('a cached page', () => {
  test('is rendered once, however many ask for it at once', async () => {
    const { open, rendered } = createTestCache()
    await Promise.all(Array.from({ length: 50 }, () => open()))
    await open()
    expect(rendered()).toBe(1)
  })

  test('is rendered again after a change of what it depends on, and not after other changes', async () => {
    const { open, pages, rendered } = createTestCache()
    await open()
    pages.invalidateTag('occupancies')
    await open()
    expect(rendered()).toBe(1)
    pages.invalidateTag('menu')
    expect(text(await open())).toBe('page 2')
  })

  test('is rendered again after a minute, because tonight passes by itself', async () => {
    const { open, passSeconds, rendered } = createTestCache()
    await open()
    passSeconds(59)
    await open()
    expect(rendered()).toBe(1)
    passSeconds(2)
    await open()
    expect(rendered()).toBe(2)
  })

  test('that was being rendered when its content changed is not shown to the next guest', async () => {
    const { pages, page } = createTestCache()
    let finish: (made: Rendering) => void = () => undefined
    const slow = load(pages, '/menu', ['menu'], () => new Promise<Rendering>((resolve) => (finish = resolve)))
    pages.invalidateTag('menu')
    finish(page('old'))
    expect(text(await slow)).toBe('old')
    expect(pages.findFresh('/menu')).toBeNull()
  })

  test('goes on being shown while the database is away', async () => {
    const { open, pages } = createTestCache()
    await open()
    pages.invalidateTag()
    const away = async (): Promise<Rendering> => ({
      kind: 'other',
      response: new Response('sorry', { status: 503 }),
      isUnavailable: true,
    })
    expect(text(await load(pages, '/menu', ['menu'], away))).toBe('page 1')
    const never = await load(pages, '/gallery', ['gallery'], away)
    expect(never).toMatchObject({ status: 503 })
  })

  test('is the same in every encoding', async () => {
    const { open } = createTestCache()
    const page = await open()
    if (page instanceof Response) throw new Error('expected a page')
    expect(brotliDecompressSync(page.bodies.br).toString()).toBe(text(page))
    expect(gunzipSync(page.bodies.gzip).toString()).toBe(text(page))
  })

  test('has fewer bytes once it is requested again after a second without a change', async () => {
    const { pages, passSeconds } = createTestCache()
    const textOf = (bytes: Buffer) => Buffer.from(bytes.toString('hex').replaceAll(/[0-7]/g, ' table '))
    let words = textOf(randomBytes(20_000))
    const openPage = () =>
      load(pages, '/menu', ['menu'], async () => ({ kind: 'page', headers: {}, body: words }))
    const bytesNow = async () => {
      const page = await openPage()
      if (page instanceof Response) throw new Error('expected a page')
      expect(brotliDecompressSync(page.bodies.br).equals(words)).toBe(true)
      return page.bodies.br.length
    }
    const first = await bytesNow()
    expect(await bytesNow()).toBe(first)
    passSeconds(1)
    // The strongest compression runs beside all else, and takes seconds on a busy machine.
    await vi.waitFor(async () => expect(await bytesNow()).toBeLessThan(first * 0.98), { timeout: 30_000 })
    const fewer = await bytesNow()
    pages.invalidateTag('menu')
    expect(await bytesNow()).toBe(fewer)
    // After a change it is compressed anew.
    const held = pages.bytes
    words = textOf(randomBytes(20_000))
    pages.invalidateTag('menu')
    expect(await bytesNow()).toBeGreaterThan(fewer * 1.01)
    expect(pages.bytes).toBeGreaterThan(held)
  })

  test('that is requested often is not evicted by 20,000 others that are requested once or twice', async () => {
    const { open, pages, rendered } = createTestCache()
    const popular = Array.from({ length: 60 }, (_, i) => `/popular-${i}`)
    // oxlint-disable no-await-in-loop -- the order is what is tested
    for (let round = 0; round < 8; round += 1) for (const key of popular) await open(key)
    for (let i = 0; i < 20_000; i += 1) {
      await open(`/flood-${i}`)
      if (i % 3 === 0) await open(`/flood-${i}`)
      expect(pages.count).toBeLessThanOrEqual(2000)
    }
    // oxlint-enable no-await-in-loop
    const before = rendered()
    await Promise.all(popular.map((key) => open(key)))
    expect(rendered() - before).toBe(0)
  })

  test('takes no more memory than there is for all of them, and what came later is taken up when it is asked for again', async () => {
    const { pages } = createTestCache()
    const large = Buffer.from(randomBytes(2_000_000))
    const open = (key: string) =>
      load(pages, key, ['menu'], async () => ({ kind: 'page', headers: {}, body: large }))
    // oxlint-disable no-await-in-loop -- the order is what is tested
    for (let i = 0; i < 30; i += 1) await open(`/large-${i}`)
    expect(pages.bytes).toBeLessThanOrEqual(128 * 1024 * 1024)
    expect(pages.count).toBeGreaterThan(15)
    for (let i = 0; i < 4; i += 1) await open('/tonight')
    expect(pages.findFresh('/tonight')).not.toBeNull()
    // oxlint-enable no-await-in-loop
  })

  test('makes room for newer ones when there are too many', async () => {
    const { open, pages } = createTestCache()
    for (let i = 0; i < 2100; i += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the order is what is tested
      await open(`/p${i}`)
    }
    expect(pages.count).toBe(2000)
    expect(pages.findFresh('/p0')).toBeNull()
    expect(pages.findFresh('/p2099')).not.toBeNull()
  })
})

test('an uncacheable response reaches every waiting request', async () => {
  const { pages } = createTestCache()
  const missing = async (): Promise<Rendering> => ({
    kind: 'other',
    response: new Response('no such dish', { status: 404 }),
    isUnavailable: false,
  })
  const answers = await Promise.all([1, 2, 3].map(() => load(pages, '/menu/x', ['menu'], missing)))
  const texts = await Promise.all(answers.map(async (it) => (it instanceof Response ? it.text() : 'cached')))
  expect(texts).toEqual(['no such dish', 'no such dish', 'no such dish'])
  expect(pages.count).toBe(0)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', 'identity'],
  [undefined, 'identity'],
] as const)('a client that takes %j gets %s', (accepted, expected) =>
  expect(acceptedEncodings(accepted)[0]).toBe(expected),
)
