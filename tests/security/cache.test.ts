import { beforeAll, describe, expect, test } from 'vitest'
import { type ProbedApp, startProbedApp } from './probed-server.ts'
import { freePort } from '../../scripts/free-port.ts'
import { type RawResponse, inParallel, sendRaw } from './raw-request.ts'

/* The page cache serves one rendering to all clients: nothing in one client's request may reach another's response. */

let at: ProbedApp
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  at = await startProbedApp({ LOG_LEVEL: 'error', METRICS_PORT: String(metricsPort) })
})

const MARK = 'evil-mark-7319'
const PAGES = [
  '/',
  '/menu',
  '/menu?tab=drinks',
  '/menu/jollof-arancini',
  '/gallery',
  '/events',
  '/events/lone-star-highlife',
  '/reservations',
  '/thank-you?for=table',
  '/privacy-policy',
]
const read = (path: string, headers: Record<string, string> = {}): Promise<RawResponse> =>
  sendRaw(at.app.origin, { method: 'GET', path, headers })

const UNKEYED: Readonly<Record<string, string>> = {
  Host: `${MARK}.example`,
  'X-Forwarded-Host': `${MARK}.example`,
  'X-Forwarded-Proto': MARK,
  'X-Forwarded-For': MARK,
  'X-Forwarded-Prefix': `/${MARK}`,
  'X-Original-Url': `/${MARK}`,
  'X-Rewrite-Url': `/${MARK}`,
  'X-Request-Id': MARK,
  'X-Http-Method-Override': 'DELETE',
  Forwarded: `host=${MARK}.example`,
  Origin: `https://${MARK}.example`,
  Referer: `https://${MARK}.example/`,
  'User-Agent': MARK,
  'Accept-Language': MARK,
  Accept: `text/${MARK}`,
  Cookie: `guest=${MARK}; theme=${MARK}; cookie_consent=${MARK}`,
}
const UNKEYED_QUERIES = [
  `utm_source=${MARK}`,
  `callback=${MARK}`,
  `_routes=${MARK}`,
  `index=${MARK}`,
  `for=${MARK}`,
  `tab=${MARK}`,
  `view=${MARK}`,
  `page=${MARK}`,
  `lang=${MARK}`,
]

/** The pages that show `mark` to an ordinary client. */
async function poisoned(reads: typeof read, mark = MARK): Promise<string[]> {
  const found = await Promise.all(
    PAGES.map(async (path) => {
      const { status, text, headers } = await reads(path)
      const isClean = status === 200 && !text.includes(mark) && !JSON.stringify(headers).includes(mark)
      return isClean ? [] : [`${path} ${status}`]
    }),
  )
  return found.flat()
}

describe('a cached page', () => {
  test('is the same for all clients, whatever headers and queries the first request had', async () => {
    for (const path of PAGES) {
      // The attacker's request comes first, so the page is rendered for it.
      // oxlint-disable-next-line no-await-in-loop -- first the one, then the other
      await read(path, UNKEYED)
      for (const query of UNKEYED_QUERIES)
        // oxlint-disable-next-line no-await-in-loop
        await read(`${path}${path.includes('?') ? '&' : '?'}${query}`, UNKEYED)
    }
    expect(await poisoned(read)).toEqual([])
  })

  test('names its own address as canonical, not the one that a client claims', async () => {
    const { text } = await read('/menu', { Host: `${MARK}.example`, 'X-Forwarded-Host': `${MARK}.example` })
    expect(text).toContain(`${at.app.origin}/menu`)
    expect(text).not.toContain(MARK)
  })

  test('is not a page of one guest: it sets no cookie, and shows no hold', async () => {
    const held = await at.app.get(at.guests.paying.cancelledPath)
    expect(held.headers.get('Cache-Control')).toBe('private, no-store')
    for (const path of PAGES) {
      // oxlint-disable-next-line no-await-in-loop
      const { headers, text } = await read(path)
      expect(headers['set-cookie'], path).toBeUndefined()
      expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=3, must-revalidate')
      expect(text).not.toContain(at.guests.paying.id)
      expect(text).not.toContain(at.guests.paying.token)
    }
  })

  test('is one entry for equivalent URLs: a thousand queries are one page', async () => {
    const first = await read('/menu')
    for (let query = 0; query < 1000; query += 1)
      // oxlint-disable-next-line no-await-in-loop
      expect((await read(`/menu?x=${query}`)).headers.etag).toBe(first.headers.etag)
  })

  test('that guests ask for stays in memory while 20,000 distinct addresses are asked for', async () => {
    const counted = async (outcome: string): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(
        new RegExp(`lounge_page_cache_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
      )
    }
    const popular = [...PAGES, '/cookie-policy']
      // An event has sixteen variants, each a cache entry.
      .filter((path) => !path.startsWith('/events/'))
    for (let round = 0; round < 12; round += 1) for (const path of popular) await read(path)
    const word = (i: number) =>
      i.toString(36).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? 'a')
    // Most of them are cheap to render: the test measures the cache, not the database.
    const flood = Array.from({ length: 20_000 }, (_, i) => {
      if (i % 20 === 0) return `/events?page=${i + 2}`
      if (i % 20 === 1) return `/events/no-such-night-${i}`
      if (i % 20 === 2) return `/events?category=Nightlife&past=1&page=${i + 2}`
      return `/${i % 2 ? 'thank-you' : 'menu'}.data?_routes=site/${word(i)}`
    })
    const missed = await counted('miss')
    await inParallel(flood, 8, async (path) => void (await read(path)))
    const afterFlood = await counted('miss')
    for (const path of popular) await read(path)
    expect(await counted('miss')).toBe(afterFlood)
    // Data of public pages, which no browser requests, never reaches the page cache.
    expect(afterFlood - missed).toBeLessThanOrEqual(3100)
  }, 600_000)

  test.each(['2', '999', '10001', '99999999999999999999'])(
    'has no page %s of a short list: a 404 shows the last page, and is not cached',
    async (number) => {
      const path = `/events?category=Comedy%20Show&page=${number}`
      for (const { status, headers, text } of [await read(path), await read(path)]) {
        expect(status).toBe(404)
        expect(headers['cache-control']).toBe('private, no-store')
        expect(text).toContain('There is no page')
        expect(text).toContain('/events/')
      }
    },
  )

  test('a request for the routes of more URLs than any page links to is refused', async () => {
    const { text } = await read('/menu')
    const version = /"version":"([^"]+)"/.exec(text.replaceAll('\\"', '"'))?.[1] ?? ''
    const ask = (paths: number) =>
      read(
        `/__manifest?version=${version}&paths=${Array.from({ length: paths }, (_, i) => `%2F${i}`).join()}`,
      )
    expect((await ask(251)).status).toBe(400)
    expect((await ask(60)).status).toBeLessThan(300)
  })

  test('control: a page that repeats its request would have been found', async () => {
    const echo: typeof read = async (path) => ({
      status: 200,
      headers: {},
      text: path === '/menu' ? MARK : 'clean',
    })
    expect(await poisoned(echo)).toEqual(['/menu 200'])
  })
})
