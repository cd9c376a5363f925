import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { CachePolicy } from './cache-rules.ts'
import type { CachedPage } from './page-encodings.ts'
import { pageResponse, chooseVariant, type Variant } from './page-response.ts'

const page = (hash = 'abc'): CachedPage => ({
  headers: { 'Content-Type': 'text/html' },
  hash,
  bodies: { br: Buffer.from('br'), gzip: Buffer.from('gz'), identity: Buffer.from('plain') },
})
const menu: CachePolicy = { address: '/menu', tags: ['menu'], variants: 1 }
const night: CachePolicy = { address: '/events/x', tags: ['events'], variants: 16 }
const MINUTE = 60_000

const asking = (headers: Record<string, string>): IncomingMessage =>
  Object.assign(new IncomingMessage(new Socket()), { headers })
const ask = (
  headers: Record<string, string>,
  variant: Variant = { variant: 0, window: null },
  hash = 'abc',
) => pageResponse(page(hash), variant, asking(headers))

describe('a page', () => {
  test('has another entity tag in each encoding', () => {
    const tagIn = (encoding: string) => ask({ 'accept-encoding': encoding }).headers['ETag']
    expect(tagIn('br, gzip')).toBe('"abc-br"')
    expect(tagIn('gzip')).toBe('"abc-gzip"')
    expect(tagIn('identity')).toBe('"abc"')
  })

  test.each([
    ['gzip, br', '"abc-br"', 304],
    ['gzip, br', '"abc-gzip"', 304],
    ['gzip, br', '"abc"', 304],
    ['gzip, br', 'W/"abc-gzip"', 304],
    ['gzip, br', '"x", W/"y" , "abc-br"', 304],
    ['gzip, br', '*', 304],
    // A cache would hand the compressed copy to a client that cannot read it.
    ['identity', '"abc-br"', 200],
    ['gzip', '"abc-br"', 200],
    ['gzip', '"abc-br", "abc-gzip"', 304],
    ['gzip, br', '"abcd-br"', 200],
    ['gzip, br', '"ab"', 200],
    ['gzip, br', 'abc-br', 200],
    ['gzip, br', '""', 200],
    ['gzip, br', '', 200],
  ])('requested with Accept-Encoding %s and If-None-Match %s answers %d', (encoding, match, status) => {
    const answer = ask({ 'accept-encoding': encoding, 'if-none-match': match })
    expect(answer.status).toBe(status)
    expect(answer.body === null).toBe(status === 304)
  })

  test('answers 304 with the tag of the copy that the client has, and without an encoding', () => {
    const { headers } = ask({ 'accept-encoding': 'br, gzip', 'if-none-match': '"abc-gzip"' })
    expect(headers['ETag']).toBe('"abc-gzip"')
    expect(headers['Content-Encoding']).toBeUndefined()
  })
})

describe('a page with several variants', () => {
  const now = 1_000 * 10 * MINUTE
  const tagOf = (variant: Variant): string => ask({}, variant).headers['ETag'] ?? ''

  test('is drawn at random for those who have none', () => {
    const drawn = new Set(Array.from({ length: 400 }, () => chooseVariant(night, undefined, now).variant))
    expect([...drawn].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i))
  })

  test('is the same for a browser that comes back with its copy, which is answered with 304', () => {
    for (let visit = 0; visit < 50; visit += 1) {
      const first = chooseVariant(night, undefined, now)
      const tag = tagOf(first)
      const again = chooseVariant(night, tag, now + 9 * MINUTE)
      expect(again).toEqual(first)
      expect(ask({ 'if-none-match': tag }, again).status).toBe(304)
    }
  })

  test('keeps its variant when its content changed, and is then sent again', () => {
    const first = chooseVariant(night, undefined, now)
    const again = chooseVariant(night, tagOf(first), now + MINUTE)
    expect(again.variant).toBe(first.variant)
    expect(ask({ 'if-none-match': tagOf(first) }, again, 'changed').status).toBe(200)
  })

  test('gets another variant after 20 minutes, also for a cache that revalidated all the while', () => {
    let variant = chooseVariant(night, undefined, now)
    const drawn = new Set<number>()
    // So many draws that a variant which none of them meets is no chance: less than one in a million runs.
    for (let minute = 1; minute <= 8000; minute += 1) {
      variant = chooseVariant(night, tagOf(variant), now + minute * MINUTE)
      drawn.add(variant.variant)
    }
    expect(drawn.size).toBe(16)
    const first = chooseVariant(night, undefined, now)
    const later = chooseVariant(night, tagOf(first), now + 20 * MINUTE)
    expect(later.window).not.toBe(first.window)
  })

  test.each(['"abc.16.rs"', '"abc.-1.rs"', '"abc.3"', '"abc.3.zzzzzzzzzz"', '"abc"', '"abc.99999.rs"'])(
    'is drawn at random for the tag %s, which is none of ours',
    (tag) => expect(chooseVariant(night, tag, now).window).toBe(1000),
  )

  test('control: a page with one variant always gets it', () =>
    expect(chooseVariant(menu, '"abc.3.rs"', now)).toEqual({ variant: 0, window: null }))
})

test('the headers of a page are built once for each entity tag, not for each request', () => {
  const cached = page()
  const answer = (headers: Record<string, string>, variant: Variant) =>
    pageResponse(cached, variant, asking(headers))
  const first = answer({ 'accept-encoding': 'br' }, { variant: 0, window: 7 })
  expect(answer({ 'accept-encoding': 'br, gzip' }, { variant: 0, window: 7 })).toBe(first)
  expect(answer({ 'accept-encoding': 'gzip' }, { variant: 0, window: 7 }).headers['ETag']).toBe(
    '"abc.0.7-gzip"',
  )
  expect(answer({ 'accept-encoding': 'br' }, { variant: 0, window: 8 }).headers['ETag']).toBe('"abc.0.8-br"')
  const unchanged = { 'accept-encoding': 'br', 'if-none-match': first.headers['ETag'] ?? '' }
  expect(answer(unchanged, { variant: 0, window: 7 })).toMatchObject({ status: 304, body: null })
  expect(answer({ 'accept-encoding': 'br' }, { variant: 0, window: 7 })).toMatchObject({ status: 200 })
  expect(pageResponse(page('other'), { variant: 0, window: 7 }, asking({})).headers['ETag']).toBe(
    '"other.0.7"',
  )
})
