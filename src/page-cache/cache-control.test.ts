import { createServer, type ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { matchCacheRule } from './cache-rules.ts'
import { cacheControl, decideCacheControl, applyCacheControl, SHARING } from './cache-control.ts'

const PRIVATE = 'private, no-store'
const PAGE = cacheControl('page')
const decide = (change: Partial<Parameters<typeof decideCacheControl>[0]> = {}): string =>
  decideCacheControl({
    method: 'GET',
    url: '/menu',
    status: 200,
    requested: PAGE,
    setsCookie: false,
    ...change,
  })

describe('an answer is shared only if its address and its code agree', () => {
  test('control: a page that asks for it is shared', () => expect(decide()).toBe(PAGE))

  test.each([
    [{ status: 404 }],
    [{ status: 500 }],
    [{ status: 301 }],
    [{ status: 302 }],
    [{ status: 503 }],
    [{ method: 'POST' }],
    [{ method: 'PUT' }],
    [{ method: undefined }],
    [{ setsCookie: true }],
    [{ requested: undefined }],
    [{ requested: 'no-store' }],
    [{ requested: 'public, max-age=60' }],
    [{ requested: cacheControl('immutable') }],
    [{ url: '/payment-success?session_id=1', requested: PAGE }],
    [{ url: '/my-reservation/x', requested: PAGE }],
    [{ url: '/_root.data', requested: PAGE }],
    [{ url: '/menu.data', requested: PAGE }],
    [{ url: '/admin', requested: PAGE }],
    [{ url: '/admin/menu', requested: cacheControl('immutable') }],
    [{ url: '/nowhere', requested: PAGE }],
    [{ url: '/media/1/2/3', requested: cacheControl('immutable') }],
    [{ url: '/media/../admin', requested: PAGE }],
    [{ url: '/menu/x/y', requested: PAGE }],
    [{ url: undefined, requested: cacheControl('file') }],
  ])('%j is private', (change) => expect(decide(change)).toBe(PRIVATE))

  test.each([
    ['/', PAGE],
    ['/events/afrobeats?view=reserve', PAGE],
    ['/media/1/640.webp', cacheControl('immutable')],
    ['/assets/x-12345678.js', cacheControl('immutable')],
    ['/assets/licence.txt', cacheControl('file')],
    ['/films/hero.mp4', cacheControl('file')],
  ])('%s may be shared', (url, requested) => expect(decide({ url, requested })).toBe(requested))

  test('every page of the page cache may be stored by shared caches', () => {
    const cached = Object.entries(SHARING).filter(([pattern]) =>
      matchCacheRule(pattern.replaceAll(/:\w+\??/g, 'x').replace('*', 'x')),
    )
    expect(cached).toHaveLength(11)
    for (const [pattern, sharing] of cached) expect([pattern, sharing]).toEqual([pattern, 'page'])
  })
})

test('a response carries the decided policy however its head is written', async () => {
  const ways: Record<string, (outgoing: ServerResponse) => void> = {
    '/menu?object': (it) => it.writeHead(200, { 'Cache-Control': PAGE, 'X-A': '1' }).end(),
    '/menu?list': (it) => it.writeHead(200, ['Cache-Control', PAGE, 'X-A', '1']).end(),
    '/menu?reason': (it) => it.writeHead(200, 'Fine', { 'cache-control': PAGE, 'X-A': '1' }).end(),
    '/menu?set': (it) => it.setHeader('cache-control', PAGE).setHeader('X-A', '1').end('x'),
    '/menu?cookie': (it) =>
      it.writeHead(200, ['Cache-Control', PAGE, 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-A', '1']).end(),
    '/menu?cookies': (it) =>
      it.writeHead(200, { 'Cache-Control': PAGE, 'Set-Cookie': ['a=1', 'b=2'], 'X-A': '1' }).end(),
    '/admin': (it) => it.writeHead(200, { 'Cache-Control': PAGE, 'X-A': '1' }).end(),
    '/nothing': (it) => it.setHeader('X-A', '1').end(),
  }
  const server = createServer((incoming, outgoing) => {
    applyCacheControl(incoming, outgoing)
    ways[incoming.url ?? '']?.(outgoing)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const seen: Record<string, unknown> = {}
  for (const path of Object.keys(ways)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`)
    expect(headers.get('x-a'), path).toBe('1')
    seen[path] = [headers.get('cache-control'), headers.getSetCookie().length]
  }
  server.close()
  expect(seen).toEqual({
    '/menu?object': [PAGE, 0],
    '/menu?list': [PAGE, 0],
    '/menu?reason': [PAGE, 0],
    '/menu?set': [PAGE, 0],
    '/menu?cookie': [PRIVATE, 2],
    '/menu?cookies': [PRIVATE, 2],
    '/admin': [PRIVATE, 0],
    '/nothing': [PRIVATE, 0],
  })
})
