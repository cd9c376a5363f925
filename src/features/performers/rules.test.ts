import { expect, test } from 'vitest'
import { PERFORMER_CATEGORIES, readLinks } from './rules.ts'

test('there are eighteen kinds of performers', () => {
  expect(new Set(PERFORMER_CATEGORIES).size).toBe(18)
})

test.each([
  ['https://instagram.com/ada', ['https://instagram.com/ada']],
  ['instagram.com/ada', ['https://instagram.com/ada']],
  ['https://a.example/x\nwww.b.example', ['https://a.example/x', 'https://www.b.example/']],
  ['http://soundcloud.com/ada, youtube.com/@ada', ['http://soundcloud.com/ada', 'https://youtube.com/@ada']],
  ['', []],
])('%j is read as web addresses', (text, links) => expect(readLinks(text)).toEqual(links))

test.each([
  'javascript:alert(1)',
  'data:text/html,hi',
  'ftp://files.example/x',
  'https://user:secret@example.com',
  'http://localhost:3000',
  'http://127.0.0.1/',
  'http://[::1]/',
  'ada',
  '@ada',
  'https://',
  Array.from({ length: 11 }, (_, i) => `https://a${i}.example`).join(' '),
])('%j holds something that is no web address', (text) => expect(readLinks(text)).toBeNull())
