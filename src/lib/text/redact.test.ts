import { expect, test } from 'vitest'
import { redactPath, redactTokens } from './redact.ts'

const TOKEN = 'AaIDxo-Xf8KLexSoVKq3i2XOkZVnDny84OqpiMKVlF0'

test.each([
  [`/my-reservation/${TOKEN}`, '/my-reservation/[token]'],
  ['/my-reservation/short', '/my-reservation/[token]'],
  [`/my-reservation/${TOKEN}x/calendar.ics`, '/my-reservation/[token]/calendar.ics'],
  ['/my-reservation/first/second', '/my-reservation/[token]/[token]'],
  ['/my-reservation%2ffirst', '/my-reservation/[token]'],
  ['/%6dy-reservation/x', '/my-reservation/[token]'],
  ['//My-Reservation//x', '//My-Reservation//[token]'],
  ["/holds/a'b<c&d e", '/holds/[token]'],
  ['/admin/api/invitation/%2541', '/admin/api/invitation/[token]'],
  ['/lists/Xf8KLexSoVKq3i2XOkZV', '/lists/[token]'],
  ['/admin/api/guest-lists/0198c0de/entries', '/admin/api/guest-lists/0198c0de/entries'],
  [`/elsewhere/${TOKEN}`, '/elsewhere/[token]'],
  ['/holds', '/holds'],
  ['/my-reservation/', '/my-reservation/'],
  ['/events/caf%C3%A9', '/events/caf%C3%A9'],
  [
    '/events/a-very-long-name-of-a-night-that-goes-on-until-the-morning-2026',
    '/events/a-very-long-name-of-a-night-that-goes-on-until-the-morning-2026',
  ],
  [
    '/media/0198c0de-0000-7000-8000-000000000000/640.avif',
    '/media/0198c0de-0000-7000-8000-000000000000/640.avif',
  ],
])('%s is logged as %s', (path, logged) => expect(redactPath(path)).toBe(logged))

test.each([
  [{ msg: `No route matches URL "/my-reservation/${TOKEN}.x" today` }],
  [{ msg: `https://lounge.example/my-reservation/a"b\\${TOKEN}` }],
  [{ url: `/payment-success?token=${TOKEN}&x=1`, hold: `/holds\\${TOKEN}` }],
])('a line of JSON stays one, and has no token in it: %j', (entry) => {
  const line = redactTokens(JSON.stringify(entry))
  expect(() => void JSON.parse(line)).not.toThrow()
  expect(line).not.toContain(TOKEN)
  expect(line).toContain('[token]')
})
