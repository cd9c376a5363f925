import { describe, expect, test } from 'vitest'
import {
  describeTrustProxy,
  findClient,
  isFromProxy,
  readTrustProxy,
  type TrustProxy,
} from './client-address.ts'

const trust = (text: string): TrustProxy => {
  const read = readTrustProxy(text)
  if (!read) throw new Error(`TRUST_PROXY=${text} cannot be read`)
  return read
}

type Headers = { readonly xff?: string; readonly forwarded?: string; readonly remote?: string }
const client = (setting: string, { xff, forwarded, remote = '10.0.0.9' }: Headers) =>
  findClient({ remote, forwarded, xForwardedFor: xff }, trust(setting))
const address = (setting: string, headers: Headers): string => client(setting, headers).address

describe('by X-Forwarded-For a guest is', () => {
  test.each([
    // [TRUST_PROXY, connection, X-Forwarded-For, expected client]
    ['false', '198.51.100.7', '203.0.113.1', '198.51.100.7'],
    ['true', '10.0.0.9', '203.0.113.1', '203.0.113.1'],
    ['1', '10.0.0.9', '203.0.113.1', '203.0.113.1'],
    ['1', '10.0.0.9', '6.6.6.6, 203.0.113.1', '203.0.113.1'],
    ['1', '10.0.0.9', undefined, '10.0.0.9'],
    ['1', '10.0.0.9', '', '10.0.0.9'],
    ['1', '10.0.0.9', ',,,', '10.0.0.9'],
    ['1', '10.0.0.9', 'x'.repeat(2000), '10.0.0.9'],
    ['1', '::ffff:10.0.0.9', '::ffff:203.0.113.1', '203.0.113.1'],
    ['2', '10.0.0.9', '203.0.113.1, 172.16.0.1', '203.0.113.1'],
    ['2', '10.0.0.9', '6.6.6.6, 203.0.113.1, 172.16.0.1', '203.0.113.1'],
    ['2', '10.0.0.9', '203.0.113.1', '203.0.113.1'],
    ['2', '10.0.0.9', 'unknown, 172.16.0.1', '172.16.0.1'],
    ['3', '10.0.0.9', '203.0.113.1,172.16.0.2 ,\t172.16.0.1', '203.0.113.1'],
    ['1', '10.0.0.9', '203.0.113.1:51234', '203.0.113.1'],
    ['1', '10.0.0.9', '2001:db8::1', '2001:db8::1'],
    ['1', '10.0.0.9', '[2001:db8::1]', '2001:db8::1'],
    ['1', '10.0.0.9', '[2001:DB8::1]:443', '2001:db8::1'],
    ['1', '10.0.0.9', 'fe80::1%eth0', 'fe80::1'],
    ['1', '10.0.0.9', '::ffff:cb00:7101', '203.0.113.1'],
    ['1', '10.0.0.9', '::ffff:999.0.0.1', '10.0.0.9'],
    ['1', '10.0.0.9', '203.0.113.256', '10.0.0.9'],
    ['private', '10.0.0.9', '203.0.113.1', '203.0.113.1'],
    ['private', '10.0.0.9', '6.6.6.6, 203.0.113.1, 172.16.0.1, 192.168.1.1', '203.0.113.1'],
    ['private', '::ffff:10.0.0.9', '203.0.113.1, fc00::7', '203.0.113.1'],
    ['private', '198.51.100.7', '203.0.113.1', '198.51.100.7'],
    ['private', '10.0.0.9', '10.1.1.1, 10.1.1.2', '10.1.1.1'],
    ['private', '10.0.0.9', '6.6.6.6, _hidden, 10.1.1.2', '10.1.1.2'],
    ['loopback', '127.0.0.1', '203.0.113.1, ::1', '203.0.113.1'],
    ['loopback', '::1', '10.0.0.9', '10.0.0.9'],
    ['loopback, 192.0.2.0/24', '127.0.0.1', '6.6.6.6, 203.0.113.1, 192.0.2.200', '203.0.113.1'],
    ['192.0.2.17', '192.0.2.17', '203.0.113.1', '203.0.113.1'],
    ['192.0.2.17', '192.0.2.18', '203.0.113.1', '192.0.2.18'],
    ['2001:db8:ffff::/48', '2001:db8:ffff::1', '2001:db8:1::5', '2001:db8:1::5'],
  ])('TRUST_PROXY=%s, from %s, %j: %s', (...[setting, remote, xff, expected]) =>
    expect(address(setting, { remote, ...(xff === undefined ? {} : { xff }) })).toBe(expected),
  )
})

