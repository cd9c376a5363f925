import { expect, test } from 'vitest'
import { PERFORMER_CATEGORIES, linkedParts } from './rules.ts'

test('there are eighteen kinds of performers', () => {
  expect(new Set(PERFORMER_CATEGORIES).size).toBe(18)
})

const links = (text: string) => linkedParts(text).flatMap(({ href }) => (href === null ? [] : [href]))

test.each([
  ['https://instagram.com/ada', ['https://instagram.com/ada']],
  ['instagram.com/ada', ['https://instagram.com/ada']],
  ['https://a.example/x\nwww.b.example', ['https://a.example/x', 'https://www.b.example/']],
  ['@zed on soundcloud.com/zed, and more', ['https://soundcloud.com/zed']],
  ['', []],
])('the addresses in %j become links', (text, hrefs) => expect(links(text)).toEqual(hrefs))

test.each([
  '@zed',
  'ada',
  'javascript:alert(1)',
  'data:text/html,hi',
  'ftp://files.example/x',
  'https://user:secret@example.com',
  'http://localhost:3000',
  'http://127.0.0.1/',
  'http://[::1]/',
  'https://',
])('%j stays text', (text) => expect(links(text)).toEqual([]))

test('no word of the text is lost or changed', () => {
  const text = 'Ask for @zed;  see zed.example/a?b=1\nor call'
  expect(
    linkedParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
