import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { request } from 'node:http'
import { SCRIPT_RETRY } from '#http/security/script-retry.ts'
import { cloneDatabase } from '../support/database.ts'
import { type RunningApp, startApp } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'

/* Scripts, styles, fonts, videos and icons, as browsers and caches request them. */

let app: RunningApp
beforeAll(async () => {
  const { url } = await cloneDatabase(TODAY_TEMPLATE)
  app = await startApp({ env: { DATABASE_URL: url } })
})

type Got = { readonly status: number; readonly headers: Record<string, unknown>; readonly body: Buffer }

/** Sends the path and headers as given: without normalisation or decompression. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> =>
  new Promise((resolve, reject) => {
    const asked = request(new URL(app.origin), { path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })

const IMMUTABLE = 'public, max-age=31536000, immutable'
const assets = readdirSync('build/client/assets').filter((name) => !/\.(br|gz)$/.test(name))
const script = assets.find((name) => name.startsWith('react-')) ?? ''
const film = readFileSync('build/client/films/hero.mp4')

describe('a file with the hash of its content in its name', () => {
  test('is immutable; the build has no other below /assets', async () => {
    expect(assets.length).toBeGreaterThan(50)
    for (const name of assets) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { status, headers } = await get(`/assets/${name}`, {}, 'HEAD')
      expect([name, status, headers['cache-control']]).toEqual([name, 200, IMMUTABLE])
      expect(headers['content-type'], name).not.toBe('application/octet-stream')
    }
  })

  test('has an entity tag for each encoding, and the bytes of that encoding', async () => {
    const plain = readFileSync(`build/client/assets/${script}`)
    const path = `/assets/${script}`
    const [br, gzip, identity] = await Promise.all([
      get(path, { 'Accept-Encoding': 'gzip, deflate, br' }),
      get(path, { 'Accept-Encoding': 'gzip' }),
      get(path),
    ])
    expect([br, gzip, identity].map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
    ])
    expect(new Set([br, gzip, identity].map(({ headers }) => headers['etag'])).size).toBe(3)
    expect([br, gzip, identity].map(({ headers }) => headers['vary'])).toEqual(
      Array.from({ length: 3 }, () => 'Accept-Encoding'),
    )
    const unpacked = [brotliDecompressSync(br.body), gunzipSync(gzip.body), identity.body]
    for (const bytes of unpacked) expect(bytes.equals(plain)).toBe(true)
    for (const it of [br, gzip, identity]) expect(it.headers['content-length']).toBe(String(it.body.length))
  })

  test('is not sent again to clients that have it', async () => {
    const encodings = { 'Accept-Encoding': 'gzip, br' }
    const first = await get(`/assets/${script}`, encodings)
    const tag = String(first.headers['etag'])
    for (const match of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      // oxlint-disable-next-line no-await-in-loop
      const again = await get(`/assets/${script}`, { ...encodings, 'If-None-Match': match })
      expect([match, again.status, again.body.length]).toEqual([match, 304, 0])
      expect([again.headers['etag'], again.headers['cache-control']]).toEqual([tag, IMMUTABLE])
    }
    const identity = await get(`/assets/${script}`, { 'If-None-Match': tag })
    expect(identity.status).toBe(200)
  })
})

describe('a film', () => {
  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    get('/films/hero.mp4', headers, method)

  test('is kept for a day and then asked for again', async () => {
    const { status, headers, body } = await ask()
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'video/mp4',
      'public, max-age=86400',
    ])
    expect(headers['accept-ranges']).toBe('bytes')
    expect(body.equals(film)).toBe(true)
    const again = await ask({ 'If-None-Match': String(headers['etag']) })
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'public, max-age=86400'])
  })

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=500-', 500, Infinity],
    ['bytes=-64', -64, Infinity],
    ['bytes=1000-99999999', 1000, Infinity],
  ])('is sent in part: %s', async (range, start, end) => {
    const { status, headers, body } = await ask({ Range: range })
    const expected = film.subarray(start, Math.min(end, film.length))
    expect(status).toBe(206)
    expect(body.equals(expected)).toBe(true)
    const from = start < 0 ? film.length + start : start
    expect(headers['content-range']).toBe(`bytes ${from}-${from + expected.length - 1}/${film.length}`)
    expect(headers['content-length']).toBe(String(expected.length))
  })

  test('is not sent in a part that it does not have', async () => {
    const { status, headers } = await ask({ Range: `bytes=${film.length}-` })
    expect([status, headers['content-range'], headers['cache-control']]).toEqual([
      416,
      `bytes */${film.length}`,
      'private, no-store',
    ])
  })

  test('is sent whole where the part is of another version, or requested with an unknown range unit', async () => {
    const tag = String((await ask()).headers['etag'])
    const statusOf = async (headers: Record<string, string>) => (await ask(headers)).status
    expect(await statusOf({ Range: 'bytes=0-9', 'If-Range': tag })).toBe(206)
    expect(await statusOf({ Range: 'bytes=0-9', 'If-Range': '"other"' })).toBe(200)
    expect(await statusOf({ Range: 'bytes=0-9', 'If-Range': 'Sat, 21 Nov 2026 00:00:00 GMT' })).toBe(200)
    expect(await statusOf({ Range: 'bytes=0-9,20-29' })).toBe(200)
    expect(await statusOf({ Range: 'parts=1' })).toBe(200)
  })

  test('has a version for phones, less than half as large', () => {
    const sizeOf = (name: string): number => readFileSync(`build/client/films/${name}.mp4`).length
    for (const codec of ['', '-av1']) {
      const phone = sizeOf(`hero-phone${codec}`) + sizeOf(`story-phone${codec}`)
      expect(phone, codec).toBeLessThan((sizeOf(`hero${codec}`) + sizeOf(`story${codec}`)) / 2)
    }
  })

  test('answers HEAD with its size', async () => {
    const { status, headers, body } = await ask({}, 'HEAD')
    expect([status, headers['content-length'], body.length]).toEqual([200, String(film.length), 0])
  })
})

describe('the small files that browsers ask for by themselves', () => {
  test.each([
    ['/favicon.ico', 'image/x-icon'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/icon-192.png', 'image/png'],
    ['/icon-512.png', 'image/png'],
  ])('%s exists, is small, cached for a day and revalidated with 304', async (path, type) => {
    const { status, headers, body } = await get(path)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      type,
      'public, max-age=86400',
    ])
    expect(body.length).toBeLessThan(10_000)
    expect((await get(path, { 'If-None-Match': String(headers['etag']) })).status).toBe(304)
  })

  test('the fonts come with their licence', async () => {
    const { status, headers, body } = await get('/fonts-license.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    for (const text of [
      'SIL OPEN FONT LICENSE',
      'The Fraunces Project Authors',
      'The Figtree Project Authors',
    ])
      expect(body.toString()).toContain(text)
  })

  test('the icons have their declared size', async () => {
    const sizeOf = async (path: string) => (await sharp((await get(path)).body).metadata()).width
    expect(await sizeOf('/apple-touch-icon.png')).toBe(180)
    expect(await sizeOf('/icon-192.png')).toBe(192)
    expect(await sizeOf('/icon-512.png')).toBe(512)
  })

  test('the manifest names the venue and icons that are there, and every page links it', async () => {
    const { status, headers, body } = await get('/site.webmanifest')
    expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
    const manifest = JSON.parse(body.toString())
    const page = (await get('/')).body.toString()
    const title = /<title>([^<|]*) \|/.exec(page)?.[1]
    expect(title?.replace('&amp;', '&')).toBe(manifest.name)
    expect(/<link rel="manifest"[^>]*>/.exec(page)?.[0]).toContain('/site.webmanifest')
    expect(/<link rel="apple-touch-icon"[^>]*>/.exec(page)?.[0]).toContain('/apple-touch-icon.png')
    for (const { src } of manifest.icons)
      // oxlint-disable-next-line no-await-in-loop
      expect((await get(src)).status).toBe(200)
  })
})

describe('a file that is not there', () => {
  test.each([
    '/assets/none-12345678.js',
    '/films/none.mp4',
    '/wp-login.php',
    '/blog/wp-includes/x.php?x=1',
    '/.env',
    '/.git/config',
    '/.well-known/security.txt',
    '/.well-known/appspecific/com.chrome.devtools.json',
    '/app.js.map',
    '/favicon.png',
    '/index.html',
    '/sitemap.xml.gz',
  ])('%s is answered to a page that loads it in a few bytes that no cache stores', async (path) => {
    const { status, headers, body } = await get(path, { 'Sec-Fetch-Dest': 'script' })
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'private, no-store',
    ])
    expect(body.length).toBeLessThan(100)
  })

  test.each(['/nowhere', '/menu/none', '/my-reservation/a.b', '/events/none'])(
    '%s is no file: a browser gets a page',
    async (path) => {
      const { status, headers } = await get(path)
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    },
  )

  test.each([
    ['/index.html', 404],
    ['/.env', 404],
    ['/wp-login.php', 404],
    ['//menu', 404],
    ['/menu/%E0%A4%A', 400],
  ])(
    '%s, opened by a guest, is the page of what does not exist, rendered for each',
    async (path, expected) => {
      const [first, second] = [await get(path), await get(path)]
      expect([first.status, first.headers['content-type'], first.headers['cache-control']]).toEqual([
        expected,
        'text/html; charset=utf-8',
        'private, no-store',
      ])
      const html = first.body.toString()
      expect(html).toContain('Oops! Page not found')
      expect(html).toMatch(/<title>Page not found \| Baobab (&|&amp;) Olive<\/title>/)
      // A page from the cache has no nonce of its own.
      expect(first.headers['content-security-policy']).toContain('nonce-')
      expect(second.headers['content-security-policy']).not.toBe(first.headers['content-security-policy'])
      expect((await get(path, {}, 'POST')).headers['content-type']).not.toContain('text/html')
    },
  )

  test('no file outside the build is served', async () => {
    const own = createHash('sha256').update(readFileSync('package.json')).digest('hex')
    for (const path of [
      '/assets/../../package.json',
      '/assets/..%2f..%2fpackage.json',
      '/films/%2e%2e/%2e%2e/package.json',
      '/assets//etc/passwd',
      `/assets/${script}/../../../package.json`,
      `/assets/${script}%00.js`,
      `/assets/${script}.br`,
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const { status, body } = await get(path)
      expect([path, status === 404 || status === 400]).toEqual([path, true])
      expect(createHash('sha256').update(body).digest('hex')).not.toBe(own)
    }
  })
})

const FONTS = expect.stringMatching(/^\{const faces=\[\["Fraunces"/)

// A page that is not cached declares its web fonts in its stylesheet, which is the whole one.
test.each([
  ['/', [FONTS], false],
  ['/menu', [FONTS], false],
  ['/events', [FONTS], false],
  ['/reservations', [FONTS], false],
  ['/terms-of-service', [FONTS], false],
  ['/plan-event', [], true],
  ['/nowhere', [], false],
])(
  'the page %s carries the script of the site and names its modules, what requests it again, prefetch rules, web fonts and no other script',
  async (path, fonts, hasIsland) => {
    const html = await (await app.get(path)).text()
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]{0,3000})/g)]
      .map(([, attributes = '', text]) => attributes || text)
      .filter((attributes = '') => !/application\/(ld\+)?json/.test(attributes))
    expect(scripts).toEqual([
      SCRIPT_RETRY,
      expect.stringMatching(/^ type="module" async src="\/assets\/site-[\w-]{8}\.js"/),
      ' type="speculationrules"',
      ...fonts,
    ])
    // Nothing of the router, and the modules of islands only where they are alive with the page.
    const preloaded = [...html.matchAll(/<link rel="modulepreload" href="\/assets\/([\w-]+)-[\w-]{8}\.js"/g)]
    expect(preloaded.map(([, name]) => name)).toEqual(
      expect.arrayContaining(['site-parts', 'preload-helper']),
    )
    expect(preloaded.some(([, name]) => name === 'react')).toBe(hasIsland)
  },
)
