import { expect, test } from 'vitest'
import { readHttpsUrl } from './web-address.ts'

test.each([
  ['https://example.com', 'https://example.com'],
  ['HTTPS://example.com/A?b=C', 'https://example.com/A?b=C'],
  ['http://example.com', null],
  ['https://', null],
  ['https:///example.com', null],
  ['https://example.com\\@venue.example', null],
  ['https://example.com/a b', null],
  ['https://[', null],
  ['https://venue.example@evil.example', null],
  ['https://user:word@evil.example', null],
  ['javascript:alert(1)', null],
])('the https URL in %j is %j', (text, url) => expect(readHttpsUrl(text)).toBe(url))