describe('by Forwarded a guest is', () => {
  test.each([
    ['1', 'for=203.0.113.1', '203.0.113.1'],
    ['1', 'For="203.0.113.1:4711";proto=https;by=10.0.0.9', '203.0.113.1'],
    ['1', 'for=6.6.6.6, for=203.0.113.1;proto=http', '203.0.113.1'],
    ['1', 'proto=https;for="[2001:db8:cafe::17]:4711"', '2001:db8:cafe::17'],
    ['1', 'for="[2001:DB8:cafe::17]"', '2001:db8:cafe::17'],
    ['2', 'for=203.0.113.1, for="[2001:db8::2]";by=x', '203.0.113.1'],
    ['1', 'for=_gazonk', '10.0.0.9'],
    ['1', 'for="_SEVKISEK"', '10.0.0.9'],
    ['1', 'for=unknown', '10.0.0.9'],
    ['2', 'for=unknown, for=172.16.0.1', '172.16.0.1'],
    ['1', 'proto=https', '10.0.0.9'],
    // A client that puts commas into a quoted Host cannot add an element.
    ['1', 'for=203.0.113.1;host="a, for=6.6.6.6"', '203.0.113.1'],
    ['1', 'for=203.0.113.1;host="a\\", for=6.6.6.6"', '203.0.113.1'],
    // An unclosed quote: the elements of proxies cannot be told from those of a client.
    ['1', 'for="x, for=203.0.113.1', '10.0.0.9'],
    ['1', 'for="6.6.6.6, for="[2001:db8::1]"', '10.0.0.9'],
    ['private', 'for=6.6.6.6, for=203.0.113.1, for=172.16.0.1', '203.0.113.1'],
    ['1', '', '10.0.0.9'],
    ['1', ';;,==,"', '10.0.0.9'],
  ])('TRUST_PROXY=%s, %j: %s', (setting, forwarded, expected) =>
    expect(address(setting, { forwarded })).toBe(expected),
  )

  test('not asked for where X-Forwarded-For is there: a proxy that knows only that one passes Forwarded on', () => {
    expect(address('1', { forwarded: 'for=6.6.6.6', xff: '203.0.113.1' })).toBe('203.0.113.1')
    expect(address('private', { forwarded: 'for=6.6.6.6', xff: '203.0.113.1' })).toBe('203.0.113.1')
    expect(address('1', { forwarded: 'for=6.6.6.6', xff: 'unknown' })).toBe('10.0.0.9')
  })

  test('is read in linear time', () => {
    const started = performance.now()
    address('1', { forwarded: '"\\'.repeat(200_000) })
    address('1', { forwarded: 'for=1,'.repeat(50_000) })
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

test('an entry that is no address is told apart from the proxy that reported it', () => {
  expect(client('1', { xff: 'unknown', remote: '127.0.0.1' })).toEqual({
    address: '127.0.0.1',
    isReported: false,
  })
  expect(client('1', { xff: '127.0.0.1', remote: '127.0.0.1' })).toEqual({
    address: '127.0.0.1',
    isReported: true,
  })
})

test('a connection that Node no longer knows the address of is counted as unknown, or by what the proxy said', () => {
  expect(
    findClient({ remote: undefined, forwarded: undefined, xForwardedFor: '203.0.113.1' }, trust('false')),
  ).toEqual({
    address: 'unknown',
    isReported: true,
  })
  expect(isFromProxy(undefined, trust('private'))).toBe(false)
})

test.each([
  '-1',
  '11',
  '1.5',
  'yes',
  'cloudflare',
  '10.0.0.0/33',
  '10.0.0/8',
  '::1/129',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/8; drop',
  'loopback,,nonsense',
])('TRUST_PROXY=%s is refused', (text) => expect(readTrustProxy(text)).toBeNull())

test.each([
  ['false', 'no proxy is believed'],
  ['0', 'no proxy is believed'],
  ['true', '1 proxy is believed: a guest is the last of'],
  ['2', '2 proxies in a row are believed: a guest is number 2 from the end'],
  ['loopback, 10.0.0.0/8', 'proxies in loopback, 10.0.0.0/8 are believed'],
])('TRUST_PROXY=%s is described as "%s"', (text, expected) =>
  expect(describeTrustProxy(trust(text))).toContain(expected),
)
